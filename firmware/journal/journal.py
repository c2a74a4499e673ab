"""The journal: all events, on flash, in records of 16 bytes; docs/journal.md has the format.

A record is programmed once, read back and never changed, so that a power cut loses no more than
the record being written. Blocks are used in turn; the oldest is erased before the next is needed.
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

# With fewer free slots than this, erase the next block: copies of its results need these slots.
_SPARE = const(16)
_ERASE_TRIES = const(4)
_UNKNOWN = const(-2)
_NOTHING = b"\x00" * 16


def _crc(record: "bytes | bytearray") -> int:
    """Return the CRC-16 of all but the last two bytes.

    The polynomial is 0x1021, lowest bit first, starting from 0xFFFF.
    """
    crc = 0xFFFF
    for i in range(14):
        x = (crc ^ record[i]) & 255
        x ^= x << 4 & 255
        crc = (crc >> 8 | x << 8) ^ x << 3 ^ x >> 4
    return crc


def seq_in(record: "bytes | bytearray") -> int:
    """Return the seq of a record, -1 if the bytes are no record."""
    if _crc(record) != record[14] | record[15] << 8:
        return -1
    return record[10] | record[11] << 8 | record[12] << 16 | record[13] << 24


class Journal:
    """The journal in a `log`.

    `seq` names the next record: the number of its block, and its slot in the low byte. `random31`
    becomes the epoch if the flash has never been used.
    """

    def __init__(self, log: "Log", random31: int) -> None:
        self.log = log
        self.now = 0  # ms since the start, set by a task of `tasks`
        self.state = RoomLeft.ENOUGH
        self.acked = -1  # a host has all blocks before this number; -1 if no host has a block
        self.found = bytearray(16)
        self.header = bytearray(16)
        self.there = bytearray(16)
        self._record = bytearray(16)
        self._clean = False  # whether the block `_next` is erased
        self.epoch = random31 & 0x3FFFFFFF
        self.block = log.blocks - 1
        self.seq = self.boots = self.hasty = 0
        self.crash = b""  # the message of the last crash, if the current block has it
        # The current block: its place (-1 if no block is begun), the seq of its header, the slot
        # of its last record, and how many slots behind that record held no record at the start.
        self.begun = -1
        self.first = self.last = self.spoilt = 0
        self.fresh = True  # whether no block was ever begun
        self.unknown = False  # whether the flash holds something, but no journal
        self.unreadable: "list[int]" = []  # places of blocks neither blank nor readable
        # Places of blocks whose erase failed or was cut, as records in the current block show.
        self.half_erased: "list[int]" = []
        # The newest place in `half_erased`, if nothing shows whether its erase worked; else -1.
        self.erasing = -1
        self.erased = -1  # the place of the block that was erased last
        # `known`: an unreadable block was known when the current block was begun. `told`: players
        # were told that records behind the current block are lost.
        self.known = self.told = False
        self.doubt = -1  # the first missing seq if the newest block is unreadable, else -1
        self.flipped: "list[int]" = []  # free slots with one flipped bit, as place << 8 | slot
        self.noted: "list[int]" = []  # flipped slots that are already recorded in the journal
        self.lost = False  # whether players must be told that a part of the match was lost
        self._old = -1  # place of the previous block, until its last slot names the current block
        self._old_first = self._old_last = 0
        self.ahead = False  # whether there are events since the last checkpoint
        self._since = _UNKNOWN  # number of the block where the last checkpoint's hands begin
        self.order: "list[tuple[int, int]]" = []  # the blocks as found at the start, oldest first
        past.find_head(self)
        self._next = self.block

    def restore(
        self,
        totals: "list[int]",
        load: "Callable[[bytearray, bytearray], None]",
        apply: "Callable[[int, int, int], None]",
    ) -> int:
        """Restore the last checkpoint and replay the events after it, up to the first damage.

        Read the totals into `totals`, pass the history of hands to `load`, and pass each event to
        `apply`. `load` also gets the hands older than the history, or no bytes if they are not
        known. Return the mark in the checkpoint, -1 if there is no checkpoint.
        """
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
        """Return `blocks.in_order`, cached from the start until another block is begun."""
        if not self.order or self.order[-1][0] != self.first:
            self.order = blocks.in_order(self)
        return self.order

    def begin(self, kind: int, arg: int) -> bool:
        """Append the record of a start, then a note of a flipped bit if there is a new one.

        The record says how many slots before it hold no record. Return whether it is on flash.
        """
        pack_into("<BBHI", self._record, 0, kind, min(self.spoilt, 255), arg, self.now)
        # This record comes directly behind the slots that it counts, and before any erase.
        done = self.append(self._record)
        if self.erasing >= 0:
            # Erase first, because any other record would hide that an erase was cut.
            self.make_room()
        for at in self.flipped:
            if at not in self.noted:
                self.add(Notes.BIT_FLIPPED, 0, at)
                break
        return done

    def checkpoint(
        self, totals: "list[int]", mark: int, history: bytearray, older: "bytes | bytearray" = b""
    ) -> bool:
        """Make room and write the state that the next deal starts from; call it between deals.

        Return whether it is on flash. `older` are the hands that `history` has no room for.
        """
        self.make_room()
        self._since = self.seq >> 8
        return checkpoint.write(self, totals, mark, history, older)

    def append_parts(self, kind: int, body: "bytes | bytearray") -> bool:
        """Append data in records of six bytes each; return whether all of it is on flash."""
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
        """Read a record into `found`; return its seq, -1 if the slot holds none."""
        found = self.found
        if self.log.read(block, slot << 4, found) or found[10] != slot:
            return -1
        return seq_in(found)

    def is_free(self, block: int, slot: int) -> bool:
        """Read a slot into `found`; return whether it was never programmed."""
        return not self.log.read(block, slot << 4, self.found) and self.found == blocks.FREE

    def add(self, kind: int, seat: int, arg: int) -> bool:
        """Append an event or a note; return whether it is on flash."""
        if not self._clean and self.state < RoomLeft.FULL and (-self.seq & 255) < _SPARE:
            self.make_room()
        pack_into("<BBHI", self._record, 0, kind, seat, arg, self.now)
        return self.append(self._record)

    def acknowledge(self, seq: int) -> None:
        """Note that a host has all records up to `seq`; only whole blocks count."""
        number = seq >> 8
        if seq < self.seq and number > self.acked:
            self.acked = number
            self.add(Records.ACKNOWLEDGED, 1, number & 0xFFFF)

    def release(self) -> None:
        """Note that no host stores the records now, so that the oldest blocks may be erased."""
        if self.acked >= 0:
            self.acked = -1
            self.make_room()  # a full journal has no room for the note
            self.add(Records.ACKNOWLEDGED, 0, 0)

    def make_room(self) -> None:
        """Erase the next block in advance, which may take 410 ms.

        It is called between deals. If a block is nearly full in a deal, `add` calls it.
        """
        bad = self._clear()
        if bad >= 0:
            self.add(Notes.BAD_BLOCK, 0, bad)

    def _clear(self) -> int:
        """Erase the next block that may be erased, and update the state.

        Return the last block whose erase failed. If there is none, return the last block that was
        skipped, -1 if none was skipped.
        """
        if self.state == RoomLeft.UNREADABLE:
            return -1
        failed = skipped = -1
        is_full = False
        log = self.log
        failures = log.failures
        for _ in range(_ERASE_TRIES):
            if self._clean:
                break
            block = (self._next + 1) % log.blocks
            number = blocks.first(self, block) >> 8
            is_full = not self._may_go(block, number)
            if is_full:
                break
            self._next = block
            doubted = self.doubt >= 0 and block in self.unreadable
            stays = doubted or log.failures > failures or self._is_wanted(number)
            if self.fresh and blocks.Blank(self).has(block):
                # Do not erase a block that is still blank as delivered: after a power cut in the
                # erase it would look damaged.
                self._clean = True
            elif stays or block == self.block:
                skipped = block
            elif self._erase(block):
                failed = block
            else:
                self._clean = True
        self.state = RoomLeft.FULL if is_full else self._room()
        return failed if failed >= 0 else skipped

    def _erase(self, block: int) -> int:
        """Erase a block; return OK or BAD.

        First record the erase, because a power cut may leave any data in the block.
        """
        record = self.header  # not `_record`, which may have the record that is written next
        self._follow()
        if self.seq & 255:
            pack_into("<BBHI", record, 0, Records.ERASES, block, 0, self.now)
            self._program(record)
        elif self.begun >= 0 and self.seq == self.first + 256:
            blocks.note_erase(self, block)  # the block is full, except for its last slot
        bad = self.log.erase(block)
        if block in self.unreadable:
            self.unreadable.remove(block)
        if bad and blocks.first(self, block) < 0:
            self.unreadable.append(block)
        return bad

    def _room(self) -> int:
        """Return DEAD, NEARLY_FULL or ENOUGH, once `_clear` has tried to erase the next block."""
        if not self._clean:
            return RoomLeft.DEAD
        unsaved = (self.seq >> 8) - self.acked
        if self.acked >= 0 and unsaved > self.log.blocks * 4 // 5:
            return RoomLeft.NEARLY_FULL
        return RoomLeft.ENOUGH

    def _is_wanted(self, number: int) -> bool:
        """Return whether the block `number` may have records that the current deal needs."""
        if self._since == _UNKNOWN:  # possible only if a start must begin a block
            body = bytearray(checkpoint.SIZE)
            begins, _ = past.last_checkpoint(self, body, self.order)
            self._since = past.hands_before(self, begins, self.order)[0] >> 8
        return 0 <= self._since <= number

    def _may_go(self, block: int, number: int) -> bool:
        """Return whether a block may be erased, after copying the results that must stay."""
        if self.acked < 0 or number < self.acked:
            return True
        return keep(self, block)

    def append(self, record: bytearray) -> bool:
        """Program a record at the head; return whether it is on flash.

        If a block cannot be programmed, continue in the next one.
        """
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
        """Begin the block that was erased, by writing its header.

        If possible, do this right after the last record of the block before. Then the last slot of
        that block can name this block before any record is written here.
        """
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
        """Name the current block in the last slot of the block before it.

        Call it before the first record of the current block. After a power cut the next start does
        this.
        """
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
        """Program a record at the head and verify it; return whether it was programmed.

        If it was not, continue in the next block.
        """
        slot = self.seq & 255
        self.seal(record, self.seq, self.boots)
        bad = self.log.program(self.block, slot << 4, record)
        if bad:
            # Set the slot to zeros, so that it is never read as a record.
            self.log.program(self.block, slot << 4, _NOTHING)
        else:
            self.last = slot
        self.seq += 1
        if bad or slot + 1 == Records.LAST:
            self.seq = (self.seq - 1 | Records.LAST) + 1
        return not bad

    def seal(self, record: bytearray, seq: int, boots: int) -> None:
        """Complete a record with its boot (the number of the start), its seq and its CRC."""
        pack_into("<HI", record, 8, boots, seq)
        pack_into("<H", record, 14, _crc(record))
