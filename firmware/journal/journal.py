"""The journal: what happened, on flash, in records of 16 bytes. docs/journal.md has the format.

A record is programmed once, read back and never changed, so that a power cut costs no more than
the one being written. Blocks are used in turn; the oldest is erased before the next is needed.
"""

from struct import pack_into

from micropython import const

from codes import notes, records, room
from journal import checkpoint, past
from journal.keep import keep

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from drivers.flashlog import Log

_SPARE = const(16)  # slots in which results can be kept if nothing was erased ahead
_ERASE_TRIES = const(4)
_NOTHING = b"\x00" * 16


def _crc(record: bytearray) -> int:
    """CRC-16 of all but the last two bytes: polynomial 0x1021, lowest bit first, from 0xFFFF."""
    crc = 0xFFFF
    for i in range(14):
        x = (crc ^ record[i]) & 255
        x ^= x << 4 & 255
        crc = (crc >> 8 | x << 8) ^ x << 3 ^ x >> 4
    return crc


class Journal:
    """The journal in a `log`. `seq` is the name of the next record: its block's number, and in the
    low byte its place there. `random31` is wanted only if the flash has never been used."""

    def __init__(self, log: "Log", random31: int) -> None:
        self.log = log
        self.now = 0  # ms since the start, set by whoever steps
        self.state = room.ENOUGH
        self.acked = -1  # what a host has: all blocks before that number; -1: no host ever said
        self.found = bytearray(16)
        self._record = bytearray(16)
        self._header = bytearray(16)
        self._clean = False  # whether the block `_next` has been erased for what comes
        self.epoch = random31 & 0x3FFFFFFF
        self.block = log.blocks - 1
        self.seq = self.boots = self.hasty = 0
        self.crash = b""  # what the last one said, as far as the block under way knows
        past.find_head(self)
        self._next = self.block

    def restore(
        self, totals: "list[int]", history: bytearray, apply: "Callable[[int, int, int], None]"
    ) -> int:
        """Reads the last checkpoint and lets what came after it happen again through `apply`.
        Returns the mark that was given to the checkpoint, -1 if there is none."""
        return past.restore(self, totals, history, apply)

    def checkpoint(self, totals: "list[int]", mark: int, history: bytearray) -> bool:
        """Writes down what the next deal starts from, with room for that: between deals. Whether
        the flash has it."""
        self.make_room()
        return checkpoint.write(self, totals, mark, history)

    def append_parts(self, kind: int, body: "bytes | bytearray") -> bool:
        """Writes down more than a record holds, six bytes in each; whether the flash has it."""
        record = bytearray(16)
        record[0] = kind
        for part in range((len(body) + 5) // 6):
            record[1] = part
            for i in range(6):
                at = part * 6 + i
                record[2 + i] = body[at] if at < len(body) else 0
            if not self.append(record):
                return False
        return True

    def look(self, block: int, slot: int) -> int:
        """Reads a record into `found`: its seq, or -1 if none is there."""
        found = self.found
        if (
            self.log.read(block, slot << 4, found)
            or found[10] != slot
            or _crc(found) != (found[14] | found[15] << 8)
        ):
            return -1
        return slot | found[11] << 8 | found[12] << 16 | found[13] << 24

    def add(self, kind: int, seat: int, arg: int) -> bool:
        """Writes down what happened: whether the flash has it."""
        if not self._clean and self.state < room.FULL and (-self.seq & 255) < _SPARE:
            self._clear()
        pack_into("<BBHI", self._record, 0, kind, seat, arg, self.now)
        return self.append(self._record)

    def make_room(self) -> None:
        """Erases a block ahead, which may take 410 ms: to be called between deals."""
        bad = self._clear()
        if bad >= 0:
            self.add(notes.BAD_BLOCK, 0, bad)

    def _clear(self) -> int:
        """Makes the next block that erases a clean one, and finds out the state. Returns the last
        one that did not erase, -1 if there was none."""
        bad = -1
        for _ in range(_ERASE_TRIES):
            if self._clean:
                break
            block = (self._next + 1) % self.log.blocks
            if not self._may_go(block):
                self.state = room.FULL
                return bad
            self._next = block
            if block != self.block and not self.log.erase(block):
                self._clean = True
            else:
                bad = block
        self.state = self._room()
        return bad

    def _room(self) -> int:
        """How much there is, when blocks have been erased as far as they can be."""
        if not self._clean:
            return room.DEAD
        unsaved = (self.seq >> 8) - self.acked
        if self.acked >= 0 and unsaved > self.log.blocks * 4 // 5:
            return room.NEARLY_FULL
        return room.ENOUGH

    def _may_go(self, block: int) -> bool:
        """Whether a block has nothing that must stay, once its results are copied."""
        if self.acked < 0 or self.look(block, 0) >> 8 < self.acked:
            return True
        return keep(self, block)

    def append(self, record: bytearray) -> bool:
        """Programs a record at the head. A block that does not take it is left."""
        for _ in range(4 * _ERASE_TRIES):
            if self.seq & 255:
                if self._program(record):
                    return True
            elif self._clean:
                self._begin()
            elif self.state < room.FULL:
                self._clear()
            else:
                return False
        self.state = room.DEAD
        return False

    def _begin(self) -> None:
        """Goes on to the block that was erased."""
        self._clean = False
        self.block = self._next
        known = self.acked >= 0
        acked = self.acked & 0xFFFF
        pack_into("<BBHI", self._header, 0, records.HEADER, known, acked, self.epoch)
        self._program(self._header)

    def _program(self, record: bytearray) -> bool:
        """Programs a record at the head and checks that it is there; if not, leaves the block."""
        at = (self.seq & 255) << 4
        pack_into("<HI", record, 8, self.boots, self.seq)
        pack_into("<H", record, 14, _crc(record))
        bad = self.log.program(self.block, at, record)
        if bad:
            self.log.program(self.block, at, _NOTHING)  # it is never to be read as one
            self.seq |= 255
        self.seq += 1
        return not bad
