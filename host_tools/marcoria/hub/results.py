"""Results of finished deals: rows of the database, derived from the frames of journals.

A deal is finished once the checkpoint after it is stored. If the table has erased the deal, it is
finished once the record of its result is stored. Results come from these records alone, without a
replay, so all rows can be made again from the frames.
"""

import logging
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from marcoria.bdn.rulebooks import Rulebook, Rulebooks
from marcoria.bdn.tags import are_totals
from marcoria.errors import TableError
from marcoria.firmware.codes.game import Events, Totals
from marcoria.hub.frame import FULL_RECORDS, stored_slots
from marcoria.hub.journal import journal_of
from marcoria.hub.store import KnownJournal, Store
from marcoria.journal.clock import UNKNOWN, Slots, TableClock
from marcoria.journal.reader import Checkpoint, JournalImage, Record

NONE = -1  # seq or side that is not there
SPAN = 1 << 14  # slots on a table's flash, so no deal has more seqs
_TAIL = 512  # most seqs from the last event of a deal to the checkpoint after it
_NO_CLOCK = TableClock()
UNKNOWN_SIDES = "NS EW"  # sides of a house that is not known here
_log = logging.getLogger("marcoria.hub")


class DealResult(NamedTuple):
    """Row of a finished deal; sql/002.sql and 003.sql explain the columns."""

    name: str
    epoch: int
    seq: int
    since: int
    dealt: int
    whole: int
    fresh: int
    first: int
    second: int
    winner: int
    mark: int
    sides: str
    came: int
    played: int
    timed: int


class ResultProgress(NamedTuple):
    """Progress of the derivation of results from a journal.

    `upto` is the last record that was read, and `last` the begin of the last checkpoint. The other
    attributes are those of the `TableClock` after all records before `start`.
    """

    upto: int = NONE
    last: int = NONE
    zero: int = UNKNOWN
    boot: int = UNKNOWN
    ms: int = UNKNOWN

    @property
    def start(self) -> int:
        """Return the seq from which the next derivation reads the journal again."""
        return max(self.last, self.upto - SPAN)

    @property
    def clock(self) -> TableClock:
        """Return the table's clock after all records before `start`."""
        return TableClock(self.zero, self.boot, self.ms)


_COLUMNS = ", ".join(DealResult._fields)
_MARKS = ", ".join("?" * len(DealResult._fields))
_PROGRESS = ", ".join(ResultProgress._fields)
_CHANGED = ", ".join(f"{name} = excluded.{name}" for name in ResultProgress._fields)


class Window(NamedTuple):
    """Part of a journal: `ends` has the last seq of each frame, `times` when the frame came.

    Both begin with the frame before the part, so they have one item more than `frames`. The time
    of that frame is not known here and is 0.
    """

    image: JournalImage
    ends: list[int]
    times: list[int]
    frames: list[Slots]

    def complete_before(self, seq: int, earlier: int) -> int:
        """Return the time of the last frame that was not full, before the frame with a record.

        At that time the hub had all records of the table. Return `earlier` if the part has no such
        frame.
        """
        for frame in range(bisect_left(self.ends, seq) - 1, 0, -1):
            if len(self.frames[frame - 1]) < FULL_RECORDS:
                return self.times[frame]
        return earlier

    def came(self, seq: int) -> int:
        """Return the time at which a record came."""
        return self.times[bisect_left(self.ends, seq)]

    def clock_at(self, seq: int, since: ResultProgress) -> TableClock:
        """Return the table's clock before a seq, computed from the clock at `since.start`."""
        clock = since.clock
        for at, record in chain.from_iterable(self.frames):
            if since.start <= at < seq:
                clock.follow(record)
        return clock


def window(
    store: Store,
    journal: KnownJournal,
    start: int,
    upto: int,
    until: int = NONE,
    clock: TableClock = _NO_CLOCK,
) -> Window:
    """Return the records of a journal from `start` on, and at least one frame behind `upto`.

    The window ends at the seq `until`, or after 2 * SPAN seqs, which are some hundred deals.
    `clock` is the table's clock after all records before `start`.
    """
    frames: list[Slots] = []
    ends, times = [NONE], [0]
    until = until if until != NONE else start + 2 * SPAN
    for after, end, came, data in store.stored_from(journal.name, journal.epoch, start):
        if ends[-1] > upto and after >= until:
            break
        if not frames:
            ends = [after]
        frames.append(stored_slots(data))
        ends.append(end)
        times.append(came)
    return Window(journal_of(journal.epoch, frames, start, clock), ends, times, frames)


class DerivedPart(NamedTuple):
    """Results in a part of a journal, and points that a ruling has changed after a deal."""

    results: list[DealResult]
    rulings: list[tuple[int, int, int, int]]  # points of both sides, winner, seq of the deal
    progress: ResultProgress


