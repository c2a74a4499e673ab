"""Damage in a journal: missing records and missing blocks."""

import struct
from collections.abc import Iterator

from marcoria.firmware.codes.journal import Notes, Records
from marcoria.journal.blocks import BLANK, LAST, Block, Image, is_spare
from marcoria.value import Value

_PARTS = 15
_ZEROS = bytes(len(BLANK))
_STARTS = (Notes.BOOT, Notes.SAFE_MODE)
# Kinds that, after an ERASES record, do not show whether the erase succeeded.
_AFTER_ANY = (Notes.BOOT, Notes.SAFE_MODE, Records.KEPT)


class Gap(Value):
    """Range of missing records.

    If a table starts and finds the gap after the last checkpoint, the table continues from the
    state before the gap, and writes a MENDED record. `mended` is the seq of this record, -1 if
    there is none. If only the MENDED record shows the gap, `seq` is also the seq of this record.
    """

    def __init__(
        self,
        seq: int,
        until: int,
        mended: int = -1,
    ) -> None:
        self.seq = seq  # seq of the first missing record
        self.until = until  # a seq after the last missing record
        self.mended = mended

    def hides(self, seq: int) -> bool:
        """Return whether the table ignores the event `seq` if the gap is in the current deal."""
        return self.seq < seq and (self.mended < 0 or seq < self.mended)


def gaps_in(image: Image) -> list[Gap]:
    """Return the gaps in blocks, between them, before the first and after the last."""
    if not image.blocks:
        return []
    found = list(_before(image)) + list(_holes(image))
    found += list(_breaks(image.blocks)) + list(_behind(image))
    return sorted(found, key=lambda gap: gap.seq)


def _ahead(image: Image) -> list[int]:
    """Return the places between the last block and the next block of the journal.

    Foreign blocks may lie at some of these places.
    """
    head = image.blocks[-1].place
    readable = {block.place for block in image.blocks}
    found: list[int] = []
    for step in range(1, image.size):
        place = (head + step) % image.size
        if place in readable:
            break
        found.append(place)
    return found


def _before(image: Image) -> Iterator[Gap]:
    """Yield a gap if the blocks with the oldest records are missing.

    Each foreign block, and each blank block after the last block, stands for a missing block.
    But one blank block is normal if the last block announces its erase. Earlier versions of the
    firmware did not announce erases. So one blank block is also normal if no block has an ERASES
    record.
    """
    oldest = image.blocks[0]
    if oldest.is_first():
        return
    says = any(block.erases() for block in image.blocks)
    blank = [place for place in _ahead(image) if place in image.blank]
    erased = _erased(image)
    expected = [place for place in blank if place in erased or not says][:1]
    missing = len(blank) - len(expected) + len(image.foreign)
    if missing:
        yield Gap(max((oldest.first >> 8) - missing, 0) << 8 | 1, oldest.first + 1)


def _holes(image: Image) -> Iterator[Gap]:
    """Yield a gap for each run of slots without a record, unless the run is harmless.

    A run may continue in the next block. Ignore the oldest block if its erase failed or was
    interrupted.
    """
    blocks = image.blocks
    given_up = _unfinished(image)
    part, start, count, seq = -1, 0, 0, 0
    for block in blocks:
        if block is blocks[0] and block is not blocks[-1] and block.place in given_up:
            continue
        for slot in range(1, _due_end(block, block is blocks[-1]) + 1):
            seq = block.first + slot
            if not block.is_record(slot):
                start = start if count else seq
                count += 1
                continue
            data = block.slot(slot)
            if count and not _harmless(count, part, data):
                yield Gap(start, seq)
            count = 0
            part = data[1] if data[0] == Records.CHECKPOINT else -1
    if count:
        yield Gap(start, seq + 1)


def _due_end(block: Block, is_last: bool) -> int:
    """Return the last slot of a block that should hold a record.

    If slot 255 names the slot of the block's last record, return that slot.

    Otherwise, if another block follows, return 254. There is one exception: the last record is
    followed by one slot of zeros, and then only by spare slots up to 254. Then writing the next
    record has failed, so return the slot of the last record.

    In the last block, return the slot of the last record if a power cut or failed writes explain
    the later slots. Otherwise return the last slot before slot 255 that is not spare.
    """
    followed = block.followed()
    if followed:
        return followed[1]
    end = block.end()
    rest = _without_spare([block.slot(slot) for slot in range(end + 1, LAST)])
    if is_last:
        cut = all(slot == _ZEROS for slot in rest[:-1])
        return end if cut else end + len(rest)
    return end if rest == [_ZEROS] else LAST - 1


