"""Power cuts in the middle of a flash operation: programming a record or erasing a block.

The restarted table has lost at most that record, and the deal ends with the events and the score
that it would have had without the cut.

At some or all operations of the flash the process forks: the parent continues, and the child cuts
the power. The players decide alike in both, because their random numbers depend only on the
events so far.
"""

import time
import traceback
import zlib
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import testenv
from branches import Branches
from codes.game import Events
from marcoria.bots.company import Company, settings
from marcoria.bots.perception import STOPPED
from marcoria.bots.strategy import Honest, PlayerView
from marcoria.coroutines import finish
from marcoria.firmware.codes.game import SEATS
from marcoria.game.houses import names, open_house
from marcoria.journal.entries import Entry, follow, settled
from marcoria.journal.reader import records
from marcoria.scenarios import after_cut
from marcoria.sim.simtable import open_bar

# Without `--soak` the power is cut in `_CUTS` of the first `_OF` operations.
_CUTS, _OF = 15, 55
# At every fourth operation with a cut, the power is cut a second time after the restart.
_TWICE_IN = 4
# Maximum number of operations from the restart to a second cut: for a cut during the start, and
# for a cut anywhere in the deal.
_START, _HAND = 4, 60
_PULLED_MS = 1_000  # long enough for every key to be released before the restart
_STARTS_MS = 2_500  # time from power-on until the table polls its pads
_STOPS_MS = 100_000  # timeout of a restart, which may include 66 s of safe mode
_TRACE = 3_000  # maximum number of characters of a reported traceback
# Cuts that once made the test fail: house, scanned, seed, operation, and the number of operations
# until the second cut (0 if there was no second cut).
_ONCE = [
    ("bulgarian", False, 25030140, 64, 0),
    ("espanola-2", False, 1, 62, 0),
    ("espanola-2", True, 1, 92, 0),
    ("espanola-2", True, 305, 28, 0),
    ("espanola-4", False, 2, 12, 0),
    ("espanola-4", False, 14280384, 144, 4),
    ("piedicavallo", False, 14854133, 58, 0),
    ("salotto", False, 11970832, 256, 2),
]

# Function that returns the branches to fork at an operation. A branch is 0 for a single cut, or
# else the number of operations from the restart to a second cut.
Plan = Callable[[int], tuple[int, ...]]


class _NoPower(Exception):
    """Exception that ends the players' actions when the power is cut."""


class _Steady(Honest):
    """Player whose decisions depend only on the events so far, not on the order of its hand."""

    def __init__(self, rng: Random, seed: int) -> None:
        super().__init__(rng)
        self.seed = seed

    def bid(self, view: PlayerView) -> int:
        return super().bid(self._settled(view))

    def shows(self, view: PlayerView) -> list[int]:
        return super().shows(self._settled(view))

    def card(self, view: PlayerView) -> int:
        return super().card(self._settled(view))

    def _settled(self, view: PlayerView) -> PlayerView:
        self.rng.seed(f"{self.seed} {sorted(view.own())} {len(view.laid)}")
        view.hand = sorted(view.hand)
        return view