class Derivation:
    """Derivation of results from journals; it depends on their records only."""

    def __init__(self, store: Store, books: Rulebooks) -> None:
        self._store = store
        self._books = books

    def part(self, journal: KnownJournal, before: ResultProgress) -> DerivedPart:
        """Return the results that follow `before` in a journal, of some hundred deals at most."""
        found = window(self._store, journal, before.start, before.upto, clock=before.clock)
        new = [*self._finished(journal, found, before.last), *self._kept(journal, found)]
        checkpoints = found.image.checkpoints
        last = max(checkpoints[-1].seq if checkpoints else NONE, before.last)
        progress = ResultProgress(max(found.ends[-1], before.upto), last)
        clock = found.clock_at(progress.start, before)
        progress = progress._replace(zero=clock.zero, boot=clock.boot, ms=clock.ms)
        return DerivedPart(new, list(self._rulings(found.image)), progress)

    def _finished(self, journal: KnownJournal, found: Window, last: int) -> Iterator[DealResult]:
        """Yield the result of each deal if the checkpoint after it begins behind `last`, a seq."""
        image, before = found.image, None
        key = journal.name, journal.epoch, found.ends[0]
        earlier = self._store.complete_before(*key) if image.clock else 0
        for one in image.checkpoints:
            known = before if before and before.seq >= one.seq - SPAN else None
            before = one
            if one.seq <= last:
                continue
            low = known.end if known else one.seq - SPAN
            kinds = {event.kind: event.seq for event in _between(image, low, one.seq)}
            has_gap = any(low < gap.seq < one.seq for gap in image.gaps)
            dealt, is_fresh = kinds.get(Events.DEAL, NONE), Events.MATCH in kinds
            if dealt < 0 and known and not has_gap:
                continue  # no deal was played
            is_whole = dealt >= 0 and not has_gap and (is_fresh or known is not None)
            yield DealResult(
                journal.name,
                journal.epoch,
                one.seq,
                known.seq if known else NONE,
                dealt,
                int(is_whole),
                int(is_fresh),
                one.totals[0],
                one.totals[1],
                _winner(one.totals[Totals.WINNER]),
                one.mark,
                self._sides(one.mark),
                *_times(found, low, one, earlier),
            )

    def _kept(self, journal: KnownJournal, found: Window) -> Iterator[DealResult]:
        """Yield the results of deals that the table has erased."""
        checkpoints = found.image.checkpoints
        for deal in found.image.deals:
            if deal.kept >= 0:
                near = range(deal.kept - SPAN, deal.kept)
                marks = [one.mark for one in checkpoints if one.seq in near]
                mark = marks[-1] if marks else NONE
                yield DealResult(
                    *(journal.name, journal.epoch, deal.seq, NONE, NONE, 0, 0),
                    *(*deal.points, NONE, mark, self._sides(mark)),
                    *(found.came(deal.kept), found.came(deal.kept), 0),
                )

    def _rulings(self, image: JournalImage) -> Iterator[tuple[int, int, int, int]]:
        """Yield the points, the winner and the deal's seq for each deal with a ruling after it.

        A ruling counts until the next deal or match begins.
        """
        for one in image.checkpoints:
            events = []
            for event in _between(image, one.end, one.seq + SPAN):
                if event.kind in (Events.MATCH, Events.DEAL):
                    break
                events.append(event)
            book = self._book(one.mark) if any(e.kind == Events.RULING for e in events) else None
            if book and are_totals(one.totals, book):
                game = book.restore(one.totals)
                for event in events:
                    game.apply(event.kind, event.seat, event.arg)
                totals = game.totals
                yield totals[0], totals[1], _winner(totals[Totals.WINNER]), one.seq

    def _book(self, mark: int) -> Rulebook | None:
        try:
            return self._books.with_mark(mark)
        except TableError:
            return None  # two houses have the mark

    def _sides(self, mark: int) -> str:
        book = self._book(mark) if mark >= 0 else None
        return " ".join(book.sides) if book else UNKNOWN_SIDES