def _without_spare(slots: list[bytes]) -> list[bytes]:
    """Return the slots, except the spare slots at the end."""
    end = len(slots)
    while end and is_spare(slots[end - 1]):
        end -= 1
    return slots[:end]


def _breaks(blocks: list[Block]) -> Iterator[Gap]:
    """Yield a gap wherever blocks are missing between two successive blocks."""
    for place, following in enumerate(blocks[1:]):
        block = blocks[place]
        followed = block.followed()
        due = followed[0] if followed else (block.first >> 8) + 1
        if following.first >> 8 != due:
            yield Gap(block.first | LAST, following.first)


def _behind(image: Image) -> Iterator[Gap]:
    """Yield a gap if a block after the last readable one is missing or may be missing."""
    head = image.blocks[-1]
    flipped = is_spare(head.slot(LAST)) and is_spare(head.slot(LAST - 1))
    unused = flipped or head.slot(LAST) == BLANK or head.notes_erase((head.place + 1) % image.size)
    if not unused or _is_in_doubt(image):
        yield Gap(head.first + head.end() + 1, (head.first | LAST) + 1)


def _is_in_doubt(image: Image) -> bool:
    """Return whether an unreadable block may be newer than the last readable one.

    See "Damage" in docs/journal.md.
    """
    head = image.blocks[-1]
    ends = head.first | LAST
    for _, data in head.records():
        if data[0] == Records.MENDED and struct.unpack_from("<I", data, 4)[0] == ends:
            return False  # the table has found this damage and continued
    known = head.knows_unreadable()
    unfinished = _unfinished(image)
    erased = _erased(image) - unfinished
    newer = range((head.first >> 8) + 1, (head.first >> 8) + image.size + 1)
    for place in _ahead(image):
        known |= place in image.blank & erased
        if place in image.unreadable:
            explained = known or place in unfinished
            if not explained or _traces(image.unreadable[place], newer):
                return True
    return False


def _traces(block: bytes, numbers: range) -> bool:
    """Return whether an unreadable block has traces of records with these block numbers."""
    slots = [block[at : at + len(BLANK)] for at in range(0, len(block), len(BLANK))]
    return any(
        data[10] == slot and int.from_bytes(data[11:14], "little") in numbers
        for slot, data in enumerate(slots)
    )


def _unfinished(image: Image) -> set[int]:
    """Return the places whose erase failed or was interrupted, according to the last block."""
    head = image.blocks[-1]
    found = _noted_at_the_end(image)
    for slot in head.erases():
        data = head.slot(slot)
        found.add(data[1])
        rest = [head.slot(later) for later in range(slot + 1, LAST) if head.is_record(later)]
        behind = next((other for other in rest if other[0] not in _AFTER_ANY), data)
        failed = (behind[0], behind[2]) == (Notes.BAD_BLOCK, data[1])
        if behind[0] != Records.ERASES and not failed:
            found.discard(data[1])
    return found


def _erased(image: Image) -> set[int]:
    """Return the places of blocks whose erase the last block announces."""
    head = image.blocks[-1]
    return _noted_at_the_end(image) | {head.slot(slot)[1] for slot in head.erases()}


def _noted_at_the_end(image: Image) -> set[int]:
    """Return a set with the place after the last block, if slot 255 announces its erase.

    Otherwise return an empty set. A full block has no slot for an ERASES record, so the table
    announces the erase in slot 255.
    """
    head = image.blocks[-1]
    place = (head.place + 1) % image.size
    full = not is_spare(head.slot(LAST - 1))
    return {place} if full and head.notes_erase(place) else set()


def _harmless(count: int, part: int, behind: bytes) -> bool:
    """Return whether `count` slots without a record, before the record `behind`, are no damage.

    See "Damage" in docs/journal.md. If the record before the slots is a part of a checkpoint,
    `part` is the number of this part, else -1.
    """
    if behind[0] in _STARTS and count <= behind[1]:
        return True
    until = behind[1] if behind[0] == Records.CHECKPOINT else _PARTS
    return (part >= 0 or until < _PARTS) and until - part - 1 == count
