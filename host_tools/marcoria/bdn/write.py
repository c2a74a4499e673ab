"""Conversion of the events of a match, or of a journal, to deals and to BDN text.

If a part of a journal is lost, a note says so. The deals have only events that the journal has.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from marcoria.bdn.model import AS_PLAYED, HASH, NOTE, SECTIONS, TAGS, VERSION, Deal, Words
from marcoria.bdn.parse import hash_of
from marcoria.bdn.rulebooks import Rulebook, Rulebooks
from marcoria.bdn.tags import DealText, are_totals, by_side, tags_of
from marcoria.bdn.words import joined, word_of
from marcoria.errors import TableError
from marcoria.firmware.codes.game import SEATS, Events, Phases
from marcoria.firmware.codes.journal import Notes
from marcoria.journal.entries import Entry, in_words
from marcoria.journal.reader import Checkpoint, JournalDeal, JournalImage, Record

_WIDTH = 79
_INDENT = "  "
_ORDER = {name: place for place, name in enumerate(TAGS)}
_SCANNED = {0: "blind", 1: "scanned"}
_START, _AUCTION, _PLAY, _AFTER = range(4)
# Notes of the journal that are exported with a deal.
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
_WRONG = "The next event of this deal is impossible under these rules: the rest is left out."
if TYPE_CHECKING:
    Item = Record | Checkpoint | JournalDeal | None  # None: a gap


def text_of(deal: Deal) -> str:
    """Return the BDN text of a deal; unknown tags come after the known tags."""
    return "\n".join(lines_of(deal)) + "\n"


def texts_of(deals: Iterable[Deal]) -> Iterator[str]:
    """Yield the BDN text of deals, in pieces."""
    between = ""
    for deal in deals:
        yield between + text_of(deal)
        between = "\n"


def hashed(deal: Deal) -> Deal:
    """Set the deal's hash to the hash of its current content; return the deal."""
    deal.hash = ""
    deal.hash = hash_of(lines_of(deal))
    return deal


def lines_of(deal: Deal) -> list[str]:
    """Return the lines of a deal, with its hash if it has one."""
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
    """Return a tag with its value; quotes and backslashes in the value are escaped."""
    if "\\" in value or '"' in value:
        value = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{value}"]'


def wrapped(words: Iterable[str]) -> list[str]:
    """Return a line of words, wrapped at 79 characters; continuation lines are indented."""
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


def lost_note(sides: tuple[str, str], points: tuple[int, int]) -> str:
    """Return the note about a deal of which only the result is left.

    `points` are the points of the match after the deal.
    """
    return f"The cards of a deal are lost; after it stood {by_side(sides, points)}."


class NotAccepted(Exception):
    """Refusal of an event; the text is its code, or "out of turn" for a bid out of turn."""


class DealWriter:
    """Converter of the events of one deal to a `Deal`.

    `sums` are the totals at the start of the deal, None if the first event is a MATCH.
    """

    def __init__(self, book: Rulebook, sums: list[int] | None) -> None:
        self.telling = DealText(book, sums)
        self.book = book
        self.sums = sums
        self.events: list[Entry] = []
        self.notes: list[str] = []
        self.section = _START
        self.begins = False  # whether the first event is a MATCH
        self.hands = ""
        self.seq = -1  # number of the journal's record that dealt the cards
        # Time of the last event up to the deal's end, in ms since 1970; None if unknown.
        self.time: int | None = None
        self.lines: list[list[Words]] = [[[]] for _ in SECTIONS]
        self._cards = False  # whether the last line of Play has cards
        self._opened = False  # whether Play has a line that begins with number and leader

    def ends_before(self, kind: int) -> bool:
        """Return whether an event belongs to the next deal.

        The first event never does. A later MATCH always does. A later DEAL does if a DEAL was
        added before, or if the first event is not a MATCH.
        """
        if kind == Events.DEAL:
            return bool(self.events) and (self.telling.dealt or not self.begins)
        return kind == Events.MATCH and bool(self.events)

    def add(self, event: Entry) -> None:
        """Add an event; raise NotAccepted if it is impossible."""
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
        """Enter the section of an event; never go back to an earlier section.

        `phase` is the phase before the event.
        """
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
        """If a card or meld is the first of a trick, begin a line for the trick.

        `opens` is whether the trick had no card before the event. `mark` has the trick's number
        and leader, with which the line begins.
        """
        lines = self.lines[_PLAY]
        if opens and (self._cards or not self._opened):
            if lines[-1]:
                lines.append([])
            lines[-1] += mark
            self._cards = False
        self._opened = True
        self._cards = self._cards or kind == Events.CARD

    def finish(self) -> Deal:
        """Return the `Deal` with all added events, but without a hash."""
        telling, book = self.telling, self.book
        deal = Deal(tags={"BDN": VERSION} | book.tags(), notes=list(self.notes))
        if telling.dealt:
            deal.tags |= tags_of(telling.before, book)
            deal.tags |= {"Hands": self.hands, "Announce": AS_PLAYED} | telling.results()
        elif self.sums is not None:
            deal.tags |= tags_of(self.sums, book)
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
    """Yield the deals of these events; raise NotAccepted if an event is impossible under `book`.

    `sums` are the totals at the start, None if the first event is a MATCH.
    """
    now = DealWriter(book, sums)
    for event in happened:
        if now.ends_before(event[0]):
            yield now.finish()
            now = DealWriter(book, None if event[0] == Events.MATCH else list(book.match.totals))
        now.add(event)
    if now.events:
        yield now.finish()


