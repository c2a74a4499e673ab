"""An evening at a table with a small journal: people play, the plug is pulled again and again,
also in the middle of a start, and they go on from what the table still knows. Each time an oracle
that knows neither the firmware's journal nor its engine looks at the flash."""

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
_SHORT, _LONG = 6, 160  # operations of the flash until a cut: in a start, anywhere in a deal
_MOST_STARTS = 12


class Wrong(Exception):
    """Table, people and oracle do not agree."""


class _NoPower(Exception):
    """The lights are out."""


@cache
def board_with(blocks: int) -> Path:
    """A folder with the pin map of a board whose journal is that small."""
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
    """`snap` is called before each operation of the flash while people play."""

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
        self.written: dict[int, Entry] = {}  # all that the journal has ever had, by its seq
        self.table.boot("main")
        finish(self.company.agree(0))

    def play(self, deals: int) -> None:
        """So many deals without a cut; when a match is over another one begins."""
        for _ in range(deals):
            if self.people.over:
                finish(self.company.agree_again())
            finish(self.people.play_deal())
            self._read()

    def chain(self, cuts: int) -> None:
        """Plays on through so many cuts, and looks after each."""
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
        """The last cut is followed by a start without one."""
        self.table.set("flash.cut", 0)
        self._start()

    def _start(self) -> None:
        """The plug is put back in, perhaps to be pulled again before there is any light; then they
        go on."""
        for _ in range(_MOST_STARTS):
            self.table.cut_power()
            self.table.until(_PULLED_MS)
            if self.cuts and self.dice.random() < 0.5:
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
        """People look at what the table knows, and play the deal to its end."""
        after_cut.go_on(self.people, list(self.written.values()))

    def look(self) -> None:
        """What the oracle says of the flash, compared with what the table knows."""
        reading = self._read()
        if reading.damage:
            raise Wrong(f"cuts are taken for damage at {reading.damage}")
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
    """What a table has to know that starts from this image, as the naive engine counts it."""
    ledger = Ledger(house)
    events_since = reading.events(reading.since)
    if reading.checkpoints:
        totals, _, hands = flash_image.totals_of(reading.checkpoints[-1][2])
        ledger.open_at(totals, hands)
    ledger.take(settled(events_since))
    return ledger.state


def compare(told: State, known: seen.Known) -> None:
    """Raises Wrong if the table knows anything else."""
    ours = (told.totals, told.hands, settled(list(told.events)))
    theirs = (known.totals, known.hands, settled(list(known.events)))
    if ours != theirs:
        raise Wrong(f"the table knows {theirs}, the oracle {ours}")
