"""Copies of the results of deals, made before the erase of a block that no host has."""

from micropython import const

from codes.journal import Records

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from journal.journal import Journal


def keep(journal: "Journal", block: int) -> bool:
    """Append copies of a block's results to the newest block; return whether all are stored.

    If they do not all fit there, store none.
    """
    room = max((-journal.seq & Records.LAST) - 2, 0)  # without slot 255 and a slot for the erase
    return _results(journal, block, False) <= room and _results(journal, block, True) >= 0


def _results(journal: "Journal", block: int, copy: bool) -> int:
    """Count the results in a block; with `copy` append them too, and return -1 if that fails."""
    count = 0
    found = journal.found
    for slot in range(1, Records.LAST):
        if journal.look(block, slot) < 0:
            continue
        if found[0] == Records.CHECKPOINT and not found[1]:
            _shorten(found)
        if found[0] == Records.KEPT:
            count += 1
            if copy and not journal.append(found):
                return -1
    return count


def _shorten(record: bytearray) -> None:
    """Turn the first part of a checkpoint into a record KEPT.

    This record has the points of the two sides in 16 bits each, and the low 24 bits of the seq of
    that part.
    """
    record[0] = Records.KEPT
    record[1] = record[10]
    record[4] = record[5]
    record[5] = record[6]
    record[6] = record[11]
    record[7] = record[12]
