"""Sentences in the language of the table, with their placeholders filled in."""

from micropython import const

import texts
from ui.language import load

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from belote.house import House

    class Sentence(Protocol):
        """Values for the placeholders of a text; a `Notice` has them."""

        seat: int
        card: int
        other_seat: int
        other_card: int
        number: int

    Fills = dict[
        int, "Callable[[Composer, Sentence], None]"
    ]  # function by letter of the placeholder

_BAR = b"|"  # separates the items of a list
_OPEN = b"%"  # stands before the letter of a placeholder


class Speech:
    """The language of the table and the names that sentences use.

    `texts` has the texts by number, `names` has the players' names by seat, `house` is the name of
    the house, and `sides` is the number of the text that lists the names of the sides.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.texts: "list[bytes]" = []
        self.names = [b""] * 4
        self.house = b""
        self.sides = texts.SIDES

    def speak(self, code: str, names: "list[str]") -> None:
        """Load the language `code`, or English if its file is missing, and set the players' names.

        If a name in `names` is empty, sentences use the name of the seat.
        """
        self.texts = load(self._folder, code)
        for seat in range(4):
            self.names[seat] = names[seat].encode()

    def play(self, house: "House") -> None:
        """Set the name of the house, and the names of the sides for its number of players."""
        self.house = house.name.encode()
        self.sides = texts.SIDES if house.players == 4 else texts.SIDES_OF_TWO


class Composer:
    """A composer of text in the language of a `Speech`.

    A subclass implements the methods that add pieces: `part`, `number` and `suit`. `label` is the
    value of %t in UTF-8.
    """

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.label = b""

    # --- pieces -----------------------------------------------------------------------------

    def part(self, text: bytes, start: int, stop: int) -> None:
        """Add the bytes from `start` to `stop` of a UTF-8 text."""
        raise NotImplementedError

    def number(self, n: int) -> None:
        """Add a number."""
        raise NotImplementedError

    def suit(self, suit: int) -> None:
        """Add the symbol of a suit."""
        raise NotImplementedError

    # --- text made of pieces ----------------------------------------------------------------

    def literal(self, text: bytes) -> None:
        """Add a UTF-8 text as it is."""
        self.part(text, 0, len(text))

    def text(self, text: int, item: int = 0) -> None:
        """Add the text with the number `text`; if it is a list, add its item with index `item`.

        Add nothing if the list has no such item.
        """
        words = self.speech.texts[text]
        start = 0
        while item > 0:
            start = words.find(_BAR, start) + 1
            if not start:
                return
            item -= 1
        stop = words.find(_BAR, start)
        self.part(words, start, stop if stop >= 0 else len(words))

    def card(self, card: int) -> None:
        """Add a card's rank and suit."""
        self.text(texts.RANKS, card & 7)
        self.suit(card >> 3)

    def seat(self, seat: int) -> None:
        """Add the player's name, or the name of the seat if the player has none."""
        if self.speech.names[seat]:
            self.literal(self.speech.names[seat])
        else:
            self.text(texts.SEATS, seat)

    def seats(self, seats: int, either: bool) -> None:
        """Add the players at the seats in a mask, joined by "and", or by "or" if `either`."""
        for seat in range(4):
            if seats >> seat & 1:
                self.seat(seat)
                seats &= ~(1 << seat)
                if seats & seats - 1:
                    self.literal(b", ")
                elif seats:
                    self.literal(b" ")
                    self.text(texts.JOINED, either)
                    self.literal(b" ")

    def house(self) -> None:
        """Add the name of the house."""
        self.literal(self.speech.house)

    def side(self, side: int) -> None:
        """Add a side's name."""
        self.text(self.speech.sides, side)

    def sentence(self, text: int, sentence: "Sentence", label: bytes) -> None:
        """Add a text with its placeholders filled in; `label` is the value of %t."""
        self.label = label
        self._fill_in(text, sentence, _FILLS)

    def pad(self, sentence: "Sentence") -> None:
        """Add the words for the pad of `other_seat`, on which `seat` lays cards.

        If both seats are the same, the words are ON_YOUR_PAD.
        """
        is_own = sentence.seat == sentence.other_seat
        text = texts.ON_YOUR_PAD if is_own else texts.ON_PAD_OF
        self._fill_in(text, sentence, _FILLS_OF_PADS)

    def _fill_in(self, text: int, sentence: "Sentence", fills: "Fills") -> None:
        """Add a text; replace the placeholders that have a function in `fills` by their values."""
        words = self.speech.texts[text]
        start = 0
        at = words.find(_OPEN)
        while at >= 0:
            fill = fills.get(words[at + 1]) if at + 1 < len(words) else None
            if fill:
                self.part(words, start, at)
                fill(self, sentence)
                start = at + 2
            at = words.find(_OPEN, at + 1)
        self.part(words, start, len(words))


# Functions that add the value of a placeholder, by its letter. %l is replaced by another text, in
# which only %o is filled in, so that no text can contain itself.
_FILLS_OF_PADS: "Fills" = {ord("o"): lambda to, sentence: to.seat(sentence.other_seat)}
_FILLS: "Fills" = {
    ord("s"): lambda to, sentence: to.seat(sentence.seat),
    ord("o"): lambda to, sentence: to.seat(sentence.other_seat),
    ord("l"): lambda to, sentence: to.pad(sentence),
    ord("c"): lambda to, sentence: to.card(sentence.card),
    ord("d"): lambda to, sentence: to.card(sentence.other_card),
    ord("n"): lambda to, sentence: to.number(sentence.number),
    ord("p"): lambda to, sentence: to.number(sentence.card),
    ord("q"): lambda to, sentence: to.number(sentence.other_card),
    ord("t"): lambda to, sentence: to.literal(to.label),
    ord("m"): lambda to, sentence: to.text(texts.MELDS, sentence.number),
    ord("b"): lambda to, sentence: to.side(sentence.number),
    ord("w"): lambda to, sentence: to.seats(sentence.number, False),
    ord("e"): lambda to, sentence: to.seats(sentence.number, True),
}
