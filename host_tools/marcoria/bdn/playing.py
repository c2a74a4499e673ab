"""The words of a deal on paper as events: each happens in the match, or is told with its place."""

from collections.abc import Callable
from typing import NoReturn

from marcoria.bdn.document import Deal
from marcoria.bdn.hands import Owners
from marcoria.bdn.refusals import SENTENCES
from marcoria.bdn.rulebooks import Rulebook
from marcoria.bdn.telling import Telling
from marcoria.bdn.words import CALL_NUMBERS, CARDS, events_of, is_number
from marcoria.firmware.codes.game import SEATS, Events, Phases, Totals, name_of
from marcoria.journal.replay import Entry

_NOBODY = 4
_TAKES_BACK = (".undo", ".back", ".event=")


class Playing:
    """One deal while it happens: `events` are those that its words mean. `owners` tells whose
    each card is, None if no cards were dealt."""

    def __init__(
        self, deal: Deal, book: Rulebook, telling: Telling, owners: Owners | None
    ) -> None:
        self.deal = deal
        self.book = book
        self.telling = telling
        self.owners = owners
        self.game = book.match
        self.mark = book.house.mark
        self.events: list[Entry] = []
        self.at = ("", 0, 0)  # the word under way: section, line, place
        self._line_has_card = False
        self._takes_back: bool | None = None  # whether cards were taken back; None: not known

    def section(self, section: str) -> None:
        for line, words in enumerate(self.deal.sections.get(section, ("", []))[1]):
            for place, word in enumerate(words):
                self.at = (section, line, place)
                self._word(word)

    def play(self, announce: Callable[[], None], call: Callable[[int, int], None]) -> None:
        """Play a line for each trick. `announce` is called before a trick's first card, and `call`
        after each card with its seat."""
        trick = self.game.trick
        owners = self.owners
        for line, words in enumerate(self.deal.sections["Play"][1]):
            self._line_has_card = False
            for place, word in enumerate(words):
                self.at = ("Play", line, place)
                card = CARDS.get(word)
                if card is None or self.game.phase != Phases.PLAY:
                    self._word(word)
                    continue
                if not self._line_has_card or not trick.count:
                    self._check_line(line)
                    announce()
                seat = trick.seat
                if owners and owners.of[card] != seat:
                    self._check_owner(card, seat)
                self.happen((Events.CARD, seat, card))
                call(seat, card)

    def _check_line(self, line: int) -> None:
        """Each trick has a line of its own."""
        if self._line_has_card:
            self._wrong("this trick is full: the next one begins on a new line")
        self._line_has_card = True
        self._check_whole(line)

    def _check_whole(self, line: int) -> None:
        """The trick of the line before is whole."""
        count = self.game.trick.count
        if count:
            number = self.game.audit.plays // self.book.house.players + 1
            cards = f"{count} card{'s' * (count > 1)}"
            raise self.deal.wrong_word(
                "Play", max(line - 1, 0), 1 << 20, f"trick {number} has only {cards}"
            )

    def _check_owner(self, card: int, seat: int) -> None:
        """A card is laid by whom Deal gives it, unless cards were taken back."""
        owners = self.owners
        if self._takes_back is None:
            words = [word for *_, word in self.deal.words()]
            self._takes_back = any(act in word for word in words for act in _TAKES_BACK)
        if not owners or self._takes_back:
            return
        owner = owners.of[card]
        laid = owner < _NOBODY and self.game.audit.laid[owner][card >> 3] >> (card & 7) & 1
        if owner < _NOBODY and not laid:
            self._wrong(
                f"{SEATS[seat]} is to play, and {name_of(card)} is in the hand of {SEATS[owner]}"
            )
        if owner == _NOBODY and owners.whole[seat]:
            self._wrong(f"{SEATS[seat]} does not have {name_of(card)}")

    def _word(self, word: str) -> None:
        """One word of a section."""
        game = self.game
        card = CARDS.get(word)
        if card is not None:
            if game.phase == Phases.DEALT:
                self.happen((Events.UPCARD, game.totals[Totals.DEALER], card))
            else:
                self.happen((Events.CARD, game.trick.seat, card))
        elif word in CALL_NUMBERS:
            self.happen((Events.BID, game.auction.seat, CALL_NUMBERS[word]))
        elif "." in word:
            for event in self._meaning(word):
                self.happen(event)
        elif not self._is_mark(word):
            self._wrong(f"'{word[:40]}' is no card, no call and no act")

    def _meaning(self, word: str) -> list[Entry]:
        try:
            found = events_of(word, self.book.sides, self.mark)
        except (KeyError, ValueError):
            self._wrong(f"'{word[:40]}' is no act: see docs/bdn.md")
        if found[0][0] in (Events.DEAL, 0):
            self._wrong("another deal begins with tags of its own")
        return found

    def _is_mark(self, word: str) -> bool:
        """Whether it is the number of a trick, or who leads to it; it must be right."""
        game = self.game
        section, line, _ = self.at
        if section == "Play" and line and not self._line_has_card:
            self._check_whole(line)
        if is_number(word.rstrip("."), 3) and len(word) < 4:
            number = game.audit.plays // self.book.house.players + 1
            if game.phase != Phases.PLAY or game.trick.count or int(word.rstrip(".")) != number:
                self._wrong(f"here trick {number} goes on or begins, not trick {word}")
            return True
        if len(word) == 2 and word[1] == ":" and word[0].upper() in SEATS:
            leader = SEATS[game.trick.seat]
            if game.trick.count or leader != word[0].upper():
                self._wrong(self._leads(leader, word[0].upper()))
            return True
        return False

    def _leads(self, leader: str, told: str) -> str:
        audit = self.game.audit
        if self.game.trick.count or not audit.plays:
            return f"{leader} is to play, not {told}"
        number = audit.plays // self.book.house.players
        return f"{leader} has won trick {number} and leads, not {told}"

    def happen(self, event: Entry) -> None:
        """An event; PaperError at its word if it cannot have happened."""
        refused = self.telling.apply(event)
        if refused:
            self._wrong(self._reason(event, refused))
        self.events.append(event)

    def apply_silently(self, event: Entry) -> None:
        """An event that no word tells of; if it cannot have happened it has not."""
        if not self.telling.apply(event):
            self.events.append(event)

    def _reason(self, event: Entry, refused: int) -> str:
        kind, seat, arg = event
        sentence = SENTENCES.get(refused, f"refused with {refused}")
        audit = self.game.audit
        if kind == Events.CARD and arg < 32:
            for other in self.book.seats:
                if audit.laid[other][arg >> 3] >> (arg & 7) & 1:
                    return f"{name_of(arg)} was laid before, by {SEATS[other]}"
        who = f"{SEATS[seat]}: " if kind != Events.RULING and seat < 4 else ""
        return f"{who}{sentence}"

    def _wrong(self, told: str) -> NoReturn:
        section, line, place = self.at
        if section in self.deal.sections:
            raise self.deal.wrong_word(section, line, place, told)
        raise self.deal.wrong_tag(section, told)
