"""Times of records, computed from CLOCK records.

A table writes a CLOCK record when it learns the time, and when its ms begin again at 0.
"""

import struct
from typing import TypeAlias

from marcoria.firmware.codes.journal import Records
from marcoria.journal.blocks import is_event_or_note
from marcoria.value import Value

# Records with their seqs.
Slots: TypeAlias = "list[tuple[int, bytes]]"
# Changes of a clock. A change has a seq, and the `zero` that holds for records from this seq on.
ClockChanges: TypeAlias = "tuple[tuple[int, int], ...]"

UNKNOWN = -1
_WRAP = 1 << 30  # ms after which the ms of records begin again at 0


class TableClock(Value):
    """State of a table's clock after a record of its journal.

    `zero` is the time, in ms since 1970, at which the ms of the records were last 0. `boot` is the
    number of the table's start. Both are UNKNOWN if this start has no CLOCK record yet. `ms` is
    the ms of the last event or note after the last CLOCK record, UNKNOWN if there is none.
    """

    def __init__(self, zero: int = UNKNOWN, boot: int = UNKNOWN, ms: int = UNKNOWN) -> None:
        self.zero = zero
        self.boot = boot
        self.ms = ms

    def copy(self) -> "TableClock":
        """Return a copy."""
        return TableClock(self.zero, self.boot, self.ms)

    def follow(self, data: bytes) -> bool:
        """Apply the next record of the journal; return whether the record has set `zero`."""
        if data[0] == Records.CLOCK:
            self.zero = int.from_bytes(data[2:8], "little")
            self.boot, self.ms = int.from_bytes(data[8:10], "little"), UNKNOWN
            return True
        if self.zero == UNKNOWN or not is_event_or_note(data[0]):
            return False
        ms, boot = struct.unpack_from("<IH", data, 4)
        if boot != self.boot:
            self.zero = self.boot = self.ms = UNKNOWN
            return True
        has_wrapped: bool = self.ms - ms > _WRAP // 2
        self.ms = ms
        if has_wrapped:
            self.zero += _WRAP
        return has_wrapped


def read_clock(slots: Slots, start: int, clock: TableClock) -> ClockChanges:
    """Return the changes of a table's clock in the records from the seq `start` on.

    `clock` is the clock after all records before `start`; the first change has its `zero`. Return
    () if no time is known.
    """
    if clock.zero == UNKNOWN and not any(data[0] == Records.CLOCK for _, data in slots):
        return ()
    now = clock.copy()
    changes = [(start, now.zero)]
    for seq, data in slots:
        if seq >= start and now.follow(data):
            changes.append((seq, now.zero))
    return tuple(changes)


def time_of(seq: int, ms: int, changes: ClockChanges) -> int | None:
    """Return the time of an event or a note in ms since 1970, None if it is not known."""
    low, high = 0, len(changes)
    while low < high:
        middle = (low + high) // 2
        if changes[middle][0] <= seq:
            low = middle + 1
        else:
            high = middle
    zero = changes[low - 1][1] if low else UNKNOWN
    return None if zero == UNKNOWN else zero + ms
