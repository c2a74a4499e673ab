"""What the whole table takes: from the plug to its lights and its first page, and of the heap;
and from the plug to the turn of whoever plays next, when a deal has to be found in a full journal.
"""

import struct
from collections.abc import Callable
from typing import Any

from recorder import RECORDED

from board import JOURNAL_BLOCKS
from marcoria.journal.reading import BLOCK, crc
from marcoria.measure.play import play_deal, sitting
from marcoria.people.company import settings
from marcoria.sim.bar import open_bar
from marcoria.sim.simtable import SimTable
from marcoria.sim.vm.backend import SETUP

_LIMIT_MS = 20_000
_SLOT, _SLOTS = 16, 256
_BODY = 10  # bytes of a record before its seq
_NOTES = range(32, 60)
_FREE = b"\xff" * _SLOT
_TURN = 8  # lights of a seat whose turn it is
_TRICKS = 7


def start(**options: Any) -> dict[str, float]:
    """From the plug until the seats' lights are there, and until the first page begins to show,
    in ms, bytecode priced; and the `highest` use of the heap until then, in bytes."""
    # Room enough, so that what does not fit is a figure and not a hang.
    options = {"priced": True, "watched": True, **options}
    with open_bar("vm", program="", **options) as table:
        before = table.screen()
        began = table.now
        table.boot("main")
        table.until(lambda: _is_lit(table), _LIMIT_MS)
        table.until(lambda: not _is_lit(table), _LIMIT_MS)
        lights = table.now - began
        table.until(lambda: table.screen() != before, _LIMIT_MS)
        page = table.now - began
        table.until(3_000)
        return {"lights": lights, "page": page, "highest": table.memory()["highest"]}


def _is_lit(table: SimTable) -> bool:
    return any(colour != (0, 0, 0) for colour in table.lights()["N"])


def resume(house: str, end: int, scanned: bool = False) -> dict[str, float]:
    """From the plug until the light of the seat to move (`turn`), and until the first command to
    the display (`display`), in ms, bytecode priced: seven tricks of a deal are played, and the
    journal is full as far as slot `end` of its last block."""
    image, seat = _in_a_deal(house, scanned)
    setup = SETUP.format(seed=1, options={}) + RECORDED
    chosen = settings(house, scanned, -1, 0, "en")
    with open_bar("vm", 1, "", chosen, priced=True, setup=setup) as table:
        for block, data in enumerate(_full(image, end)):
            table.order("flash.write", block, 0, data)
        began = table.now
        table.boot("main")
        turn = _when(table, lambda: _turns(table) == [seat])
        display = _when(table, lambda: table.get("recorder.display") / 1000 > began)
        return {"turn": turn - began, "display": display - began}


def _when(table: SimTable, what: Callable[[], bool]) -> float:
    table.until(what, _LIMIT_MS)
    return table.now


def _turns(table: SimTable) -> list[str]:
    """The seats whose lights are all on, unless all seats' are."""
    lit = {seat: sum(any(led) for led in leds) for seat, leds in table.lights().items()}
    return [seat for seat in lit if lit[seat] == _TURN and set(lit.values()) == {0, _TURN}]


def _in_a_deal(house: str, scanned: bool) -> tuple[bytes, str]:
    """What the flash holds in the second deal of a match, and whose turn it is."""
    with sitting(house, "cpython", scanned) as company:
        people = company.people
        play_deal(company)
        people.act()
        while people.game.audit.plays < _TRICKS * people.house.players:
            people.act()
        return bytes(company.body.table.get("flash.cells")), "NESW"[people.game.trick.seat]


def _full(image: bytes, end: int) -> list[bytes]:
    """The blocks of a journal that has gone round, in which the first block's events happen
    again and again; the last of them lies in slot `end` of the last block. No start is among
    them: many in a row would mean a loose plug."""
    slots = [image[at : at + _SLOT] for at in range(_SLOT, BLOCK, _SLOT)]
    records = [slot[:_BODY] for slot in slots if slot != _FREE and slot[0] not in _NOTES]
    count = (JOURNAL_BLOCKS - 1) * (_SLOTS - 1) + end
    stream = [records[(place - count) % len(records)] for place in range(count)]
    blocks = []
    for number in range(JOURNAL_BLOCKS, 2 * JOURNAL_BLOCKS):
        inside, stream = stream[: _SLOTS - 1], stream[_SLOTS - 1 :]
        bodies = [image[:_BODY], *inside]
        block = b"".join(_record(body, number << 8 | i) for i, body in enumerate(bodies))
        blocks.append(block.ljust(BLOCK, b"\xff"))
    return blocks


def _record(body: bytes, seq: int) -> bytes:
    data = body + struct.pack("<I", seq)
    return data + struct.pack("<H", crc(data))
