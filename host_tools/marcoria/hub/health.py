"""Health of the tables of a hub, and the page that tells an operator what to do."""

from html import escape

from marcoria.hub.ingest import FORGED
from marcoria.hub.page import PageSpeech
from marcoria.hub.reports import JournalReport
from marcoria.hub.store import TableRow
from marcoria.value import Value

_FRESH_S = 600  # a table that was heard in this time counts as reporting
_MINUTE_S, _HOUR_S, _DAY_S = 60, 3600, 86_400
TWINS, REVOKED, NEVER, REPORTS, SILENT = "twins", "revoked", "never-heard", "reports", "silent"


class TableHealth(Value):
    """Health of a table; `age` is the time since it was heard, in seconds, None if it never was.

    `refused` has the number of its messages that were refused, by reason.
    """

    def __init__(
        self,
        table: TableRow,
        reports: list[JournalReport],
        now: int,
        refused: dict[str, int],
    ) -> None:
        self.table = table
        self.reports = reports
        self.refused = refused
        self.last = max(reports, key=lambda one: one.journal.heard) if reports else None
        self.heard = self.last.journal.heard if self.last else None
        self.age = max(now - self.heard, 0) if self.heard is not None else None
        self.starts = self.last.journal.boot + 1 if self.last else 0
        self.state = self._state()

    def _state(self) -> str:
        if self.table.revoked is not None:
            return REVOKED
        if any(one.journal.fork is not None for one in self.reports):
            return TWINS
        if self.age is None:
            return NEVER
        return REPORTS if self.age < _FRESH_S else SILENT

    def advice(self) -> str:
        """Return the name of the sentence that says what to do."""
        if self.state in (REPORTS, SILENT) and self.refused.get(FORGED):
            return "do-forged"
        return f"do-{self.state}"

    def told_age(self, say: PageSpeech) -> str:
        """Return a sentence about when the table was last heard."""
        if self.age is None:
            return say(NEVER)
        for key, unit in (("heard-days", _DAY_S), ("heard-hours", _HOUR_S), ("heard", _MINUTE_S)):
            if self.age >= unit * (1 + (unit > _MINUTE_S)):  # "90 min" rather than "1 h"
                return say(key, self.age // unit)
        return say("heard-now")


def lost_lines(report: JournalReport | None, say: PageSpeech) -> list[str]:
    """Return sentences about the deals whose cards are lost."""
    return [
        say("lost-one", first) if first == last else say("lost", first, last)
        for first, last in (report.lost() if report else [])
    ]


def health_page(
    tables: list[TableHealth], refused: dict[str, int], trouble: str, say: PageSpeech
) -> str:
    """Return the page about all tables; `refused` counts the refused messages of all senders.

    `trouble` tells why frames cannot be stored or results cannot be derived now, "" if all is
    well.
    """
    parts = [f"<h1>{say('health')}</h1>"]
    if trouble:
        parts.append(f'<p class="trouble" role="alert">{say("storage")}</p>')
    parts.append('<ul class="health">')
    parts += [_table(one, say) for one in tables]
    parts.append("</ul>")
    if not tables:
        parts.append(f"<p>{say('no-tables')}</p>")
    if refused:
        parts.append(f"<h2>{say('refused-all')}</h2><p>{_counts(refused)}</p>")
    return say.frame("tables", say("health"), "\n".join(parts))


def _table(one: TableHealth, say: PageSpeech) -> str:
    deals = sum(len(report.deals) for report in one.reports)
    facts = [
        (
            "state",
            f"{say(one.state)} · {one.told_age(say)}" if one.age is not None else say(NEVER),
        ),
        ("starts", f"{one.starts}"),
        ("deals-kept", f"{deals}"),
    ]
    if one.refused:
        facts.append(("refused", _counts(one.refused)))
    rows = "".join(f"<div><dt>{say(key)}</dt><dd>{told}</dd></div>" for key, told in facts)
    lost = [line for report in one.reports for line in lost_lines(report, say)]
    return (
        f'<li class="{one.state}"><h2>{escape(one.table.title)}'
        f" <small>{escape(one.table.name)}</small></h2><dl>{rows}</dl>"
        + "".join(f'<p class="lost">{line}</p>' for line in lost)
        + f'<p class="todo"><b>{say("todo")}:</b> {say(one.advice())}</p></li>'
    )


def _counts(refused: dict[str, int]) -> str:
    return escape(", ".join(f"{reason} {count}" for reason, count in refused.items()))
