"""Parser of the journal in an image of its flash; docs/journal.md has the format."""

import struct
from collections.abc import Iterator
from typing import Any

from marcoria.errors import TableError
from marcoria.firmware.codes.game import Events
from marcoria.firmware.codes.journal import Notes, Records
from marcoria.journal.blocks import BLOCK, Image, is_event_or_note, read_blocks, seq_of
from marcoria.journal.clock import ClockChanges, TableClock, read_clock, time_of
from marcoria.journal.entries import Entry
from marcoria.journal.gaps import Gap, gaps_in
from marcoria.value import Value

_PARTS = 15
_NO_CLOCK = TableClock()


class Record(Value):
    """Event of the match (kinds up to 31) or note."""

    def __init__(
        self,
        seq: int,
        kind: int,
        seat: int,
        arg: int,
        boot: int,
        ms: int,
    ) -> None:
        self.seq = seq
        self.kind = kind
        self.seat = seat
        self.arg = arg
        self.boot = boot  # number of the start, from 0
        self.ms = ms  # milliseconds since that start, modulo 2^30

    @property
    def is_event(self) -> bool:
        """Return whether this is an event of the match."""
        return bool(self.kind < Notes.BOOT)


class Checkpoint(Value):
    """State of the match from which a deal starts; docs/journal.md has the form of its parts.

    `mark` is the mark of the house. `history` has the bytes after it: the last deals, and the
    number of matches that each side has won.
    """

    def __init__(
        self,
        seq: int,
        end: int,
        totals: tuple[int, ...],
        mark: int,
        history: bytes,
    ) -> None:
        self.seq = seq  # seq of the first part
        self.end = end  # seq of the last part
        self.totals = totals
        self.mark = mark
        self.history = history


class JournalDeal(Value):
    """Finished deal: the match points of both sides after it, and its events.

    `events` is empty if the beginning of the deal is erased or missing.
    """

    def __init__(
        self,
        seq: int,
        points: tuple[int, int],
        events: tuple[Record, ...],
        whole: bool = True,
        kept: int = -1,
    ) -> None:
        self.seq = seq  # seq of the first part of the checkpoint after the deal
        self.points = points
        self.events = events
        self.whole = whole  # whether no gap is in the deal; erased events are no gap
        self.kept = kept  # seq of the KEPT record if the points are from this record, else -1


class JournalImage(Value):
    """Content of a journal image, in the order in which the table wrote it."""

    def __init__(
        self,
        epoch: int,
        records: tuple[Record, ...],
        checkpoints: tuple[Checkpoint, ...],
        deals: tuple[JournalDeal, ...],
        gaps: tuple[Gap, ...],
        unreadable: tuple[int, ...] = (),
        clock: ClockChanges = (),
    ) -> None:
        self.epoch = epoch
        self.records = records
        self.checkpoints = checkpoints
        self.deals = deals
        self.gaps = gaps
        self.unreadable = unreadable  # places of blocks that are neither blank nor readable
        self.clock = clock

    @property
    def last_end(self) -> int:
        """Return the attribute `seq` of the last finished deal, -1 if there is none."""
        return max((deal.seq for deal in self.deals), default=-1)

    def time(self, record: Record) -> int | None:
        """Return the time of a record in ms since 1970, None if the table did not know it."""
        return time_of(record.seq, record.ms, self.clock)

    def state(self) -> tuple[Checkpoint | None, list[Record]]:
        """Return what a table restores at its start: the last checkpoint and the events after it.

        The checkpoint is None if the image has none. Leave out events that a gap makes invalid.
        """
        last = self.checkpoints[-1] if self.checkpoints else None
        since = last.end if last else -1
        lost = [gap for gap in self.gaps if gap.until > since]
        return last, [
            one
            for one in self.records
            if one.is_event and one.seq > since and not any(gap.hides(one.seq) for gap in lost)
        ]


def read(image: bytes) -> list[Record]:
    """Return the events and notes in an image, the oldest first."""
    return list(open_image(image).records)


def open_image(image: bytes) -> JournalImage:
    """Parse the journal in an image.

    Raise TableError if the image is empty or does not have whole blocks.
    """
    if not image or len(image) % BLOCK:
        raise TableError(
            "not-a-journal",
            f"this is not an image of a journal, which has whole blocks of {BLOCK} bytes: make one"
            " with marcoria journal pull FILE",
        )
    return interpreted(read_blocks(image))


def interpreted(found: Image, start: int = 0, clock: TableClock = _NO_CLOCK) -> JournalImage:
    """Return the records, checkpoints, deals and gaps in the blocks of a journal.

    `clock` is the table's clock after all records before the seq `start`.
    """
    slots = [slot for block in found.blocks for slot in block.records()]
    written = tuple(one for slot in slots if (one := _record(*slot)))
    gaps = _mend(gaps_in(found), slots)
    checkpoints = tuple(_checkpoints(slots, gaps))
    deals: dict[int, JournalDeal] = {}
    for deal in _kept(slots):
        deals.setdefault(deal.seq, deal)  # there may be several KEPT records for one deal
    is_whole = bool(found.blocks) and found.blocks[0].is_first()
    deals |= {deal.seq: deal for deal in _deals(written, checkpoints, gaps, is_whole)}
    known = tuple(deals[seq] for seq in sorted(deals))
    return JournalImage(
        found.epoch,
        written,
        checkpoints,
        known,
        gaps,
        tuple(sorted(found.unreadable)),
        read_clock(slots, start, clock),
    )


