"""Tests of the work between two deals: checkpoints and menus."""

from codes.game import Phases
from codes.journal import RoomLeft
from keyskit import KeyRig
from table.evening import Evening
from table.menus import wishes


class Hall:
    """A table with an `Evening`; `written` lists its calls that write to the journal."""

    def __init__(self):
        self.rig = KeyRig()
        self.table = self.rig.table
        journal = self.table.journal
        journal.ahead = journal.lost = False
        journal.state = RoomLeft.ENOUGH
        journal.checkpoint = self.save
        journal.make_room = self.make_room
        self.table.deck.changed = False
        self.written = []
        self.evening = Evening(self.table, self.rig.cards, self.rig.keys.menus, self.changed)

    def save(self, totals, mark, rows, older):
        """Note that a checkpoint was written."""
        self.written.append("checkpoint")

    def make_room(self):
        """Note that room was made in the journal."""
        self.written.append("room")

    def changed(self):
        """Do nothing when the settings may have changed."""

    def tend(self, times=1):
        """Call `Evening.tend` this many times; return `written`, and empty it."""
        for _ in range(times):
            self.evening.tend()
        written, self.written = self.written, []
        return written


def test_a_checkpoint_is_written_once_after_a_deal():
    hall = Hall()
    assert hall.tend() == []
    hall.rig.play("DEAL N; UPCARD N JH; BID W H")
    assert hall.tend(2) == []
    hall.table.match.phase = Phases.READY
    hall.table.match.events = []
    assert hall.tend() == ["checkpoint"] and hall.tend(3) == []


def test_a_checkpoint_is_written_even_if_a_menu_opens_at_once():
    hall = Hall()
    hall.rig.play("DEAL N; UPCARD N JH; BID W H")
    assert hall.tend() == []
    hall.table.match.phase = Phases.READY
    hall.table.match.events = []
    hall.rig.keys.menus.wish = wishes.SETTINGS
    assert hall.tend(2) == ["checkpoint"] and hall.evening.menu
    hall.evening.menu.close()
    assert hall.tend(2) == []
