"""The wall of a bar: all its tables on one page, for a television or a phone."""

import time
from collections.abc import Callable
from html import escape
from pathlib import Path

from marcoria.game.word_files import read_words
from marcoria.hub.reports import LiveMatch, Report, Reports
from marcoria.hub.store import Store, TableRow

_HERE = Path(__file__).parent
_WORDS = _HERE / "words"
LANGUAGES = ("en", "it", "fr", "es", "bg")
_FRESH_S = 600  # a table that was heard in this time counts as reporting
_MINUTE_S = 60
_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="/wall.css">
<script type="module" src="/wall.mjs"></script>
<main aria-live="polite">
{content}
</main>
</html>
"""


class Wall:
    """Wall over the tables of a store; `now` returns the time in seconds since 1970."""

    def __init__(
        self, store: Store, reports: Reports, now: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._reports = reports
        self._now = now
        self.style = (_HERE / "wall.css").read_text("utf-8")
        self.program = (_HERE / "wall.mjs").read_text("utf-8")
        self._say = {name: read_words(_WORDS / f"{name}.words") for name in LANGUAGES}

    def language(self, wanted: str) -> str:
        """Return the first language of a header Accept-Language that the wall speaks."""
        asked = [part.split(";")[0].strip()[:2].lower() for part in wanted.split(",")]
        return next((name for name in asked if name in LANGUAGES), LANGUAGES[0])

    def facts(self, table: TableRow) -> dict[str, object]:
        """Return what the hub knows about a table, for JSON."""
        reports = self._reports.of(table)
        last = reports[-1] if reports else None
        return {
            "table": table.name,
            "title": table.title,
            "state": self._state(table, reports),
            "heard": last.stream.heard if last else None,
            "journals": [
                {
                    "epoch": one.stream.epoch,
                    "seq": one.stream.hi,
                    "deals": sum(deal.is_dealt for deal in one.deals),
                    "gaps": one.lost,
                }
                for one in reports
            ],
            "live": _live_facts(last.live) if last and last.live else None,
        }

    def _state(self, table: TableRow, reports: list[Report]) -> str:
        if any(one.stream.fork is not None for one in reports):
            return "twins"
        if table.revoked is not None:
            return "revoked"
        if not reports:
            return "never-heard"
        return "reports" if self._age(reports[-1]) < _FRESH_S else "silent"

    def _age(self, report: Report) -> int:
        return max(int(self._now()) - report.stream.heard, 0)

    def page(self, language: str, trouble: str) -> str:
        """Return the page; `trouble` tells why nothing can be stored now, "" if all is well."""
        say = self._say[language]
        tables = [(one, self._reports.of(one)) for one in self._store.tables()]
        states = [self._state(*one) for one in tables]
        counts = say["reporting"].format(states.count("reports"), len(tables))
        parts = [f'<h1>{say["title"]}</h1><p class="counts">{counts}</p>']
        if trouble:
            parts.append(f'<p class="trouble" role="alert">{say["storage"]}</p>')
        parts.append('<ul class="tables">')
        for (table, reports), state in zip(tables, states, strict=True):
            parts.append(self._table(table, reports, state, say))
        parts.append("</ul>")
        if not tables:
            parts.append(f"<p>{say['no-tables']}</p>")
        content = "\n".join(parts)
        return _PAGE.format(language=language, title=say["title"], content=content)

    def _table(
        self, table: TableRow, reports: list[Report], state: str, say: dict[str, str]
    ) -> str:
        last = reports[-1] if reports else None
        lines = [f"<h2>{escape(table.title)}</h2>"]
        if last and last.live:
            lines.append(_score(last.live, say))
        lines.append(f'<p class="state">{self._told(last, state, say)}</p>')
        if last and last.lost:
            lines.append(f'<p class="lost">{say["lost"]}</p>')
        return f'<li class="{state}">{"".join(lines)}</li>'

    def _told(self, last: Report | None, state: str, say: dict[str, str]) -> str:
        """Return what a table does, and when it was heard last."""
        if last is None or state in ("twins", "revoked"):
            return say[state]
        doing = say["between"]
        if last.live:
            doing = say["over"] if last.live.is_over else doing
            doing = say["dealt"] if last.live.is_dealt else doing
        minutes = self._age(last) // _MINUTE_S
        heard = say["heard-now"] if not minutes else say["heard"].format(minutes)
        return f"{doing} · {heard}"


def _score(live: LiveMatch, say: dict[str, str]) -> str:
    sides = [
        f"<td>{escape(_pair(side, say))}</td><td>{points}</td>" for side, points in _both(live)
    ]
    target = say["target"].format(live.target)
    return (
        f'<p class="house">{escape(live.house)} · {target}</p>'
        f"<table>{''.join(f'<tr>{side}</tr>' for side in sides)}</table>"
    )


def _both(live: LiveMatch) -> list[tuple[str, int]]:
    return list(zip(live.sides, live.points, strict=True))


def _pair(side: str, say: dict[str, str]) -> str:
    """Return the names of the seats of a side, such as "North – South"."""
    return " – ".join(say[seat] for seat in side)


def _live_facts(live: LiveMatch) -> dict[str, object]:
    return {
        "house": live.house,
        "target": live.target,
        "points": dict(_both(live)),
        "dealt": live.is_dealt,
        "over": live.is_over,
    }
