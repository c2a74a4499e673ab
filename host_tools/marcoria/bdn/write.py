"""Deals are written: from the events of a match, from a table's journal, and as text.

What a journal has lost is told in notes, and never made up.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from marcoria.bdn.model import AS_PLAYED, HASH, NOTE, SECTIONS, TAGS, VERSION, Deal, Words
from marcoria.bdn.parse import hash_of
from marcoria.bdn.rulebooks import Rulebook, Rulebooks
from marcoria.bdn.tags import DealText, by_side, tags_of
from marcoria.bdn.words import joined, word_of
from marcoria.errors import TableError
from marcoria.firmware.codes.game import SEATS, Events, Phases, Totals
from marcoria.firmware.codes.journal import Notes
from marcoria.journal.entries import Entry, in_words
from marcoria.journal.reader import Checkpoint, JournalDeal, JournalImage, Record

_WIDTH = 79
_INDENT = "  "
_ORDER = {name: place for place, name in enumerate(TAGS)}
_SCANNED = {0: "blind", 1: "scanned"}
_START, _AUCTION, _PLAY, _AFTER = range(4)
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
    Item = Record | Checkpoint | JournalDeal | None  # None: a gap


def text_of(deal: Deal) -> str:
    """Return the lines of a deal; tags that nobody knows come behind the others."""
    return "\n".join(lines_of(deal)) + "\n"


def texts_of(deals: Iterable[Deal]) -> Iterator[str]:
    """Return the text of a file, in pieces."""
    between = ""
    for deal in deals:
        yield between + text_of(deal)
        between = "\n"


def hashed(deal: Deal) -> Deal:
    """Return the deal with a hash of what it says now."""
    deal.hash = ""
    deal.hash = hash_of(lines_of(deal))
    return deal


def lines_of(deal: Deal) -> list[str]:
    """Return the lines, the hash among them if there is one."""
    known = sorted(deal.tags, key=lambda name: _ORDER.get(name, len(_ORDER)))
    lines = [tag(name, deal.tags[name]) for name in known]
    for section in SECTIONS:
        if section in deal.sections:
            value, words = deal.sections[section]
            lines.append(tag(section, value))
            for line in words:
                lines += wrapped(line)
    lines += [tag(NOTE, note) for note in deal.notes]
    return lines + [tag(HASH, deal.hash)] if deal.hash else lines


def tag(name: str, value: str) -> str:
    """Return a tag and its value, in which quotes are marked."""
    if "\\" in value or '"' in value:
        value = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{value}"]'


def wrapped(words: Iterable[str]) -> list[str]:
    """Return a line of words; what is too long goes on with a blank at the beginning."""
    text = " ".join(words)
    if len(text) <= _WIDTH:
        return [text]
    lines: list[str] = []
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _WIDTH:
            lines.append(line)
            line = _INDENT + word
        else:
            line = f"{line} {word}" if line else word
    return lines + [line]


class NotAccepted(Exception):
    """An event that cannot have happened: the answer of the match."""


class DealWriter:
    """One deal that is being written down. It ends before a match begins, and before the next
    deal; `sums` are the totals that it starts from, None if a match has begun with it."""

    def __init__(self, book: Rulebook, sums: list[int] | None) -> None:
        self.telling = DealText(book, sums)
        self.book = book
        self.sums = sums
        self.events: list[Entry] = []
        self.notes: list[str] = []
        self.section = _START
        self.begins = False  # a match
        self.hands = ""
        self.lines: list[list[Words]] = [[[]] for _ in SECTIONS]
        self._cards = self._opened = False  # in the last line of the play: cards, announcements

    def ends_before(self, kind: int) -> bool:
        """Return whether an event belongs to the next one."""
        if kind == Events.DEAL:
            return bool(self.events) and (self.telling.dealt or not self.begins)
        return kind == Events.MATCH and bool(self.events)

    def add(self, event: Entry) -> None:
        """Add what has happened; raise NotAccepted if it cannot have."""
        kind, _, arg = event
        game = self.telling.game
        phase = game.phase
        opens = game.trick.count == 0
        mark = f"{game.audit.plays // game.house.players + 1}", f"{SEATS[game.trick.seat]}:"
        if kind == Events.BID and game.auction.seat != event[1]:
            raise NotAccepted("out of turn")
        result = self.telling.apply(event)
        if result:
            raise NotAccepted(f"{result}")
        if not self.events:
            self.begins = kind == Events.MATCH
        self.events.append(event)
        self._enter(kind, phase)
        if kind == Events.DEAL:
            self.hands = _SCANNED.get(arg, f"{arg}")
            return
        if self.section == _PLAY and kind in (Events.CARD, Events.MELD):
            self._open(kind, opens, mark)
        word = word_of(event, self.book.sides, game.house.mark)
        joined(self.lines[self.section][-1], word)

    def _enter(self, kind: int, phase: int) -> None:
        """Enter the section of an event, and never go back to one before."""
        section = _AFTER
        if kind == Events.MATCH:
            section = _START
        elif kind == Events.DEAL or phase in (Phases.DEALT, Phases.BIDDING):
            section = _AUCTION
        elif phase == Phases.PLAY or (phase == Phases.DONE and kind != Events.CONFIRM):
            section = _PLAY
        elif self.begins and not self.telling.dealt:
            section = _START
        self.section = max(self.section, section)

    def _open(self, kind: int, opens: bool, mark: tuple[str, str]) -> None:
        """Begin a line for each trick, with its number and the seat that leads."""
        lines = self.lines[_PLAY]
        if opens and (self._cards or not self._opened):
            if lines[-1]:
                lines.append([])
            lines[-1] += mark
            self._cards = False
        self._opened = True
        self._cards = self._cards or kind == Events.CARD

    def finish(self) -> Deal:
        """Return the deal as it stands on paper."""
        telling, book = self.telling, self.book
        deal = Deal(tags={"BDN": VERSION} | book.tags(), notes=list(self.notes))
        if telling.dealt:
            deal.tags |= tags_of(telling.before, book, True)
            deal.tags |= {"Hands": self.hands, "Announce": AS_PLAYED} | telling.results()
        elif self.sums is not None:
            deal.tags |= tags_of(self.sums, book, False)
        elder = SEATS[telling.game.standing.house.after(telling.before[3])]
        for section, name in enumerate(SECTIONS):
            lines = [words for words in self.lines[section] if words]
            if lines:
                at_turn = elder if section in (_AUCTION, _PLAY) else ""
                deal.sections[name] = (at_turn, lines)
        return deal


def record(
    book: Rulebook, happened: Iterable[Entry], sums: list[int] | None = None
) -> Iterator[Deal]:
    """Return the deals of these events, all of one house. Without totals they begin with a
    match."""
    now = DealWriter(book, sums)
    for event in happened:
        if now.ends_before(event[0]):
            yield now.finish()
            now = DealWriter(book, None if event[0] == Events.MATCH else list(book.match.totals))
        now.add(event)
    if now.events:
        yield now.finish()


def of_journal(
    image: JournalImage, path: str, books: Rulebooks, about: Mapping[str, str]
) -> Iterator[Deal]:
    """Return the deals of an image, which has that name, with what is told about them."""
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
        self.now: DealWriter | None = None
        self.board = 0
        self.notes: list[str] = []  # for the next deal

    def deals(self) -> Iterator[Deal]:
        """Yield all deals; what nothing is left of is told in the notes of the next one."""
        for item in self._items():
            if item is None:
                yield from self._finish(_CUT)
                self._lose(_BEFORE)
            elif isinstance(item, Checkpoint):
                yield from self._resume(item)
            elif isinstance(item, JournalDeal):
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

    def _kept(self, deal: JournalDeal) -> str:
        after = (one for one in self.image.checkpoints if one.seq >= deal.seq)
        checkpoint = next(after, None)
        book = self.books.with_mark(checkpoint.mark) if checkpoint else None
        sides = book.sides if book else ("first side", "other side")
        return f"The cards of a deal are lost; after it stood {by_side(sides, deal.points)}."

    def _lose(self, note: str) -> None:
        """Note that a deal at least is missing here."""
        if note not in self.notes:
            self.notes.append(note)
        self.board += 1
        self.book = None

    def _note(self, one: Record) -> None:
        """Add what the journal says beside the events."""
        if self.now:
            self.now.notes.append(f"At the table: {in_words((one.kind, one.seat, one.arg))}.")

    # --- events -----------------------------------------------------------------------------

    def _event(self, one: Record) -> Iterator[Deal]:
        kind = one.kind
        if kind == Events.MATCH:
            yield from self._finish("")
            self.book = self._known(one.arg)
            self.now = DealWriter(self.book, None) if self.book else None
        elif self.book is None:
            self.board += kind == Events.DEAL
        elif self.now is None or self.now.ends_before(kind):
            sums = list(self.book.match.totals)
            yield from self._finish("")
            self.now = DealWriter(self.book, sums)
        if self.now:
            try:
                self.now.add((kind, one.seat, one.arg))
            except NotAccepted:
                yield from self._finish(_WRONG)
                self._lose(_BEFORE)

    def _known(self, mark: int) -> Rulebook | None:
        """Return the house of that mark."""
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
        """Return the deal under way, if there is one; with a note if it is not whole."""
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
