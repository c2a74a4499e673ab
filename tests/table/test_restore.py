"""Tests of the sentences about a match in the journal whose house is not the loaded one."""

import texts
from codes.game import Events, Totals
from table.restore import restore
from tablekit import Rig

OTHER_MARK = 0x1234  # no house has this mark


class Room:
    """Table whose journal has a checkpoint with `mark` and `winner`, and events after it."""

    def __init__(self, mark, winner, events):
        self.table = Rig().table
        self.table.settings.root = "/nowhere"
        self.table.journal.restore = self.replay
        self.mark = mark
        self.winner = winner
        self.events = events

    def replay(self, totals, load, apply):
        """Set the winner, apply the events and return the mark, as `Journal.restore` does."""
        totals[Totals.WINNER] = self.winner
        for event in self.events:
            apply(*event)
        return self.mark

    def said(self):
        """Restore the match; return the text of the sentence on the display."""
        try:
            restore(self.table, False, step).send(None)
        except StopIteration:
            return self.table.voice.notice.text


async def step():
    """Return at once; `restore` awaits this after each house file that does not fit."""


def test_an_unfinished_match_of_a_missing_house_is_reported():
    mine = Rig().house.mark
    begun = ((Events.MATCH, 0, OTHER_MARK), (Events.DEAL, 0, 0))
    assert Room(OTHER_MARK, -1, ()).said() == texts.HOUSE_GONE
    assert Room(OTHER_MARK, -1, begun).said() == texts.HOUSE_GONE
    assert Room(mine, -1, begun).said() == texts.HOUSE_GONE
    assert Room(mine, 0, begun).said() == texts.HOUSE_GONE, "only an earlier match is over"


def test_a_match_that_is_over_is_not_reported():
    assert Room(OTHER_MARK, 1, ()).said() == 0
