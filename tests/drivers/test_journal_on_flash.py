"""Tests of the journal of a real match on the simulated flash of the table."""

import pytest

import board
from belote.match import Match
from codes.game import Events, Phases
from drivers.flashlog import BAD
from drivers.parts import open_journal
from journal.journal import Journal
from marcoria.game.houses import open_house
from marcoria.journal.reader import open_image
from table_rig import Rig

pytestmark = pytest.mark.pins

HOUSE = open_house("piedicavallo")
HISTORY = bytes(range(64))


class Board(Rig):
    """A simulated table that keeps a journal and can be started again."""

    def __init__(self):
        super().__init__()
        self.took = 0
        self.events = []  # all events so far
        self.kept = 0  # how many of them the journal has reported as written
        self.start()

    def start(self):
        """Open the journal and restore the match; store the duration in us in `took`."""
        before = self.world.clock.now
        self.journal = Journal(open_journal(board), 12345)
        self.game = Match(HOUSE)
        self.history = bytes(64)
        self.older = b""
        self.restored = []
        self.journal.restore(self.game.totals, self.load, self.apply)
        self.took = self.world.clock.now - before
        self.world.faults.check()

    def load(self, history, older):
        self.history, self.older = bytes(history), bytes(older)

    def apply(self, what, seat, arg):
        assert self.game.apply(what, seat, arg) == 0
        self.restored.append((what, seat, arg))

    def happen(self, what, seat, arg=0):
        assert self.game.apply(what, seat, arg) == 0
        self.events.append((what, seat, arg))
        is_kept = self.journal.add(what, seat, arg)
        self.kept += is_kept
        return is_kept

    def seen(self):
        """Return what these tests compare: phase, totals and events of the match."""
        game = self.game
        return (
            game.phase,
            list(game.totals),
            [(one.kind, one.seat, one.arg) for one in game.events],
        )


def bid(table):
    """Start a match, and play its first deal up to the end of the bidding."""
    table.happen(Events.MATCH, 0, HOUSE.mark)
    table.happen(Events.TARGET, 0, 501)
    table.happen(Events.DEAL, 0, 0)
    table.happen(Events.UPCARD, 0, 31)
    table.happen(Events.BID, table.game.auction.seat, 3)


def test_a_match_goes_on_after_a_restart():
    table = Board()
    bid(table)
    for card in (0, 1, 2):
        table.happen(Events.CARD, table.game.trick.seat, card)
    before = table.seen()
    table.start()
    assert table.seen() == before and table.game.phase == Phases.PLAY
    found = open_image(bytes(table.world.flash.cells))
    assert [one.kind for one in found.records] == [1, 2, 4, 6, 7, 9, 9, 9]
    assert found.epoch == table.journal.epoch == 12345


def test_a_match_goes_on_from_its_checkpoint():
    table = Board()
    bid(table)
    table.happen(Events.RULING, 2)  # the deal is void
    table.happen(Events.RULING, 1, 0x8000 - 90)
    table.happen(Events.RULING, 7)
    assert table.journal.checkpoint(table.game.totals, HOUSE.mark, HISTORY)
    totals = list(table.game.totals)
    table.start()
    assert table.game.totals == totals and totals[1] == -90 and table.history == HISTORY


def test_a_power_cut_at_any_operation_costs_at_most_one_event():
    cuts = 0
    for seed in range(40):
        table = Board()
        table.journal.make_room()
        table.world.flash.cut_at(1 + seed % 10, seed)
        bid(table)
        for card in (0, 1, 2, 3, 4):
            table.world.faults.check()
            if not table.happen(Events.CARD, table.game.trick.seat, card):
                break
        cuts += table.world.flash.cut == 0
        table.world.power_on()
        table.start()
        count = len(table.restored)
        assert table.restored == table.events[:count]
        # The record that was being written may be complete.
        assert table.kept <= count <= table.kept + 1
    assert cuts == 40


def test_a_start_is_short_with_a_full_journal():
    table = Board()
    for _ in range(66):
        for i in range(240):
            table.journal.add(42, i & 3, i)
        assert table.journal.checkpoint([0] * 8, HOUSE.mark, HISTORY)
    for _ in range(100):
        table.journal.add(42, 0, 0)
    table.start()
    # A start reads the headers of all 64 blocks, and all slots of one block or two, some of them
    # up to three times.
    assert table.took <= 60_000
    assert table.journal.seq >> 8 > 64


def test_no_record_takes_long_during_play():
    table = Board()
    table.journal.make_room()
    longest = 0
    for _ in range(6):
        for i in range(210):
            before = table.world.clock.now
            assert table.journal.add(9, 0, i & 31)
            longest = max(longest, table.world.clock.now - before)
        table.journal.make_room()
    assert longest <= 2000


def test_a_worn_block_is_noted_and_passed_over():
    table = Board()
    table.journal.add(32, 0, 1)
    flash = table.world.flash
    flash.cells[4096 + 5] = 0
    flash.worn.add(1)
    flash.torn.add(1)
    assert table.journal.log.erase(1) == BAD
    table.journal.make_room()
    for _ in range(300):
        assert table.journal.add(9, 0, 7)
    assert table.journal.block == 2
    records = open_image(bytes(flash.cells)).records
    assert [(one.kind, one.arg) for one in records[:2]] == [(32, 1), (47, 1)]
    table.world.faults.check()