def _times(found: Window, low: int, one: Checkpoint, earlier: int) -> tuple[int, int, int]:
    """Return when a deal's result came, when the deal ended, and 1 if a clock told the end.

    `one` is the checkpoint after the deal. A table's clock may be wrong, because the time that it
    gets from the network is not signed. So the hub limits the time: the deal ended before its
    result came, and not before the hub last had all records of the table without the last event of
    the deal. Without a clock, the deal ended when its result came, and the last number is 0.
    """
    image, came = found.image, found.came(one.end)
    events = _between(image, max(low, one.seq - _TAIL), one.seq)
    # Notes do not count, because a table may have started between the deal and the checkpoint.
    last = next((event for event in reversed(events) if event.is_event), None)
    is_last = last and not any(last.seq < gap.seq < one.seq for gap in image.gaps)
    time = image.time(last) if last and is_last else None
    if last is None or time is None:
        return came, came, 0
    earliest = found.complete_before(last.seq, earlier)
    return came, min(max(time // 1000, earliest), came), 1


def _between(image: JournalImage, low: int, high: int) -> list[Record]:
    """Return the events and notes between two seqs."""
    at = bisect_right(image.records, low, key=_seq)
    return list(image.records[at : bisect_left(image.records, high, key=_seq)])


def _seq(record: Record) -> int:
    return record.seq


def _winner(total: int) -> int:
    """Return the side that has won the match, from the total `WINNER`."""
    return total & 1 if total >= 0 else NONE


class ResultStore:
    """Results of a database, as rows."""

    def __init__(self, store: Store, books: Rulebooks) -> None:
        self._store = store
        self._derivation = Derivation(store, books)

    def behind(self, begin: str = "") -> list[KnownJournal]:
        """Return the journals with frames from which no results are derived yet.

        Only tables whose title begins with `begin` count.
        """
        rows = self._store.run(
            "SELECT s.name, s.epoch FROM tables AS t JOIN streams AS s ON s.name = t.name"
            " LEFT JOIN derived AS d ON d.name = s.name AND d.epoch = s.epoch"
            " WHERE s.hi <> coalesce(d.upto, -1) AND substr(t.title, 1, ?) = ?"
            " ORDER BY s.name, s.epoch",
            (len(begin), begin),
        )
        return [self._store.journal(name, epoch) for name, epoch in rows]

    def catch_up(self, begin: str = "") -> None:
        """Derive the missing results of the tables whose title begins with `begin`.

        This happens in small transactions. An error in one journal does not stop the others; the
        last error is raised at the end.
        """
        failure: Exception | None = None
        for journal in self.behind(begin):
            try:
                self._catch_up(journal)
            except Exception as error:
                failure = error
        if failure:
            raise failure

    def _catch_up(self, journal: KnownJournal) -> None:
        before = None
        # In a damaged database frames may be missing; then the progress does not change.
        while (progress := self.progress(journal)).upto < journal.hi and progress != before:
            before = progress
            with self._store.transaction():
                self._advance(journal)

    def _advance(self, journal: KnownJournal) -> None:
        part = self._derivation.part(journal, self.progress(journal))
        key = journal.name, journal.epoch
        for row in part.results:
            self._store.run(
                f"INSERT INTO results ({_COLUMNS}) VALUES ({_MARKS})"
                " ON CONFLICT (name, epoch, seq) DO NOTHING",
                row,
            )
        for *points, seq in part.rulings:
            self._store.run(
                "UPDATE results SET first = ?, second = ?, winner = ?"
                " WHERE name = ? AND epoch = ? AND seq = ?",
                (*points, *key, seq),
            )
        self._store.run(
            f"INSERT INTO derived (name, epoch, {_PROGRESS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
            f" ON CONFLICT (name, epoch) DO UPDATE SET {_CHANGED}",
            (*key, *part.progress),
        )

    def rebuild(self) -> int:
        """Make all rows again from the frames; return how many results there are."""
        with self._store.transaction():
            self._store.run("DELETE FROM results")
            self._store.run("DELETE FROM derived")
        self.catch_up()
        ((count,),) = self._store.run("SELECT count(*) FROM results")
        return int(count)

    def is_right(self, journal: KnownJournal) -> bool:
        """Return whether the rows of a journal are those that its frames give."""
        wanted, progress = self.progress(journal), ResultProgress()
        rows: dict[int, DealResult] = {}
        while progress.upto < min(wanted.upto, journal.hi):
            part = self._derivation.part(journal, progress)
            if part.progress == progress:
                return False  # frames are missing
            progress = part.progress
            for row in part.results:
                rows.setdefault(row.seq, row)
            for first, second, winner, seq in part.rulings:
                if seq in rows:
                    row = rows[seq]
                    rows[seq] = row._replace(first=first, second=second, winner=winner)
        is_late = wanted.upto < journal.hi  # the hub has stored frames just now
        return is_late or (progress == wanted and self.of(journal) == sorted(rows.values()))

    def progress(self, journal: KnownJournal) -> ResultProgress:
        """Return how far the results of a journal are derived."""
        rows = self._store.run(
            f"SELECT {_PROGRESS} FROM derived WHERE name = ? AND epoch = ?",
            (journal.name, journal.epoch),
        )
        return ResultProgress(*rows[0]) if rows else ResultProgress()

    def of(self, journal: KnownJournal) -> list[DealResult]:
        """Return the results of a journal, in the order of play."""
        rows = self._store.run(
            f"SELECT {_COLUMNS} FROM results WHERE name = ? AND epoch = ? ORDER BY seq",
            (journal.name, journal.epoch),
        )
        return [DealResult(*row) for row in rows]


class Deriver:
    """Derivation of missing results, which logs errors and does not raise them.

    `failure` is the last error in words, "" after a success.
    """

    def __init__(self, store: Store, results: ResultStore) -> None:
        self._store = store
        self._results = results
        self.failure = ""

    def catch_up(self, begin: str = "") -> None:
        """Derive the missing results of the tables whose title begins with `begin`."""
        try:
            self._results.catch_up(begin)
            self.failure = ""
        except Exception as error:  # as in `Door`, so that the hub goes on
            failure = f"{error}".partition("\n")[0] or type(error).__name__
            if failure != self.failure:
                is_fault_of_ours = not isinstance(error, self._store.error)
                _log.error("results cannot be derived: %s", failure, exc_info=is_fault_of_ours)
            self.failure = failure
