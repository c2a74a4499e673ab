"""The page of players: choose a nickname, sit down at a seat of a table, see the ranking."""

from html import escape
from typing import NamedTuple
from urllib.parse import urlencode

from marcoria.bdn.standings import StandingRow
from marcoria.hub.page import PageSpeech, current, named
from marcoria.hub.players import SeatPlan
from marcoria.hub.store import TableRow
from marcoria.hub.wall import SIDE_CLASSES, bare_ranking

PATH = "/players"
# Query parameters: how the tables' titles begin, the answer to a form, the nickname typed in it.
OF, TOLD, TYPED = "of", "told", "typed"
MOST_TYPED = 40  # maximum characters of the field; a phone may add invisible ones to a nickname
ERASED = "erased"  # the answer after a nickname was deleted
_ORDER = "NWES"  # order of a table's seats on the page, from the top
_COLUMNS = ("nickname", "played", "won", "points", "difference")


class Visitor(NamedTuple):
    """Person who opens the page; `nickname` is "" if the person has none yet.

    `secret` is a new secret, for a person who now chooses a nickname. `title` is the title of the
    table at which the player sits, and `seat` the seat there; both are "" if the player does not
    sit. `told` is the name of the sentence that answers a form, "" if there is none. `typed` is
    the nickname typed in that form.
    """

    nickname: str
    secret: str
    title: str = ""
    seat: str = ""
    told: str = ""
    typed: str = ""


def path_of_players(begin: str = "", **more: str) -> str:
    """Return the page's path for the tables whose title begins with `begin`.

    `more` has further query parameters. Empty parameters are left out.
    """
    query = urlencode({key: value for key, value in ({OF: begin} | more).items() if value})
    return f"{PATH}?{query}" if query else PATH


def players_page(
    tables: list[TableRow],
    plan: SeatPlan,
    now: int,
    visitor: Visitor,
    begin: str,
    ranking: list[StandingRow],
    is_all: bool,
    say: PageSpeech,
) -> str:
    """Return the page; `plan` has the seats that are taken `now`.

    `tables` are those whose title begins with `begin`. `is_all` tells whether `ranking` is over
    all evenings; otherwise it is over this evening.
    """
    form = f'<form method="post" action="{escape(path_of_players(begin))}"'
    parts = [f"<h1>{say('players')}</h1>", _told(visitor.told, say)]
    if visitor.nickname:
        parts.append(_own(form, visitor, say))
    else:
        parts.append(_entrance(form, visitor, say))
    parts.append(f'{form}><ul class="seats">')
    parts += [_table(table, plan, now, visitor.nickname, say) for table in tables]
    parts.append("</ul></form>")
    if not tables:
        parts.append(f"<p>{say('no-tables')}</p>")
    parts.append(_ranking(ranking, begin, is_all, say))
    if visitor.nickname:
        parts.append(
            f'{form} class="erase"><button name="erase" value="1">{say("erase")}</button>'
            f'<p class="how">{say("how-erased")}</p></form>'
        )
    return say.frame("players", say("players"), "\n".join(part for part in parts if part))


def _told(told: str, say: PageSpeech) -> str:
    if not told:
        return ""
    kind = 'role="status"' if told == ERASED else 'role="alert" class="trouble"'
    return f'<p {kind} id="told">{say(told)}</p>'


def _entrance(form: str, visitor: Visitor, say: PageSpeech) -> str:
    described = (
        ' aria-describedby="told" aria-invalid="true"' if visitor.told and visitor.typed else ""
    )
    return (
        f'{form} class="entrance"><label for="nickname">{say("own-nickname")}</label>'
        f'<p><input id="nickname" name="nickname" value="{escape(visitor.typed)}" required'
        f' maxlength="{MOST_TYPED}" autocomplete="nickname" enterkeyhint="go"{described}>'
        f"<button>{say('enter')}</button></p>"
        f'<input type="hidden" name="secret" value="{escape(visitor.secret)}">'
        f'<p class="how">{say("how-named")}</p></form>'
    )


def _own(form: str, visitor: Visitor, say: PageSpeech) -> str:
    what = f"<p>{say('choose-seat')}</p>"
    if visitor.seat:
        where = say("sits-at", visitor.title, say(visitor.seat))
        button = f'<button name="stand" value="1">{say("stand")}</button>'
        what = f"<p>{where}</p>{form}>{button}</form>"
    return f'<section class="own"><h2>{named(visitor.nickname)}</h2>{what}</section>'


def _table(table: TableRow, plan: SeatPlan, now: int, own: str, say: PageSpeech) -> str:
    places = []
    for seat in _ORDER:
        there = plan.at(table.name, seat, now)
        told = named(there) if there else f"<i>{say('free')}</i>"
        text = f'<span class="{_side_of(seat)}">{say(seat)}</span> <b>{told}</b>'
        if own and there == own:
            places.append(f'<div class="seat-{seat} here" aria-current="true">{text}</div>')
        elif own:
            value = escape(f"{table.name} {seat} {there}")
            places.append(
                f'<button class="seat-{seat}" name="seat" value="{value}">{text}</button>'
            )
        else:
            places.append(f'<div class="seat-{seat}">{text}</div>')
    return f"<li><h2>{escape(table.title)}</h2><div>{''.join(places)}</div></li>"


def _side_of(seat: str) -> str:
    return SIDE_CLASSES[seat in "EW"]


def _ranking(rows: list[StandingRow], begin: str, is_all: bool, say: PageSpeech) -> str:
    tabs = "".join(
        f'<a href="{escape(path_of_players(begin, all=query))}"{current(is_all == bool(query))}>'
        f"{say(key)}</a>"
        for key, query in (("tonight", ""), ("all", "1"))
    )
    head = f'<h2>{say("ranking-players")}</h2><p class="tabs">{tabs}</p>'
    name = f'<a href="/players.csv{"?all=1" if is_all else ""}">players.csv</a>'
    files = f'<p class="files">{say("download")}: {name}</p>'
    if not rows:
        return f"{head}<p>{say('none-seated')}</p>"
    heads = [f'<th scope="row">{named(row.name[0])}</th>' for row in rows]
    how = f'<p class="how">{say("how-seated")} {say("how-ranked")}</p>'
    return f"{head}{bare_ranking(rows, heads, _COLUMNS, say)}{how}{files}"
