"""Tables of a house's rules and scores for the solvers, made with the engine."""

from marcoria.analysis.position import OpenDeal, Position
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.audit import COUNT
from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.score import Score
from marcoria.firmware.belote.tally import LAST_TRICK
from marcoria.firmware.belote.trick import TRUMP_BEATS, Trick
from marcoria.firmware.codes.game import Outcomes
from marcoria.value import Value

RANKS = range(8)
_BOTH = 3  # flag: both sides have taken a trick


class Tables:
    """Rules of the play of cards for one house and one contract.

    `strength` and `points` have a list for each suit, with an item for each rank; the strongest
    rank has the strength 7. `high` has for each suit whether it has the order of trumps. `trump`
    is 4 if no suit or every suit is trump. `follow` is `Trick.follow` and `void` is `House.void`:
    the duties of players who can and cannot follow suit. `last` is the bonus for the last trick.
    """

    def __init__(self, house: House, contract: int) -> None:
        trick = Trick(house)
        trick.contract(contract)
        self.players = house.players
        self.step = house.step
        self.trump = trick.trump
        self.strength = [[7 - COUNT[beats[rank]] for rank in RANKS] for beats in trick.beats]
        self.points = [list(values) for values in trick.values]
        self.high = [int(beats is TRUMP_BEATS) for beats in trick.beats]
        self.follow = list(trick.follow)
        self.void = list(house.void)
        self.last = LAST_TRICK


class Stakes(Value):
    """Facts on which the score of a deal depends, besides the points in cards and the tricks.

    `taker` is a side. `factor` is 1, or 2, 4 or 8 after doubling. `hanging` is the number of
    points that hung before the deal. `melds` and `belote` have the points of each side.
    """

    def __init__(
        self,
        taker: int,
        factor: int = 1,
        hanging: int = 0,
        melds: tuple[int, int] = (0, 0),
        belote: tuple[int, int] = (0, 0),
    ) -> None:
        self.taker = taker
        self.factor = factor
        self.hanging = hanging
        self.melds = melds
        self.belote = belote


def settled(
    deal: OpenDeal, points: tuple[int, int], tricks: tuple[int, int], stakes: Stakes
) -> Score:
    """Return the score that the engine computes for a deal.

    `points` has the points in cards of both sides, with the bonus for the last trick. `tricks` has
    the number of tricks of both sides.
    """
    score = Score(deal.house)
    score.cards = list(points)
    score.tricks = list(tricks)
    score.melds = list(stakes.melds)
    score.belote = list(stakes.belote)
    score.settle(deal.contract, stakes.taker, stakes.factor, stakes.hanging)
    return score


def is_made(
    deal: OpenDeal, points: tuple[int, int], tricks: tuple[int, int], stakes: Stakes
) -> bool | None:
    """Return whether the taker makes the contract; the parameters are those of `settled`.

    Return None in a house in which a contract cannot fail.
    """
    if deal.house.success == choices.SUCCESS_NONE:
        return None
    outcome = settled(deal, points, tricks, stakes).outcome
    return outcome in (Outcomes.MADE, Outcomes.CAPOT)


class ScoreTable(Value):
    """The score of a deal for each result of the cards that are still to be played.

    `pairs` has the scores of both sides for each number of points that side 0 gets from the
    position on, if both sides take a trick in the deal. `capots` has two items: the scores if side
    0 takes all tricks, and the scores if side 1 takes all tricks. Bits 0 and 1 of `flag` say
    whether sides 0 and 1 have taken a trick before the position.
    """

    def __init__(self, deal: OpenDeal, position: Position, stakes: Stakes) -> None:
        mine, theirs = position.points

        def pair(won: int, lost: int, tricks: tuple[int, int]) -> tuple[int, int]:
            score = settled(deal, (mine + won, theirs + lost), tricks, stakes).score
            return score[0], score[1]

        left, whole = deal.left(position), deal.house.cards
        self.flag = sum(1 << side for side in (0, 1) if position.tricks[side])
        self.pairs = [pair(won, left - won, (1, 1)) for won in range(left + 1)]
        self.capots = [pair(left, 0, (whole, 0)), pair(0, left, (0, whole))]

    def pair(self, won: int, flag: int) -> tuple[int, int]:
        """Return the scores of both sides if side 0 gets `won` points from the position on.

        `flag` says which sides have taken a trick at the end of the deal.
        """
        return self.pairs[won] if flag == _BOTH else self.capots[flag - 1]

    def of(self, won: int, flag: int) -> int:
        """Return side 0's score minus that of side 1; the parameters are those of `pair`."""
        first, second = self.pair(won, flag)
        return first - second

    def of_difference(self, difference: int) -> tuple[int, int]:
        """Return the first scores in the table with this difference: side 0's minus side 1's.

        Raise ValueError if the table has none.
        """
        for first, second in self.pairs + self.capots:
            if first - second == difference:
                return first, second
        raise ValueError(difference)

    def differences(self) -> dict[str, object]:
        """Return the table as differences of scores, for the solver in JavaScript."""
        return {
            "flag": self.flag,
            "points": [first - second for first, second in self.pairs],
            "capots": [first - second for first, second in self.capots],
        }
