"""Conclusions from bids and plays: how probable it is that a seat has a card.

The taker is likely to have high trumps. A player who did not win a trick, or did not give his
partner points, is unlikely to have a card with which he could have done so.
"""

from marcoria.analysis.belief import Belief
from marcoria.bots.knowledge import Knowledge, SeenPlay
from marcoria.bots.strategy import PlayerView
from marcoria.firmware.belote.trick import TRUMP_BEATS
from marcoria.firmware.codes.game import Bids

# Weight of a card for a seat if nothing suggests that the seat has the card, or does not have it.
# Otherwise the factors below multiply this weight.
_UNIT = 1000
_JACK, _NINE, _ACE = 4, 2, 7
_OF_TRUMP = {_JACK: 10.0, _NINE: 3.0}  # for the taker, by rank
_TRUMP_OF_TAKER = 2.0  # for the taker's other trumps
_IN_ALL_TRUMPS = {_JACK: 3.0, _NINE: 2.0}
_ACE_OF_TAKER = 1.7
# Factors for a card that a player might have laid instead of the card that he laid. The names say
# how probably he would have laid it, and the remarks say why.
_ALMOST_SURELY = 0.1  # as the last player he would have won the trick with it
_PROBABLY = 0.3  # it is the highest card left of the suit: he would have won the trick with it
_OFTEN = 0.4  # he would have led it, given its points to his partner, or lost fewer points with it
_SOMETIMES = 0.7  # he would have led it instead of another suit, or discarded it for his partner


def belief(view: PlayerView, knowledge: Knowledge) -> Belief:
    """Return the places of cards that a player knows, and the weights of the other cards."""
    return _Inference(view, knowledge).belief()


class _Inference:
    """Weights of the unseen cards, as one player infers them."""

    def __init__(self, view: PlayerView, knowledge: Knowledge) -> None:
        self.view = view
        self.knowledge = knowledge
        self.house = view.house
        self._unseen = knowledge.unseen()
        self._weights = {card: self._at_first(card) for card in self._unseen}
        self._gone: set[int] = set()
        for play in knowledge.plays:
            if play.seat != view.seat:
                self._learn(play)
            self._gone.add(play.card)

    def belief(self) -> Belief:
        """Return the known cards, and the weights of the others."""
        knowledge = self.knowledge
        weights = [self._row(card) for card in self._unseen]
        return Belief(knowledge.known(), knowledge.room(), self._unseen, weights)

    def _row(self, card: int) -> list[int]:
        """Return five weights of a card: one for each seat, and one for being out of play.

        The weight is 0 for a seat that `Knowledge.may_hold` excludes.
        """
        row = []
        for seat in range(4):
            possible = self.knowledge.may_hold(seat, card)
            row.append(max(1, round(self._weights[card][seat] * _UNIT)) if possible else 0)
        return row + [_UNIT]

    def _at_first(self, card: int) -> list[float]:
        """Return the weight of a card for each seat before the first card was laid."""
        row = [1.0, 1.0, 1.0, 1.0]
        knowledge = self.knowledge
        if knowledge.taker != self.view.seat:
            row[knowledge.taker] = self._of_taker(card)
        return row

    def _of_taker(self, card: int) -> float:
        """Return the weight of a card for the taker."""
        contract, rank = self.knowledge.contract, card & 7
        if contract == Bids.ALL_TRUMPS:
            return _IN_ALL_TRUMPS.get(rank, 1.0)
        if contract == card >> 3:
            return _OF_TRUMP.get(rank, _TRUMP_OF_TAKER)
        return _ACE_OF_TAKER if rank == _ACE else 1.0

    # --- plays ------------------------------------------------------------------------------

    def _learn(self, play: SeenPlay) -> None:
        """Reduce the weights of cards that the player might have laid instead of `play.card`."""
        suit = play.card >> 3
        for card in self._unseen:
            if card >> 3 == suit:
                factor = self._lead(play, card) if play.is_lead else self._follow(play, card)
                self._weights[card][play.seat] *= factor
            elif play.is_lead and self._is_master(card) and not self.view.is_trump(card):
                self._weights[card][play.seat] *= _SOMETIMES

    def _lead(self, play: SeenPlay, card: int) -> float:
        """Return the factor of a card of the suit that a player has led."""
        if self.view.is_trump(card):
            return 1.0
        return _OFTEN if self._is_master(card) else 1.0

    def _follow(self, play: SeenPlay, card: int) -> float:
        """Return the factor of a card of the same suit as the card that was laid."""
        if play.led != play.card >> 3:
            return self._discard(play, card)
        worth = self.view.points(card) - self.view.points(play.card)
        bit = 1 << (card & 7)
        ours = self.house.side(play.winner) == self.house.side(play.seat)
        is_last = play.count == self.house.players - 1
        wins = bool(play.up & bit) and not play.cut
        laid_wins = bool(play.up >> (play.card & 7) & 1) and not play.cut
        if ours:
            # The last player gives his partner as many points as he can.
            return _OFTEN if is_last and worth > 0 and not self._is_master(card) else 1.0
        if wins and not laid_wins:
            if is_last:
                return _ALMOST_SURELY
            return _PROBABLY if self._is_master(card) else 1.0
        if not wins and not laid_wins and worth < 0:
            return _OFTEN
        return 1.0

    def _discard(self, play: SeenPlay, card: int) -> float:
        """Return the factor of a card of the suit that the player threw away or cut with."""
        if self.view.is_trump(card):
            return 1.0
        worth = self.view.points(card) - self.view.points(play.card)
        ours = self.house.side(play.winner) == self.house.side(play.seat)
        if ours and play.count == self.house.players - 1:
            return _SOMETIMES if worth > 0 and not self._is_master(card) else 1.0
        return _OFTEN if not ours and worth < 0 else 1.0

    def _is_master(self, card: int) -> bool:
        """Return whether all higher cards of the suit had been laid before the examined play."""
        suit = card >> 3
        beats = TRUMP_BEATS if self.view.is_trump(card) else self.house.plain_beats
        higher = beats[card & 7]
        return not any(
            higher >> rank & 1 and suit << 3 | rank not in self._gone for rank in range(8)
        )
