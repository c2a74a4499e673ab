"""Blocks of the journal in an image of its flash partition."""

import struct
from binascii import crc_hqx

from marcoria.firmware.codes.journal import Notes, Records
from marcoria.value import Value

BLOCK = 4096
LAST = Records.LAST
BLANK = b"\xff" * 16  # content of a blank slot
BLANK_BLOCK = b"\xff" * BLOCK

_LATER_NOTES = (Notes.LOSS_READ, Notes.BIT_FLIPPED)
_SLOT = len(BLANK)
_FEW = 3  # maximum number of flipped bits in a block that still counts as blank
_FIRST, _UNREADABLE_AHEAD = 2, 4  # flags of a header
_MIRRORED = bytes([sum((byte >> i & 1) << 7 - i for i in range(8)) for byte in range(256)])


class Block(Value):
    """Block of the journal.

    `first` is the seq of slot 0, and `place` is the position of the block in the image. `filled`
    has the slots with valid records; a header counts as a record.
    """

    def __init__(
        self,
        first: int,
        place: int,
        data: bytes,
        filled: frozenset[int],
    ) -> None:
        self.first = first
        self.place = place
        self.data = data
        self.filled = filled

    def slot(self, slot: int) -> bytes:
        """Return the bytes of a slot."""
        return self.data[slot * _SLOT : (slot + 1) * _SLOT]

    def is_record(self, slot: int) -> bool:
        """Return whether a slot holds a valid record."""
        return slot in self.filled

    def is_first(self) -> bool:
        """Return whether this is the first block that the journal ever had."""
        return not self.first or (self.is_record(0) and self.data[1] & _FIRST > 0)

    def knows_unreadable(self) -> bool:
        """Return whether one of the next two places was unreadable when this block was begun."""
        return self.is_record(0) and self.data[1] & _UNREADABLE_AHEAD > 0

    def end(self) -> int:
        """Return the slot of the last record before slot 255, 0 if there is none."""
        return max(filter(self.is_record, range(1, LAST)), default=0)

    def erases(self) -> list[int]:
        """Return the slots of records that announce the erase of a block."""
        slots = filter(self.is_record, range(1, LAST))
        return [slot for slot in slots if self.slot(slot)[0] == Records.ERASES]

    def notes_erase(self, place: int) -> bool:
        """Return whether slot 255 announces the erase of the block at a place.

        Before the erase, the table writes only bytes 8 to 15 of a FOLLOWED record, with boot 0.
        They include the CRC of the whole record, which covers byte 4 too. Byte 4 is not written
        yet. It will be the slot of the block's last record: 254, or 253 if slot 254 could not be
        programmed. So try both values. Return True even if a power cut has left some bits of bytes
        8 to 15 unwritten.
        """
        number = (self.first >> 8) + 1 & 0xFFFF
        seq = self.first | LAST
        slot = self.slot(LAST)
        for last in (LAST - 1, LAST - 2):
            whole = struct.pack("<BBHIHI", Records.FOLLOWED, place, number, last, 0, seq)
            whole += struct.pack("<H", crc(whole))
            half = BLANK[:8] + whole[8:]
            if all(there & bits == bits for there, bits in zip(slot, half)):
                return slot != BLANK
        return False

    def records(self) -> list[tuple[int, bytes]]:
        """Return the records in slots 1 to 254 with their seqs."""
        slots = filter(self.is_record, range(1, LAST))
        return [(self.first + slot, self.slot(slot)) for slot in slots]

    def followed(self) -> tuple[int, int] | None:
        """Return the number of the next block, and the slot of the last record in this one.

        Return None if the block does not state them.
        """
        data = self.slot(LAST)
        if not self.is_record(LAST) or data[0] != Records.FOLLOWED:
            return None
        number = self.first >> 8
        low: int = struct.unpack_from("<H", data, 2)[0]
        return number + ((low - number) & 0xFFFF), data[4]


