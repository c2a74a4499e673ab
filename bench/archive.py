"""Processor time and memory of `marcoria` when it replays BDN archives or exports journals."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import deals
from dice import Dice
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.bdn.write import hashed, record, text_of
from marcoria.firmware.codes.game import Answers
from marcoria.firmware.journal.journal import Journal
from ramlog import RamLog

SIZES = (1_000, 10_000, 100_000)
_BLOCKS = 64
_IN_A_JOURNAL = 50  # deals in a journal
_EPOCH, _BOOT = 0x1234567, 32
_MARCORIA = Path(sys.executable).with_name("marcoria")


@dataclass(frozen=True)
class Cost:
    """Cost of a command: processor time in seconds and highest memory use in MiB."""

    seconds: float
    memory: float


class Tape:
    """Recorder of the events of matches in which the players lay random legal cards.

    `loads.play` plays a deal. `events` grows by each event that the match accepts.
    """

    def __init__(self, house: str, seed: int) -> None:
        self.loads = deals.MatchDeals(house, seed)
        self.events: list[tuple[int, int, int]] = []
        self.game: Any = self.loads.match
        self._apply = self.game.apply
        self.game.apply = self._note  # type: ignore[method-assign]

    def _note(self, kind: int, seat: int, arg: int = 0) -> int:
        result: int = self._apply(kind, seat, arg)
        if not 0 < result < Answers.NOTED:
            self.events.append((kind, seat, arg))
        return result


def text(house: str, count: int, seed: int) -> str:
    """Return `count` deals of random legal cards as BDN."""
    tape = Tape(house, seed)
    for _ in range(count):
        tape.loads.play()
    book = Rulebooks().book(house)
    return "\n".join(text_of(hashed(deal)) for deal in record(book, tape.events))


def journal(house: str, seed: int) -> bytes:
    """Return the image of a journal with `_IN_A_JOURNAL` deals of random legal cards."""
    tape, log = Tape(house, seed), RamLog(_BLOCKS, Dice(1))
    kept = Journal(log, _EPOCH)
    kept.begin(_BOOT, 0)
    for _ in range(_IN_A_JOURNAL):
        tape.events.clear()
        tape.loads.play()
        kept.make_room()
        for event in tape.events:
            kept.add(*event)
        kept.checkpoint(list(tape.game.totals), tape.game.house.mark, bytearray(64))
    return bytes(log.cells)


def cost(*typed: str) -> Cost:
    """Run `marcoria` with these arguments, discard its output, and return the cost."""
    return _cost([str(_MARCORIA), *typed])


def cost_of_python() -> float:
    """Return the processor time in seconds of starting Python with an empty program."""
    return _cost([sys.executable, "-c", "pass"]).seconds


def _cost(command: list[str]) -> Cost:
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def replays(house: str, folder: Path) -> dict[int, Cost]:
    """Return the cost of replaying an archive for each number of deals in `SIZES`."""
    part = text(house, SIZES[0], 1)
    found = {}
    for size in SIZES:
        file = folder / f"{size}.bdn"
        with file.open("w", encoding="utf-8") as archive:
            for _ in range(size // SIZES[0]):
                archive.write(part + "\n")
        found[size] = cost("replay", str(file), "--json")
    return found


def exports(house: str, folder: Path) -> dict[int, Cost]:
    """Return the cost of exporting journals for each number of deals in `SIZES`."""
    file = folder / "journal.img"
    file.write_bytes(journal(house, 1))
    return {size: cost("export", *[str(file)] * (size // _IN_A_JOURNAL)) for size in SIZES}
