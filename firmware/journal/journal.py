"""The journal: what happened, on flash, in records of 16 bytes. docs/journal.md has the format.

A record is programmed once, read back and never changed, so that a power cut costs no more than
the one being written. Blocks are used in turn; the oldest is erased before the next is needed.
"""

from struct import pack_into

from micropython import const

from codes.journal import Notes, Records, RoomLeft
from journal import blocks, checkpoint, past
from journal.keep import keep
from journal.replay import Replay

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from drivers.flashlog import Log

_SPARE = const(16)  # slots in which results can be kept if nothing was erased ahead
_ERASE_TRIES = const(4)
_UNKNOWN = const(-2)
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
        self.state = RoomLeft.ENOUGH
        self.acked = -1  # what a host has: all blocks before that number; -1: no host ever said
        self.found = bytearray(16)
        self.header = bytearray(16)
        self.there = bytearray(16)
        self._record = bytearray(16)
        self._clean = False  # whether the block `_next` has been erased for what comes
        self.epoch = random31 & 0x3FFFFFFF
        self.block = log.blocks - 1
        self.seq = self.boots = self.hasty = 0
        self.crash = b""  # what the last one said, as far as the block under way knows
        # The block under way: its place (-1: none is begun), the seq of its header, and the slot
        # of its last record; when the table started that many slots behind it held none.
        self.begun = -1
        self.first = self.last = self.spoilt = 0
        self.fresh = True  # whether no block was ever begun
        self.unknown = False  # whether the flash holds something, but no journal
        self.unreadable: "list[int]" = []  # places of blocks neither blank nor readable
        # Places of blocks of which the block under way notes that an erase failed or was cut.
        self.half_erased: "list[int]" = []
        self.erasing = -1  # the last of these while what came of it is not known
        self.erased = -1  # the place of the block that was erased last
        # Unreadable blocks: `known` when this one was begun; `told` by a record that mends.
        self.known = self.told = False
        # The seq from which records are missing if an unreadable block is the newest one.
        self.doubt = -1
        # Free slots in which one bit has flipped, place << 8 | slot; and those noted already.
        self.flipped: "list[int]" = []
        self.noted: "list[int]" = []
        self.lost = False  # whether people are to be told that a part of the match was lost
        self._old = -1  # the block before it, as long as that does not say what followed
        self._old_first = self._old_last = 0
        self.ahead = False  # whether something has happened since the last checkpoint
        self._since = _UNKNOWN  # the number of the block in which checkpoint and hands begin
        self.order: "list[tuple[int, int]]" = []  # of the blocks, when the table started
        past.find_head(self)
        self._next = self.block

    def restore(
        self,
        totals: "list[int]",
        load: "Callable[[bytearray, bytearray], None]",
        apply: "Callable[[int, int, int], None]",
    ) -> int:
        """Read the last checkpoint, whose history of hands and the hands before that (nothing if
        they are not known) `load` is given, and let what came after it happen again through
        `apply`: all of it, or what came before the first damage. Return the mark that was given to
        the checkpoint, -1 if there is none."""
        order = self.in_order()
        body = bytearray(checkpoint.SIZE)
        begins, ends = past.last_checkpoint(self, body, order)
        mark = -1
        if ends >= 0:
            mark = checkpoint.read(body, totals)
            begins, older = past.hands_before(self, begins, order)
            load(checkpoint.history(body), older)
        self._since = begins >> 8
        replay = Replay(self, apply)
        replay.run(order, ends)
        if self.log.failures:
            self.state = RoomLeft.UNREADABLE
        self.ahead = replay.ahead
        self.lost = self.unknown or replay.mended or replay.damage >= 0
        damage = Records.LAST if self.unknown else replay.damage
        if damage >= 0:
            pack_into("<BBHI", self._record, 0, Records.MENDED, 0, 0, damage)
            self.append(self._record)
        return mark

    def in_order(self) -> "list[tuple[int, int]]":
        """See blocks.in_order: as the start has found them, unless another has followed since."""
        if not self.order or self.order[-1][0] != self.first:
            self.order = blocks.in_order(self)
        return self.order

    def begin(self, kind: int, arg: int) -> bool:
        """Write down a start, how many slots before it hold nothing, and a flipped bit.

        Return whether the flash has the start."""
        pack_into("<BBHI", self._record, 0, kind, min(self.spoilt, 255), arg, self.now)
        done = self.append(self._record)  # right behind those slots, before any erase
        if self.erasing >= 0:
            self.make_room()  # at once, so that it stays known which erase was cut
        for at in self.flipped:
            if at not in self.noted:
                self.add(Notes.BIT_FLIPPED, 0, at)
                break
        return done

    def checkpoint(
        self, totals: "list[int]", mark: int, history: bytearray, older: "bytes | bytearray" = b""
    ) -> bool:
        """Write down what the next deal starts from, with room for that: between deals. Return
        whether the flash has it. `older` are the hands that `history` has no room for."""
        self.make_room()
        self._since = self.seq >> 8
        return checkpoint.write(self, totals, mark, history, older)

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

    def is_free(self, block: int, slot: int) -> bool:
        """Whether nothing was ever programmed there."""
        return not self.log.read(block, slot << 4, self.found) and self.found == blocks.FREE

    def add(self, kind: int, seat: int, arg: int) -> bool:
        """Writes down what happened: whether the flash has it."""
        if not self._clean and self.state < RoomLeft.FULL and (-self.seq & 255) < _SPARE:
            self._clear()
        pack_into("<BBHI", self._record, 0, kind, seat, arg, self.now)
        return self.append(self._record)

    def acknowledge(self, seq: int) -> None:
        """Note that a host has everything up to `seq`. It counts by whole blocks."""
        number = seq >> 8
        if seq < self.seq and number > self.acked:
            self.acked = number
            self.add(Records.ACKNOWLEDGED, 1, number & 0xFFFF)

    def make_room(self) -> None:
        """Erases a block ahead, which may take 410 ms: to be called between deals."""
        bad = self._clear()
        if bad >= 0:
            self.add(Notes.BAD_BLOCK, 0, bad)

    def _clear(self) -> int:
        """Makes the next block that erases a clean one, and finds out the state. Returns the last
        one that did not erase, -1 if there was none."""
        bad = -1
        if self.state == RoomLeft.UNREADABLE:
            return bad
        log = self.log
        failures = log.failures
        for _ in range(_ERASE_TRIES):
            if self._clean:
                break
            block = (self._next + 1) % log.blocks
            number = blocks.first(self, block) >> 8
            if not self._may_go(block, number):
                self.state = RoomLeft.FULL
                return bad
            self._next = block
            doubted = self.doubt >= 0 and block in self.unreadable
            stays = doubted or log.failures > failures or self._is_wanted(number)
            if self.fresh and blocks.Blank(self).has(block):
                self._clean = True  # as it was delivered: a cut in an erase would look like damage
            elif stays or block == self.block or self._erase(block):
                bad = block
            else:
                self._clean = True
        self.state = self._room()
        return bad

    def _erase(self, block: int) -> int:
        """Erase a block: OK or BAD. A record before says so: a cut may leave anything there."""
        record = self.header  # what is to be written next may be in the other one
        self._follow()
        if self.seq & 255:
            pack_into("<BBHI", record, 0, Records.ERASES, block, 0, self.now)
            self._program(record)
        elif self.begun >= 0 and self.last == Records.LAST - 1 and self.seq == self.first + 256:
            blocks.note_erase(self, block)  # no other slot is left
        bad = self.log.erase(block)
        if block in self.unreadable:
            self.unreadable.remove(block)
        if bad and blocks.first(self, block) < 0:
            self.unreadable.append(block)
        return bad

    def _room(self) -> int:
        """How much there is, when blocks have been erased as far as they can be."""
        if not self._clean:
            return RoomLeft.DEAD
        unsaved = (self.seq >> 8) - self.acked
        if self.acked >= 0 and unsaved > self.log.blocks * 4 // 5:
            return RoomLeft.NEARLY_FULL
        return RoomLeft.ENOUGH

    def _is_wanted(self, number: int) -> bool:
        """Whether the deal under way is in a block, which may not be where it was written."""
        if self._since == _UNKNOWN:  # a start whose first record needs a new block
            body = bytearray(checkpoint.SIZE)
            begins, _ = past.last_checkpoint(self, body, self.order)
            self._since = past.hands_before(self, begins, self.order)[0] >> 8
        return 0 <= self._since <= number

    def _may_go(self, block: int, number: int) -> bool:
        """Whether a block has nothing that must stay, once its results are copied."""
        if self.acked < 0 or number < self.acked:
            return True
        return keep(self, block)

    def append(self, record: bytearray) -> bool:
        """Programs a record at the head. A block that does not take it is left."""
        if self.state == RoomLeft.UNREADABLE:
            return False
        for _ in range(4 * _ERASE_TRIES):
            if self.seq & 255:
                self._follow()
                if self._program(record):
                    if self._clean and not self.seq & 255:
                        self._begin()
                    return True
            elif self._clean:
                self._begin()
            elif self.state < RoomLeft.FULL:
                self._clear()
            else:
                return False
        self.state = RoomLeft.DEAD
        return False

    def _begin(self) -> None:
        """Goes on to the block that was erased: with the last record of the one before if it can
        be, so that this says where the journal went on before anything happens there. Each of
        the three takes its time."""
        self._clean = False
        self.block = self._next
        after = self.block + 1
        size = self.log.blocks
        unreadable = after % size in self.unreadable or (after + 1) % size in self.unreadable
        flags = (self.acked >= 0) | self.fresh << 1 | unreadable << 2
        acked = self.acked & 0xFFFF
        pack_into("<BBHI", self.header, 0, Records.HEADER, flags, acked, self.epoch)
        last = self.last
        if self._program(self.header):
            self._old = self.begun
            self._old_first = self.first
            self._old_last = last
            self.begun = self.block
            self.first = self.seq - 1
            self.fresh = False

    def _follow(self) -> None:
        """Says in the block before this one where the journal went on: with the first record of
        this one. After a cut the next start does it."""
        if self._old >= 0:
            blocks.follow(
                self,
                self._old,
                self._old_first,
                self._old_last,
                self.begun,
                self.first,
                self.boots,
            )
            self._old = -1

    def _program(self, record: bytearray) -> bool:
        """Programs a record at the head and checks that it is there; if not, leaves the block."""
        slot = self.seq & 255
        self.seal(record, self.seq, self.boots)
        bad = self.log.program(self.block, slot << 4, record)
        if bad:
            self.log.program(self.block, slot << 4, _NOTHING)  # it is never to be read as one
        else:
            self.last = slot
        self.seq += 1
        if bad or slot + 1 == Records.LAST:
            self.seq = (self.seq - 1 | Records.LAST) + 1
        return not bad

    def seal(self, record: bytearray, seq: int, boots: int) -> None:
        """Completes a record."""
        pack_into("<HI", record, 8, boots, seq)
        pack_into("<H", record, 14, _crc(record))
