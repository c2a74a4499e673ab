"""The count of a hand: the tricks taken, what they and the announcements are worth, the result."""

from micropython import const

from belote import choices
from belote.score import Score
from codes import outcomes, totals

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.announcements import Announcements
    from belote.auction import Auction
    from belote.conduct import Conduct
    from belote.house import House
    from belote.pairs import Pairs
    from belote.standing import Standing

_LAST_TRICK = const(10)
_DOUBLED_THRICE = const(8)  # factor of a third doubling


class Tally:
    """`tricks` is how many each side has taken, `points` of what value; `counting` the sides, a
    bit each, with a trick that has a card of value; `last` the side with the last trick (-1: it
    is not over); `agreed` the sides, a bit each, that have confirmed. `score` is settled then."""

    def __init__(
        self,
        house: "House",
        standing: "Standing",
        conduct: "Conduct",
        auction: "Auction",
        announcements: "Announcements",
        pairs: "Pairs",
    ) -> None:
        self.house = house
        self.standing = standing
        self.conduct = conduct
        self.auction = auction
        self.announcements = announcements
        self.pairs = pairs
        self.score = Score(house)
        self.points = [0, 0]
        self.tricks = self.score.tricks
        self.clear()

    def clear(self) -> None:
        """A new deal."""
        self.counting = self.agreed = 0
        self.last = -1
        for side in range(2):
            self.points[side] = self.tricks[side] = 0

    def take(self, seat: int, points: int) -> None:
        """`seat` has won a trick."""
        side = self.house.side(seat)
        self.points[side] += points
        self.tricks[side] += 1
        if points:
            self.counting |= 1 << side

    def is_barred(self, side: int) -> bool:
        """Whether a side scores no announcements, for want of a trick with a card of value."""
        return self.house.counting_trick > self.counting >> side & 1

    def contest(self) -> None:
        """Works out what each side's melds are worth."""
        worth = self.score.melds
        self.announcements.melds.score(self.standing.elder(), worth)
        for side in range(2):
            if self.is_barred(side):
                worth[side] = 0

    def settle(self) -> None:
        """Counts the hand that has been played; a side that agreed to another count is asked
        again."""
        self.agreed = 0
        score = self.score
        auction = self.auction
        self.contest()
        for side in range(2):
            score.cards[side] = self.points[side] + (_LAST_TRICK if side == self.last else 0)
            score.belote[side] = 0 if self.is_barred(side) else self.pairs.worth(side)
        taker = self.house.side(auction.taker)
        hanging = self.standing.totals[totals.HANGING]
        score.settle(auction.contract, auction.level, taker, auction.factor, hanging)
        self.conduct.levy()
        for side in range(2):
            score.score[side] += self.conduct.fair[side]

    def reached(self, side: int) -> int:
        """The points that a side has for certain in the middle of a hand."""
        self.announcements.find()
        self.contest()
        self.conduct.levy()
        points = self.standing.totals[side] + self.points[side] + self.conduct.fair[side]
        return points + self.score.melds[side] + self.pairs.worth(side)

    def has_failed(self, side: int) -> bool:
        """Whether a side has taken and lost its contract."""
        outcome = self.score.outcome
        lost = outcome == outcomes.FAILED or outcome == outcomes.REVERSE
        return lost and side == self.house.side(self.auction.taker)

    def close(self) -> None:
        """The result is final: it counts, and may end the match."""
        standing = self.standing
        score = self.score
        for side in range(2):
            standing.totals[side] += score.score[side]
        standing.totals[totals.HANGING] = score.hanging
        standing.next_dealer(score.score)
        if not standing.over() and self._is_for_the_match():
            taker = self.house.side(self.auction.taker)
            standing.won_by(taker ^ self.has_failed(taker))
        elif self.house.end_capot or score.capot < 0:
            standing.finish()

    def _is_for_the_match(self) -> bool:
        """Whether a third doubling has put the whole match on this hand, and it is decided."""
        doubled = (
            self.house.third == choices.THIRD_MATCH and self.auction.factor == _DOUBLED_THRICE
        )
        return doubled and self.score.outcome != outcomes.LITIGE
