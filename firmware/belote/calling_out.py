"""Calling out: a side says that it has won the match, and must be right."""

from micropython import const

from belote import choices
from codes import answers, offences, totals

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.audit import Audit
    from belote.conduct import Conduct
    from belote.house import House
    from belote.standing import Standing
    from belote.tally import Tally
    from belote.trick import Trick


class CallingOut:
    """The call of a deal, if there was one: the seat `caller` (-1 for none), and the points of
    cards and belotes `called_for` that it had then."""

    def __init__(
        self,
        house: "House",
        standing: "Standing",
        conduct: "Conduct",
        trick: "Trick",
        audit: "Audit",
        tally: "Tally",
    ) -> None:
        self.house = house
        self.standing = standing
        self.conduct = conduct
        self.trick = trick
        self.audit = audit
        self.tally = tally
        self.clear()

    def clear(self) -> None:
        """A new deal."""
        self.caller = -1
        self.called_for = 0

    def call(self, seat: int, arg: int = 0) -> int:
        """`seat` calls out; checked on the spot, or when the hand is over."""
        if not self.house.call_out:
            return answers.NOT_HERE
        if self.caller >= 0:
            return answers.NOT_NOW
        if self.house.call_out == choices.CALL_OUT_LEAD:
            return self._call_on_lead(seat)
        return self._call_anywhere(seat)

    def _call_on_lead(self, seat: int) -> int:
        trick = self.trick
        if not self.audit.plays or trick.count or seat != trick.seat:
            return answers.NOT_YOURS
        side = self.house.side(seat)
        self.caller = seat
        self.called_for = self.tally.points[side] + self.tally.pairs.worth(side)
        return 0

    def _call_anywhere(self, seat: int) -> int:
        house = self.house
        side = house.side(seat)
        plays = self.audit.plays
        if plays >= house.players * (house.cards - 1):
            return answers.LATE
        if not self.tally.counting >> side & 1:
            return answers.NOT_YOURS
        if self.tally.reached(side) < self.standing.totals[totals.POINTS]:
            self.conduct.note(seat, offences.FALSE_CALL_OUT, plays, plays)
        else:
            self.standing.won_by(side)
        return 0

    def check(self) -> None:
        """The hand's result is final: was the call right?"""
        if self.caller < 0 or self.standing.over():
            return
        side = self.house.side(self.caller)
        sums = self.standing.totals
        points = sums[side] + self.called_for + self.tally.score.melds[side]
        if self.tally.has_failed(side) or points < sums[totals.POINTS]:
            plays = self.audit.plays
            self.conduct.note(self.caller, offences.FALSE_CALL_OUT, plays, plays)
        else:
            self.standing.won_by(side)
