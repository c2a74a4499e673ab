"""Journals of tables, assembled from their frames."""

from collections.abc import Iterable

from marcoria.journal.blocks import BLANK, BLANK_BLOCK, Block, Image
from marcoria.journal.clock import Slots, TableClock
from marcoria.journal.reader import JournalImage, interpreted

_RECORD = len(BLANK)
_NO_CLOCK = TableClock()


def journal_of(
    epoch: int, frames: Iterable[Slots], start: int = 0, clock: TableClock = _NO_CLOCK
) -> JournalImage:
    """Return the journal with the records of these frames, which are in order.

    `clock` is the table's clock after all records before the seq `start`.

    The journal may be longer than the flash, because the hub keeps records that the table has
    erased since. The blocks have negative places, because frames do not say where on the flash a
    block was.
    """
    blocks: dict[int, dict[int, bytes]] = {}
    for frame in frames:
        for seq, record in frame:
            blocks.setdefault(seq >> 8, {})[seq & 0xFF] = record
    found = [_block(~i, number, slots) for i, (number, slots) in enumerate(blocks.items())]
    image = Image(epoch, len(found), found, frozenset(), frozenset(), {})
    return interpreted(image, start, clock)


def part_of(image: JournalImage, since: int, until: int) -> JournalImage:
    """Return the part of a journal after the seq `since` and before the seq `until`.

    If a checkpoint begins at `since`, the part has this checkpoint too.
    """
    start = tuple(one for one in image.checkpoints if one.seq == since)
    low = start[0].end if start else since
    return JournalImage(
        image.epoch,
        tuple(one for one in image.records if low < one.seq < until),
        start,
        (),
        tuple(gap for gap in image.gaps if low < gap.seq < until),
        clock=image.clock,
    )


def _block(place: int, number: int, slots: dict[int, bytes]) -> Block:
    data = bytearray(BLANK_BLOCK)
    for slot, record in slots.items():
        data[slot * _RECORD : (slot + 1) * _RECORD] = record
    return Block(number << 8, place, bytes(data), frozenset(slots))
