"""What a hand was counted from: the rows of its sheet."""

from micropython import const

from codes.game import Outcomes, Phases, Totals

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.match import Match

# What a row says, in the list of texts.
_OF_CARDS = const(0)
_OF_LAST_TRICK = const(1)
_OF_MELDS = const(2)
_OF_BELOTE = const(3)
_OF_CAPOT = const(4)
_OF_LITIGE = const(5)
_OF_FINES = const(6)
_DETAILS = const(7)
OF_HAND = const(7)
OF_TOTAL = const(8)

_MOST_ROWS = const(6)  # that the page has room for


class Details:
    """`length` rows, and of which kind each is: those where a side has anything."""

    def __init__(self, match: "Match") -> None:
        self._match = match
        self._kinds = bytearray(_DETAILS)
        self.length = 0

    def update(self) -> None:
        """Looks at the hand, if it is over. Where there is no room for all, the last trick is one
        of the cards."""
        if self._match.phase == Phases.DONE:
            self._find(_DETAILS)
            if self.length > _MOST_ROWS:
                self._find(_OF_LAST_TRICK)

    def _find(self, without: int) -> None:
        self.length = 0
        for kind in range(_DETAILS):
            if kind != without and (self._points(kind, 0) or self._points(kind, 1)):
                self._kinds[self.length] = kind
                self.length += 1

    def kind(self, row: int) -> int:
        """What a row says, -1 if there is no such row."""
        return self._kinds[row] if row < self.length else -1

    def points(self, row: int, side: int) -> int:
        """What a side has there."""
        kind = self._kinds[row]
        points = self._points(kind, side)
        if kind == _OF_CARDS and row + 1 < self.length and self._kinds[row + 1] != _OF_LAST_TRICK:
            points += self._points(_OF_LAST_TRICK, side)
        return points

    def times(self) -> int:
        """What the winner's points were multiplied by."""
        match = self._match
        score = match.score
        doubled = score.winner >= 0 and score.winner != score.capot
        return score.times * match.auction.factor if doubled else score.times

    def _points(self, kind: int, side: int) -> int:
        match = self._match
        score = match.score
        if kind <= _OF_LAST_TRICK and score.is_by_capot():
            return 0
        if kind == _OF_CARDS:
            return match.tally.points[side]
        if kind == _OF_LAST_TRICK:
            return score.cards[side] - match.tally.points[side]
        if kind == _OF_MELDS:
            return score.melds[side]
        if kind == _OF_BELOTE:
            return score.belote[side]
        if kind == _OF_CAPOT:
            return score.premium if side == score.capot else 0
        if kind == _OF_LITIGE:
            return match.totals[Totals.HANGING] if side == self._receiver() else 0
        return match.conduct.fair[side] - score.kirtik(side)

    def _receiver(self) -> int:
        """The side that gets what hung before this hand, -1 for neither."""
        match = self._match
        if match.score.outcome == Outcomes.LITIGE and match.house.again:
            return match.house.side(match.auction.taker) ^ 1
        return match.score.winner
