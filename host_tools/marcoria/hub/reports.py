"""Reports about the tables of a hub: results, rankings, live scores and replayed deals.

No report has a card of a deal that is not finished.
"""

import time
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple

from marcoria.bdn.files import with_results
from marcoria.bdn.model import VERSION, Deal, PaperError
from marcoria.bdn.replay import DealReplay, Replayer
from marcoria.bdn.rulebooks import Rulebook, Rulebooks
from marcoria.bdn.standings import Name, StandingRow, ranked
from marcoria.bdn.tags import are_totals
from marcoria.bdn.write import hashed, lost_note, of_journal
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import Events, Phases, Totals
from marcoria.hub.journal import part_of
from marcoria.hub.players import SeatPlan
from marcoria.hub.results import NONE, SPAN, DealResult, ResultStore, window
from marcoria.hub.store import KnownJournal, Store, TableRow
from marcoria.journal.dates import begin_of_evening, date_of_evening
from marcoria.value import Value

_MOST_RANKINGS = 100  # rankings in the cache
_TAIL = 512  # seqs to read after a deal: they have its checkpoint and the rulings about it


class FinishedDeal(NamedTuple):
    """Finished deal: its result, its number in the journal from 1, and the score of both sides.

    The score is what the deal added to the points of the match.
    """

    result: DealResult
    number: int
    score: tuple[int, int]

    @property
    def sides(self) -> tuple[str, str]:
        """Return the sides, such as NS and EW."""
        first, second = self.result.sides.split()
        return first, second

    @property
    def points(self) -> tuple[int, int]:
        """Return the points of the match after the deal."""
        return self.result.first, self.result.second


class LiveMatch(Value):
    """State of the match at a table, as far as the hub may show it."""

    def __init__(self, book: Rulebook, game: Match) -> None:
        self.house = book.name
        self.house_title = book.house.name  # the name that players use
        self.sides = book.sides
        self.points = int(game.totals[0]), int(game.totals[1])
        self.target = int(game.totals[Totals.POINTS])
        self.is_dealt = bool(game.phase > Phases.READY)  # whether a deal is under way
        self.is_over = bool(game.totals[Totals.WINNER] >= 0)

    def hide(self, last: FinishedDeal | None) -> None:
        """Set the points to those after the deal `last`, or to 0 if `last` is None.

        Also set the state to a match that is not over, with a deal under way.
        """
        self.points = last.points if last else (0, 0)
        self.is_dealt, self.is_over = True, False


class JournalReport(Value):
    """Report about a table's journal: its finished deals, and the match that is played now.

    `live` is this match, None if its state is not known.
    """

    def __init__(
        self, journal: KnownJournal, deals: list[FinishedDeal], live: LiveMatch | None
    ) -> None:
        self.journal = journal
        self.deals = deals
        self.live = live

    def lost(self) -> list[tuple[int, int]]:
        """Return the runs of consecutive deals of which records are missing.

        A run is the pair of the numbers of its first and its last deal.
        """
        numbers = [deal.number for deal in self.deals if not deal.result.whole]
        rows = groupby(enumerate(numbers), lambda one: one[1] - one[0])
        found = [[number for _, number in row] for _, row in rows]
        return [(row[0], row[-1]) for row in found]


class _KnownReport(NamedTuple):
    """Cached report of a journal, which is valid while the journal has the state `state`.

    If a result is hidden, the report is valid only until the delay of the first hidden result is
    over. `next` is the time at which this result reached the hub, 0 if no result is hidden.
    """

    state: object
    next: int
    report: JournalReport


