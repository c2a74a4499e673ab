"""The newest note of some kinds in the two newest blocks of a journal."""

from micropython import const

from codes.journal import Records

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from journal.journal import Journal

# `Lock` (table/lock.py) repeats its note soon after a block is begun, so the note is in one of
# the two newest blocks.
_BLOCKS = const(2)


def latest(journal: "Journal", kinds: bytes) -> "tuple[int, int]":
    """Return the argument and the seq of the newest note of these kinds, 0 and -1 without one.

    Call it only at the start, because it drops the cached order of the blocks.
    """
    found = journal.found
    order = journal.in_order()
    journal.order = []
    for first, place in reversed(order[-_BLOCKS:]):
        for slot in range(Records.LAST - 1, 0, -1):
            if not journal.log.read(place, slot << 4, found) and found[0] in kinds:
                if journal.look(place, slot) == first + slot:
                    return found[2] | found[3] << 8, first + slot
    return 0, -1
