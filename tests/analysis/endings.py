"""Random endings of deals, and a search that finds their value by trying every line of play."""

from random import Random
from typing import NamedTuple

from marcoria.analysis.position import OpenDeal, Position
from marcoria.analysis.tables import ScoreTable, Stakes
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.house import House
from marcoria.firmware.codes.game import CONTRACTS

_ALL = 162  # points of a whole deal with one suit as trump, in most houses


class Ending(NamedTuple):
    """End of a deal: house and contract, the position, and what else the score depends on."""

    deal: OpenDeal
    position: Position
    stakes: Stakes

    def describe(self) -> str:
        """Return a text with all that is needed to repeat this ending."""
        house, contract = self.deal.house.name, CONTRACTS[self.deal.contract]
        return f"{house}, {contract}: {vars(self.position)}, {vars(self.stakes)}"


def random_ending(rng: Random, house: House, tricks: int, begun: bool = True) -> Ending:
    """Return a random ending with `tricks` tricks left.

    If `begun` is true, the first of these tricks may be under way.
    """
    auction = house.bidding == choices.BIDDING_AUCTION
    deal = OpenDeal(house, rng.randrange(len(CONTRACTS) if auction else 4))
    cards = list(range(32))
    rng.shuffle(cards)
    seats = range(0, 4, 1 if house.players == 4 else 2)
    hands: list[list[int]] = [[], [], [], []]
    for number, seat in enumerate(seats):
        hands[seat] = sorted(cards[number * tricks : (number + 1) * tricks])
    before = house.cards - tricks
    mine = rng.choice([0, before, rng.randint(0, before)])
    position = Position(hands, rng.choice(seats), [], tricks=(mine, before - mine))
    won = max(_ALL - deal.left(position), 0)
    share = won if mine == before else 0 if not mine else rng.randint(0, won)
    position.points = share, won - share
    for _ in range(rng.randrange(house.players) if begun else 0):
        position = deal.after(position, rng.choice(deal.legal(position)))
    sums = [rng.choice([0, 0, 20, 50]) for _ in range(4)]
    stakes = Stakes(
        rng.randrange(2),
        rng.choice([1, 2, 4]) if auction else 1,
        rng.choice([0, 0, 81]),
        (sums[0], sums[1]),
        (sums[2], sums[3]),
    )
    return Ending(deal, position, stakes)


def by_brute_force(ending: Ending, by_score: bool) -> dict[int, int]:
    """Return for each legal card the result of best play after it; try every line of play.

    A result is the number of points that side 0 wins from the position on. If `by_score` is
    true, it is side 0's score of the deal minus that of side 1.
    """
    deal, start, stakes = ending
    table = ScoreTable(deal, start, stakes) if by_score else None

    def value(position: Position) -> int:
        """Return the result of best play from `position` on."""
        if not any(position.hands) and not position.trick:
            won = position.points[0] - start.points[0]
            flag = sum(1 << side for side in (0, 1) if position.tricks[side])
            return table.of(won, flag) if table else won
        choose = min if deal.house.side(deal.turn(position)) else max
        return choose(value(deal.after(position, card)) for card in deal.legal(position))

    return {card: value(deal.after(start, card)) for card in deal.legal(start)}
