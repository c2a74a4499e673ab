"""What a deal starts from: written down, and read again."""

from struct import pack_into

from micropython import const

from codes.game import Totals
from codes.journal import Records

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from journal.journal import Journal

PARTS = const(15)  # records of six bytes each
SIZE = const(90)

# Where in these bytes: each total in three, then the mark of the house, then the history of hands.
_MARK = const(24)
_HISTORY = const(26)


def write(
    journal: "Journal",
    sums: "list[int]",
    mark: int,
    history: bytearray,
    older: "bytes | bytearray",
) -> bool:
    """Write down a checkpoint, and directly before it the hands that it has no room for. Return
    whether the flash has both: a checkpoint never follows a part of these hands."""
    body = bytearray(SIZE)
    for i in range(Totals.COUNT):
        pack_into("<i", body, i * 3, sums[i])  # its last byte is written over
    pack_into("<H", body, _MARK, mark)
    body[_HISTORY:] = history
    if older and not journal.append_parts(Records.HANDS, older):
        return False
    return journal.append_parts(Records.CHECKPOINT, body)


def history(body: bytearray) -> bytearray:
    """Return the history of hands of a checkpoint."""
    return body[_HISTORY:]


def read(body: bytearray, sums: "list[int]") -> int:
    """Fill `sums` with what stands there; return the mark."""
    for i in range(Totals.COUNT):
        high = body[i * 3 + 2]
        sums[i] = body[i * 3] | body[i * 3 + 1] << 8 | (high ^ 128) - 128 << 16
    return body[_MARK] | body[_MARK + 1] << 8