def _mend(gaps: list[Gap], slots: list[tuple[int, bytes]]) -> tuple[Gap, ...]:
    """Return the gaps with their attribute `mended` set from the MENDED records.

    The table writes a MENDED record when it continues from the state before a gap. If the lost
    block was the last one and its place has been reused, only the MENDED record shows the gap.
    Then add a gap at this record.
    """
    mended = {
        seq: int(struct.unpack_from("<I", data, 4)[0])
        for seq, data in slots
        if data[0] == Records.MENDED
    }
    found = [Gap(gap.seq, gap.until, _mended_at(gap, mended)) for gap in gaps]
    known = {gap.mended for gap in found}
    found += [
        Gap(seq, seq + 1, seq)
        for seq, named in mended.items()
        if named & Records.LAST == Records.LAST and seq not in known
    ]
    return tuple(sorted(found, key=lambda gap: gap.seq))


def _mended_at(gap: Gap, mended: dict[int, int]) -> int:
    """Return the seq of the MENDED record for a gap, -1 if there is none.

    This is the first MENDED record after the gap's `seq` that names this seq or an earlier one, or
    that names slot 255 of the block in which the gap begins.
    """
    at = [
        seq
        for seq, named in mended.items()
        if gap.seq < seq and (named <= gap.seq or named == gap.seq | Records.LAST)
    ]
    return min(at, default=-1)


def open_slot(seq: int, data: bytes) -> Record | None:
    """Return the event or note with this seq in the bytes of a slot, None if there is none."""
    return _record(seq, data) if seq_of(data, seq & 0xFF) == seq else None


def _record(seq: int, data: bytes) -> Record | None:
    kind, seat, arg, ms, boot = struct.unpack_from("<BBHIH", data)
    return Record(seq, kind, seat, arg, boot, ms) if is_event_or_note(kind) else None


def _checkpoints(slots: list[tuple[int, bytes]], gaps: tuple[Gap, ...]) -> Iterator[Checkpoint]:
    """Yield the checkpoints whose parts are complete and follow each other without a gap."""
    cannot_go_on = [b""] * _PARTS
    parts: list[bytes] = []
    start = before = 0
    for seq, data in slots:
        if data[0] != Records.CHECKPOINT or any(before < gap.seq < seq for gap in gaps):
            parts = cannot_go_on
        before = seq
        if data[0] != Records.CHECKPOINT:
            continue
        if data[1] == 0:
            parts = []
            start = seq
        elif data[1] != len(parts):
            parts = cannot_go_on
            continue
        parts = parts + [data[2:8]]
        if len(parts) == _PARTS:
            yield _checkpoint(start, seq, b"".join(parts))


def _checkpoint(start: int, end: int, body: bytes) -> Checkpoint:
    totals = tuple([_signed(body[at : at + 3]) for at in range(0, 24, 3)])
    return Checkpoint(start, end, totals, int.from_bytes(body[24:26], "little"), body[26:])


def _signed(data: bytes) -> int:
    """Return the signed little-endian number in these bytes."""
    number = int.from_bytes(data, "little")
    return number - (1 << 8 * len(data)) if data[-1] & 0x80 else number


def _kept(slots: list[tuple[int, bytes]]) -> Iterator[JournalDeal]:
    """Yield a deal without events for each KEPT record.

    The record is a copy of the deal's result. The table writes it before it erases the block with
    the result itself.
    """
    for seq, data in slots:
        if data[0] == Records.KEPT:
            first, second, low = struct.unpack_from("<hhH", data, 2)
            number = seq >> 8
            number -= (number - low) & 0xFFFF
            yield JournalDeal(number << 8 | data[1], (first, second), (), kept=seq)


def _deals(
    written: tuple[Record, ...],
    checkpoints: tuple[Checkpoint, ...],
    gaps: tuple[Gap, ...],
    is_whole: bool,
) -> Iterator[JournalDeal]:
    """Yield the deal before each checkpoint, with the events from the last DEAL event on.

    `is_whole` is whether the first block that the journal ever had is there. If the beginning of
    the deal is erased or missing, the deal has no events. If nothing is erased or missing and
    there is no DEAL event, no deal was played: skip the checkpoint.
    """
    # `since` is the seq at which the previous checkpoint ends, -1 if there is none. `first` is the
    # index in `written` of the first record after that checkpoint.
    since, first = -1, 0
    for checkpoint in checkpoints:
        end = first
        while end < len(written) and written[end].seq < checkpoint.seq:
            end += 1
        since_then = [one for one in written[first:end] if one.is_event and one.seq > since]
        first = end
        starts = [i for i, event in enumerate(since_then) if event.kind == Events.DEAL]
        points = checkpoint.totals[0], checkpoint.totals[1]
        whole = not any(since < gap.seq < checkpoint.seq for gap in gaps)
        if starts:
            yield JournalDeal(checkpoint.seq, points, tuple(since_then[starts[-1] :]), whole)
        elif not whole or (since < 0 and not is_whole):
            yield JournalDeal(checkpoint.seq, points, (), whole)
        since = checkpoint.end


def records(table: Any) -> list[Entry]:
    """Return all events and notes of a simulated table, the oldest first."""
    return [(one.kind, one.seat, one.arg) for one in read(cells(table))]


def cells(table: Any) -> bytes:
    """Return the journal image of a simulated table; blank blocks are not fetched."""
    image = bytearray(b"\xff" * (BLOCK * table.get("flash.blocks")))
    for block, written in table.order("flash.written"):
        image[block * BLOCK : (block + 1) * BLOCK] = written
    return bytes(image)
