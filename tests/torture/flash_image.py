"""What an image of the journal's flash holds, read as docs/journal.md says and by nothing else:
neither the firmware's journal nor the tools' reader is asked.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache

SLOT = 16
SLOTS = 256
BLOCK = SLOT * SLOTS
FREE = b"\xff" * SLOT
ZEROS = bytes(SLOT)
PARTS = 15

EVENTS = range(1, 32)
STARTS = (32, 49)
PART, GOES_ON, HEADER = 60, 64, 77
_LAST = SLOTS - 1
_BLOCKS = 4096  # that are remembered: from image to image most are the same


def _eight(register: int) -> int:
    """Eight steps, the lowest bit first."""
    for _ in range(8):
        register = register >> 1 ^ (0x8408 if register & 1 else 0)
    return register


_STEPS = [_eight(low) for low in range(256)]


def crc(data: bytes) -> int:
    """Polynomial 0x8408, the lowest bit first, from 0xFFFF."""
    register = 0xFFFF
    for byte in data:
        register = register >> 8 ^ _STEPS[(register ^ byte) & 0xFF]
    return register


@dataclass(frozen=True)
class Record:
    """A slot that holds one."""

    number: int  # of its block
    slot: int
    data: bytes

    @property
    def seq(self) -> int:
        return self.number << 8 | self.slot

    @property
    def kind(self) -> int:
        return self.data[0]

    @property
    def seat(self) -> int:
        return self.data[1]

    @property
    def arg(self) -> int:
        return self.data[2] | self.data[3] << 8

    @property
    def entry(self) -> tuple[int, int, int]:
        return self.kind, self.seat, self.arg


def record(data: bytes, slot: int) -> Record | None:
    """What stands in that slot, if it is whole."""
    if data[10] != slot or data == FREE or crc(data[:14]) != data[14] | data[15] << 8:
        return None
    return Record(int.from_bytes(data[11:14], "little"), slot, data)


@dataclass
class Block:
    """One of the flash, with the records that belong to its number."""

    place: int
    number: int
    epoch: int | None
    raw: list[bytes]
    records: dict[int, Record]

    @property
    def on(self) -> Record | None:
        """Where the journal went on."""
        found = self.records.get(_LAST)
        return found if found and found.kind == GOES_ON else None

    @property
    def written(self) -> int:
        """The last slot that is not free."""
        return max(slot for slot in range(_LAST) if slot == 0 or self.raw[slot] != FREE)

    @property
    def end(self) -> int:
        """The slot of the last record, when another block has followed: where it does not say so
        itself, one slot behind may not have taken its record."""
        if self.on:
            return self.on.data[4]
        last = max((slot for slot in self.records if slot < _LAST), default=0)
        return last if self.written <= last + 1 else self.written


@dataclass
class Reading:
    """All that an image says. `damage` are the seqs at which something is missing or spoilt."""

    blocks: list[Block] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    checkpoints: list[tuple[int, int, bytes]] = field(default_factory=list)  # first, last, body
    damage: list[int] = field(default_factory=list)
    blank: bool = True  # nothing was ever written

    @property
    def since(self) -> int:
        """The seq of the last part of the last checkpoint."""
        return self.checkpoints[-1][1] if self.checkpoints else -1

    @property
    def damaged_now(self) -> int | None:
        """The first damage since the last checkpoint."""
        return min((seq for seq in self.damage if seq > self.since), default=None)

    def events(self, after: int = -1) -> list[tuple[int, int, int]]:
        """Those that are sound."""
        end = self.damaged_now
        return [
            one.entry
            for one in self.records
            if one.kind in EVENTS and one.seq > after and (end is None or one.seq < end)
        ]


def read(image: bytes) -> Reading:
    """Reads an image."""
    found = Reading(blank=image.count(0xFF) == len(image))
    pieces = [image[at : at + BLOCK] for at in range(0, len(image), BLOCK)]
    blocks = [_block(place, data) for place, data in enumerate(pieces)]
    found.blocks = _chain([block for block in blocks if block])
    for at, block in enumerate(found.blocks):
        found.records += [block.records[slot] for slot in sorted(block.records) if slot]
        found.damage += _breaks(found.blocks, at)
    found.checkpoints = _checkpoints(found.blocks)
    found.damage += _spoilt(found.blocks)
    if found.blocks and found.blocks[0].number and not found.checkpoints:
        found.damage.append(0)  # events whose beginning is gone
    return found


@lru_cache(_BLOCKS)
def _block(place: int, data: bytes) -> Block | None:
    """None if it holds no record. The number is that of the header, or else of most records."""
    raw = [data[at : at + SLOT] for at in range(0, BLOCK, SLOT)]
    whole = [one for slot, data in enumerate(raw) if (one := record(data, slot))]
    if not whole:
        return None
    first = whole[0]
    if first.slot == 0 and first.kind == HEADER:
        number, epoch = first.number, int.from_bytes(first.data[4:8], "little")
    else:
        number, epoch = Counter(one.number for one in whole).most_common(1)[0][0], None
    return Block(place, number, epoch, raw, {r.slot: r for r in whole if r.number == number})


def _chain(blocks: list[Block]) -> list[Block]:
    """Those of the epoch that most have, each number once, in order."""
    epochs = Counter(block.epoch for block in blocks if block.epoch is not None)
    epoch = epochs.most_common(1)[0][0] if epochs else None
    best: dict[int, Block] = {}
    for block in blocks:
        rival = best.get(block.number)
        if block.epoch in (None, epoch) and (
            rival is None or len(block.records) > len(rival.records)
        ):
            best[block.number] = block
    return [best[number] for number in sorted(best)]


def _breaks(chain: list[Block], at: int) -> list[int]:
    """Where a block does not lead to the next one."""
    block, following = chain[at], chain[at + 1 : at + 2]
    if not following:
        return [] if block.raw[_LAST] == FREE else [block.number << 8 | _LAST]
    number = following[0].number
    if block.on and block.on.arg == number & 0xFFFF:
        return []
    if not block.on and number == block.number + 1:
        return []  # it was to be written, or was being, when the power went
    return [block.number << 8 | _LAST]


def _spoilt(chain: list[Block]) -> list[int]:
    """The slots without a record that nothing excuses."""
    slots = [
        (block.number << 8 | slot, block.raw[slot], block.records.get(slot))
        for block in chain
        for slot in range(1, (block.written if block is chain[-1] else block.end) + 1)
    ]
    excused = _counted(slots) | _tail(slots) | _parts(slots)
    return [seq for seq, _, one in slots if one is None and seq not in excused]


Slots = list[tuple[int, bytes, Record | None]]


def _counted(slots: Slots) -> set[int]:
    """What a start has counted right before it, in its block."""
    found: set[int] = set()
    for at, (seq, _, one) in enumerate(slots):
        if one and one.kind in STARTS:
            for back in range(1, one.seat + 1):
                before, _, other = slots[at - back] if at >= back else (0, b"", one)
                if other is not None or before >> 8 != seq >> 8:
                    break
                found.add(before)
    return found


def _tail(slots: Slots) -> set[int]:
    """The record that a cut has spoilt last, and starts that were cut in theirs."""
    found: set[int] = set()
    for seq, raw, one in reversed(slots):
        if one is not None or (found and raw != ZEROS):
            break
        found.add(seq)
    return found


def _parts(slots: Slots) -> set[int]:
    """As many slots in a row as there are parts missing of a checkpoint."""
    found: set[int] = set()
    at = 0
    while at < len(slots):
        end = at
        while end < len(slots) and slots[end][2] is None:
            end += 1
        if end > at and _missing(slots, at, end):
            found |= {seq for seq, _, _ in slots[at:end]}
        at = end + 1
    return found


def _missing(slots: Slots, at: int, end: int) -> bool:
    """Whether the run of such slots may be parts of a checkpoint."""
    before = _part(slots[at - 1] if at else None)
    behind = _part(slots[end] if end < len(slots) else None)
    gap = end - at
    if before is not None or behind is not None:
        first = -1 if before is None else before
        return (PARTS if behind is None else behind) - first - 1 == gap
    return False


def _part(slot: tuple[int, bytes, Record | None] | None) -> int | None:
    one = slot[2] if slot else None
    return one.seat if one and one.kind == PART else None


def _checkpoints(blocks: list[Block]) -> list[tuple[int, int, bytes]]:
    """Their parts follow each other; between them lie ends of blocks at most."""
    found = []
    body, first = None, 0
    for block in blocks:
        named = block.records.get(_LAST)
        end = named.data[4] if named and named.kind == GOES_ON else _LAST - 1
        if block is blocks[-1]:
            end = max(block.records)
        for slot in range(1, end + 1):
            one = block.records.get(slot)
            if one and one.kind == PART and one.seat == 0:
                body, first = b"", one.seq
            if body is None or not one or one.kind != PART or one.seat * 6 != len(body):
                body = None
                continue
            body += one.data[2:8]
            if one.seat == PARTS - 1:
                found.append((first, one.seq, body))
                body = None
    return found


def totals_of(body: bytes) -> tuple[list[int], int, bytes]:
    """The eight totals of a checkpoint, the mark, and the history of hands."""
    sums = [int.from_bytes(body[at : at + 3], "little", signed=True) for at in range(0, 24, 3)]
    return sums, body[24] | body[25] << 8, body[26:]