def of_journal(
    image: JournalImage,
    path: str,
    books: Rulebooks,
    about: Mapping[str, str],
    date_of: Callable[[int], str] | None = None,
) -> Iterator[Deal]:
    """Yield the deals of a journal image, with the tags `about` and a hash.

    `date_of` gets the time at which a deal ended, in ms since 1970. It returns the value of the
    tag Date, or "" for no tag. Without `date_of` no deal gets a Date. If the image has neither a
    record nor a checkpoint, raise TableError with `path` in its sentence.
    """
    if not image.records and not image.checkpoints:
        raise TableError("not-a-journal", f"{path} has no record of a journal in it")
    for deal in Chronicle(image, books).deals():
        date = date_of(deal.time) if date_of and deal.time is not None else ""
        if date:
            deal.tags["Date"] = date
        deal.tags |= about
        yield hashed(deal)


class Chronicle:
    """Conversion of a journal image to deals."""

    def __init__(self, image: JournalImage, books: Rulebooks) -> None:
        self.image = image
        self.books = books
        self.book: Rulebook | None = None  # None if the match is not known
        self.now: DealWriter | None = None
        self.board = 0  # last value of the tag Board
        self.match = -1  # number of the record that began the match, or -1
        self.notes: list[str] = []  # notes for the next deal

    def deals(self) -> Iterator[Deal]:
        """Yield all deals; if only the result of a deal is left, add a note to the next deal.

        If no deal follows a note, yield a last deal that has only notes.
        """
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
        """Return the journal's records, checkpoints and gaps, and the deals without events.

        They are in the order in which the table wrote them.
        """
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
        return lost_note(sides, deal.points)

    def _lose(self, note: str) -> None:
        """Add a note for the next deal, and drop the match, because deals are lost or left out.

        Also skip a board number, because one or more deals may be missing. `_resume` may skip
        another one. Do not change this: deals of old journals must keep their board numbers.
        """
        if note not in self.notes:
            self.notes.append(note)
        self.board += 1
        self.book, self.match = None, -1

    def _note(self, one: Record) -> None:
        """Add a note of the journal to the notes of the current deal, if there is one."""
        if self.now:
            self.now.notes.append(f"At the table: {in_words((one.kind, one.seat, one.arg))}.")

    # --- events -----------------------------------------------------------------------------

    def _event(self, one: Record) -> Iterator[Deal]:
        kind = one.kind
        if kind == Events.MATCH:
            yield from self._finish("")
            self.book = self._known(one.arg)
            self.match = one.seq
            self.now = DealWriter(self.book, None) if self.book else None
        elif self.book is None:
            self.board += kind == Events.DEAL
        elif self.now is None or self.now.ends_before(kind):
            sums = list(self.book.match.totals)
            yield from self._finish("")
            self.now = DealWriter(self.book, sums)
        if self.now:
            is_under_way = kind == Events.DEAL or self.now.telling.game.phase > Phases.READY
            try:
                self.now.add((kind, one.seat, one.arg))
            except NotAccepted:
                yield from self._finish(_WRONG)
                self._lose(_BEFORE)
            else:
                self.now.seq = one.seq if kind == Events.DEAL else self.now.seq
                if is_under_way:
                    self.now.time = self.image.time(one)

    def _known(self, mark: int) -> Rulebook | None:
        """Return the rulebook with this mark; if there is none, add a note and return None."""
        book = self.books.with_mark(mark)
        if book is None:
            self._lose(
                f"A match is left out: no house here has its rules (mark {mark:04x}). "
                "Give the house's file with --house FILE.house."
            )
        return book

    def _resume(self, checkpoint: Checkpoint) -> Iterator[Deal]:
        """Continue the match from a checkpoint; yield the current deal, if any, as incomplete.

        Do nothing if the match already has the checkpoint's rules and totals.
        """
        sums = list(checkpoint.totals)
        book = self.book
        if book and book.house.mark == checkpoint.mark and list(book.match.totals) == sums:
            return
        yield from self._finish(_CUT)
        self.book = self._known(checkpoint.mark)
        if self.book and not are_totals(sums, self.book):
            self._lose("A match is left out: its totals are impossible.")
        if self.book:
            self.board += self.board > 0
            self.book.restore(sums)

    def _finish(self, note: str) -> Iterator[Deal]:
        """Yield the current deal, if it has events; `note` is "" if the deal is complete.

        If something is lost before the first event of a deal, store a note for the next deal.
        """
        now, self.now = self.now, None
        if now and now.events:
            deal = now.finish()
            deal.seq, deal.match, deal.time = now.seq, self.match, now.time
            if now.telling.dealt:
                self.board += 1
                deal.tags["Board"] = f"{self.board}"
            deal.notes = self.notes + deal.notes + ([note] if note else [])
            self.notes = []
            yield deal
        elif note and self.book:
            self.notes.append(_BEFORE)
