"""The page /wall of a hub: tables and tonight's ranking, for a television or a phone."""

from html import escape

from marcoria.bdn.standings import StandingRow
from marcoria.hub.health import REVOKED, TWINS, TableHealth, lost_lines
from marcoria.hub.page import PageSpeech, named
from marcoria.hub.reports import LiveMatch

_MOST_ROWS = 8  # of the ranking: a television must show it without scrolling
_FEW = 4  # maximum number of tables for which a television shows large type
_MINUTE_S = 60
Seated = dict[tuple[str, str], list[str]]  # nicknames by title of the table and side
SIDE_CLASSES = ("ns", "ew")  # CSS classes of the sides, for their colours


def wall_page(
    tables: list[TableHealth],
    ranking: list[StandingRow],
    evening: int,
    delay: int,
    trouble: str,
    seated: Seated,
    join: str,
    say: PageSpeech,
) -> str:
    """Return the page; `evening` is the time at which this evening began.

    `delay` is the delay of results in seconds. `trouble` tells why frames cannot be stored or
    results cannot be derived now, "" if all is well. `join` is the address at which players sit
    down with their phones, "" if the hub has no players.
    """
    shown = [one for one in tables if one.state != REVOKED]
    count = sum(one.heard is not None and one.heard >= evening for one in shown)
    notes = [say("when-cards")]
    if delay:
        notes.append(say("delay", -(-delay // _MINUTE_S)))
    parts = [f'<p class="counts">{say("reporting", count, len(shown))}</p>']
    if join:
        link = f'<a href="/{escape(join.partition("/")[2])}">{escape(join)}</a>'
        parts = [f'<div class="top">{parts[0]}<p>{say("join")} {link}</p></div>']
    if trouble:
        parts.append(f'<p class="trouble" role="alert">{say("storage")}</p>')
    few = " few" if len(shown) <= _FEW else ""
    parts.append(f'<div class="evening{few}"><section><h1>{say("tables")}</h1><ul class="live">')
    parts += [_table(one, say) for one in shown]
    parts.append("</ul>")
    if not shown:
        parts.append(f"<p>{say('no-tables')}</p>")
    parts.append(f"</section><section>{_ranking(ranking, seated, say)}</section></div>")
    parts.append(f'<p class="when">{" ".join(notes)}</p>')
    return say.frame("wall", say("wall"), "\n".join(parts))


def _table(one: TableHealth, say: PageSpeech) -> str:
    live = one.last.live if one.last else None
    lines = [f"<h2>{escape(one.table.title)}</h2>"]
    if one.state == TWINS:
        lines.append(f'<p class="trouble">{say(TWINS)}</p>')
    else:
        if live:
            lines.append(_score(live, say))
        doing = f"<b>{say(_doing(live))}</b> " if live else ""
        lines.append(f'<p class="state">{doing}<span>{one.told_age(say)}</span></p>')
    lines += [f'<p class="lost">{line}</p>' for line in lost_lines(one.last, say)[-1:]]
    return f'<li class="{one.state}">{"".join(lines)}</li>'


def _doing(live: LiveMatch) -> str:
    if live.is_over:
        return "over"
    return "dealt" if live.is_dealt else "between"


def _score(live: LiveMatch, say: PageSpeech) -> str:
    rows = ""
    for name, side, points in zip(SIDE_CLASSES, live.sides, live.points, strict=True):
        done = min(max(points, 0) * 100 // max(live.target, 1), 100)
        rows += (
            f'<tr class="{name}"><th scope="row">{say.side(side)}'
            f'<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">'
            f'<rect width="{done}" height="1"/></svg></th>'
            f"<td>{points}</td></tr>"
        )
    house = f"{escape(live.house_title)} · {say('target', live.target)}"
    return f'<p class="house">{house}</p><table>{rows}</table>'


def _ranking(rows: list[StandingRow], seated: Seated, say: PageSpeech) -> str:
    head = f"<h1>{say('ranking')}</h1>"
    if not rows:
        return f"{head}<p>{say('none-yet')}</p>"
    table = ranking_table(rows[:_MOST_ROWS], say, seated)
    return f'{head}{table}<p class="how">{say("how-ranked")}</p>'


def ranking_table(rows: list[StandingRow], say: PageSpeech, seated: Seated | None = None) -> str:
    """Return the HTML table of a ranking of sides.

    The row of a side also has the nicknames that `seated` has for this side.
    """
    heads = [_side_head(row, seated or {}, say) for row in rows]
    return bare_ranking(rows, heads, ("side", "played", "won", "points", "difference"), say)


def bare_ranking(
    rows: list[StandingRow], row_heads: list[str], columns: tuple[str, ...], say: PageSpeech
) -> str:
    """Return the HTML table of a ranking.

    `row_heads` has the head of each row as HTML. `columns` has the keys of the texts above the
    columns, except the column of ranks.
    """
    heads = "".join(f'<th scope="col"{_of_points(key)}>{say(key)}</th>' for key in columns)
    lines = "".join(_ranked(row, head) for row, head in zip(rows, row_heads, strict=True))
    return (
        f'<table class="ranking"><thead><tr><th scope="col">#</th>{heads}</tr></thead>'
        f"<tbody>{lines}</tbody></table>"
    )


def _of_points(key: str) -> str:
    return ' class="points"' if key == "points" else ""


def _side_head(row: StandingRow, seated: Seated, say: PageSpeech) -> str:
    title, side = row.name
    name = SIDE_CLASSES[0] if side.startswith("N") else SIDE_CLASSES[1]
    players = "".join(named(one) for one in seated.get((title, side), []))
    sides = f"<span>{say.side(side)}</span>"
    if players:
        sides = f'<p class="seated"><span>{say.side(side, is_short=True)}</span> {players}</p>'
    return f'<th scope="row" class="{name}"><b>{escape(title)}</b> {sides}</th>'


def _ranked(row: StandingRow, head: str) -> str:
    difference = f"{row.difference:+}".replace("-", "−")
    return (
        f"<tr><td>{row.rank}</td>{head}"
        f"<td>{row.deals}</td><td>{row.won}</td>"
        f'<td class="points">{row.points}</td><td>{difference}</td></tr>'
    )
