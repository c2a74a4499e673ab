"""The journal of a table as deals on paper. What is lost is told in notes, and never made up."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from marcoria.bdn import recording
from marcoria.bdn.document import VERSION, Deal
from marcoria.bdn.rulebooks import Rulebook, Rulebooks
from marcoria.bdn.state import by_side
from marcoria.bdn.writing import hashed
from marcoria.errors import TableError
from marcoria.firmware.codes.game import Events, Totals
from marcoria.firmware.codes.journal import Notes
from marcoria.journal.reading import Checkpoint, JournalImage, Record
from marcoria.journal.reading import Deal as Kept
from marcoria.journal.wording import in_words

# What people want to know of a deal besides its events.
_TOLD = (
    Notes.BY_HAND,
    Notes.DEAD_CARD,
    Notes.EXCHANGED,
    Notes.DEALT_AGAIN,
    Notes.PAUSED,
    Notes.RESUMED,
    Notes.ABANDONED,
    Notes.CORRECTED,
)
_CUT = "What came next in this deal is lost: the table's journal is damaged there."
_BEFORE = "Before this deal something is lost: the table's journal is damaged there."
_WRONG = "What came next in this deal does not follow from it by these rules."
if TYPE_CHECKING:
    Item = Record | Checkpoint | Kept | None  # None: a gap


def of_journal(
    image: JournalImage, path: str, books: Rulebooks, about: Mapping[str, str]
) -> Iterator[Deal]:
    """The deals of an image, which has that name, with what is told about them."""
    if not image.records and not image.checkpoints:
        raise TableError("not-a-journal", f"{path} has no record of a journal in it")
    for deal in Chronicle(image, books).deals():
        deal.tags |= about
        yield hashed(deal)


class Chronicle:
    """The deals of an image, one after the other."""

    def __init__(self, image: JournalImage, books: Rulebooks) -> None:
        self.image = image
        self.books = books
        self.book: Rulebook | None = None  # None: nothing is known of the match
        self.now: recording.Record | None = None
        self.board = 0
        self.notes: list[str] = []  # for the next deal

    def deals(self) -> Iterator[Deal]:
        """All of them; what nothing is left of is told in the notes of the next one."""
        for item in self._items():
            if item is None:
                yield from self._finish(_CUT)
                self._lose(_BEFORE)
            elif isinstance(item, Checkpoint):
                yield from self._resume(item)
            elif isinstance(item, Kept):
                if self.book is None:
                    self._lose(self._kept(item))
            elif item.is_event:
                yield from self._event(item)
            elif item.kind in _TOLD:
                self._note(item)
        yield from self._finish("")
        if self.notes:
            yield Deal(tags={"BDN": VERSION}, notes=self.notes)

    def _items(self) -> "list[Item]":
        """Events and notes, checkpoints, damage, results without events: as they were written."""
        image = self.image
        items: list[tuple[int, int, Item]] = [(one.seq, 1, one) for one in image.records]
        items += [(one.end, 1, one) for one in image.checkpoints]
        items += [(one.seq, 0, None) for one in image.gaps]
        items += [(one.seq - 1, 2, one) for one in image.deals if not one.events]
        places = sorted([(seq, turn, i) for i, (seq, turn, _) in enumerate(items)])
        return [items[i][2] for _, _, i in places]

    def _kept(self, deal: Kept) -> str:
        after = (one for one in self.image.checkpoints if one.seq >= deal.seq)
        checkpoint = next(after, None)
        book = self.books.with_mark(checkpoint.mark) if checkpoint else None
        sides = book.sides if book else ("first side", "other side")
        return f"The cards of a deal are lost; after it stood {by_side(sides, deal.points)}."

    def _lose(self, note: str) -> None:
        """A deal at least is missing here."""
        if note not in self.notes:
            self.notes.append(note)
        self.board += 1
        self.book = None

    def _note(self, one: Record) -> None:
        """What the journal says beside the events."""
        if self.now:
            self.now.notes.append(f"At the table: {in_words((one.kind, one.seat, one.arg))}.")

    # --- events -----------------------------------------------------------------------------

    def _event(self, one: Record) -> Iterator[Deal]:
        kind = one.kind
        if kind == Events.MATCH:
            yield from self._finish("")
            self.book = self._known(one.arg)
            self.now = recording.Record(self.book, None) if self.book else None
        elif self.book is None:
            self.board += kind == Events.DEAL
        elif self.now is None or self.now.ends_before(kind):
            sums = list(self.book.match.totals)
            yield from self._finish("")
            self.now = recording.Record(self.book, sums)
        if self.now:
            try:
                self.now.add((kind, one.seat, one.arg))
            except recording.NotAccepted:
                yield from self._finish(_WRONG)
                self._lose(_BEFORE)

    def _known(self, mark: int) -> Rulebook | None:
        """The house of that mark."""
        book = self.books.with_mark(mark)
        if book is None:
            self._lose(
                f"A match is left out: no house here has its rules, of the mark {mark:04x}. "
                "Give its file with --house FILE.house."
            )
        return book

    def _resume(self, checkpoint: Checkpoint) -> Iterator[Deal]:
        """Totals of the match; what is known of it otherwise counts no more."""
        sums = list(checkpoint.totals)
        book = self.book
        if book and book.house.mark == checkpoint.mark and list(book.match.totals) == sums:
            return
        yield from self._finish(_CUT)
        self.book = self._known(checkpoint.mark)
        if self.book:
            self.board += self.board > 0
            self.book.match.apply(Events.MATCH, sums[Totals.DEALER], checkpoint.mark)
            self.book.match.totals[:] = sums

    def _finish(self, note: str) -> Iterator[Deal]:
        """The deal under way, if there is one; with a note if it is not whole."""
        now, self.now = self.now, None
        if now and now.events:
            deal = now.finish()
            if now.telling.dealt:
                self.board += 1
                deal.tags["Board"] = f"{self.board}"
            deal.notes = self.notes + deal.notes + ([note] if note else [])
            self.notes = []
            yield deal
        elif note and self.book:
            self.notes.append(_BEFORE)
