"""What stays of a block that must go though no host has it: the results of its deals."""

from micropython import const

from codes.journal import Records

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from journal.journal import Journal


def keep(journal: "Journal", block: int) -> bool:
    """Copies the results in a block to the head; False if they do not all fit there."""
    room = max((-journal.seq & Records.LAST) - 2, 0)  # one is for the note of the erase
    return _results(journal, block, False) <= room and _results(journal, block, True) >= 0


def _results(journal: "Journal", block: int, copy: bool) -> int:
    """How many results are in a block; -1 if one could not be copied."""
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
    """A checkpoint's first part becomes a kept result: points of 16 bits, and which it was."""
    record[0] = Records.KEPT
    record[1] = record[10]
    record[4] = record[5]
    record[5] = record[6]
    record[6] = record[11]
    record[7] = record[12]
