"""Comparison of two journal images."""

import struct

from marcoria.firmware.codes.journal import Records
from marcoria.journal.blocks import BLANK_BLOCK, BLOCK, crc, read_blocks, seq_of
from marcoria.journal.reader import JournalImage, Record, open_image

_HEADER_BYTES = 16


def count_deals(image: bytes) -> int:
    """Return the number of finished deals in an image, 0 for b""."""
    return len(open_image(image).deals) if image else 0


def missing(there: bytes, other: bytes) -> tuple[int, int]:
    """Return how many events and how many finished deals are in `other` but not in `there`.

    `there` may be empty. If the images have an event in common, they are of the same journal. Then
    events and deals older than all records in `there` do not count, because the table may have
    erased them.
    """
    ours = open_image(there or BLANK_BLOCK)
    theirs = open_image(other)
    events = _events(theirs) - _events(ours)
    ends = {(deal.seq, deal.points) for deal in theirs.deals}
    ends -= {(deal.seq, deal.points) for deal in ours.deals}
    oldest = _oldest_of_one_line(ours, theirs)
    late = [event for event in events if event.seq >= oldest]
    return len(late), len([seq for seq, _ in ends if seq >= oldest])


def _events(image: JournalImage) -> set[Record]:
    return {record for record in image.records if record.is_event}


def _oldest_of_one_line(ours: JournalImage, theirs: JournalImage) -> int:
    """Return the oldest seq of `ours` if the two images have an event in common, else 0."""
    both = _events(ours) & _events(theirs)
    return min((record.seq for record in ours.records), default=0) if both else 0


def with_epoch(image: bytes, epoch: int) -> bytes:
    """Return the image with another epoch in all headers of its journal.

    A journal that continues from an older state needs a new epoch. Otherwise its next records
    would have the same epoch and seqs as records that a host already has.
    """
    known = read_blocks(image).epoch
    changed = bytearray(image)
    for at in range(0, len(image), BLOCK):
        header = changed[at : at + _HEADER_BYTES]
        is_header = header[0] == Records.HEADER and seq_of(bytes(header), 0) is not None
        if is_header and struct.unpack_from("<I", header, 4)[0] == known:
            struct.pack_into("<I", header, 4, epoch)
            struct.pack_into("<H", header, 14, crc(bytes(header[:14])))
            changed[at : at + _HEADER_BYTES] = header
    return bytes(changed)
