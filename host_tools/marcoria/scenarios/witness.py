"""Whether a table is as a scenario expects it: lights, pads, sounds, display, journal."""

from typing import Any

from marcoria.bots.company import Company
from marcoria.bots.ears import heard
from marcoria.bots.eyes import REFUSED, SEATS
from marcoria.journal.from_table import records
from marcoria.journal.replay import events_of, follow, settled
from marcoria.journal.wording import in_words, missing
from marcoria.scenarios.scenario import Expectation
from marcoria.sim.view.ocr import laid_out

_COLUMNS = 60  # of a picture in words
_LAST = 10
_SIDES = {"NS": 0, "EW": 1, "N": 0, "S": 1}


class Witness:
    """Looks at a table and its company, and touches nothing."""

    def __init__(self, table: Any, company: Company) -> None:
        self.table = table
        self.company = company

    def wrong(self, wanted: Expectation, since: float) -> str:
        """The first thing that is not as expected, of what was to be seen and heard `since`."""
        for seat, lamp in wanted.lights.items():
            eyes = self.company.body.eyes
            seen = eyes.lamp(seat)
            if lamp == REFUSED and eyes.refused(seat, since):
                continue
            if seen != lamp:
                return f"the light of {seat} says {seen}, not {lamp}"
        lying = self.table.cards()
        for seat, cards in wanted.pads.items():
            if lying[seat] != cards:
                return f"on {seat}'s pad lies {' '.join(lying[seat]) or 'nothing'}"
        sounds = heard(self.table, since)
        if wanted.sound and wanted.sound not in sounds:
            return f"there was no sound '{wanted.sound}' but {', '.join(sounds) or 'silence'}"
        return self._text_wrong(wanted) or self._journal_wrong(wanted)

    def _text_wrong(self, wanted: Expectation) -> str:
        if not (wanted.text or wanted.no_text):
            return ""
        page = self.company.screen.page()
        for words in wanted.text:
            if words not in page:
                return f"the display does not say '{words}'"
        for words in wanted.no_text:
            if words in page:
                return f"the display says '{words}'"
        return ""

    def _journal_wrong(self, wanted: Expectation) -> str:
        if not (wanted.journal or wanted.no_journal or wanted.score or wanted.agree):
            return ""
        written = records(self.table)
        for words in wanted.no_journal:
            if not missing([words], written):
                return f"the journal has '{words}'"
        absent = missing(wanted.journal, written)
        if absent:
            return f"the journal has no '{absent}' there"
        game = follow(self.company.people.house, written)
        for side, points in wanted.score.items():
            if game.totals[_SIDES[side]] != points:
                return f"{side} has {game.totals[_SIDES[side]]} points, not {points}"
        return self.disagreement() if wanted.agree else ""

    def signs(self) -> tuple[object, ...]:
        """What changes when the table does anything: the display, sounds, lights, the journal."""
        table = self.table
        lamps = tuple(self.company.body.eyes.lamp(seat) for seat in SEATS)
        shown = self.company.screen.moves, dict(table.get("display.strokes.counters"))
        return shown + (len(table.tones()), lamps, len(records(table)))

    def report(self) -> list[str]:
        """All that is seen, for whoever expected something else."""
        eyes, screen = self.company.body.eyes, self.company.screen
        lying = self.table.cards()
        last = [in_words(record) for record in records(self.table)[-_LAST:]]
        moves = " (it is refreshing: what stood there before)" * screen.moves
        told = [
            "lights: " + ", ".join(f"{seat} {eyes.lamp(seat)}" for seat in SEATS),
            "pads: " + ", ".join(f"{seat} {' '.join(lying[seat]) or '-'}" for seat in SEATS),
            f"display{moves}:",
        ]
        page = screen.reader.page(screen.glance())
        told += [f"  |{row}|" for row in laid_out(page, _COLUMNS)]
        told.append(f"the last records of the journal: {', '.join(last) or 'none'}")
        return told

    def disagreement(self) -> str:
        """The first event that the journal has otherwise than the people."""
        written = records(self.table)
        table = settled(events_of(written))
        people = settled(self.company.people.events)
        for ours, theirs in zip(people, table):
            if ours != theirs:
                return f"the journal has '{in_words(theirs)}', the people '{in_words(ours)}'"
        if len(people) != len(table):
            return f"the journal has {len(table)} events, the people {len(people)}"
        return ""
