"""Check the host's journal reader on a damaged flash.

For each record that was there before the damage, the reader must return the record or report a gap
or an unreadable block. It need not report a loss that it cannot detect (`damage.end_taken`).
"""

import flash_image
from damage import end_taken
from flash_image import Reading
from marcoria.journal.reader import JournalImage, open_image

_TOLD = range(1, 60)  # kinds of events and notes to compare


def silently_lost(before: bytes, after: bytes) -> str:
    """Return a text on records lost or changed without a report, or "" if there are none."""
    truth = flash_image.read(before)
    wanted = {one.seq: one.entry for one in truth.records if one.kind in _TOLD}
    found = open_image(after)
    told = {one.seq: (one.kind, one.seat, one.arg) for one in found.records if one.kind in _TOLD}
    for seq in told.keys() & wanted.keys():
        if told[seq] != wanted[seq]:
            return f"the reader has {told[seq]} at seq {seq}, not {wanted[seq]}"
    last = max(told, default=-1)
    lost = [seq for seq in wanted if seq not in told and not _is_reported(found, truth, seq, last)]
    ending = [seq for seq in lost if seq > last]
    if len(ending) <= end_taken(before, after, truth):
        lost = [seq for seq in lost if seq <= last]
    return f"the reader reports no gap for {len(lost)} records from seq {lost[0]}" if lost else ""


def _is_reported(found: JournalImage, truth: Reading, seq: int, last: int) -> bool:
    """Return whether the reader reports a gap at a seq, or that the block there is unreadable.

    `last` is the seq of the last record that the reader returned. A gap that ends after `last`
    counts as a gap without an end.
    """
    places = {block.number: block.place for block in truth.blocks}
    if places[seq >> 8] in found.unreadable:
        return True
    return any(gap.seq <= seq < max(gap.until, (gap.until > last) << 32) for gap in found.gaps)
