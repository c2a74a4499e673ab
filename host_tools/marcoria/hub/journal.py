"""Journals of tables, put together again from their frames."""

from collections.abc import Iterable

from marcoria.hub.frame import Frame
from marcoria.journal.blocks import BLANK, BLANK_BLOCK, Block, Image
from marcoria.journal.reader import JournalImage, interpreted

_RECORD = len(BLANK)


def journal_of(epoch: int, frames: Iterable[Frame]) -> JournalImage:
    """Return the journal with the records of these frames, which are in order.

    It may be longer than the flash, because the hub keeps what the table has erased since.
    """
    blocks: dict[int, dict[int, bytes]] = {}
    for frame in frames:
        for seq, record in frame.slots:
            blocks.setdefault(seq >> 8, {})[seq & 0xFF] = record
    found = [_block(place, number, slots) for place, (number, slots) in enumerate(blocks.items())]
    return interpreted(Image(epoch, len(found), found, frozenset(), frozenset(), {}))


def _block(place: int, number: int, slots: dict[int, bytes]) -> Block:
    data = bytearray(BLANK_BLOCK)
    for slot, record in slots.items():
        data[slot * _RECORD : (slot + 1) * _RECORD] = record
    return Block(number << 8, place, bytes(data), frozenset(slots))
