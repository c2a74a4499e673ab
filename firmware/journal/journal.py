"""The journal: a log of events and notes on flash; docs/journal.md has the format.

Each record of 16 bytes is programmed and verified, and never gets other contents, so that a power
cut loses no more than the record being written. Blocks are used in turn: before a new block is
needed, the oldest block is erased.
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

# If the current block has fewer free slots than this, erase the next block. Before that erase, the
# results in the next block may have to be copied into these slots.
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
    """The journal in the flash blocks of `log`.

    `seq` names the next record: the number of its block, and its slot in the low byte. The low 30
    bits of `random31` become the epoch if no block on flash has a readable header.

    The current block has the last record: `begun` is the block's place (-1 if no block had room at
    the start and none was begun since), `first` is the seq of its header, and `last` is the slot
    of the last record. `spoilt` is how many used slots without a record were directly behind the
    last record at the start.

    At the start, these fields are read from the newest block (`doubt` also from other blocks):

    - `half_erased`: places of blocks whose erase failed or may have been cut.
    - `erasing`: the place of the last erase if no later record shows whether the erase worked,
      else -1.
    - `erased`: the place of the last erase that worked, else -1.
    - `known`: one of the next two blocks was unreadable when the newest block was begun.
    - `told`: a record MENDED says that records behind the newest block are lost.
    - `doubt`: the seq of slot 255 of the newest readable block if an unreadable block may be
      newer, else -1.
    """

    def __init__(self, log: "Log", random31: int) -> None:
        self.log = log
        self.now = 0  # ms since the start, set by a task of `tasks`
        self.state = RoomLeft.ENOUGH
        self.acked = -1  # a host has all blocks before this number; -1 if no host saves records
        self.found = bytearray(16)
        self.header = bytearray(16)
        self.there = bytearray(16)
        self._record = bytearray(16)
        self._clean = False  # whether the block `_next` is erased
        self.epoch = random31 & 0x3FFFFFFF
        self.block = log.blocks - 1
        self.seq = self.boots = self.hasty = 0
        self.crash = b""  # the message of the last crash, if the current block has it
        self.begun = -1
        self.first = self.last = self.spoilt = 0
        self.fresh = True  # whether no block was ever begun
        self.unknown = False  # whether the flash holds something, but no journal
        self.unreadable: "list[int]" = []  # places of blocks neither blank nor readable
        self.half_erased: "list[int]" = []
        self.erasing = -1
        self.erased = -1
        self.known = self.told = False
        self.doubt = -1
        self.flipped: "list[int]" = []  # free slots with one flipped bit, as place << 8 | slot
        self.noted: "list[int]" = []  # slots for which the newest block has a note BIT_FLIPPED
        self.lost = False  # whether players must be told that a part of the match was lost
        self._old = -1  # place of the previous block, until its last slot names the current block
        self._old_first = self._old_last = 0
        self.ahead = False  # whether `restore` applied events after the last checkpoint
        # Number of the block in which the last checkpoint begins. If records of older hands are
        # directly before it, number of the block in which those begin. -1 if there is no
        # checkpoint.
        self._since = _UNKNOWN
        self.order: "list[tuple[int, int]]" = []  # the cached result of `in_order`, or empty
        past.find_head(self)
        self._next = self.block

    def restore(
        self,
        totals: "list[int]",
        load: "Callable[[bytearray, bytearray], None]",
        apply: "Callable[[int, int, int], None]",
    ) -> int:
        """Restore the last checkpoint, and replay the events after it as `Replay` describes.

        Read the totals into `totals`, pass the history to `load`, and pass the kind, seat and
        argument of each event to `apply`. `load` also gets the hands older than the history, or no
        bytes if there are none or they are not known. If new damage is found, append a record
        MENDED. Return the mark in the checkpoint. If there is no checkpoint, leave `totals`
        unchanged, do not call `load`, and return -1.
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

    @property
    def first_open(self) -> int:
        """Return the lowest seq that may still be written.

        This is `seq` in most cases. But the last slot of a full block is written only directly
        before the first record of the next block, although the header of the next block may have
        been written before.
        """
        if self._old >= 0:
            return self._old_first | Records.LAST
        if self.begun >= 0 and not self.seq & 255:
            return self.first | Records.LAST
        return self.seq

    def in_order(self) -> "list[tuple[int, int]]":
        """Return the result of `blocks.in_order`, cached until another block is begun."""
        if not self.order or self.order[-1][0] != self.first:
            self.order = blocks.in_order(self)
        return self.order

    def begin(self, kind: int, arg: int) -> bool:
        """Append the record of a start; return whether this record is on flash.

        `kind` is BOOT or SAFE_MODE, and `arg` is the cause of the start. The record says how many
        used slots directly before it hold no record. Then repeat the last erase if a power cut may
        have ended it, and append a note about one flipped bit if there is a new one.
        """
        pack_into("<BBHI", self._record, 0, kind, min(self.spoilt, 255), arg, self.now)
        # This record comes directly behind the slots that it counts, and before any erase.
        done = self.append(self._record)
        if self.erasing >= 0:
            # Do this before adding a note, which would hide that a power cut ended the erase.
            self.make_room()
        for at in self.flipped:
            if at not in self.noted:
                self.add(Notes.BIT_FLIPPED, 0, at)
                break
        return done

    def checkpoint(
        self, totals: "list[int]", mark: int, history: bytearray, older: "bytes | bytearray" = b""
    ) -> bool:
        """Make room and write a checkpoint, the state that the next deal starts from.

        Call this method between deals. `mark` is the mark of the house, and `older` has the hands
        for which `history` has no room. Return whether checkpoint and older hands are on flash.
        """
        self.make_room()
        since = self.seq >> 8
        done = checkpoint.write(self, totals, mark, history, older)
        if done:  # otherwise `restore` still needs the previous checkpoint
            self._since = since
        return done

    def append_parts(self, kind: int, body: "bytes | bytearray") -> bool:
        """Append records with six bytes of `body` each; return whether all are on flash."""
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
        """Note that a host has all records in the blocks before the block of `seq`.

        Ignore a `seq` that no record has yet, or that acknowledges no more blocks than before.
        """
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
        """Erase the next block in advance, if not done yet; note a failed erase or skipped block.

        Call this method between deals, because each erase may take 410 ms. If the current block is
        nearly full during a deal, `add` calls it.
        """
        bad = self._clear()
        if bad >= 0:
            self.add(Notes.BAD_BLOCK, 0, bad)

    def _clear(self) -> int:
        """Erase the next block that may be erased, in at most _ERASE_TRIES tries; set `state`.

        Return the place of the last block whose erase failed. If no erase failed, return the place
        of the last block that was skipped, -1 if none was skipped.
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
        """Erase a block; return OK or BAD as `Log.erase` does.

        First record the erase, if the current block has a slot for that: a power cut during the
        erase may leave any data in the erased block.
        """
        record = self.header  # not `_record`, which may have the record that is written next
        self._follow()
        if self.seq & 255:
            pack_into("<BBHI", record, 0, Records.ERASES, block, 0, self.now)
            self._program(record)
        elif self.begun >= 0 and self.seq == self.first + 256:
            blocks.note_erase(self, block)  # the current block is full, except for its last slot
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
        """Return whether a block with this number may have records that `restore` needs."""
        if self._since == _UNKNOWN:  # possible only if a start erases a block before `restore`
            body = bytearray(checkpoint.SIZE)
            begins, _ = past.last_checkpoint(self, body, self.order)
            self._since = past.hands_before(self, begins, self.order)[0] >> 8
        return 0 <= self._since <= number

    def _may_go(self, block: int, number: int) -> bool:
        """Return whether a block may be erased.

        If a host saves records but does not have this block yet, copy the block's results first.
        Then the block may be erased if all copies are on flash.
        """
        if self.acked < 0 or number < self.acked:
            return True
        return keep(self, block)

    def append(self, record: bytearray) -> bool:
        """Program a record in the next slot; return whether the record is on flash.

        If the slot cannot be programmed, continue in the next block.
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

        If the new block is already erased, `append` calls this right after the last record of the
        previous block. Otherwise `append` calls this for the next record, after the erase. The new
        block gets its first record only after `_follow` has named it in the last slot of the
        previous block.
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

        Do this before the first record of the current block. If a power cut prevents this, the
        next start does it.
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
        """Program a record in the next slot and verify it; return whether it was programmed.

        Then move `seq` to the slot after it. If the record was not programmed, or if the block is
        full, move `seq` to the next block.
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
