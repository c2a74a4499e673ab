"""Simulated table and its player in a process of their own, for commands shown in documents.

`python bar_process.py JOURNAL BACKEND` prints the address of a table with this journal, and serves
the table until standard input ends. A line of input clears the pads and selects the player's
actions during the next command; "ready" is printed as the answer. "tags" lays a new tag each time
the command asks the table for a tag, and "deck" lays a tag of the table's deck instead. "touches"
touches all keys, rap sensors and pads for the self-test, "cards" leaves a card on each pad, and an
empty line selects no actions. Time passes as fast as possible while a command is connected.
"""

import select
import sys
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

from hand import TagLayer
from journal_table import open_table, put_journal
from marcoria.bots.company import settings
from marcoria.firmware.codes.game import name_of
from marcoria.game.decks import check_deck
from marcoria.sim.chips.world import deck_file
from marcoria.sim.port import ServedPort
from marcoria.sim.simtable import SimTable, open_bar
from touches import touches

_SEED = 5
_CARDS = [name_of(card) for card in range(32)]
_SEATS = "NESW"
_STEP_MS = 400  # time between two actions of the player
_DRAWN_MS = 9_000  # longest refresh of the display
_IDLE_S = 0.02
_BLOCKS = 8  # journal blocks: to copy all 64 over the cable takes long


class AttendedTable:
    """Table with a player, who lays tags on request and touches parts as time passes."""

    def __init__(self, table: SimTable) -> None:
        self._table = table
        self._line = b""
        self._tags: Iterator[str] = iter(())
        self._touches: Iterator[Callable[[], object]] = iter(())
        self._is_tested = False
        self._next_ms = 0.0
        self._layer = TagLayer(table)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)

    def order(self, method: str, *arguments: Any, **named: Any) -> Any:
        """Call `SimTable.order` and return its result; `method` is the method of a chip's model.

        First look for commands in bytes that are sent to the port: lay a tag if a command requests
        one, and begin to touch parts if a command starts the self-test.
        """
        if method == "console.type":
            *lines, self._line = (self._line + arguments[0]).split(b"\n")
            for line in lines:
                tag = next(self._tags, "") if b'"do":"tag"' in line else ""
                if tag:
                    self._layer.lay(tag)
                self._is_tested |= b'"do":"check"' in line
        return self._table.order(method, *arguments, **named)

    def until(self, ms: float) -> None:
        """Let time pass; during a self-test, touch the next part if _STEP_MS have passed."""
        self._table.until(ms)
        if self._is_tested and self._table.now >= self._next_ms:
            self._next_ms = self._table.now + _STEP_MS
            next(self._touches, lambda: None)()

    def begin(self, deed: str) -> None:
        """Clear the pads, and select the player's actions by `deed`, a line of input."""
        for seat in _SEATS:
            self._table.lift(seat)
        self._layer = TagLayer(self._table)
        self._is_tested = False
        self._tags, self._touches = iter(()), iter(())
        if deed == "tags":
            self._tags = cycle(_new_tags())
        elif deed == "deck":
            self._tags = cycle(_old_tags())
        elif deed == "touches":
            self._touches = _touches(self._table)
        elif deed == "cards":
            for seat, card in zip(_SEATS, _CARDS, strict=False):
                self._table.put(card, seat)
        self._table.until(_STEP_MS)


def _new_tags() -> list[str]:
    return [f"04C0FFEE{number:06X}" for number in range(len(_CARDS))]


def _old_tags() -> list[str]:
    """Return the tags of the deck that the table knows."""
    uids = check_deck(deck_file(_SEED), "bar").uids
    return [uid.hex().upper() for uid in uids]


def _touches(table: SimTable) -> Iterator[Callable[[], object]]:
    """Yield a wait for the display, then the touches of all keys, rap sensors and pads."""
    yield lambda: table.until(_DRAWN_MS)
    yield from touches(table, dict(zip(_SEATS, _CARDS, strict=False)))


def _open(journal: bytes, backend: str) -> SimTable:
    """Return a running table with this journal.

    Commands can change files only on a table in the VM.
    """
    if backend == "vm":
        table = open_table(_SEED)
        put_journal(table, journal)
        return table
    table = open_bar(backend, _SEED, "", settings("french", False, -1, 0, "en"))
    table.set("flash.blocks", _BLOCKS)
    table.backend.world.flash.cells[: len(journal)] = journal  # type: ignore[union-attr]
    table.boot("main")
    table.until(4_000)
    return table


def main(journal: Path, backend: str) -> None:
    """Serve a table with this journal until standard input ends."""
    with _open(journal.read_bytes(), backend) as table:
        attended = AttendedTable(table)
        served = ServedPort(attended, paced=False)  # type: ignore[arg-type]
        print(served.address, flush=True)
        while True:
            if select.select([sys.stdin], [], [], 0)[0]:
                deed = sys.stdin.readline()
                if not deed:
                    return
                attended.begin(deed.strip())
                print("ready", flush=True)
            served.step()
            if not served.has_host:
                time.sleep(_IDLE_S)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
