"""Tables that know the time of day, and an independent computation of their records' times."""

import struct
from typing import NamedTuple

from carrying import Hub, Sender
from codes.journal import Records
from dice import Dice
from journal.journal import Journal
from journalkit import BOOT
from recorded_tables import RecordedTable

WRAP = 1 << 30
_HALF = WRAP >> 1
_FULL = 59
_CHECKPOINT, _CLOCK = 60, 70
_NOTES = (67, 68)


class ClockedTable(RecordedTable):
    """Table that records the time of day; a test controls its counter of ms and its restarts."""

    def wait(self, ms: int) -> None:
        """Advance the counter of ms."""
        self.journal.now = (self.journal.now + ms) % WRAP

    def learn(self, zero: int) -> None:
        """Record `zero`, the time in ms since 1970 at which the counter of ms was 0."""
        assert self.journal.append(clock_record(zero))

    def start(self) -> None:
        """Restart the table with its counter of ms at 0, and ask the hub which records it has."""
        self.journal = Journal(self.log, self.epoch)
        self.journal.begin(BOOT, 0)
        self.sender = Sender(self.journal, self.secret)
        receipt = self.hub.ask(self.name, self.epoch)
        assert receipt.ack and self.sender.told(receipt.ack)


def clock_record(zero: int) -> bytearray:
    """Return a record of `zero` without boot, seq and CRC.

    `zero` is the time in ms since 1970 at which the counter of ms was 0.
    """
    return bytearray(struct.pack("<BBQ", Records.CLOCK, 0, zero)[:8].ljust(16, b"\0"))


def live(table: ClockedTable, dice: Dice, time: int) -> int:
    """Let a table wait, and at random also restart or learn a time; return the new time.

    `time` and the new time are the true time in ms since 1970.
    """
    what = dice.below(12)
    ms = dice.below(30_000) * (dice.below(30_000) if what == 0 else 1)
    if what == 1:
        ms = max(WRAP - table.journal.now - ms, 0)  # the counter soon wraps to 0
    table.wait(ms)
    if what == 2:
        table.start()
    if what in (3, 4):
        table.learn(max(time + ms - table.journal.now, 0))
    if what == 5:
        table.learn(dice.below(1 << 15) << dice.below(34))  # a wrong time
    return time + ms


class PlainRecord(NamedTuple):
    """Record of a stored frame; `frame` is the index of the frame in `PlainFrames`."""

    frame: int
    seq: int
    kind: int
    boot: int
    ms: int
    body: bytes


class PlainFrames:
    """All stored frames of a table, parsed with `struct` alone."""

    def __init__(self, hub: Hub, name: str) -> None:
        found = hub.store.run(
            "SELECT came, data FROM frames WHERE name = ? ORDER BY after", [name]
        )
        self.came = [int(came) for came, _ in found]
        self.sizes = [(len(data) - 28) // 16 for _, data in found]
        self.records = [
            plain(frame, bytes(data[at : at + 16]))
            for frame, (_, data) in enumerate(found)
            for at in range(12, len(data) - 16, 16)
        ]

    def played(self, seq: int) -> tuple[int, int]:
        """Return when the deal before a checkpoint ended, and whether the table's clock was used.

        The time is in s since 1970, and the second value is 1 or 0. The checkpoint begins at the
        record `seq`. A time of the clock that is too early or too late is moved to the nearest
        possible time. If the clock gives no time, return the time at which the checkpoint arrived.
        """
        (begin,) = (i for i, one in enumerate(self.records) if one.seq == seq)
        parts = [i for i in range(begin, len(self.records)) if self.records[i].kind == _CHECKPOINT]
        came = self.came[self.records[parts[14]].frame]
        at = begin - 1
        while at >= 0 and self.records[at].kind > 31:
            if self.records[at].kind == _CHECKPOINT:
                return came, 0
            at -= 1
        time = time_of(self.records, at) if at >= 0 else None
        if time is None:
            return came, 0
        partial = [i for i in range(self.records[at].frame) if self.sizes[i] < _FULL]
        earliest = self.came[partial[-1]] if partial else 0
        return min(max(time // 1000, earliest), came), 1


def plain(frame: int, data: bytes) -> PlainRecord:
    """Parse 16 bytes of a frame; return the record."""
    kind, ms, boot, seq = struct.unpack("<B3xIHI2x", data)
    return PlainRecord(frame, seq, kind, boot, ms, data[2:8])


def time_of(records: list[PlainRecord], at: int) -> int | None:
    """Return the time of an event or a note in ms since 1970, None if it is not known."""
    later = records[at].ms
    time = records[at].ms
    for one in reversed(records[:at]):
        if one.kind == _CLOCK or one.kind < _CHECKPOINT or one.kind in _NOTES:
            if one.boot != records[at].boot:
                return None
            if one.kind == _CLOCK:
                return time + int.from_bytes(one.body, "little")
            time += WRAP * (one.ms - later > _HALF)
            later = one.ms
    return None
