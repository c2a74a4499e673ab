"""Start time of the table; bytecode and each read of the flash for files cost virtual time.

The journal is full, and the start has to restore a deal from it.
"""

import struct
from dataclasses import dataclass
from typing import cast

from marcoria.bots.company import settings
from marcoria.coroutines import finish
from marcoria.firmware.codes.journal import Records
from marcoria.journal.blocks import BLOCK, crc
from marcoria.sim.options import TableOptions
from marcoria.sim.simtable import SimTable, open_bar
from marcoria.sim.vm.backend import SETUP, VmBackend
from play_on_board import play_deal, sitting

_LIMIT_MS = 20_000
_SLOT, _IN_A_BLOCK = 16, 254
_FIELDS = "<BBHIH"
_BODY = 10  # bytes of a record before its seq
_NOTES = range(32, 60)
_FREE = b"\xff" * _SLOT
_TURN = 8  # lit LEDs of the seat whose turn it is
_TRICKS = 7
# Code in the simulator that records the times in us of the first light and the first command to
# the display.
_WATCHED = """
class Watch:
    def __init__(self, world):
        self.world = world
        self.light = self.display = 0
        self.frame = world.processor.bits
        self.move = world.processor.spi
        world.processor.bits = self.bits
        world.processor.spi = self.spi
    def bits(self, pin, data, timing):
        self.frame(pin, data, timing)
        if not self.light and any(data):
            self.light = self.world.clock.now
    def spi(self, bus, data, start, count, baud):
        self.move(bus, data, start, count, baud)
        if not self.display and bus == board.DISPLAY_SPI:
            self.display = self.world.clock.now
world.watch = Watch(world)
"""


@dataclass
class Start:
    """Figures of a start.

    `light`, `turn` and `display` are the milliseconds from power-on to the first light, to the
    light of the seat whose turn it is, and to the first command to the display. `highest` is the
    highest heap use in bytes. Until the light of the turn, `reads` counts the reads of the flash
    for files, and `log` lists the operations on files as `VmBackend.file_log` does.
    """

    light: float
    turn: float
    display: float
    reads: int
    highest: int
    log: list[list[str | int]]


def start(house: str, end: int, scanned: bool = False) -> Start:
    """Measure a start after seven tricks; the journal's last block is used up to slot `end`."""
    image, seat = _in_a_deal(house, scanned)
    setup = SETUP.format(seed=1, options={}) + _WATCHED
    chosen = settings(house, scanned, -1, 0, "en")
    options: TableOptions = {"priced": True, "watched": True, "setup": setup}
    with open_bar("vm", 1, "", chosen, **options) as table:
        for block, data in enumerate(_full(image, end, table.get("flash.blocks"))):
            table.order("flash.write", block, 0, data)
        board = cast(VmBackend, table.backend)
        began = table.now
        table.boot("main")
        table.until(lambda: _turns(table) == [seat], _LIMIT_MS)
        turn, reads, log = table.now, board.file_reads, board.file_log
        table.until(lambda: table.get("watch.display"), _LIMIT_MS)
        light, display = (table.get(f"watch.{name}") / 1000 for name in ("light", "display"))
        highest = table.memory()["highest"]
        return Start(light - began, turn - began, display - began, reads, highest, log)


def _turns(table: SimTable) -> list[str]:
    """Return the seats with all lights on.

    Return an empty list if another seat is partly lit, or if no seat is dark.
    """
    lit = {seat: sum(any(led) for led in leds) for seat, leds in table.lights().items()}
    return [seat for seat in lit if lit[seat] == _TURN and set(lit.values()) == {0, _TURN}]


def _in_a_deal(house: str, scanned: bool) -> tuple[bytes, str]:
    """Play into the second deal of a match, to the end of its seventh trick.

    Return the content of the journal's flash, and the seat whose turn it is.
    """
    with sitting(house, "cpython", scanned) as company:
        people = company.people
        play_deal(company)
        finish(people.act())
        while people.game.audit.plays < _TRICKS * people.house.players:
            finish(people.act())
        return bytes(company.body.table.get("flash.cells")), "NESW"[people.game.trick.seat]


def _full(image: bytes, end: int, total: int) -> list[bytes]:
    """Return the blocks of a full journal, which repeats the records of the image's first block.

    The last of the `total` blocks is used up to slot `end`. Notes are left out, because many notes
    of starts in a row would count as failed starts.
    """
    slots = [image[at : at + _SLOT] for at in range(_SLOT, BLOCK, _SLOT)]
    records = [slot[:_BODY] for slot in slots if slot != _FREE and slot[0] not in _NOTES]
    count = (total - 1) * _IN_A_BLOCK + end
    stream = [records[(place - count) % len(records)] for place in range(count)]
    blocks = []
    for number in range(total, 2 * total):
        inside, stream = stream[:_IN_A_BLOCK], stream[_IN_A_BLOCK:]
        bodies = [image[:_BODY], *inside]
        if stream:
            place = (number + 1) % total
            bodies.append(
                struct.pack(_FIELDS, Records.FOLLOWED, place, number + 1, _IN_A_BLOCK, 0)
            )
        block = b"".join(_record(body, number << 8 | i) for i, body in enumerate(bodies))
        blocks.append(block.ljust(BLOCK, b"\xff"))
    return blocks


def _record(body: bytes, seq: int) -> bytes:
    data = body + struct.pack("<I", seq)
    return data + struct.pack("<H", crc(data))
