"""The blocks of a journal in an image of its flash, and what is missing of them."""

import struct
from binascii import crc_hqx
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from codes import notes, records

BLOCK = 4096

_SLOT = 16
_LAST = 255  # slot of a block
_PARTS = 15
_BLANK = b"\xff" * _SLOT
_STARTS = (notes.BOOT, notes.SAFE_MODE)
_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


@dataclass(frozen=True)
class Gap:
    """Where records are missing that had been written: damage. A table that found it in the deal
    under way went on from before it, and says so in the record `mended`; -1 if it did not."""

    seq: int  # of the first that is missing
    until: int  # and of the next that is there
    mended: int = -1

    def hides(self, seq: int) -> bool:
        """Whether a record does not count because of it."""
        return self.seq < seq and (self.mended < 0 or seq < self.mended)


@dataclass(frozen=True)
class Block:
    """A block of the journal: the seq of its header, its place, its bytes, and which of its slots
    hold records."""

    first: int
    place: int
    data: bytes
    filled: frozenset[int]

    def slot(self, slot: int) -> bytes:
        return self.data[slot * _SLOT : (slot + 1) * _SLOT]

    def is_record(self, slot: int) -> bool:
        return slot in self.filled

    def is_first(self) -> bool:
        """Whether the journal never had one before it."""
        return not self.first or (self.is_record(0) and self.data[1] > 1)

    def records(self) -> list[tuple[int, bytes]]:
        """Those that it holds, with their seqs."""
        slots = filter(self.is_record, range(1, _LAST))
        return [(self.first + slot, self.slot(slot)) for slot in slots]

    def followed(self) -> tuple[int, int] | None:
        """The number of the block that came next and the slot of the last record in this one, if
        it says so."""
        data = self.slot(_LAST)
        if not self.is_record(_LAST) or data[0] != records.FOLLOWED:
            return None
        number = self.first >> 8
        low: int = struct.unpack_from("<H", data, 2)[0]
        return number + ((low - number) & 0xFFFF), data[4]


def in_order(image: bytes) -> tuple[int, list[Block]]:
    """The epoch, and the blocks of that journal, the oldest first."""
    found = [_block(at // BLOCK, image[at : at + BLOCK]) for at in range(0, len(image), BLOCK)]
    headed = [block for block in found if block and _header(block) is not None]
    epochs = [_header(block) for block in headed]
    epoch = max(epochs, key=epochs.count) if epochs else 0
    blocks: dict[int, Block] = {}
    for block in found:
        if block and _header(block) in (None, epoch):
            other = blocks.get(block.first)
            if other is None or _end(block) > _end(other):
                blocks[block.first] = block
    return epoch or 0, [blocks[first] for first in sorted(blocks)]


def _block(place: int, data: bytes) -> Block | None:
    """The block, by its header, or by any record if that is damaged."""
    seqs = [seq_of(data[slot * _SLOT : (slot + 1) * _SLOT], slot) for slot in range(_LAST + 1)]
    for slot, seq in enumerate(seqs):
        if seq is not None and (slot or data[0] == records.HEADER):
            first = seq - slot
            filled = frozenset(i for i, other in enumerate(seqs) if other == first + i)
            return Block(first, place, data, filled)
    return None


def _header(block: Block) -> int | None:
    """The epoch that stands in its header, if that is whole."""
    if not block.is_record(0):
        return None
    return int(struct.unpack_from("<I", block.data, 4)[0])


def _end(block: Block) -> int:
    """The slot of the last record."""
    return max(filter(block.is_record, range(1, _LAST)), default=0)


def _is_used_again(blocks: list[Block], block: Block, due: int) -> bool:
    """Whether the block that came next gave way, while this one stayed: it did not erase."""
    place = block.slot(_LAST)[1]
    return any(other.place == place and other.first >> 8 > due for other in blocks)


def _due_end(block: Block, is_last: bool) -> int:
    """Up to which slot a block should have records: as it says itself; else, if another followed,
    to the last one, or before one that did not take its record and was cleared."""
    followed = block.followed()
    if followed:
        return followed[1]
    end = _end(block)
    cleared, *rest = [block.slot(slot) for slot in range(end + 1, _LAST + 1)]
    refused = not any(cleared) and all(slot == _BLANK for slot in rest)
    return end if is_last or refused else _LAST - 1


def gaps_between(blocks: list[Block]) -> list[Gap]:
    """What is missing in them, and between them."""
    found = [*_holes(blocks), *_breaks(blocks)]
    return sorted(found, key=lambda gap: gap.seq)


def _holes(blocks: list[Block]) -> Iterator[Gap]:
    """Slots that hold no record and should; they may lie on both sides of a block's end. Of the
    oldest block a part may be erased already."""
    part, start, count, seq = -1, 0, 0, 0
    for block in blocks:
        for slot in range(1, _due_end(block, block is blocks[-1]) + 1):
            seq = block.first + slot
            if not block.is_record(slot):
                start = start if count else seq
                count += 1
                continue
            data = block.slot(slot)
            if count and _is_known(blocks, start) and not _harmless(count, part, data):
                yield Gap(start, seq)
            count = 0
            part = data[1] if data[0] == records.CHECKPOINT else -1
    if count and _is_known(blocks, start):
        yield Gap(start, seq + 1)


def _is_known(blocks: list[Block], seq: int) -> bool:
    """Whether a record must have been there that the oldest block does not have."""
    return blocks[0].is_first() or seq > blocks[0].first | _LAST


def _breaks(blocks: list[Block]) -> Iterator[Gap]:
    """Where a block does not lead to the next one."""
    for block, following in zip_longest(blocks, blocks[1:]):
        followed = block.followed()
        due = followed[0] if followed else (block.first >> 8) + 1
        if following:
            until = following.first
            if until >> 8 != due and not _is_used_again(blocks, block, due):
                yield Gap(block.first | _LAST, until)
        elif block.slot(_LAST) != _BLANK:
            yield Gap(block.first | _LAST, due << 8)


def _harmless(count: int, part: int, behind: bytes) -> bool:
    """Whether so many slots before that record may hold nothing: see Damage in the page. `part` is
    that of a checkpoint before them, or -1."""
    if behind[0] in _STARTS and count <= behind[1]:
        return True
    until = behind[1] if behind[0] == records.CHECKPOINT else _PARTS
    return (part >= 0 or until < _PARTS) and until - part - 1 == count


def crc(data: bytes) -> int:
    """The CRC of a record: the usual CCITT one, with all bits of each byte the other way round."""
    turned = crc_hqx(data.translate(_MIRRORED), 0xFFFF)
    low, high = _MIRRORED[turned >> 8], _MIRRORED[turned & 0xFF]
    return high << 8 | low


def seq_of(data: bytes, slot: int) -> int | None:
    """The seq of a record in that slot, None if none is there."""
    seq, check = struct.unpack_from("<IH", data, 10)
    return int(seq) if seq & 0xFF == slot and crc(data[:14]) == check else None
