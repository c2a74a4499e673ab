"""Events are written down: each deal of a match, with what the engine makes of it."""

from collections.abc import Iterable, Iterator

from marcoria.bdn.document import SECTIONS, VERSION, Deal, Words
from marcoria.bdn.rulebooks import Rulebook
from marcoria.bdn.state import tags_of
from marcoria.bdn.telling import Telling
from marcoria.bdn.words import joined, word_of
from marcoria.firmware.codes.game import SEATS, Events, Phases
from marcoria.journal.replay import Entry

AS_PLAYED = "as played"
_SCANNED = {0: "blind", 1: "scanned"}
_START, _AUCTION, _PLAY, _AFTER = range(4)


class NotAccepted(Exception):
    """An event that cannot have happened: the answer of the match."""


class Record:
    """One deal that is being written down. It ends before a match begins, and before the next
    deal; `sums` are the totals that it starts from, None if a match has begun with it."""

    def __init__(self, book: Rulebook, sums: list[int] | None) -> None:
        self.telling = Telling(book, sums)
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
        """Whether an event belongs to the next one."""
        if kind == Events.DEAL:
            return bool(self.events) and (self.telling.dealt or not self.begins)
        return kind == Events.MATCH and bool(self.events)

    def add(self, event: Entry) -> None:
        """What has happened; NotAccepted if it cannot have."""
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
        """The section of an event; never back to one before."""
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
        """A line for each trick, with its number and who leads."""
        lines = self.lines[_PLAY]
        if opens and (self._cards or not self._opened):
            if lines[-1]:
                lines.append([])
            lines[-1] += mark
            self._cards = False
        self._opened = True
        self._cards = self._cards or kind == Events.CARD

    def finish(self) -> Deal:
        """The deal as it stands on paper."""
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
    """The deals of these events, all of one house. Without totals they begin with a match."""
    now = Record(book, sums)
    for event in happened:
        if now.ends_before(event[0]):
            yield now.finish()
            now = Record(book, None if event[0] == Events.MATCH else list(book.match.totals))
        now.add(event)
    if now.events:
        yield now.finish()
