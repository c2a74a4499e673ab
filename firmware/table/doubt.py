"""Questions that the cards on the pads leave open. Loaded when there is one, and let go with the
answer."""

import sys

from micropython import const

_DEALER = const(3)
_OFFENCE = const(17)
_MISDEAL = const(10)
_RULING = const(19)
_VOID = const(2)
_DECK = const(46)

_CHANGE_PACK = const(98)  # text
_YES = const(99)  # text
_NO = const(100)  # text
_DEAL_AGAIN = const(101)  # text
_MISDEALT = const(102)  # text


class Doubt:
    """One question to one seat, by its text: whether to play with the other pack that lies there,
    to deal again, or whether the seat has no card left when another has one too many."""

    def __init__(self, cards, what: int, seat: int) -> None:  # type: ignore[no-untyped-def]
        self.cards = cards
        self.deck = cards.table.deck.other
        cards.table.ask(self, what, 1 << seat, what, bytes((_YES, _NO)))

    def answered(self, what: int, seat: int, choice: int) -> None:
        """Does what was asked about, if the answer is yes."""
        cards = self.cards
        if not choice:
            if what == _MISDEALT:
                cards.happen(_OFFENCE, cards.match.totals[_DEALER], _MISDEAL)
            elif what == _DEAL_AGAIN:
                cards.happen(_RULING, _VOID, 0)
            elif what == _CHANGE_PACK:
                self._change(seat)
        if __name__ in sys.modules:
            del sys.modules[__name__]
            del sys.modules["table"].doubt

    def _change(self, seat: int) -> None:
        """The cards of the other pack count from now on, the one that lies there too."""
        cards = self.cards
        cards.table.deck.active = self.deck
        cards.table.journal.add(_DECK, seat, self.deck)
        for pad in range(4):
            if cards.owner(pad) == seat:
                cards.news(pad)
