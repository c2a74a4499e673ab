"""The count of a hand: tricks taken, their points, the result, and calling out.

A side calls out when it says, before the hand is counted, that it has won the match.
"""

from micropython import const

from belote import choices
from belote.score import Score
from codes.game import Answers, Endings, Offences, Totals

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.announcements import Announcements
    from belote.auction import Auction
    from belote.audit import Audit
    from belote.conduct import Conduct
    from belote.house import House
    from belote.pairs import Pairs
    from belote.standing import Standing
    from belote.trick import Trick

LAST_TRICK = const(10)
_DOUBLED_THRICE = const(8)  # the factor after a third doubling


class Tally:
    """The count of the current hand.

    `tricks` has how many tricks each side has taken, `points` has the card points in these tricks,
    without 10 for the last trick. `agreed` is a mask of the sides that have confirmed the result
    in `score`. `caller` is the seat that called out under `call_out: lead`, -1 for none.
    `called_for` has the points of cards and belotes that the side of `caller` had at that time.
    """

    def __init__(
        self,
        house: "House",
        standing: "Standing",
        conduct: "Conduct",
        auction: "Auction",
        trick: "Trick",
        audit: "Audit",
        announcements: "Announcements",
        pairs: "Pairs",
    ) -> None:
        self.house = house
        self.standing = standing
        self.conduct = conduct
        self.auction = auction
        self.trick = trick
        self.audit = audit
        self.announcements = announcements
        self.pairs = pairs
        self.score = Score(house)
        self.points = [0, 0]
        self.tricks = self.score.tricks
        self.clear()

    def clear(self) -> None:
        """Reset for a new deal, also `broken` and `given` of the standing."""
        self.agreed = self.called_for = 0
        self.caller = -1
        standing = self.standing
        standing.given[Totals.HANGING] = 0
        for side in range(2):
            self.points[side] = self.tricks[side] = 0
            standing.broken[side] = standing.given[side] = 0

    def add(self) -> None:
        """Add the trick that is complete."""
        side = self.house.side(self.trick.winner)
        self.points[side] += self.trick.points
        self.tricks[side] += 1

    def contest(self) -> None:
        """Score the melds and belotes of each side.

        Under `counting_trick: yes` a side whose tricks have no card points scores 0 for both.
        """
        score = self.score
        self.announcements.melds.score(self.standing.elder(), score.melds)
        for side in range(2):
            score.belote[side] = self.pairs.worth(side)
            if self.house.counting_trick and not self.points[side]:
                score.melds[side] = score.belote[side] = 0

    def settle(self) -> None:
        """Score the hand that has been played; both sides must confirm this result."""
        self.agreed = 0
        score = self.score
        auction = self.auction
        self.contest()
        last = self.house.side(self.trick.winner)
        for side in range(2):
            score.cards[side] = self.points[side] + LAST_TRICK * (side == last)
        taker = self.house.side(auction.taker)
        hanging = self.standing.totals[Totals.HANGING]
        score.settle(auction.contract, taker, auction.factor, hanging)
        self.conduct.levy(score.score)

    def bars_call(self, seat: int) -> int:
        """Return why `seat` may not call out now, 0 if it may."""
        house = self.house
        plays = self.audit.plays
        trick = self.trick
        if not house.call_out:
            return Answers.NOT_HERE
        if self.caller >= 0:
            return Answers.NOT_NOW
        if house.call_out == choices.CALL_OUT_LEAD:
            barred = not plays or trick.count or seat != trick.seat
        elif plays >= house.players * (house.cards - 1):
            return Answers.LATE
        else:
            barred = not self.points[house.side(seat)]
        return Answers.NOT_YOURS if barred else 0

    def call_out(self, seat: int, arg: int) -> int:
        """Let `seat` call out; return 0 or a refusal.

        Under `call_out: lead` the call is judged when the deal is closed, otherwise at once.
        """
        barred = self.bars_call(seat)
        if not barred:
            side = self.house.side(seat)
            if self.house.call_out == choices.CALL_OUT_LEAD:
                self.caller = seat
                self.called_for = self.points[side] + self.pairs.worth(side)
            else:
                self._break_off()
                self._judge(seat, self.standing.totals[side])
        return barred

    def _judge(self, seat: int, points: int) -> None:
        """Award the match to the caller's side if `points` reach the target.

        Otherwise log a false call-out.
        """
        if points >= self.standing.totals[Totals.POINTS]:
            self.standing.won_by(self.house.side(seat), Endings.CALLED_OUT)
        else:
            plays = self.audit.plays
            self.conduct.note(seat, Offences.FALSE_CALL_OUT, plays, plays)

    def _break_off(self) -> None:
        """Add to the totals the points that each side has for certain, and apply the fines.

        Store the same points in `Standing.broken`, so that `Standing.reopen` can remove them.
        """
        for seat in range(4):
            self.announcements.borne(seat)  # stores the claimed melds whose cards were seen
        self.contest()
        standing = self.standing
        broken = standing.broken
        score = self.score
        self.conduct.levy(broken)
        for side in range(2):
            broken[side] += self.points[side] + score.melds[side] + score.belote[side]
            standing.totals[side] += broken[side]

    def close(self) -> None:
        """Judge an earlier call-out, add the confirmed result to the totals, set the next dealer.

        End the match if a side has won.
        """
        standing = self.standing
        score = self.score
        if self.caller >= 0 and not standing.over():
            side = self.house.side(self.caller)
            failed = side == score.taker and score.winner == side ^ 1
            points = standing.totals[side] + self.called_for + score.melds[side]
            self._judge(self.caller, 0 if failed else points)
        for side in range(2):
            standing.totals[side] += score.score[side]
        standing.totals[Totals.HANGING] = score.hanging
        standing.played(score.score)
        # In some houses a third doubling stakes the whole match on this hand.
        staked = self.house.third == choices.THIRD_MATCH and score.factor == _DOUBLED_THRICE
        if staked and score.winner >= 0 and not standing.over():
            standing.won_by(score.winner, Endings.STAKE)
        elif self.house.end_capot or score.capot < 0:
            standing.finish()
