"""Par of a played deal, and the cost of each of its cards, with all cards open.

Par is the points in cards that each side gets if both sides play best from the first card on.
"""

from collections.abc import Callable

from marcoria.analysis.open_facts import start_of
from marcoria.analysis.position import OpenDeal, Position
from marcoria.analysis.share import Share
from marcoria.analysis.solvers import Solvers
from marcoria.bdn.hand.facts import PrintedCosts
from marcoria.bdn.replay import DealReplay
from marcoria.firmware.codes.game import CONTRACTS, SEATS, name_of
from marcoria.game.names import sides_of

Say = Callable[[str], object]


class AnalysedPlay:
    """A card that was played, its cost with open cards, and its share.

    The cost is the number of points that the player's side loses by this card if both sides play
    best afterwards. An illegal card may have a negative cost. `share` judges the card by what its
    player could know. `Analysis.set_shares` sets it; without a share it is None.
    """

    def __init__(self, seat: int, card: int, cost: int, is_legal: bool) -> None:
        self.seat = seat
        self.card = card
        self.cost = cost
        self.is_legal = is_legal
        self.share: Share | None = None
        self.seat_name = SEATS[seat]
        self.card_name = name_of(card)

    def facts(self) -> dict[str, object]:
        """Return the card, its cost and its share as an object for JSON."""
        found: dict[str, object] = {
            "seat": self.seat_name,
            "card": self.card_name,
            "cost": self.cost,
        }
        if not self.is_legal:
            found["illegal"] = True
        if self.share:
            found |= self.share.facts()
        return found


class DealCosts:
    """Par and costs of one complete deal.

    `par` and `points` have the points in cards of each side: `par` has those of best play, and
    `points` has those of the deal as played. `say` is called with a message about the progress,
    because the solver in Python is slow.
    """

    def __init__(self, one: DealReplay, solvers: Solvers, say: Say) -> None:
        game = one.game
        self.board = one.deal.tags.get("Board", "")
        self.house = house = game.house
        self.contract = game.auction.contract
        self.taker = game.auction.taker
        self.sides = sides_of(house)
        self.contract_name, self.taker_name = CONTRACTS[self.contract], SEATS[self.taker]
        self._deal = OpenDeal(house, self.contract)
        self._solver = solvers.of(house, self.contract)
        self._say = say
        count = game.audit.plays
        self._seats = list(game.audit.seat[:count])
        self._cards = list(game.audit.card[:count])
        self.start = start_of(one)
        self.plays = self._weigh()

    def _weigh(self) -> list[AnalysedPlay]:
        """Set par and points, and return all plays with their costs."""
        deal = self._deal
        positions = [self.start]
        for card in self._cards:
            positions.append(deal.after(positions[-1], card))
        self.points = positions[-1].points
        totals = self._totals(positions)
        self.par = totals[0], deal.left(self.start) - totals[0]
        plays = []
        for number, card in enumerate(self._cards):
            position, seat = positions[number], self._seats[number]
            gain = totals[number + 1] - totals[number]
            cost = gain if deal.house.side(seat) else -gain
            plays.append(AnalysedPlay(seat, card, cost, card in deal.legal(position)))
        return plays

    def _totals(self, positions: list[Position]) -> list[int]:
        """Return for each position side 0's points at the end of the deal, with best play from it.

        The positions are searched from the last to the first. The search of the last positions is
        the quickest, so the progress is visible soon. The solver in Python reuses what it has
        found out about them.
        """
        count = len(self._cards)
        found = [positions[-1].points[0]]
        for position in positions[-2::-1]:
            self._say(f"costs, {len(found) - 1} of {count} cards")
            found.append(position.points[0] + self._solver.value(position))
        return found[::-1]

    def printed(self) -> PrintedCosts:
        """Return what a printed deal shows of the costs."""
        return PrintedCosts(
            self.par,
            {play.card: play.cost for play in self.plays},
            {play.card for play in self.plays if not play.is_legal},
        )
