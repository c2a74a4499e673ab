"""What one player sees: their own hand, and what lies and was said in the open."""

from collections.abc import Sequence

from marcoria.firmware.belote.match import Match
from marcoria.firmware.belote.melds import Meld, Melds
from marcoria.firmware.belote.trick import FREE, TRUMP_BEATS, why
from marcoria.game.masks import masks

QUEEN, KING = 5, 6
_NO_CONTRACT = -1


class View:
    """`game` is the match as all follow it; `hand` the cards of this player, `laid` those he has
    laid in this deal."""

    def __init__(self, game: Match, seat: int, hand: list[int], laid: list[int]) -> None:
        self.game = game
        self.house = game.house
        self.seat = seat
        self.side = game.house.side(seat)
        self.hand = hand
        self.laid = laid

    def legal(self) -> list[int]:
        """The cards that this player may lay now, if it is his turn."""
        legal = self.game.trick.legal(masks(self.hand))
        suit, ranks = legal >> 8 & 7, legal & 255
        free = bool(legal & FREE)
        return [
            card for card in self.hand if (ranks >> (card & 7) & 1 if card >> 3 == suit else free)
        ]

    def broken_by(self, card: int) -> int:
        """The duty that laying this card would break, 0 for none."""
        trick = self.game.trick
        return why(card, trick.led, trick.trump, trick.denies(card), masks(self.hand))

    def is_trump(self, card: int) -> bool:
        """Whether the card's suit counts as trump."""
        return self.game.trick.beats[card >> 3] is TRUMP_BEATS

    def points(self, card: int) -> int:
        """What a card is worth."""
        return self.game.trick.values[card >> 3][card & 7]

    def wins(self, card: int) -> bool:
        """Whether the card would win the trick so far."""
        trick = self.game.trick
        suit, bit = card >> 3, 1 << (card & 7)
        if trick.led == 4:
            return True
        if suit == trick.led:
            return bool(trick.up & bit) and not trick.cut
        return suit == trick.trump and (not trick.cut or bool(trick.top & bit))

    def partner_wins(self) -> bool:
        """Whether the trick is the partner's so far."""
        trick = self.game.trick
        return bool(trick.led != 4 and self.game.house.side(trick.winner) == self.side)

    def melds(self) -> "Sequence[Meld]":
        """Return the melds of the whole hand, best first."""
        hand = masks(self.hand + self.laid)
        return Melds(self.house).find(self.seat, hand, self.game.auction.contract)

    def pair_held(self, card: int) -> bool:
        """Whether this king or queen of trump has its other card in the same hand."""
        return card & 7 in (QUEEN, KING) and self.is_trump(card) and card ^ 3 in self.own()

    def own(self) -> list[int]:
        """All the cards this player was dealt."""
        return self.hand + self.laid

    def calls_belote(self, card: int) -> bool:
        """Whether an honest player calls when he lays this card."""
        if not self.pair_held(card):
            return False
        other_laid = card ^ 3 in self.laid
        if self.house.order and card & 7 == QUEEN and not other_laid:
            return False
        return not (self.house.calls and other_laid)
