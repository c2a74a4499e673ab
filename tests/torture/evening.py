"""Evening of simulated players at a table with a small journal, with many power cuts.

After each cut the players continue from the state that the table has restored. An oracle
decodes the flash without any code of the firmware, and must find the same state.
"""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import flash_image
import seen
from ledger import Ledger, State
from marcoria.board.generate import made_for
from marcoria.board.profile import profiles
from marcoria.bots.company import Company, settings
from marcoria.bots.match import People
from marcoria.coroutines import finish
from marcoria.journal.entries import settled
from marcoria.journal.reader import cells
from marcoria.paths import BUILD
from marcoria.scenarios import after_cut
from marcoria.sim.simtable import open_bar

Entry = tuple[int, int, int]

_PULLED_MS = 1_000
_SHORT, _LONG = 6, 160  # maximum number of flash operations before a cut: in a start, in a deal
_MOST_STARTS = 12


class Wrong(Exception):
    """Raised when the table, the players and the oracle disagree."""


class _NoPower(Exception):
    """Raised when the power has been cut."""


@cache
def board_with(blocks: int) -> Path:
    """Return a folder with the pin map of a board whose journal has this many blocks."""
    source = (made_for(profiles()[0]) / "board.py").read_text()
    lines = [
        f"JOURNAL_BLOCKS = {blocks}" if line.startswith("JOURNAL_BLOCKS") else line
        for line in source.split("\n")
    ]
    folder = BUILD / "torture" / f"{os.getpid()}-{blocks}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "board.py").write_text("\n".join(lines))
    return folder


class Evening:
    """Players at a table with a small journal.

    `snap` is called before each page program and each erase of the flash.
    """

    def __init__(self, house: str, scanned: bool, seed: int, blocks: int) -> None:
        self.house, self.seed = house, seed
        self.dice = Random(f"evening {seed}")
        set_to = settings(house, scanned, -1, 0, "en")
        folders = (board_with(blocks),)
        self.table = open_bar("cpython", seed, "", set_to, folders=folders)
        self.table.set("flash.on_operation", self._operation)
        self.snap: Callable[[], None] = lambda: None
        self.company = Company(self.table, house, scanned=scanned, seed=seed)
        self.people: People = self.company.people
        self.company.body.seen = self._look
        self.cuts = 0
        self.written: dict[int, Entry] = {}  # all events, and notes of kinds below 60, by seq
        self.table.boot("main")
        finish(self.company.agree(0))

    def play(self, deals: int) -> None:
        """Play deals without a power cut; start another match when one is over."""
        for _ in range(deals):
            if self.people.over:
                finish(self.company.agree_again())
            finish(self.people.play_deal())
            self._read()

    def chain(self, cuts: int) -> None:
        """Play on until the power has been cut `cuts` more times.

        After each complete start compare the table with the oracle.
        """
        done = self.cuts + cuts
        if self.people.over:
            finish(self.company.agree_again())
        hand: Callable[[], None] = self._play_deal
        while self.cuts < done:
            self._order(_LONG)
            try:
                hand()
                finish(self.company.body.wait(_PULLED_MS))
                self._read()
                self.table.set("flash.cut", 0)
                if self.people.over:
                    finish(self.company.agree_again())
                hand = self._play_deal
                continue
            except _NoPower:
                hand = self._start
        self._settle()

    def _play_deal(self) -> None:
        finish(self.people.play_deal())

    def _settle(self) -> None:
        """Start once more without a power cut."""
        self.table.set("flash.cut", 0)
        self._start()

    def _start(self) -> None:
        """Start the table, compare it with the oracle, and let the players go on.

        The start may be cut as well; then it is repeated. The last of `_MOST_STARTS` is never cut.
        """
        for more in reversed(range(_MOST_STARTS)):
            self.table.cut_power()
            self.table.until(_PULLED_MS)
            if self.cuts and more and self.dice.random() < 0.5:
                self._order(_SHORT)
            try:
                self.table.boot()
                self._look()
                seen.await_play(self.table, self._look)
                break
            except _NoPower:
                continue
        self.table.set("flash.cut", 0)
        self.look()
        self.go_on()

    def go_on(self) -> None:
        """Let the players continue from the journal: finish the deal, or play the next one."""
        finish(after_cut.continue_match(self.people, list(self.written.values())))

    def look(self) -> None:
        """Raise Wrong unless the table has the state that the oracle decodes from the flash."""
        reading = self._read()
        if reading.damage:
            raise Wrong(f"the power cuts look like damage at seq {reading.damage}")
        compare(expected(self.house, reading), seen.known(self.table))

    def _read(self) -> flash_image.Reading:
        reading = flash_image.read(cells(self.table))
        kept = [one for one in reading.records if 0 < one.kind < flash_image.PART]
        self.written |= {one.seq: one.entry for one in kept}
        return reading

    def close(self) -> None:
        self.table.close()

    def _order(self, most: int) -> None:
        self.table.order("flash.cut_at", self.dice.randint(1, most), self.dice.randrange(1 << 16))

    def _operation(self) -> None:
        self.snap()

    def _look(self) -> None:
        if not self.table.get("power"):
            self.cuts += 1
            raise _NoPower


def expected(house: str, reading: flash_image.Reading) -> State:
    """Return the state that a start must restore: the naive engine computes it from an image."""
    ledger = Ledger(house)
    events_since = reading.events(reading.since)
    if reading.checkpoints:
        totals, _, hands = flash_image.totals_of(reading.checkpoints[-1][2])
        ledger.open_at(totals, hands)
    ledger.take(settled(events_since))
    return ledger.state


def compare(told: State, known: seen.Known) -> None:
    """Raise Wrong unless the table and the oracle have the same state."""
    ours = (told.totals, told.hands, settled(list(told.events)))
    theirs = (known.totals, known.hands, settled(list(known.events)))
    if ours != theirs:
        raise Wrong(f"the table has the state {theirs}, the oracle {ours}")
