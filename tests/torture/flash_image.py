"""Independent reader of the journal's flash, written from docs/journal.md alone.

It shares no code with the firmware's journal or with the host's reader.
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
NOT_ERASED = 47
PART, KEPT, GOES_ON, ON_FROM, ERASES, HEADER = 60, 62, 64, 65, 66, 77
KNOWN_AHEAD = 4  # header flag: one of the next two blocks was unreadable when this was written
_LAST = SLOTS - 1
_BLOCKS = 4096  # size of the cache of decoded blocks; most blocks are the same in many images


def _eight(register: int) -> int:
    """Return the CRC register after eight shifts."""
    for _ in range(8):
        register = register >> 1 ^ (0x8408 if register & 1 else 0)
    return register


_STEPS = [_eight(low) for low in range(256)]


def crc(data: bytes) -> int:
    """Return the CRC with polynomial 0x8408, lowest bit first, initial value 0xFFFF."""
    register = 0xFFFF
    for byte in data:
        register = register >> 8 ^ _STEPS[(register ^ byte) & 0xFF]
    return register


@dataclass(frozen=True)
class Record:
    """Valid record in a slot."""

    number: int  # block number in the record
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
    """Return the record in a slot, or None if the slot has no valid record."""
    if data[10] != slot or data == FREE or crc(data[:14]) != data[14] | data[15] << 8:
        return None
    return Record(int.from_bytes(data[11:14], "little"), slot, data)


@dataclass
class Block:
    """Block of the flash, with the records that carry its number."""

    place: int
    next_place: int
    number: int
    epoch: int | None  # None if the header is damaged
    raw: list[bytes]  # the bytes of each slot
    records: dict[int, Record]

    @property
    def on(self) -> Record | None:
        """Return the record that names the block after this one, or None."""
        found = self.records.get(_LAST)
        return found if found and found.kind == GOES_ON else None

    @property
    def written(self) -> int:
        """Return the number of the last used slot before slot 255.

        Slot 0 always counts as used. A slot with one cleared bit counts as used only directly
        after slot 0 or after a slot with more cleared bits.
        """
        used = max(slot for slot in range(_LAST) if slot == 0 or not spare(self.raw[slot]))
        return used + (used + 1 < _LAST and self.raw[used + 1] != FREE)

    @property
    def end(self) -> int:
        """Return the number of the last slot that should have a record.

        Use this only for a block that another block follows. The record `on` contains the number.
        Without that record the number is 254, with one exception: if only a slot of zeros and then
        free slots follow the last record, the slot of zeros could not be programmed, and the block
        ended at its last record.
        """
        if self.on:
            return self.on.data[4]
        last = max((slot for slot in self.records if slot < _LAST), default=0)
        rest = self.raw[last + 1 : _LAST]
        left = rest[:1] == [ZEROS] and all(spare(data) for data in rest[1:])
        return last if left else _LAST - 1


@dataclass
class Reading:
    """Decoded content of an image. `damage` has the seqs of missing or damaged records."""

    blocks: list[Block] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    # first seq, last seq and bytes of each checkpoint
    checkpoints: list[tuple[int, int, bytes]] = field(default_factory=list)
    damage: list[int] = field(default_factory=list)
    unreadable: list[int] = field(default_factory=list)  # places of unreadable blocks

    @property
    def since(self) -> int:
        """Return the seq of the last part of the last checkpoint, or -1."""
        return self.checkpoints[-1][1] if self.checkpoints else -1

    @property
    def damaged_now(self) -> int | None:
        """Return the first seq of damage after the last checkpoint, or None."""
        return min((seq for seq in self.damage if seq > self.since), default=None)

    def events(self, after: int = -1) -> list[tuple[int, int, int]]:
        """Return kind, seat and argument of the events after a seq and before `damaged_now`."""
        end = self.damaged_now
        return [
            one.entry
            for one in self.records
            if one.kind in EVENTS and one.seq > after and (end is None or one.seq < end)
        ]


def read(image: bytes) -> Reading:
    """Return the decoded content of an image."""
    found = Reading()
    pieces = [image[at : at + BLOCK] for at in range(0, len(image), BLOCK)]
    blocks = [_block(place, len(pieces), data) for place, data in enumerate(pieces)]
    found.blocks = _chain([block for block in blocks if block])
    found.unreadable = [i for i, block in enumerate(blocks) if not block and _is_used(pieces[i])]
    if found.blocks and _is_newest_unreadable(found, pieces):
        found.damage.append(found.blocks[-1].number << 8 | _LAST)
    for at, block in enumerate(found.blocks):
        found.records += [block.records[slot] for slot in sorted(block.records) if slot]
        found.damage += _breaks(found.blocks, at)
    found.checkpoints = _checkpoints(found.blocks)
    found.damage += _spoilt(found.blocks)
    if found.blocks and found.blocks[0].number and not found.checkpoints:
        found.damage.append(0)  # the first events of the match are gone
    return found


@lru_cache(_BLOCKS)
def _block(place: int, size: int, data: bytes) -> Block | None:
    """Return the block at a place, or None if it holds no record.

    `size` is the number of blocks in the image. The number of the block comes from the header. If
    the header is damaged, it is the most frequent number in the records of the block.
    """
    raw = [data[at : at + SLOT] for at in range(0, BLOCK, SLOT)]
    whole = [one for slot, data in enumerate(raw) if (one := record(data, slot))]
    if not whole:
        return None
    first = whole[0]
    if first.slot == 0 and first.kind == HEADER:
        number, epoch = first.number, int.from_bytes(first.data[4:8], "little")
    else:
        number, epoch = Counter(one.number for one in whole).most_common(1)[0][0], None
    own = {one.slot: one for one in whole if one.number == number}
    return Block(place, (place + 1) % size, number, epoch, raw, own)


def _chain(blocks: list[Block]) -> list[Block]:
    """Return the blocks of the most frequent epoch, sorted by number.

    Return blocks with a damaged header too. Of blocks with the same number, return only the block
    with the most records.
    """
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


def spare(data: bytes) -> bool:
    """Return whether a slot looks never programmed: at most one of its bits is cleared."""
    return data.count(0xFF) >= SLOT - 1 and sum(8 - byte.bit_count() for byte in data) <= 1


def _ends_open(block: Block) -> bool:
    """Return whether slot 255 shows that no block follows this one.

    Then slot 255 is free, or it announces an erase (see `_notes_erase`), or it has one flipped bit
    and the slot before it has at most one.
    """
    flipped = spare(block.raw[_LAST]) and spare(block.raw[_LAST - 1])
    return flipped or block.raw[_LAST] == FREE or _notes_erase(block)


def _notes_erase(block: Block) -> bool:
    """Return whether slot 255 announces that the block at the next place will be erased.

    The announcement is the second half of a GOES_ON record for the next place, with boot number 0.
    That record names slot 254, or slot 253 if slot 254 could not be programmed. A power cut may
    have left only some bits of the announcement cleared.
    """
    found = block.raw[_LAST]
    if found == FREE:
        return False
    for last in (_LAST - 1, _LAST - 2):
        note = bytes([GOES_ON, block.next_place])
        note += (block.number + 1 & 0xFFFF).to_bytes(2, "little")
        note += bytes([last, *bytes(5), _LAST]) + block.number.to_bytes(3, "little")
        note += crc(note).to_bytes(2, "little")
        half = FREE[:8] + note[8:]
        if all(a & b == b for a, b in zip(found, half, strict=True)):
            return True
    return False


def _slots_of(block: bytes) -> list[bytes]:
    return [block[at : at + SLOT] for at in range(0, BLOCK, SLOT)]


def _is_used(block: bytes) -> bool:
    """Return whether a block has data after its header.

    One cleared bit in each of up to three slots does not count as data.
    """
    slots = _slots_of(block)[1:]
    return not all(spare(data) for data in slots) or sum(data != FREE for data in slots) > 3


def _is_newest_unreadable(found: Reading, pieces: list[bytes]) -> bool:
    """Return whether an unreadable block may be newer than the last readable block."""
    head = found.blocks[-1]
    if not _ends_open(head):
        return False  # _breaks reports this damage
    header = head.records.get(0)
    known = bool(header and header.data[1] & KNOWN_AHEAD)
    ends_here = (head.number << 8 | _LAST).to_bytes(4, "little")
    if any(one.kind == ON_FROM and one.data[4:8] == ends_here for one in head.records.values()):
        return False  # the journal itself has recorded that the end was lost
    excused = _unfinished(head)
    taken = {block.place for block in found.blocks}
    behind = [(head.place + i) % len(pieces) for i in range(1, len(pieces))]
    for place in behind:
        if place in taken:
            return False
        known |= place in _finished(head) and not _is_used(pieces[place])
        if place in found.unreadable:
            if not (known or place in excused):
                return True
            newer = range(head.number + 1, head.number + len(pieces) + 1)
            for slot, data in enumerate(_slots_of(pieces[place])):
                if data[10] == slot and int.from_bytes(data[11:14], "little") in newer:
                    return True
    return False


def cut_erases(image: bytes) -> set[int]:
    """Return the places of unreadable blocks that look like an interrupted or failed erase."""
    found = read(image)
    return _unfinished(found.blocks[-1]) & set(found.unreadable) if found.blocks else set()


def _finished(head: Block) -> set[int]:
    """Return the places of blocks that were completely erased since the last block was begun."""
    return {one.seat for one in head.records.values() if one.kind == ERASES} - _unfinished(head)


def _unfinished(head: Block) -> set[int]:
    """Return the places of blocks whose erase was interrupted or failed.

    The record of such an erase is followed by another erase record, by the note that the erase
    failed, or by no record. Start records and kept results in between do not count. The erase that
    slot 255 of a full block announces was interrupted or failed too.
    """
    inside = [head.records[slot] for slot in sorted(head.records)]
    full = not spare(head.raw[_LAST - 1])
    found: set[int] = {head.next_place} if full and _notes_erase(head) else set()
    for at, one in enumerate(inside):
        if one.kind != ERASES:
            continue
        found.add(one.seat)
        later = (other for other in inside[at + 1 :] if other.kind not in (*STARTS, KEPT))
        behind = next(later, None)
        failed = behind and (behind.kind, behind.arg) == (NOT_ERASED, one.seat)
        if behind and behind.kind != ERASES and not failed:
            found.discard(one.seat)
    return found


def _breaks(chain: list[Block], at: int) -> list[int]:
    """Return a list with the seq of slot 255 of the block `chain[at]` if it is damage, else [].

    Slot 255 must lead to the next block. In the last block it must show that no block follows.
    """
    block, following = chain[at], chain[at + 1 : at + 2]
    if not following:
        return [] if _ends_open(block) else [block.number << 8 | _LAST]
    number = following[0].number
    if block.on and block.on.arg == number & 0xFFFF:
        return []
    if not block.on and number == block.number + 1:
        return []  # a power cut came before or during the write of the GOES_ON record
    return [block.number << 8 | _LAST]


def _spoilt(chain: list[Block]) -> list[int]:
    """Return the seqs of slots that have no valid record, unless a power cut explains this."""
    slots = [
        (block.number << 8 | slot, block.raw[slot], block.records.get(slot))
        for block in chain
        for slot in range(1, (block.written if block is chain[-1] else block.end) + 1)
    ]
    excused = _counted(slots) | _tail(slots) | _parts(slots)
    return [seq for seq, _, one in slots if one is None and seq not in excused]


Slots = list[tuple[int, bytes, Record | None]]


def _counted(slots: Slots) -> set[int]:
    """Return the seqs of the spoilt slots that a start record counts.

    A slot is spoilt if it has no valid record. A start record has the number of spoilt slots
    directly before it.
    """
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
    """Return the seqs of the run of spoilt slots at the end of the journal.

    The last slot of the run may have any content; all others must be zeros.
    """
    found: set[int] = set()
    for seq, raw, one in reversed(slots):
        if one is not None or (found and raw != ZEROS):
            break
        found.add(seq)
    return found


def _parts(slots: Slots) -> set[int]:
    """Return the seqs of each run of spoilt slots that may have had parts of a checkpoint."""
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
    """Return whether a run of spoilt slots is as long as the missing parts of a checkpoint."""
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
    """Return the complete checkpoints; a checkpoint may continue in the next block."""
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
    """Return the eight totals, the mark of the house and the history of a checkpoint.

    The history has the points of the last deals, and the number of matches that each side has won.
    """
    sums = [int.from_bytes(body[at : at + 3], "little", signed=True) for at in range(0, 24, 3)]
    return sums, body[24] | body[25] << 8, body[26:]
