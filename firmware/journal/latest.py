"""The last note of some kinds that a journal has from before, if it is not too long ago."""

from micropython import const

from codes.journal import Records

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from journal.journal import Journal

_BLOCKS = const(2)  # the one under way, and that in which it stood while the other one was begun


def latest(journal: "Journal", kinds: bytes) -> "tuple[int, int]":
    """Its argument and its seq; 0 and -1 if there is none in the two newest blocks. To be asked at
    the start: the order of the blocks is not kept any longer."""
    found = journal.found
    order = journal.in_order()
    journal.order = []
    for first, place in reversed(order[-_BLOCKS:]):
        for slot in range(Records.LAST - 1, 0, -1):
            if not journal.log.read(place, slot << 4, found) and found[0] in kinds:
                if journal.look(place, slot) == first + slot:
                    return found[2] | found[3] << 8, first + slot
    return 0, -1