class _Evening:
    """A match at a table whose power is cut at operations of its flash."""

    def __init__(self, house: str, scanned: bool, seed: int, plan: Plan) -> None:
        self.house, self.scanned, self.seed, self.plan = house, scanned, seed, plan
        self.target = open_house(house).target
        set_to = settings(house, scanned, -1, self.target, "en")
        self.table = open_bar("cpython", seed, program="", settings=set_to)
        self.table.set("flash.on_operation", self._split)
        self.company = Company(self.table, house, scanned=scanned, seed=seed)
        self.people = self.company.people
        self.people.players = {seat: _Steady(Random(), seed) for seat in range(len(SEATS))}
        self.company.body.seen = self._watch
        self.branches = Branches()
        self.ends: dict[int, Any] = {}  # result of `_end` for each deal, by its number from 1
        self.operation = self.second = self.cuts = 0

    def play(self, operations: int = 1 << 30) -> None:
        """Play deals until the match is over or the flash has made this many operations.

        Forked copies cut the power as `plan` says. If a copy has ended a later deal, play on until
        that deal has ended here too.
        """
        try:
            self.table.boot("main")
            self._agree()
            while not self.people.over and self.operation < operations:
                self._play_deal()
            finish(self.company.body.wait(5_000))  # more records are written after a deal
        except BaseException as error:
            if self.branches.apart:
                self.branches.leave(self._after(error))
            raise
        self.branches.wait()
        # A branch with a cut between two deals ends with the next deal, so play that deal too.
        deals = (word["deal"] for _, word in self.branches.told if word and "deal" in word)
        last = max(deals, default=0)  # 0 if each branch failed
        while last > max(self.ends, default=0) and not self.people.over:
            self._play_deal()

    def wrong(self) -> list[str]:
        """Return a description of each branch that failed or whose deal ended differently.

        The ends are compared with those of the parent, which has no power cut.
        """
        found = []
        for cut, word in self.branches.told:
            again = f"{(self.house, self.scanned, self.seed, *cut)} in _ONCE"
            if word is None or "error" in word:
                found.append(f"{again}: {word and word['error']}")
            elif word["end"] != self.ends.get(word["deal"]):
                found.append(
                    f"{again}: {word['end']}, without the cut {self.ends.get(word['deal'])}"
                )
        return found

    def figures(self) -> str:
        """Return the statistics printed for the test's log."""
        told = self.branches.told
        twice = sum(word is not None and word["cuts"] == 2 for _, word in told)
        return f"{self.operation} operations, {len(told)} branches, {twice} of them cut twice"

    # --- the branches ---------------------------------------------------------------------

    def _split(self) -> None:
        """Fork as `plan` says before an operation of the flash; do nothing in a copy.

        A new copy cuts the power in this operation.
        """
        if self.branches.apart:
            return
        self.operation += 1
        for second in self.plan(self.operation):
            if self.branches.split((self.operation, second)):
                self.second = second
                self.table.order("flash.cut_at", 1, self.seed + self.operation)
                return

    def _after(self, error: BaseException) -> Any:
        """Continue after a cut; return the number of cuts, and the deal's end or a traceback.

        `error` has ended the players' actions. If it is not _NoPower, return its traceback.
        """
        try:
            if not isinstance(error, _NoPower):
                raise error
            self._go_on()
            self._check()
            return {"cuts": self.cuts + 1, "deal": self._deals(), "end": self._end()}
        except BaseException:
            return {"cuts": self.cuts + 1, "error": traceback.format_exc()[-_TRACE:]}

    def _go_on(self) -> None:
        """Restart the table and play the deal to its end, with a second cut if `second` is set."""
        self.table.until(_PULLED_MS)
        self.table.boot()
        if self.second:
            self.table.order("flash.cut_at", self.second, ~self.seed & 0xFFFF)
            self.second = 0
        try:
            finish(self.company.body.wait(_STARTS_MS))
            finish(self.company.body.until("a table that plays", self._plays, _STOPS_MS))
            self._resume(records(self.table))
        except _NoPower:
            self.cuts += 1
            self._go_on()

    def _resume(self, written: list[Entry]) -> None:
        if all(record[0] != Events.MATCH for record in written):
            self._agree()
            self._play_deal()
            return
        # At most one event is lost, or one scanned card for each pad. The first card of a deal
        # causes two events, DEAL and the event of the card, so DEAL is not counted.
        lost = [one for one in after_cut.lost(self.people, written) if one[0] != Events.DEAL]
        scans = [event for event in lost if event[0] == Events.SCAN]
        assert len(lost) <= (len(self.people.seats) if scans else 1), lost
        finish(after_cut.continue_match(self.people, written))

    def _check(self) -> None:
        """Assert that table, players and a replay of the journal agree."""
        written = records(self.table)
        assert not self.table.faults()
        assert not after_cut.lost(self.people, written)
        assert follow(self.people.house, written).totals == self.people.game.totals

    # --- the players ----------------------------------------------------------------------

    def _agree(self) -> None:
        self.people.events.clear()
        finish(self.company.agree(self.seed & 2, self.target))

    def _play_deal(self) -> None:
        finish(self.people.play_deal())
        self.ends[self._deals()] = self._end()

    def _deals(self) -> int:
        return sum(event[0] == Events.DEAL for event in self.people.events)

    def _end(self) -> Any:
        """Return the totals after the last deal, and the events of this deal."""
        happened = settled(self.people.events)
        start = max(
            at for at, event in enumerate(happened) if event[0] in (Events.MATCH, Events.DEAL)
        )
        return [list(self.people.game.totals), [list(event) for event in happened[start:]]]

    def _plays(self) -> bool:
        return any(self.company.body.eyes.lamp(seat) != STOPPED for seat in SEATS)

    def _watch(self) -> None:
        if not self.table.get("power"):
            raise _NoPower


def _evening(house: str, scanned: bool, seed: int, plan: Plan, operations: int = 1 << 30) -> int:
    """Play a match and check all branches; return the number of branches."""
    began = time.monotonic()
    evening = _Evening(house, scanned, seed, plan)
    try:
        evening.play(operations)
    finally:
        evening.branches.end()
        evening.table.close()
    wrong = evening.wrong()
    hands = "scanned" if scanned else "blind"
    print(
        f"{house} {hands}, seed {seed}: {evening.figures()}, {len(wrong)} wrong,"
        f" {time.monotonic() - began:.0f} s"
    )
    assert not wrong, "\n\n".join(wrong)
    return len(evening.branches.told)


def _later(seed: int, operation: int) -> int:
    """Return the number of operations from the restart to a second cut."""
    dice = Random(f"{seed} {operation}")
    return dice.randint(1, dice.choice((_START, _HAND)))


@pytest.mark.soak
@pytest.mark.parametrize("scanned", [False, True], ids=["blind", "scanned"])
@pytest.mark.parametrize("house", names())
def test_a_power_cut_costs_at_most_the_record_being_written(house: str, scanned: bool) -> None:
    """With `--soak` cut the power at every operation of a match, else at some of the first."""
    seed = testenv.SEED ^ zlib.crc32(f"{house} {scanned}".encode()) & 0xFFFFFF
    some = sorted(Random(seed).sample(range(1, _OF + 1), _CUTS))

    def every(operation: int) -> tuple[int, ...]:
        return (0,) if operation % _TWICE_IN else (0, _later(seed, operation))

    def sample(operation: int) -> tuple[int, ...]:
        if operation not in some:
            return ()
        twice = some.index(operation) % _TWICE_IN == 0
        return (_later(seed, operation) if twice else 0,)

    if testenv.SOAK:
        _evening(house, scanned, seed, every)
    else:
        assert _evening(house, scanned, seed, sample, _OF) == _CUTS


@pytest.mark.soak(keep=3)
@pytest.mark.parametrize(("house", "scanned", "seed", "operation", "second"), _ONCE)
def test_power_cuts_that_failed_once(
    house: str, scanned: bool, seed: int, operation: int, second: int
) -> None:
    assert _evening(house, scanned, seed, lambda at: (second,) * (at == operation), operation) == 1
