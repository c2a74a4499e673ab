"""What a hand is worth: the taker's contract, capots, a litige, rounding, the sum that hangs."""

from belote import choices
from belote.house import House
from codes import bids, outcomes


class Score:
    """One hand's count. Before `settle` the lists hold what each side has: `cards` with the
    last trick's 10, `tricks`, `melds`, `belote`; afterwards `score`, `outcome`, and `hanging`."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.cards = [0, 0]
        self.tricks = [0, 0]
        self.melds = [0, 0]
        self.belote = [0, 0]
        self.own = [0, 0]
        self.score = [0, 0]
        self.outcome = outcomes.MADE
        self.hanging = 0
        self.capot = -1  # the side with every trick

    def settle(self, contract: int, level: int, taker: int, factor: int, hanging: int) -> None:
        """Scores the hand for the side `taker`; `level` is the number bid, 0 if none was."""
        house = self.house
        times = house.nt if contract == bids.NO_TRUMPS else 1
        limit = 5 if contract == bids.NO_TRUMPS else 4 if contract == bids.ALL_TRUMPS else 6
        other = taker ^ 1
        own = self.own
        belote = self.belote
        self.capot = capot = taker if not self.tricks[other] else other
        if self.tricks[capot ^ 1]:
            self.capot = capot = -1
        premium = 0
        if capot >= 0:
            premium = house.capot if capot == taker else house.reverse
            if house.capot_as == choices.CAPOT_AS_PREMIUM:
                self.cards[capot] -= 10
        for side in range(2):
            bonus = premium if side == capot and house.capot_as != choices.CAPOT_AS_VALUE else 0
            own[side] = (self.cards[side] + bonus + self.melds[side] + belote[side]) * times
        self.hanging = 0
        winner = self._outcome(level, taker, factor)
        if self.outcome == outcomes.SCORED:
            self._each(limit)
            self.hanging = hanging
        elif winner < 0:
            self._litige(taker, factor, limit, hanging)
        elif capot >= 0 and house.capot_as == choices.CAPOT_AS_VALUE:
            keeps = house.capot_melds if capot == taker else house.reverse_melds
            self._all(capot, premium * times, keeps, house.capot_belote, times)
        elif factor > 1:
            everything = self._round(own[0] + own[1])
            self.score[winner] = everything if winner == capot else everything * factor
            self.score[winner ^ 1] = 0
        elif winner == other:
            base = house.fail or self.cards[0] + self.cards[1] + premium
            self._all(other, base * times, house.fail_melds, house.fail_belote, times)
        else:
            self._each(limit)
        if winner >= 0:
            self.score[winner] += hanging
        for side in range(2):
            inside = winner == side ^ 1 and (side == taker or factor > 1)
            if inside or not self.tricks[side]:
                self.score[side] -= house.kirtik

    def _outcome(self, level: int, taker: int, factor: int) -> int:
        """Sets the outcome; returns the side that wins the hand, -1 for neither."""
        house = self.house
        own = self.own
        capot = self.capot
        if house.success == choices.SUCCESS_NONE:
            self.outcome = outcomes.SCORED
            return -1
        if capot >= 0 and house.capot_as == choices.CAPOT_AS_VALUE:
            self.outcome = outcomes.CAPOT if capot == taker else outcomes.REVERSE
            return capot
        mine = own[taker]
        theirs = own[taker ^ 1]
        if not house.belote_counts:
            mine -= self.belote[taker]
            theirs -= self.belote[taker ^ 1]
        if mine == theirs and (house.success != choices.SUCCESS_QUOTA or factor > 1):
            if house.litige != choices.LITIGE_FAILED:
                self.outcome = outcomes.LITIGE
                return -1
            made = False
        else:
            made = mine > theirs or (house.success == choices.SUCCESS_QUOTA and factor == 1)
            if made and house.success >= choices.SUCCESS_QUOTA and factor == 1:
                made = mine >= (level or house.quota)
        winner = taker if made else taker ^ 1
        self.outcome = outcomes.MADE if made else outcomes.FAILED
        if winner == capot:
            self.outcome = outcomes.CAPOT if made else outcomes.REVERSE
        return winner

    def _litige(self, taker: int, factor: int, limit: int, hanging: int) -> None:
        house = self.house
        own = self.own
        other = taker ^ 1
        if house.litige != choices.LITIGE_HANGS:
            self._each(limit)
        elif factor > 1:
            self.score[0] = self.score[1] = 0
            self.hanging = self._round(own[0] + own[1]) * factor
        else:
            kept = 0 if house.litige_belote else self.belote[taker]
            self._each(limit)
            self.score[taker] = self._round(kept)
            rest = own[taker] - kept
            self.hanging = self._round(rest)
            if house.rounding == choices.ROUNDING_MATCH:
                self.hanging = rest // 10 + (rest % 10 >= limit)
        if house.again:
            self.score[other] += hanging
        else:
            self.hanging += hanging

    def _each(self, limit: int) -> None:
        """Each side scores what it has."""
        own = self.own
        for side in range(2):
            mine = own[side]
            if self.house.rounding == choices.ROUNDING_MATCH:
                unit = mine % 10
                up = unit > limit or (unit == limit and mine < own[side ^ 1])
                self.score[side] = mine // 10 + up
            else:
                self.score[side] = self._round(mine)

    def _all(self, winner: int, base: int, melds: int, belote: int, times: int) -> None:
        """The winner scores `base` and the melds and belotes of both, or only his own."""
        for side in range(2):
            mine = self._share(self.melds, side, winner, melds)
            mine += self._share(self.belote, side, winner, belote)
            mine *= times
            self.score[side] = self._round(mine + base if side == winner else mine)

    def _share(self, what: list[int], side: int, winner: int, all: int) -> int:
        if not all:
            return what[side]
        return what[0] + what[1] if side == winner else 0

    def _round(self, points: int) -> int:
        rounding = self.house.rounding
        if not rounding:
            return points
        tens = (points + 5) // 10
        return tens * 10 if rounding == choices.ROUNDING_TEN else tens
