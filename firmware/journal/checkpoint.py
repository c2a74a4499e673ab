"""Checkpoints: write and read the state that a deal starts from."""

from struct import pack_into

from micropython import const

from codes.game import Totals
from codes.journal import Records

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from journal.journal import Journal

PARTS = const(15)  # number of records of a checkpoint; each has six bytes of it
SIZE = const(90)

# The layout: three bytes for each total, then the mark of the house (a hash of its rules), then
# the history: the results of the last hands (played deals), and the numbers of matches that the
# two sides have won.
_MARK = const(24)
_HISTORY = const(26)


def write(
    journal: "Journal",
    sums: "list[int]",
    mark: int,
    history: bytearray,
    older: "bytes | bytearray",
) -> bool:
    """Write a checkpoint, directly behind records of the older hands that do not fit into it.

    Return whether both are on flash. If some of the hands could not be written, write no
    checkpoint.
    """
    body = bytearray(SIZE)
    for i in range(Totals.COUNT):
        pack_into("<i", body, i * 3, sums[i])  # the next field overwrites the fourth byte
    pack_into("<H", body, _MARK, mark)
    body[_HISTORY:] = history
    if older and not journal.append_parts(Records.HANDS, older):
        return False
    return journal.append_parts(Records.CHECKPOINT, body)


def history(body: bytearray) -> bytearray:
    """Return the history in a checkpoint: the last hands and the numbers of matches won."""
    return body[_HISTORY:]


def read(body: bytearray, sums: "list[int]") -> int:
    """Read the totals of a checkpoint into `sums`; return the mark of its house."""
    for i in range(Totals.COUNT):
        high = body[i * 3 + 2]
        sums[i] = body[i * 3] | body[i * 3 + 1] << 8 | (high ^ 128) - 128 << 16
    return body[_MARK] | body[_MARK + 1] << 8