class Reports:
    """Reports of all tables; `now` returns the time in seconds since 1970.

    Results that reached the hub in the last `delay` seconds are not shown yet. Reports show only
    results that `results.catch_up` has derived from the frames, so call that method first.
    """

    def __init__(
        self,
        store: Store,
        books: Rulebooks,
        delay: int = 0,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._books = books
        self._now = now
        self.delay = delay
        self.results = ResultStore(store, books)
        self._known: dict[tuple[str, int], _KnownReport] = {}
        self._rankings: dict[object, tuple[object, list[StandingRow]]] = {}

    def of(self, table: TableRow) -> list[JournalReport]:
        """Return a report for each journal of a table, the newest at the end."""
        return [self._report(journal) for journal in self._store.journals(table.name)]

    def tables(self, begin: str = "") -> list[tuple[TableRow, list[JournalReport]]]:
        """Return the tables whose title begins with `begin`, each with its reports."""
        return [(table, self.of(table)) for table in self._store.tables(begin)]

    def deals(self, since: int = 0, begin: str = "") -> Iterator[tuple[TableRow, FinishedDeal]]:
        """Yield the deals played since a time at the tables whose title begins with `begin`.

        The deals are sorted by the titles of the tables, then by journal, then by seq. A table
        that was enrolled again under another name may report a deal under both names. If both
        names are among these tables, the deal counts only for the name that was enrolled first.
        If two tables have reported under one name, no deal of this name counts.
        """
        tables = self.tables(begin)
        owners: dict[tuple[int, int, tuple[int, int]], str] = {}
        for table, reports in sorted(tables, key=lambda one: (one[0].enrolled, one[0].name)):
            for deal in _counted(reports):
                owners.setdefault(_identity(deal), table.name)
        for table, reports in tables:
            for deal in _counted(reports):
                if deal.result.played >= since and owners[_identity(deal)] == table.name:
                    yield table, deal

    def evening(self) -> int:
        """Return the time at which this evening began."""
        return begin_of_evening(self._now())

    def ranking(self, since: int = 0, begin: str = "") -> list[StandingRow]:
        """Return the ranking of sides over the deals that were played since a time.

        Only tables whose title begins with `begin` count. A side is identified by the title of its
        table and by its seats, because journals have no names of players.
        """
        return self._ranking(("sides", since, begin), None, _sides)

    def ranking_of_players(self, plan: SeatPlan, since: int = 0) -> list[StandingRow]:
        """Return the ranking of players over the deals that were played since a time.

        A deal counts for the players who sat at its table when the deal ended. `plan` must have
        all seats of players since the time `since`.
        """

        def seated(table: TableRow, deal: FinishedDeal) -> Iterator[tuple[Name, int]]:
            for side, called in enumerate(deal.sides):
                for seat in called:
                    nickname = plan.at(table.name, seat, deal.result.played)
                    if nickname:
                        yield (nickname,), side

        return self._ranking(("players", since, ""), plan.rows, seated)

    def _ranking(
        self,
        which: tuple[str, int, str],
        more: object,
        names: Callable[[TableRow, FinishedDeal], Iterator[tuple[Name, int]]],
    ) -> list[StandingRow]:
        """Return a ranking from the cache; compute it if tables, journals or `more` have changed.

        `which` has the kind of the ranking, the time from which deals count, and the beginning of
        the tables' titles. `more` is everything else on which the ranking depends. For each deal,
        `names` yields the name of each row in which the deal counts, and the side of that row in
        the deal: 0 or 1.
        """
        _, since, begin = which
        state = (
            more,
            [
                (table.name, table.title, len(one.deals), self._state(one.journal))
                for table, reports in self.tables(begin)
                for one in reports
            ],
        )
        known = self._rankings.get(which)
        if known is None or known[0] != state:
            if len(self._rankings) >= _MOST_RANKINGS:
                self._rankings.clear()
            rows: dict[Name, StandingRow] = {}
            for table, deal in self.deals(since, begin):
                for name, side in names(table, deal):
                    _count(rows.setdefault(name, StandingRow(name)), deal, side)
            known = state, ranked(rows.values())
            self._rankings[which] = known
        return known[1]

    # --- journals ---------------------------------------------------------------------------

    def _report(self, journal: KnownJournal) -> JournalReport:
        key = journal.name, journal.epoch
        until = int(self._now()) - self.delay
        state = self._state(journal)
        known = self._known.get(key)
        if known and known.state == state and not 0 < known.next <= until:
            known.report.journal = journal
            return known.report
        rows = self.results.of(journal)
        # The delay begins when a result reaches the hub, because the table's clock may be wrong.
        late = [row.came for row in rows if self.delay and row.came > until]
        shown = [row for row in rows if row.came <= until] if late else rows
        deals = list(_numbered(shown))
        live = self._live(journal)
        if live and late:
            live.hide(deals[-1] if deals else None)
        report = JournalReport(journal, deals, live)
        self._known[key] = _KnownReport(state, min(late, default=0), report)
        return report

    def _state(self, journal: KnownJournal) -> object:
        return journal.hi, journal.fork, self.results.progress(journal)

    def _live(self, journal: KnownJournal) -> LiveMatch | None:
        """Return the match at the end of a journal, None if its house or points are not known."""
        start = max(self.results.progress(journal).last, journal.hi - SPAN)
        checkpoint, events = window(self._store, journal, start, journal.hi).image.state()
        begins = max((i for i, one in enumerate(events) if one.kind == Events.MATCH), default=-1)
        if begins >= 0:
            checkpoint, events = None, events[begins:]
        mark = checkpoint.mark if checkpoint else events[0].arg if begins >= 0 else NONE
        book = self._books.with_mark(mark) if mark != NONE else None
        if book is None or (checkpoint and not are_totals(checkpoint.totals, book)):
            return None
        game = book.restore(checkpoint.totals) if checkpoint else book.match
        for one in events:
            game.apply(one.kind, one.seat, one.arg)
        return LiveMatch(book, game)

    # --- deals ------------------------------------------------------------------------------

    def find(self, name: str, epoch: int, seq: int) -> tuple[TableRow, FinishedDeal] | None:
        """Return the table `name` and its finished deal with this epoch and seq.

        Return None if there is no such deal, or if it is still hidden.
        """
        table = self._store.table(name)
        for report in self.of(table) if table else []:
            if report.journal.epoch == epoch:
                for deal in report.deals:
                    if deal.result.seq == seq and table:
                        return table, deal
        return None

    def papers(self, table: TableRow, deal: FinishedDeal) -> list[Deal]:
        """Return a list of deals in BDN: the finished deal `deal`, and deals without a result.

        The deals without a result are those that were dealt since the previous result; they come
        before the finished deal. If the cards are lost, the list has only one deal, without
        cards and with a note about the result.
        """
        row = deal.result
        journal = KnownJournal(row.name, row.epoch)
        start = max(row.since, row.seq - SPAN)
        image = window(self._store, journal, start, row.seq, row.seq + _TAIL).image
        ends = (
            one.seq
            for one in image.records
            if one.seq > row.seq and one.kind in (Events.MATCH, Events.DEAL)
        )
        part = part_of(image, row.since, next(ends, row.seq + _TAIL))
        about = {"Table": table.title, "Board": f"{deal.number}"}
        if row.timed:
            about["Date"] = date_of_evening(row.played * 1000)
        if row.dealt == NONE or not part.records:
            note = lost_note(deal.sides, deal.points)
            return [hashed(Deal(tags={"BDN": VERSION} | about, notes=[note]))]
        replay = Replayer(self._books)
        return [_completed(one, replay) for one in of_journal(part, "", self._books, about)]

    def all_papers(self, since: int = 0) -> Iterator[Deal]:
        """Yield what `papers` returns for each deal that was played since a time."""
        for table, deal in self.deals(since):
            yield from self.papers(table, deal)

    def replayed(self, table: TableRow, deal: FinishedDeal) -> DealReplay | None:
        """Return the replay of a finished deal, None if the deal cannot be replayed."""
        found = [one for one in self.papers(table, deal) if one.is_dealt]
        try:
            return Replayer(self._books).play(found[-1]) if found else None
        except PaperError:
            return None


def _sides(table: TableRow, deal: FinishedDeal) -> Iterator[tuple[Name, int]]:
    return (((table.title, called), side) for side, called in enumerate(deal.sides))


def _count(row: StandingRow, deal: FinishedDeal, side: int) -> None:
    """Add a deal to a row of a ranking; `side` is the side of that row in the deal."""
    row.deals += 1
    row.points += deal.score[side]
    row.lost += deal.score[1 - side]
    row.matches += deal.result.winner != NONE
    row.won += deal.result.winner == side


def _counted(reports: list[JournalReport]) -> Iterator[FinishedDeal]:
    for report in reports:
        if report.journal.fork is None:
            yield from report.deals


def _identity(deal: FinishedDeal) -> tuple[int, int, tuple[int, int]]:
    return deal.result.epoch, deal.result.seq, deal.points


def _numbered(rows: list[DealResult]) -> Iterator[FinishedDeal]:
    """Yield the deals of a journal with numbers and scores.

    If results before a deal are lost, the score of the deal includes their points. If records of a
    deal are missing, the event MATCH may be among them. Then assume that a match began if a side
    has fewer points than before.
    """
    before = (0, 0)
    for number, row in enumerate(rows, 1):
        points = row.first, row.second
        fewer = points[0] < before[0] or points[1] < before[1]
        if row.fresh or (fewer and not row.whole):
            before = (0, 0)
        yield FinishedDeal(row, number, (points[0] - before[0], points[1] - before[1]))
        before = points


def _completed(deal: Deal, replay: Replayer) -> Deal:
    try:
        return with_results(deal, replay)
    except PaperError as error:
        # A deal that cannot be replayed gets a note and does not stop the others.
        return Deal(tags={**deal.tags}, notes=[*deal.notes, f"Not replayed: {error}"])
