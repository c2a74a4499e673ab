"""The two weaker levels of players: the beginner, and the player who knows rules of thumb."""

from marcoria.bots.bidder import bid
from marcoria.bots.knowledge import Knowledge
from marcoria.bots.rules_of_thumb import RulesOfThumb
from marcoria.bots.strategy import ENOUGH, Honest, PlayerView, estimate

_TEN = 3


class Beginner(Honest):
    """Player who does not remember the cards of other players, but avoids the worst mistakes."""

    name = "beginner"

    def _worth(self, hand: list[int], contract: int) -> bool:
        return estimate(hand, contract) >= ENOUGH

    def _doubles(self) -> bool:
        return False

    def card(self, view: PlayerView) -> int:
        """Return the card to lay."""
        if view.partner_wins() and not self._is_safe(view):
            return min(view.legal(), key=lambda card: view.points(card) + 20 * view.is_trump(card))
        return super().card(view)

    def _is_safe(self, view: PlayerView) -> bool:
        """Return whether no opponent plays after this player in the trick."""
        return view.game.trick.count == view.house.players - 1

    def _lead(self, view: PlayerView, card: int) -> float:
        """Return how good it seems to lead a card."""
        is_takers_side = view.house.side(view.game.auction.taker) == view.side
        if view.is_trump(card):
            return super()._lead(view, card) if is_takers_side else -20.0
        is_risky = card & 7 == _TEN and card | 7 not in view.own()
        return super()._lead(view, card) - 20.0 * is_risky


class Skilled(Honest):
    """Player who remembers the cards that are gone, and decides by rules of thumb."""

    name = "player"

    def bid(self, view: PlayerView) -> int:
        """Return the call."""
        return bid(view)

    def card(self, view: PlayerView) -> int:
        """Return the card to lay."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        rules = RulesOfThumb(view, Knowledge(view))
        return rules.first_of_equals(rules.ranked()[0][1])
