"""The rows of the result page, which show what the points of a hand (a played deal) consist of."""

from micropython import const

from belote import choices
from codes.game import Outcomes, Totals

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.match import Match

# Kinds of rows, as items of the text DETAILS.
_OF_CARDS = const(0)
_OF_LAST_TRICK = const(1)
_OF_MELDS = const(2)
_OF_BELOTE = const(3)
_OF_CAPOT = const(4)
_OF_LITIGE = const(5)
_OF_FINES = const(6)
OF_HAND = const(7)
OF_TOTAL = const(8)

_MOST_ROWS = const(6)  # maximum number of rows for which the page has room


class Detail:
    """One row: the points of one kind for both sides."""

    def __init__(self, kind: int, north: int, east: int) -> None:
        self.kind = kind  # an item of the text DETAILS
        self.points = (north, east)


def details(match: "Match") -> "list[Detail]":
    """Return the rows in which a side has any points.

    A capot whose points replace the card points has no rows for cards and last trick. If there is
    no room for all rows, merge the last trick into the cards.
    """
    score = match.score
    cards = match.tally.points
    if score.is_by_capot():
        rows = []
    else:
        last = [score.cards[side] - cards[side] for side in range(2)]
        rows = [Detail(_OF_CARDS, *cards), Detail(_OF_LAST_TRICK, *last)]
    rows.append(_of_one_side(_OF_CAPOT, score.capot, score.premium))
    rows.append(Detail(_OF_MELDS, *score.melds))
    rows.append(Detail(_OF_BELOTE, *score.belote))
    rows.append(_of_one_side(_OF_LITIGE, _receiver(match), match.totals[Totals.HANGING]))
    fines = [match.conduct.fair[side] - score.kirtik(side) for side in range(2)]
    rows.append(Detail(_OF_FINES, *fines))
    found = [row for row in rows if row.points != (0, 0)]
    if len(found) > _MOST_ROWS:
        found[:2] = [Detail(_OF_CARDS, *score.cards)]
    return found


def _of_one_side(kind: int, side: int, points: int) -> Detail:
    """Return a row in which only `side` has points, or neither side if `side` is -1."""
    return Detail(kind, points if side == 0 else 0, points if side == 1 else 0)


def times(match: "Match") -> int:
    """Return the factor by which the hand's points were multiplied.

    Doubling counts only if a side has won without a capot, or if the points hang.
    """
    score = match.score
    if score.outcome == Outcomes.LITIGE:
        doubled = match.house.litige == choices.LITIGE_HANGS
    else:
        doubled = score.winner >= 0 and score.winner != score.capot
    return score.times * match.auction.factor if doubled else score.times


def _receiver(match: "Match") -> int:
    """Return the side that gets the points that hung before this hand, -1 for neither side."""
    if match.score.outcome == Outcomes.LITIGE and match.house.again:
        return match.house.side(match.auction.taker) ^ 1
    return match.score.winner
