"""For a host: the journal in pieces, and which of them it has."""

from micropython import const

from codes import records
from journal import blocks

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from journal.journal import Journal


def read(journal: "Journal", seq: int, piece: bytearray) -> int:
    """Fills `piece`, whose length is 16 times a power of two, at most 4096, with the slots around
    that of a seq, or with the oldest after it if that is gone. Returns the seq of the first slot
    there, -1 if there is nothing. The next piece begins as many slots later."""
    best = start = -1
    for block in range(journal.log.blocks):
        first = blocks.first(journal, block)
        if first < 0 or first + records.LAST < seq:
            continue
        if best < 0 or first < start:
            best = block
            start = first
    if best < 0:
        return -1
    slot = max(seq - start, 0) & -(len(piece) >> 4)
    return -1 if journal.log.read(best, slot << 4, piece) else start + slot


def acknowledge(journal: "Journal", seq: int) -> None:
    """A host has everything up to `seq`. It counts by whole blocks, and is written down."""
    number = seq >> 8
    if seq < journal.seq and number > journal.acked:
        journal.acked = number
        journal.add(records.ACKNOWLEDGED, 1, number & 0xFFFF)
