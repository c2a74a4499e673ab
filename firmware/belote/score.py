"""The score of a hand: contract, capots, litige, rounding, and the hanging points."""

from micropython import const

from belote import choices
from codes.game import Bids, Outcomes

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.house import House

_HALF = const(5)  # points are rounded up from this last digit on
# By contract: match points are rounded up from this last digit on, as `_each` explains.
_LIMITS = const(b"\x06\x06\x06\x06\x05\x04")


class Score:
    """The score of one hand.

    Fill these lists, indexed by side, before you call `settle`: `cards` (points, with 10 for the
    last trick), `tricks` (their number), `melds` and `belote` (points). `settle` sets `score`,
    `outcome`, `hanging`, `capot`, `winner`, and `own`, the total of each side.
    """

    def __init__(self, house: "House") -> None:
        self.house = house
        self.cards = [0, 0]
        self.tricks = [0, 0]
        self.melds = [0, 0]
        self.belote = [0, 0]
        self.own = [0, 0]
        self.score = [0, 0]
        self.outcome = Outcomes.MADE
        self.hanging = 0
        # The side that took every trick, and the side that has won the hand; -1 for none.
        self.capot = self.winner = -1
        # Parameters of the hand, set by `settle`.
        self.taker = self.premium = self.limit = self.factor = self.times = 0

    def settle(self, contract: int, taker: int, factor: int, hanging: int) -> None:
        """Score the hand.

        `taker` is the taker's side. `factor` is 1, or 2, 4 or 8 after doubling. `hanging` is the
        sum of the points that hung before.
        """
        self.taker = taker
        self.factor = factor
        self.times = self.house.nt if contract == Bids.NO_TRUMPS else 1
        rounds = self.house.rounding == choices.ROUNDING_MATCH
        self.limit = _LIMITS[contract] if rounds else _HALF
        self.hanging = 0
        self._add()
        self.winner = winner = self._judge()
        if self.outcome == Outcomes.LITIGE:
            self._litige(hanging)
        elif winner < 0:
            self._each()
            self.hanging = hanging
        else:
            self._award(winner)
            self.score[winner] += hanging
        for side in range(2):
            self.score[side] -= self.kirtik(side)

    def _add(self) -> None:
        """Set `own` to each side's total, and find the side with a capot and its premium.

        Under `capot_as: value` the premium is not part of the total.
        """
        house = self.house
        self.premium = bonus = 0
        self.capot = 0 if not self.tricks[1] else 1 if not self.tricks[0] else -1
        if self.capot >= 0:
            self.premium = house.capot if self.capot == self.taker else house.reverse
            if house.capot_as != choices.CAPOT_AS_VALUE:
                bonus = self.premium
            if house.capot_as == choices.CAPOT_AS_PREMIUM:
                self.cards[self.capot] -= 10
        for side in range(2):
            mine = self.cards[side] + self.melds[side] + self.belote[side]
            if side == self.capot:
                mine += bonus
            self.own[side] = mine * self.times

    def _judge(self) -> int:
        """Set the outcome and return the side that wins the hand, -1 for neither."""
        house = self.house
        taker = self.taker
        quota_only = house.success == choices.SUCCESS_QUOTA and self.factor == 1
        if house.success == choices.SUCCESS_NONE:
            self.outcome = Outcomes.CAPOT if self.capot >= 0 else Outcomes.SCORED
            return -1
        mine = self.own[taker]
        theirs = self.own[taker ^ 1]
        if not house.belote_counts:
            mine -= self.belote[taker]
            theirs -= self.belote[taker ^ 1]
        if self.is_by_capot():
            winner = self.capot
        elif mine == theirs and not (quota_only or house.litige == choices.LITIGE_FAILED):
            self.outcome = Outcomes.LITIGE
            return -1
        elif (mine > theirs or quota_only) and (self.factor > 1 or mine >= house.quota):
            winner = taker
        else:
            winner = taker ^ 1
        self.outcome = Outcomes.MADE if winner == taker else Outcomes.FAILED
        if winner == self.capot:
            self.outcome = Outcomes.CAPOT if winner == taker else Outcomes.REVERSE
        return winner

    def is_by_capot(self) -> bool:
        """Return whether the hand is a capot whose points replace the card points."""
        return self.capot >= 0 and self.house.capot_as == choices.CAPOT_AS_VALUE

    def _award(self, winner: int) -> None:
        """Score a hand that one side has won."""
        house = self.house
        own = self.own
        if self.is_by_capot():
            melds = house.capot_melds if winner == self.taker else house.reverse_melds
            self._all(winner, self.premium, melds, house.capot_belote)
        elif self.factor > 1:
            everything = self.round(own[0] + own[1], _HALF)
            self.score[winner] = everything * (1 if winner == self.capot else self.factor)
            self.score[winner ^ 1] = 0
        elif winner != self.taker:
            points = house.fail or self.cards[0] + self.cards[1] + self.premium
            self._all(winner, points, house.fail_melds, house.fail_belote)
        else:
            self._each()

    def kirtik(self, side: int) -> int:
        """Return the points (kirtik) that a side loses, 0 for none.

        A side loses them if it took no trick, lost as the taker's side, or lost a doubled deal.
        """
        lost = self.winner == side ^ 1 and (side == self.taker or self.factor > 1)
        return self.house.kirtik * (lost or not self.tricks[side])

    def _litige(self, hanging: int) -> None:
        """Score a litige, a hand with equal totals.

        Set the points that hang now. Give the points that hung before to the defenders, or keep
        them hanging.
        """
        house = self.house
        if house.litige != choices.LITIGE_HANGS:
            self._each()
        elif self.factor > 1:
            self.score[0] = self.score[1] = 0
            everything = self.round(self.own[0] + self.own[1], _HALF)
            self.hanging = everything * self.factor
        else:
            self._hang()
        if house.again:
            self.score[self.taker ^ 1] += hanging
        else:
            self.hanging += hanging

    def _hang(self) -> None:
        """Score the defenders' points, and let the taker's points hang.

        With `litige_belote` the taker's belote hangs too; otherwise the taker scores it.
        """
        house = self.house
        taker = self.taker
        kept = 0 if house.litige_belote else self.belote[taker]
        self._each()
        self.score[taker] = self.round(kept, _HALF)
        self.hanging = self.round(self.own[taker] - kept, self.limit)

    def _each(self) -> None:
        """Score for each side its own points.

        With match points, the side with fewer points is rounded up if its last digit is at least
        the limit. The other side is rounded up only if its last digit is above the limit. If the
        points are equal, this stricter rule holds for both sides.
        """
        own = self.own
        match = self.house.rounding == choices.ROUNDING_MATCH
        for side in range(2):
            lower = own[side] < own[side ^ 1]
            limit = self.limit + 1 if match and not lower else self.limit
            self.score[side] = self.round(own[side], limit)

    def _all(self, winner: int, points: int, melds: int, belote: int) -> None:
        """Score `points` for the winner, with the melds and belotes of both sides.

        If `melds` or `belote` is 0 the loser keeps its own melds or belote.
        """
        loser = winner ^ 1
        kept = (0 if melds else self.melds[loser]) + (0 if belote else self.belote[loser])
        rest = self.melds[0] + self.melds[1] + self.belote[0] + self.belote[1] - kept
        self.score[winner] = self.round((points + rest) * self.times, _HALF)
        self.score[loser] = self.round(kept * self.times, _HALF)

    def round(self, points: int, limit: int) -> int:
        """Return points rounded by the rule of the house; match points are divided by 10.

        A last digit of at least `limit` is rounded up.
        """
        rounding = self.house.rounding
        if not rounding:
            return points
        tens = points // 10 + (points % 10 >= limit)
        return tens * 10 if rounding == choices.ROUNDING_TEN else tens
