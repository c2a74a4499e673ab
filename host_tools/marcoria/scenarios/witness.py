"""Whether a table is as a scenario expects it: lights, pads, sounds, display, journal."""

from marcoria.journal.from_table import records
from marcoria.journal.replay import events_of, follow, settled
from marcoria.journal.wording import in_words, missing
from marcoria.people.company import Company
from marcoria.people.ears import heard
from marcoria.people.eyes import REFUSED
from marcoria.scenarios.scenario import Expectation
from marcoria.sim.simtable import SimTable

_SIDES = {"NS": 0, "EW": 1, "N": 0, "S": 1}


class Witness:
    """Looks at a table and its company, and touches nothing."""

    def __init__(self, table: SimTable, company: Company) -> None:
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
                return f"the display does not say '{words}'; it says:\n{page.text}"
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
            last = ", ".join(in_words(record) for record in written[-8:])
            return f"the journal has no '{absent}' there; its last records are {last}"
        game = follow(self.company.people.house, written)
        for side, points in wanted.score.items():
            if game.totals[_SIDES[side]] != points:
                return f"{side} has {game.totals[_SIDES[side]]} points, not {points}"
        return self.disagreement() if wanted.agree else ""

    def disagreement(self) -> str:
        """The first event that the journal has otherwise than the people."""
        written = records(self.table)
        table = settled(events_of(written))
        people = settled(self.company.people.events)
        for ours, theirs in zip(people, table, strict=False):
            if ours != theirs:
                return f"the journal has '{in_words(theirs)}', the people '{in_words(ours)}'"
        if len(people) != len(table):
            return f"the journal has {len(table)} events, the people {len(people)}"
        return ""
