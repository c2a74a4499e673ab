"""How a match stands between deals: the totals, whose deal it is, and whether somebody has won."""

from micropython import const

from codes.game import Answers, Disciplines, Endings, Totals

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.house import House

_NO_SIDE = const(-1)


class Standing:
    """`totals` is all that a deal starts from. `broken` are the points in them of a hand that a
    call has broken off: they go again if the match does go on. `given` are points for the sides
    and the sum that hangs, of which a ruling says that they count."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.totals = [0] * Totals.COUNT
        self.totals[Totals.WINNER] = _NO_SIDE
        self.broken = [0, 0]
        self.given = [0, 0, 0]

    def start(self, seat: int) -> None:
        """A new match; `seat` deals."""
        sums = self.totals
        for place in range(Totals.COUNT):
            sums[place] = 0
        sums[Totals.DEALER] = seat
        sums[Totals.POINTS] = self.house.target
        sums[Totals.CONDUCT] = self.house.discipline
        sums[Totals.WINNER] = _NO_SIDE

    def set_target(self, seat: int, points: int) -> int:
        """What is played to, agreed on between deals."""
        if not 0 < points <= Totals.MOST_POINTS:
            return Answers.BAD_EVENT
        self.totals[Totals.POINTS] = points
        return 0

    def set_discipline(self, seat: int, conduct: int) -> int:
        """What is agreed on between deals about offences."""
        if conduct > Disciplines.FORFEIT:
            return Answers.BAD_EVENT
        self.totals[Totals.CONDUCT] = conduct
        return 0

    def elder(self) -> int:
        """Who speaks and leads first."""
        return self.house.after(self.totals[Totals.DEALER])

    def pass_out(self) -> None:
        """Nobody took: the next one deals."""
        self.totals[Totals.DEALER] = self.elder()
        self.totals[Totals.THROWN_IN] ^= 1

    def next_dealer(self, score: list[int]) -> int:
        """Who deals after a hand with that score."""
        if not self.house.next:
            return self.elder()
        if score[0] == score[1]:
            return self.totals[Totals.DEALER]
        return 2 * (score[0] < score[1])

    def played(self, score: list[int]) -> None:
        """The deal was played, and its score is `score`."""
        self.totals[Totals.THROWN_IN] = 0
        self.totals[Totals.DEALER] = self.next_dealer(score)

    def over(self) -> bool:
        return self.totals[Totals.WINNER] >= 0

    def winner(self) -> int:
        """The side that has won, -1 for none."""
        won = self.totals[Totals.WINNER]
        return won & 1 if won >= 0 else won

    def ending(self) -> int:
        """Why it has, once there is a winner."""
        return self.totals[Totals.WINNER] >> 1

    def won_by(self, side: int, why: int) -> None:
        """The match is that side's."""
        self.totals[Totals.WINNER] = why << 1 | side

    def reopen(self) -> None:
        """The match goes on."""
        for side in range(2):
            self.totals[side] -= self.broken[side]
            self.broken[side] = 0
        self.totals[Totals.WINNER] = _NO_SIDE

    def give(self) -> None:
        """What is given counts."""
        for place in range(3):
            self.totals[place] += self.given[place]

    def finish(self) -> None:
        """Ends the match if a side is past the target and ahead, unless it has ended otherwise."""
        sums = self.totals
        ending = self.ending()
        if ending < 0 or ending == Endings.TARGET:
            sums[Totals.WINNER] = _NO_SIDE
            lead = sums[0] - sums[1]
            if lead and max(sums[0], sums[1]) >= sums[Totals.POINTS]:
                self.won_by(lead < 0, Endings.TARGET)

    def fani(self) -> bool:
        """Whether the match was won at the target against a side without a point."""
        return self.ending() == Endings.TARGET and not self.totals[self.winner() ^ 1]
