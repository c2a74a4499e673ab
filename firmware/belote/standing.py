"""The state of a match between deals: totals, dealer and winner."""

from micropython import const

from codes.game import Answers, Disciplines, Endings, Totals

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.house import House

_NO_SIDE = const(-1)


class Standing:
    """The totals from which a deal starts, and how the match ended.

    `broken` has the points that a hand added to the totals when a call-out broke it off. They are
    subtracted again if the match goes on after all. `given` are points that a ruling gives to the
    two sides and to the hanging points.
    """

    def __init__(self, house: "House") -> None:
        self.house = house
        self.totals = [0] * Totals.COUNT
        self.totals[Totals.WINNER] = _NO_SIDE
        self.broken = [0, 0]
        self.given = [0, 0, 0]

    def start(self, seat: int) -> None:
        """Start a new match in which `seat` deals first."""
        sums = self.totals
        for place in range(Totals.COUNT):
            sums[place] = 0
        sums[Totals.DEALER] = seat
        sums[Totals.POINTS] = self.house.target
        sums[Totals.CONDUCT] = self.house.discipline
        sums[Totals.WINNER] = _NO_SIDE

    def set_target(self, seat: int, points: int) -> int:
        """Set the target of the match; return 0 or a refusal."""
        if not 0 < points <= Totals.MOST_POINTS:
            return Answers.BAD_EVENT
        self.totals[Totals.POINTS] = points
        return 0

    def set_discipline(self, seat: int, conduct: int) -> int:
        """Set the discipline of the match; return 0 or a refusal."""
        if conduct > Disciplines.FORFEIT:
            return Answers.BAD_EVENT
        self.totals[Totals.CONDUCT] = conduct
        return 0

    def elder(self) -> int:
        """Return the seat that speaks and leads first."""
        return self.house.after(self.totals[Totals.DEALER])

    def pass_out(self) -> None:
        """Make the next player the dealer after all have passed, and invert THROWN_IN.

        THROWN_IN is 0 or 1. With `bidding: once`, the next deal can have a second round of
        bidding only if it is 1.
        """
        self.totals[Totals.DEALER] = self.elder()
        self.totals[Totals.THROWN_IN] ^= 1

    def next_dealer(self, score: list[int]) -> int:
        """Return the seat that deals after a hand with this score."""
        if not self.house.next:
            return self.elder()
        if score[0] == score[1]:
            return self.totals[Totals.DEALER]
        return 2 * (score[0] < score[1])

    def played(self, score: list[int]) -> None:
        """Set the next dealer after a hand with this score, and reset THROWN_IN."""
        self.totals[Totals.THROWN_IN] = 0
        self.totals[Totals.DEALER] = self.next_dealer(score)

    def over(self) -> bool:
        """Return whether the match has a winner."""
        return self.totals[Totals.WINNER] >= 0

    def winner(self) -> int:
        """Return the side that has won, -1 for none."""
        won = self.totals[Totals.WINNER]
        return won & 1 if won >= 0 else won

    def ending(self) -> int:
        """Return why the match has ended (see `Endings`), a negative number if it has not."""
        return self.totals[Totals.WINNER] >> 1

    def won_by(self, side: int, why: int) -> None:
        """End the match: `side` has won, for the reason `why` (see `Endings`)."""
        self.totals[Totals.WINNER] = why << 1 | side

    def reopen(self) -> None:
        """Reopen the match and remove the points of a hand that was broken off."""
        for side in range(2):
            self.totals[side] -= self.broken[side]
            self.broken[side] = 0
        self.totals[Totals.WINNER] = _NO_SIDE

    def give(self) -> None:
        """Add the given points to the totals."""
        for place in range(3):
            self.totals[place] += self.given[place]

    def finish(self) -> None:
        """End the match if a side leads at or past the target; otherwise let the match go on.

        A match that has ended for another reason does not change.
        """
        sums = self.totals
        ending = self.ending()
        if ending < 0 or ending == Endings.TARGET:
            sums[Totals.WINNER] = _NO_SIDE
            lead = sums[0] - sums[1]
            if lead and max(sums[0], sums[1]) >= sums[Totals.POINTS]:
                self.won_by(lead < 0, Endings.TARGET)

    def fani(self) -> bool:
        """Return whether the match was won at the target while the other side had 0 points."""
        return self.ending() == Endings.TARGET and not self.totals[self.winner() ^ 1]
