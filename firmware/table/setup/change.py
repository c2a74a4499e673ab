"""Changes to the deck in use: another tag for a card, and command cards."""

from micropython import const

import texts
from codes.table import Lamps
from table.files.decks import ENDING, FIRST_KEY, DeckError, read, save
from table.menus.options import Options
from table.setup.enrolment import DeckEnrolment
from table.setup.opening import light, players

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table

_RANKS = const(8)


class Change(DeckEnrolment):
    """Base class of a change to the active deck."""

    def __init__(self, table: "Table") -> None:
        deck = table.deck
        DeckEnrolment.__init__(self, table, deck.names[deck.active].decode(), ENDING)
        save(deck)
        try:
            self.tags = read(self.path)
        except DeckError as error:
            table.voice.call(deck.names[deck.active])
            self._close()
            table.voice.say(texts.DECK_WRONG, number=error.args[1])
            return
        self._ask_first()

    def _ask_first(self) -> None:
        raise NotImplementedError


class Replace(Change):
    """Change that gives a card another tag.

    First the display asks for new tags for the cards whose tags are known to be dead. If there is
    no such card, or if players skip the last one, they choose a card by suit and rank.
    """

    def _ask_first(self) -> None:
        dead = self.tags.dead
        self.kinds = bytes([card for card in range(32) if dead[card >> 3] >> (card & 7) & 1])
        self.card = 0
        if self.kinds:
            self._ask()
        else:
            self._which(texts.REPLACE_CARD, _SUIT)

    def _which(self, sentence: int, options: Options, seat: int = 0) -> None:
        table = self.table
        self.kinds = b""
        self.options = options
        table.voice.say(0, seat, ms=0)
        light(table, players(table), Lamps.ASKED)
        table.dialogue.ask(self, players(table), sentence, options.texts)

    def _go_on(self) -> None:
        """Skip to the next card with a dead tag; if there is none, let players choose a card."""
        if self.at + 1 < len(self.kinds):
            self.at += 1
            self._ask()
        else:
            self._which(texts.REPLACE_CARD, _SUIT)

    def suit(self, seat: int, choice: int) -> None:
        """Store the suit of the card, and ask for its rank."""
        self.card = choice * _RANKS
        self._which(texts.WHICH_RANK, _RANK, seat)

    def rank(self, seat: int, choice: int) -> None:
        """Add the rank to the suit, and ask for the card's new tag."""
        self.kinds = bytes((self.card + choice,))
        self.at = 0
        self._ask()


class CommandCards(Change):
    """Change that enrols command cards, which do what keys do, or request a redeal.

    Command cards are stored in the active deck's file and work with every deck.
    """

    def _ask_first(self) -> None:
        self.kinds = bytes([FIRST_KEY + key for key in (4, 5, 7, 8, 9, 10, 11, 0, 1, 2, 3)])
        self._ask()


_SUIT = Options(*[(texts.THIS_KEY, Replace.suit)] * 4, left=DeckEnrolment.stop)
_RANK = Options(*[(texts.RANKS, Replace.rank)] * 8, left=DeckEnrolment.stop)
