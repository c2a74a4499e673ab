"""Current deal of a live table, replayed from its events to find offences and tricks.

The table reports only events; the engine computes offences and tricks from them.
"""

from typing import TYPE_CHECKING

from marcoria.bdn.hand.facts import TrickFacts, tricks
from marcoria.bdn.rulebooks import Rulebook, Rulebooks
from marcoria.bdn.tags import DealText
from marcoria.firmware.codes.game import Events, Totals
from marcoria.journal.entries import Entry, events_of

if TYPE_CHECKING:
    from marcoria.bdn.tags import ToldOffence


class LiveDeal:
    """Replay of the current deal of a live table.

    The caller sets `sums` to the table's totals, with which the next deal starts. `mark` is the
    mark of the table's house, -1 if unknown: the caller or a MATCH sets it. Deals under unknown
    rules are ignored.
    """

    def __init__(self, books: Rulebooks) -> None:
        self.sums = [0] * Totals.COUNT
        self.mark = -1
        self._books = books
        self._telling: DealText | None = None

    def take(self, event: Entry) -> None:
        """Apply an event; ignore notes.

        At the start, after a MATCH and after a refused event, ignore all events but MATCH until
        the next DEAL.
        """
        kind, seat, arg = event
        if not events_of([event]):
            return
        if kind == Events.MATCH:
            self.mark, self._telling = arg, None
        elif kind == Events.DEAL:
            self._telling = self._dealt(seat)
        if self._telling and self._telling.apply(event):
            self._telling = None  # the event was refused, so an earlier event is missing

    def _dealt(self, dealer: int) -> DealText | None:
        book = self.book
        if book is None:
            return None
        sums = list(self.sums)
        sums[Totals.DEALER], sums[Totals.WINNER] = dealer, -1
        return DealText(book, sums)

    @property
    def book(self) -> Rulebook | None:
        """Return the rulebook of the table's house, None if it is unknown."""
        return self._books.with_mark(self.mark) if self.mark >= 0 else None

    @property
    def offence(self) -> "ToldOffence | None":
        """Return the last offence of the deal, None if there is none."""
        found = self._telling.offences() if self._telling else []
        return found[-1] if found else None

    @property
    def trick(self) -> TrickFacts | None:
        """Return the last complete trick, None if there is none."""
        if not self._telling:
            return None
        whole = [
            one
            for one in tricks(self._telling.game, self._telling.book.house.players)
            if one.winner >= 0
        ]
        return whole[-1] if whole else None