class Image(Value):
    """Content of an image of `size` blocks: `blocks` has those of the journal, oldest first.

    A place is the position of a block in the image. `blank` has the places of blank blocks.
    `foreign` has the places of blocks of other journals, and of blocks that have the same number
    as a block in `blocks`. `unreadable` has the bytes of blocks that are neither blank nor
    readable, by place. `epoch` is 0 if no header is readable.
    """

    def __init__(
        self,
        epoch: int,
        size: int,
        blocks: list[Block],
        blank: frozenset[int],
        foreign: frozenset[int],
        unreadable: dict[int, bytes],
    ) -> None:
        self.epoch = epoch
        self.size = size
        self.blocks = blocks
        self.blank = blank
        self.foreign = foreign
        self.unreadable = unreadable


def read_blocks(image: bytes) -> Image:
    """Parse the blocks of an image; the epoch of the journal is that of most headers.

    Of two blocks with the same number, use the block whose last record is in the higher slot.
    """
    pieces = [image[at : at + BLOCK] for at in range(0, len(image), BLOCK)]
    found = [_block(place, data) for place, data in enumerate(pieces)]
    headed = [block for block in found if block and _header(block) is not None]
    epochs = [_header(block) for block in headed]
    epoch = max(epochs, key=epochs.count) if epochs else 0
    blocks: dict[int, Block] = {}
    for block in found:
        if block and _header(block) in (None, epoch):
            rival = blocks.get(block.first)
            if rival is None or block.end() > rival.end():
                blocks[block.first] = block
    ordered = [blocks[first] for first in sorted(blocks)]
    other = {place: data for place, data in enumerate(pieces) if not found[place]}
    blank = frozenset(place for place, data in other.items() if _is_unused(data))
    unreadable = {place: data for place, data in other.items() if place not in blank}
    own = {block.place for block in ordered}
    foreign = frozenset(block.place for block in found if block and block.place not in own)
    return Image(epoch or 0, len(pieces), ordered, blank, foreign, unreadable)


def is_spare(slot: bytes) -> bool:
    """Return whether a slot is blank except for at most one flipped bit."""
    return slot == BLANK or bin(int.from_bytes(slot, "big")).count("1") >= 8 * len(slot) - 1


def _is_unused(data: bytes) -> bool:
    """Return whether all slots after the header are spare, at most three with a flipped bit.

    Ignore the header, because a power cut may have left a part of it.
    """
    slots = [data[at : at + _SLOT] for at in range(_SLOT, BLOCK, _SLOT)]
    return all(map(is_spare, slots)) and sum(slot != BLANK for slot in slots) <= _FEW


def _block(place: int, data: bytes) -> Block | None:
    """Parse a block; return None if it has no valid record.

    If the header is damaged, derive its seq from the first valid record.
    """
    used = len(data.rstrip(BLANK[:1]))  # slots behind the last used byte hold no record
    seqs = [seq_of(data[at : at + _SLOT], at // _SLOT) for at in range(0, used, _SLOT)]
    for slot, seq in enumerate(seqs):
        if seq is not None and (slot or data[0] == Records.HEADER):
            first = seq - slot
            filled = frozenset(i for i, other in enumerate(seqs) if other == first + i)
            return Block(first, place, data, filled)
    return None


def _header(block: Block) -> int | None:
    """Return the epoch in the header, None if the header is damaged."""
    if not block.is_record(0):
        return None
    return int(struct.unpack_from("<I", block.data, 4)[0])


def is_event_or_note(kind: int) -> bool:
    """Return whether records of this kind are events or notes, not data of the journal itself."""
    return 0 < kind < Records.CHECKPOINT or kind in _LATER_NOTES


def crc(data: bytes) -> int:
    """Return the CRC-16/MCRF4XX of `data`, the first 14 bytes of a record.

    This is CRC-16/CCITT with the lowest bit first and the initial value 0xFFFF.
    """
    # The web page runs this function in MicroPython, whose bytes have no `translate`.
    turned = crc_hqx(bytes([_MIRRORED[byte] for byte in data]), 0xFFFF)
    low, high = _MIRRORED[turned >> 8], _MIRRORED[turned & 0xFF]
    return high << 8 | low


def seq_of(data: bytes, slot: int) -> int | None:
    """Return the seq of the record in a slot, None if the slot has no valid record."""
    seq, check = struct.unpack_from("<IH", data, 10)
    return int(seq) if seq & 0xFF == slot and crc(data[:14]) == check else None
