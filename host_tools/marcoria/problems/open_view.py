"""Facts about a position with open cards, and a plain rule that chooses a card."""

from marcoria.analysis.position import OpenDeal, Position
from marcoria.analysis.tables import Tables
from marcoria.game.masks import would_win
from marcoria.value import Value


class OpenView(Value):
    """Position with open cards, as the player whose turn it is sees it."""

    def __init__(self, deal: OpenDeal, tables: Tables, position: Position) -> None:
        self.deal = deal
        self.tables = tables
        self.position = position
        self.trick = deal.trick(position)
        self.seat = self.trick.seat
        self.legal = deal.legal(position)

    def strength(self, card: int) -> int:
        """Return the strength of a card in its suit, from 0 to 7."""
        return self.tables.strength[card >> 3][card & 7]

    def points(self, card: int) -> int:
        """Return the points of a card."""
        return self.tables.points[card >> 3][card & 7]

    def is_trump(self, card: int) -> bool:
        """Return whether a card is of the trump suit.

        Return False for every card if the contract is no trumps or all trumps.
        """
        return card >> 3 == self.tables.trump

    def is_ours(self, seat: int) -> bool:
        """Return whether a seat is on the side of the player whose turn it is."""
        house = self.deal.house
        return house.side(seat) == house.side(self.seat)

    def partner(self) -> int:
        """Return the seat of the partner, -1 if the player has no partner."""
        return self.seat ^ 2 if self.tables.players == 4 else -1

    def foes(self) -> list[int]:
        """Return the seats of the opponents in the order of play from the player on."""
        step, count = self.tables.step, self.tables.players
        order = [self.seat + step * n & 3 for n in range(1, count)]
        return [seat for seat in order if not self.is_ours(seat)]

    def higher(self, card: int, seats: list[int]) -> list[int]:
        """Return the higher cards of the same suit in the hands of some seats."""
        mine = self.strength(card)
        held = [one for seat in seats for one in self.position.hands[seat]]
        return [one for one in held if one >> 3 == card >> 3 and self.strength(one) > mine]

    def is_master(self, card: int) -> bool:
        """Return whether no other player has a higher card of the suit."""
        others = [seat for seat in range(4) if seat != self.seat]
        return not self.higher(card, others)

    def trumps(self, seat: int) -> list[int]:
        """Return the trumps in the hand of a seat."""
        return [card for card in self.position.hands[seat] if self.is_trump(card)]

    def wins_now(self, card: int) -> bool:
        """Return whether a card would beat all cards of the trick so far."""
        return would_win(self.trick, card)

    def is_partner_winning(self) -> bool:
        """Return whether the partner's card is the best of the trick so far."""
        return self.trick.led != 4 and self.is_ours(self.trick.winner)

    def plain_card(self) -> int:
        """Return the card that a plain rule plays.

        A master is a card that no other player can beat in its suit. The rule leads the first of
        these that the player has: a master of trumps while the opponents have trumps, a master of
        another suit, a master of trumps, the card with the fewest points.

        To a trick under way, the rule prefers a card that is not a trump. If the partner is
        winning, it plays the card with the most points. Otherwise it wins with the highest card,
        or with the lowest trump if only a trump wins. If no card wins, it plays the card with the
        fewest points.
        """
        if self.trick.led == 4:
            return max(self.legal, key=self._lead)
        if self.is_partner_winning():
            return max(self.legal, key=lambda card: (not self.is_trump(card), *self._worth(card)))
        winning = [card for card in self.legal if self.wins_now(card)]
        if winning:
            return min(winning, key=lambda card: (self.is_trump(card), -self._safety(card)))
        return min(self.legal, key=lambda card: (self.is_trump(card), *self._worth(card)))

    def _worth(self, card: int) -> tuple[int, int]:
        return self.points(card), self.strength(card)

    def _safety(self, card: int) -> int:
        """Return a number that is high for a high plain card and for a low trump."""
        return -self.strength(card) if self.is_trump(card) else self.strength(card)

    def _lead(self, card: int) -> tuple[bool, bool, bool, int, int]:
        draws = self.is_trump(card) and any(self.trumps(seat) for seat in self.foes())
        master = self.is_master(card)
        return (
            draws and master,
            master and not self.is_trump(card),
            master,
            self.strength(card) if master else -self.points(card),
            -card,
        )
