"""Reports about the tables of a hub, made from their frames: deals, scores, losses."""

from collections.abc import Iterator

from marcoria.bdn.files import with_results
from marcoria.bdn.model import Deal, PaperError
from marcoria.bdn.replay import Replayer
from marcoria.bdn.rulebooks import Rulebook, Rulebooks
from marcoria.bdn.standings import Standings
from marcoria.bdn.write import of_journal
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import Events, Phases, Totals
from marcoria.hub.journal import journal_of
from marcoria.hub.store import KnownJournal, Store, TableRow
from marcoria.journal.reader import JournalImage
from marcoria.value import Value


class LiveMatch(Value):
    """Match at a table as it is now."""

    def __init__(self, book: Rulebook, game: Match) -> None:
        self.house = book.name
        self.sides = book.sides
        self.points = int(game.totals[0]), int(game.totals[1])
        self.target = int(game.totals[Totals.POINTS])
        self.is_dealt = bool(game.phase > Phases.READY)  # whether a deal is under way
        self.is_over = bool(game.totals[Totals.WINNER] >= 0)


class Report(Value):
    """Journal of a table in words: its deals, and the match that is played now."""

    def __init__(
        self, stream: KnownJournal, deals: list[Deal], live: LiveMatch | None, lost: int
    ) -> None:
        self.stream = stream
        self.deals = deals
        self.live = live
        self.lost = lost  # number of places where records are missing


class Reports:
    """Reports of all tables; a report is made again only after its journal has grown."""

    def __init__(self, store: Store, books: Rulebooks) -> None:
        self._store = store
        self._books = books
        self._made: dict[tuple[str, int], Report] = {}

    def of(self, table: TableRow) -> list[Report]:
        """Return a report for each journal of a table, the newest at the end."""
        return [self._report(table, stream) for stream in self._store.streams(table.name)]

    def deals(self) -> Iterator[tuple[TableRow, Report, Deal]]:
        """Yield all deals of all tables that were not stopped as twins."""
        for table in self._store.tables():
            for report in self.of(table):
                if report.stream.fork is None:
                    for deal in report.deals:
                        yield table, report, deal

    def standings(self) -> Standings:
        """Return the standings over all deals."""
        found, replay = Standings(), Replayer(self._books)
        for _, _, deal in self.deals():
            if deal.is_dealt:
                found.take(replay.play(deal))
        return found

    def _report(self, table: TableRow, stream: KnownJournal) -> Report:
        key = stream.name, stream.epoch
        known = self._made.get(key)
        if known and (known.stream.hi, known.stream.fork) == (stream.hi, stream.fork):
            known.stream = stream
            return known
        journal = journal_of(stream.epoch, self._store.frames(*key))
        deals = list(self._deals(journal, table))
        made = Report(stream, deals, self._live(journal), len(journal.gaps))
        self._made[key] = made
        return made

    def _deals(self, journal: JournalImage, table: TableRow) -> Iterator[Deal]:
        if not journal.records and not journal.checkpoints:
            return
        replay = Replayer(self._books)
        for deal in of_journal(journal, table.title, self._books, {"Table": table.title}):
            try:
                yield with_results(deal, replay)
            except PaperError as error:
                # A deal that does not replay is shown, and does not stop the others.
                yield Deal(tags={**deal.tags}, notes=[*deal.notes, f"Not replayed: {error}"])

    def _live(self, journal: JournalImage) -> LiveMatch | None:
        """Return the match at the end of the journal, None if it is not known."""
        checkpoint, events = journal.state()
        marks = [checkpoint.mark] if checkpoint else []
        marks += [one.arg for one in events if one.kind == Events.MATCH]
        book = self._books.with_mark(marks[-1]) if marks else None
        if book is None:
            return None
        game = Match(book.house)
        if checkpoint and checkpoint.mark == marks[-1]:
            game.apply(Events.MATCH, checkpoint.totals[Totals.DEALER], checkpoint.mark)
            game.totals[:] = list(checkpoint.totals)
        for one in events:
            game.apply(one.kind, one.seat, one.arg)
        return LiveMatch(book, game)
