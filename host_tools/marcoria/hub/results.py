"""Results of finished deals: rows of the database, derived from the frames of journals.

A deal is finished once the hub has stored the checkpoint after it. A table may erase a deal before
it has sent this checkpoint. Then the deal is finished once the hub has stored the KEPT record, in
which the table has copied the result. Results depend only on the stored frames and on the known
houses, so all rows can be made again.
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

NONE = -1  # in place of a seq, side or mark that does not exist or is not known
SPAN = 1 << 14  # slots on a table's flash, so no deal has more seqs
_TAIL = 512  # number of seqs before a checkpoint in which to look for the last event of the deal
_NO_CLOCK = TableClock()
UNKNOWN_SIDES = "NS EW"  # in place of the sides of a house that is not known here
_log = logging.getLogger("marcoria.hub")


class DealResult(NamedTuple):
    """Row of a finished deal; sql/002.sql and 003.sql explain most columns.

    `mark` is that of the house, NONE if it is not known. `sides` has the names of both sides, with
    a space between them.
    """

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

    `upto` is the seq of the last record that was read, NONE if none was read. `last` is the seq at
    which the last checkpoint begins, NONE if there is none. The other attributes are those of the
    `TableClock` after all records before `start`.
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
    """Part of a journal: its frames, and the image of their records.

    `ends` has the last seq of each frame. `times` has the time at which each frame came. Both
    lists begin with an item for the frame before the part, so they have one item more than
    `frames`. The time of that frame is not known here and is 0.
    """

    image: JournalImage
    ends: list[int]
    times: list[int]
    frames: list[Slots]

    def complete_before(self, seq: int, earlier: int) -> int:
        """Return when the hub last had all records of the table, before the record `seq` came.

        A table sends a frame that is not full only if it has no further records. So, among the
        frames before the one with the record `seq`, find the last one that is not full. Return the
        time at which it came, or `earlier` if the part has no such frame.
        """
        for frame in range(bisect_left(self.ends, seq) - 1, 0, -1):
            if len(self.frames[frame - 1]) < FULL_RECORDS:
                return self.times[frame]
        return earlier

    def came(self, seq: int) -> int:
        """Return the time at which the record `seq` came."""
        return self.times[bisect_left(self.ends, seq)]

    def clock_at(self, seq: int, since: ResultProgress) -> TableClock:
        """Return the table's clock after all records before `seq`.

        `since.clock` is the clock after all records before `since.start`.
        """
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
    """Return the part of a journal that begins with the frame of the record `start`.

    The part ends with the first frame whose last seq is greater than `upto` and not less than
    `until`. If there is no such frame, the part ends with the last frame of the journal. If
    `until` is NONE, use `start` + 2 * SPAN, which is several hundred deals later. `clock` is the
    table's clock after all records before `start`.
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
    """Part of a journal: its results, the results that rulings changed, the progress after it."""

    results: list[DealResult]
    rulings: list[tuple[int, int, int, int]]  # points of both sides, winner, seq of the row
    progress: ResultProgress


class Derivation:
    """Derivation of results from the stored frames of journals."""

    def __init__(self, store: Store, books: Rulebooks) -> None:
        self._store = store
        self._books = books

    def part(self, journal: KnownJournal, before: ResultProgress) -> DerivedPart:
        """Return the results of the next part of a journal: several hundred deals at most.

        `before` is the progress after the previous part. The results may include some that the
        previous part had.
        """
        found = window(self._store, journal, before.start, before.upto, clock=before.clock)
        new = [*self._finished(journal, found, before.last), *self._kept(journal, found)]
        checkpoints = found.image.checkpoints
        last = max(checkpoints[-1].seq if checkpoints else NONE, before.last)
        progress = ResultProgress(max(found.ends[-1], before.upto), last)
        clock = found.clock_at(progress.start, before)
        progress = progress._replace(zero=clock.zero, boot=clock.boot, ms=clock.ms)
        return DerivedPart(new, list(self._rulings(found.image)), progress)

    def _finished(self, journal: KnownJournal, found: Window, last: int) -> Iterator[DealResult]:
        """Yield the results of deals with a checkpoint that begins behind the seq `last`."""
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
        """Yield the points, the winner and the seq of each result that was followed by a ruling.

        These are the points and the winner after all rulings before the next deal or match. Skip
        results whose house is not known here, or whose totals are impossible.
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
    """Return when a deal's result came, when the deal ended, and whether the end is known: 1 or 0.

    `one` is the checkpoint after the deal, `low` is a seq before the deal, and `earlier` is the
    argument of `Window.complete_before`. If the end is not known from the table's clock, the time
    at which the result came also counts as the end.

    The clock may be wrong, because the time that a table gets from the network is not signed. So
    the end is never after the arrival of the result. It is also never before the last time at
    which the hub had all records of the table but not yet the last event of the deal.
    """
    image, came = found.image, found.came(one.end)
    events = _between(image, max(low, one.seq - _TAIL), one.seq)
    # Notes do not count: if the table started again after the deal, it wrote some at that start.
    last = next((event for event in reversed(events) if event.is_event), None)
    is_last = last and not any(last.seq < gap.seq < one.seq for gap in image.gaps)
    time = image.time(last) if last and is_last else None
    if last is None or time is None:
        return came, came, 0
    earliest = found.complete_before(last.seq, earlier)
    return came, min(max(time // 1000, earliest), came), 1


def _between(image: JournalImage, low: int, high: int) -> list[Record]:
    """Return the events and notes after the seq `low` and before the seq `high`."""
    at = bisect_right(image.records, low, key=_seq)
    return list(image.records[at : bisect_left(image.records, high, key=_seq)])


def _seq(record: Record) -> int:
    return record.seq


def _winner(total: int) -> int:
    """Return the side that has won the match, from the total `WINNER`; NONE if no side has."""
    return total & 1 if total >= 0 else NONE


class ResultStore:
    """Results in the database of a hub."""

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

        Do so in small transactions. After an error in one journal, continue with the other
        journals, and raise the last error at the end.
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
        """Return whether the stored rows of a journal are those that its frames give.

        Return True too if the rows are not up to date, because they may change meanwhile.
        """
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

    An error is not logged again if it repeats. `failure` is the last error in words, "" after a
    success.
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
        except Exception as error:  # after any error the hub must go on
            failure = f"{error}".partition("\n")[0] or type(error).__name__
            if failure != self.failure:
                is_fault_of_ours = not isinstance(error, self._store.error)
                _log.error("results cannot be derived: %s", failure, exc_info=is_fault_of_ours)
            self.failure = failure
