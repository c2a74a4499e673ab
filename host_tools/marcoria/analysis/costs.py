"""Par of a played deal, and the cost of each of its cards, with all cards open."""

from collections.abc import Callable

from marcoria.analysis.open_facts import start_of
from marcoria.analysis.position import OpenDeal, Position
from marcoria.analysis.solvers import Solvers
from marcoria.bdn.hand.facts import PrintedCosts
from marcoria.bdn.replay import DealReplay
from marcoria.firmware.codes.game import CONTRACTS, SEATS, name_of
from marcoria.game.names import sides_of

Say = Callable[[str], object]


class AnalysedPlay:
    """A card that was played, and its cost with open cards.

    The cost is how many points the player's side could still get before this card with best play
    of both sides, minus how many it could get after it. An illegal card may have a negative cost.
    """

    def __init__(self, seat: int, card: int, cost: int, is_legal: bool) -> None:
        self.seat = seat
        self.card = card
        self.cost = cost
        self.is_legal = is_legal
        self.seat_name = SEATS[seat]
        self.card_name = name_of(card)


class DealCosts:
    """Par and costs of one complete deal.

    `par` and `points` are the points in cards of both sides: with best play of both sides, and as
    played. `say` is called with the progress, which is worth showing with the slow solver.
    """

    def __init__(self, one: DealReplay, solvers: Solvers, say: Say) -> None:
        game = one.game
        self.board = one.deal.tags.get("Board", "")
        self.house = house = game.house
        self.contract = game.auction.contract
        self.taker = game.auction.taker
        self.sides = sides_of(house)
        self.contract_name, self.taker_name = CONTRACTS[self.contract], SEATS[self.taker]
        self.points = game.score.cards[0], game.score.cards[1]
        self._deal = OpenDeal(house, self.contract)
        self._solver = solvers.of(house, self.contract)
        self._say = say
        count = game.audit.plays
        self._seats = list(game.audit.seat[:count])
        self._cards = list(game.audit.card[:count])
        self.start = start_of(one)
        self.plays = self._weigh()

    def _weigh(self) -> list[AnalysedPlay]:
        """Set the par, and return all plays with their costs."""
        deal = self._deal
        positions = [self.start]
        for card in self._cards:
            positions.append(deal.after(positions[-1], card))
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
        """Return side 0's points at the end of the deal, with best play from each position on.

        The last position comes first: it is the quickest, and the solver in Python remembers what
        it found. So the progress grows from the start.
        """
        count = len(self._cards)
        found = [positions[-1].points[0]]
        for position in positions[-2::-1]:
            self._say(f"costs, {len(found) - 1} of {count} cards")
            found.append(position.points[0] + self._solver.value(position))
        return found[::-1]

    def printed(self) -> PrintedCosts:
        """Return what a printed hand shows of the costs."""
        return PrintedCosts(
            self.par,
            {play.card: play.cost for play in self.plays},
            {play.card for play in self.plays if not play.is_legal},
        )
