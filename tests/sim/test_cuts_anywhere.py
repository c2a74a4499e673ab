"""Power cuts at random moments while simulated players play several deals.

After each cut the players continue from the table's state. At the end the table has every event.
"""

import zlib
from collections.abc import Callable
from random import Random

import pytest

import testenv
from codes.game import Events
from marcoria.bots.company import Company, settings
from marcoria.bots.perception import STOPPED
from marcoria.coroutines import finish
from marcoria.firmware.codes.game import SEATS
from marcoria.game.houses import names
from marcoria.journal.entries import events_of, follow, settled
from marcoria.journal.reader import records
from marcoria.scenarios import after_cut
from marcoria.sim.simtable import open_bar

use = pytest.mark.parametrize
_ALL = [(house, hands) for house in names() for hands in ("blind", "scanned")]
_DEALS = 8 if testenv.SOAK else 3
# The next cut comes after at most this many looks of the players at the lights, or the deal ends
# first.
_LOOKS = 900
_FIRST = 150  # the same until the first cut: so few that at least one cut comes
_READY_MS = 20_000
_STOPS_MS = 100_000  # longest time that a table may stay in safe mode


class _NoPower(Exception):
    """Raised to stop the players at the moment of a power cut; `_start` then cuts the power."""


class _Evening:
    def __init__(self, house: str, scanned: bool, which: int) -> None:
        name = f"{house} {scanned} {which}"
        seed = testenv.SEED ^ zlib.crc32(name.encode()) & 0xFFFFFF
        self.dice = Random(seed)
        set_to = settings(house, scanned, -1, 0, "en")
        self.table = open_bar("cpython", seed, "", set_to)
        self.table.boot("main")
        self.company = Company(self.table, house, scanned=scanned, seed=seed)
        self.people = self.company.people
        finish(self.company.agree(0))
        self.company.body.seen = self._look
        self.looks = 0  # looks left until the cut; 0 for no cut
        self.cuts = 0

    def play(self, deals: int) -> None:
        """Play this many deals, or fewer if the match ends, through power cuts; then restart."""
        for _ in range(deals):
            if not self.people.over:
                self._play_on(lambda: finish(self.people.play_deal()))
        self.looks = 0
        self._start()

    def _play_on(self, hand: Callable[[], None]) -> None:
        """Play a deal by calling `hand`; after a cut, continue the deal from the journal."""
        self.looks = self.dice.randint(1, _LOOKS if self.cuts else _FIRST)
        try:
            hand()
            return
        except _NoPower:
            self.cuts += 1
        self._start()
        written = records(self.table)
        lost = [one for one in after_cut.lost(self.people, written) if one[0] != Events.DEAL]
        scans = any(one[0] == Events.SCAN for one in lost)
        assert len(lost) <= (len(self.people.seats) if scans else 1), lost
        self._play_on(lambda: finish(after_cut.continue_match(self.people, written)))

    def _start(self) -> None:
        """Cut the power, start the table, and wait until it is not in safe mode."""
        self.table.cut_power()
        self.table.until(self.dice.choice((10, 3_000)))
        self.table.boot()
        body = self.company.body
        finish(body.wait(_READY_MS))
        lamps = body.eyes.lamp
        finish(
            body.until("a table", lambda: any(lamps(seat) != STOPPED for seat in SEATS), _STOPS_MS)
        )

    def _look(self) -> None:
        self.looks -= 1
        if not self.looks:
            raise _NoPower


@pytest.mark.soak
@use("which", range(3))
@use(("house", "hands"), _ALL)
def test_an_evening_survives_power_cuts_at_any_moment(house: str, hands: str, which: int) -> None:
    evening = _Evening(house, hands == "scanned", which)
    try:
        evening.play(_DEALS)
        written = records(evening.table)
        people = evening.people
        assert evening.cuts
        assert follow(people.house, written).totals == people.game.totals
        assert settled(people.events) == settled(events_of(written))
        assert not evening.table.faults()
    finally:
        evening.table.close()
