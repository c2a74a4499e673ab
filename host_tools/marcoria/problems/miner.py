"""Search of random deals for problems, and grading of the problems."""

from collections.abc import Iterator
from random import Random

from marcoria.analysis.best import best_line
from marcoria.analysis.position import OpenDeal, Position
from marcoria.analysis.solvers import Solver, Solvers
from marcoria.analysis.tables import Stakes, Tables, settled
from marcoria.bots.bidder import announced
from marcoria.bots.strategy import estimate
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.house import House
from marcoria.firmware.codes.game import Bids, Outcomes
from marcoria.game.houses import open_house
from marcoria.game.masks import masks
from marcoria.game.names import seats_of
from marcoria.problems.motifs import motifs_of
from marcoria.problems.open_view import OpenView
from marcoria.problems.problem import GRADES, SOUTH, Problem
from marcoria.problems.study import Study

_FEWEST = 3  # tricks left in the shortest problems
_CHOICES = 3  # least number of different cards that South can choose from
_MARGIN = 3  # least points by which the right card beats the best wrong one
# The difficulty is the number of tricks left, plus the number of decisions of South's side in the
# solution for which only one card is good, plus `_SURPRISE` if the plain rule
# (`OpenView.plain_card`) begins with a wrong card.
_SURPRISE = 2
_GRADES_FROM = (8, 10)  # lowest difficulty of the second and of the third grade


class Miner:
    """Search for problems of one house; seed, house and number of a deal determine the deal."""

    def __init__(self, name: str, seed: int, solvers: Solvers) -> None:
        self.name = name
        self.house = open_house(name)
        self._seed = seed
        self._solvers = solvers

    def problems(self, deals: int) -> Iterator[Problem]:
        """Yield the problems in the first `deals` random deals, at most one problem per deal."""
        for number in range(deals):
            problem = self.problem(number)
            if problem:
                yield problem

    def problem(self, number: int) -> Problem | None:
        """Return a problem in the random deal of this number, None if there is none."""
        rng = Random(f"{self._seed} {self.name} {number}")
        dealt = _dealt(self.house, rng)
        if dealt is None:
            return None
        contract, taker, position = dealt
        deal = OpenDeal(self.house, contract)
        tables = Tables(self.house, contract)
        solver = self._solvers.of(self.house, contract)
        need = needed(deal, position, taker)
        found: list[Problem] = []
        while len(position.hands[SOUTH]) >= _FEWEST:
            view = OpenView(deal, tables, position)
            if view.is_ours(taker) and len(view.legal) >= _CHOICES:
                problem = Problem(self.name, number, contract, taker, need)
                problem.position = position
                if view.seat != SOUTH:
                    _turn_round(problem)
                if complete(problem, solver):
                    found.append(problem)
            position = deal.after(position, view.plain_card())
        return rng.choice(found) if found else None


def _turn_round(problem: Problem) -> None:
    """Turn the seats of the position by half a turn, so that South is to play and not North."""
    hands, position = problem.position.hands, problem.position
    swaps = problem.deal().house.players == 2
    points, tricks = position.points, position.tricks
    problem.taker ^= 2
    problem.position = Position(
        hands[2:] + hands[:2],
        position.leader ^ 2,
        position.trick,
        (points[1], points[0]) if swaps else points,
        (tricks[1], tricks[0]) if swaps else tricks,
    )


def _dealt(house: House, rng: Random) -> tuple[int, int, Position] | None:
    """Return contract, taker and position of a random deal, None if a hand has melds or a belote.

    The taker is the player with the best hand for a contract, by `estimate`, and plays this
    contract. It is a suit; but in a house with an auction it is no trumps in a third of the deals,
    and all trumps in another third. The hands are turned so that the taker is North or South. A
    random player leads.
    """
    seats = seats_of(house)
    cards = rng.sample(range(32), house.cards * house.players)
    hands: list[list[int]] = [[], [], [], []]
    for at, seat in enumerate(seats):
        hands[seat] = sorted(cards[at :: house.players])
    auction = house.bidding == choices.BIDDING_AUCTION
    kinds = [range(4), [Bids.NO_TRUMPS], [Bids.ALL_TRUMPS]]
    contracts = rng.choice(kinds) if auction else range(4)
    offers = [(seat, contract) for seat in seats for contract in contracts]
    rng.shuffle(offers)
    taker, contract = max(offers, key=lambda one: estimate(hands[one[0]], one[1]))
    if any(announced(house, masks(hands[seat]), contract) for seat in seats):
        return None
    turned = 0 if taker in (0, 2) else 1
    hands = hands[turned:] + hands[:turned]
    return contract, taker - turned, Position(hands, rng.choice(seats), [])


def needed(deal: OpenDeal, start: Position, taker: int) -> int:
    """Return the least points in cards with which the taker's side makes the contract.

    In a house whose contracts cannot fail, return the least points that are more than half.
    """
    total, side = deal.left(start), deal.house.side(taker)
    if deal.house.success == choices.SUCCESS_NONE:
        return total // 2 + 1
    stakes = Stakes(side)
    for mine in range(total + 1):
        points = (mine, total - mine) if side == 0 else (total - mine, mine)
        if settled(deal, points, (4, 4), stakes).outcome == Outcomes.MADE:
            return mine
    raise ValueError(deal.house.name)


class Solution:
    """Best play in a problem: the value of each card for South's side, and the good cards."""

    def __init__(self, problem: Problem, solver: Solver) -> None:
        self._solver = solver
        self._need = problem.need
        self._deal = deal = problem.deal()
        self._tables = Tables(deal.house, deal.contract)
        self._side = deal.house.side(SOUTH)

    def view(self, position: Position) -> OpenView:
        """Return the view of the player whose turn it is in a position."""
        return OpenView(self._deal, self._tables, position)

    def values(self, position: Position) -> dict[int, int]:
        """Return, for each legal card, the points of South's side at the end with best play."""
        left, side = self._deal.left(position), self._side
        before = position.points[side]
        found = self._solver.cards(position)
        return {card: before + (left - one if side else one) for card, one in found.items()}

    def good(self, position: Position) -> list[int]:
        """Return the cards with which South's side still gets what it needs."""
        return [card for card, value in self.values(position).items() if value >= self._need]

    def line(self, position: Position, card: int) -> list[int]:
        """Return the cards of a line that begins with `card`; then both sides play best."""
        line, _ = best_line(self._solver, self._deal, self._deal.after(position, card), None)
        return [card, *line]

    def single_choices(self, position: Position, line: list[int]) -> int:
        """Count in a line the decisions of South's side for which only one card is good.

        `position` is the position before the line. Equal cards count as one card.
        """
        count = 0
        for card in line:
            view = self.view(position)
            if self._is_ours(view.seat) and len(different(view, view.legal)) > 1:
                count += len(different(view, self.good(position))) == 1
            position = self._deal.after(position, card)
        return count

    def makes_plainly(self, position: Position) -> bool:
        """Return whether South's side gets what it needs if it plays by the plain rule.

        The opponents play best.
        """
        while any(position.hands):
            view = self.view(position)
            card = view.plain_card()
            if not self._is_ours(view.seat):
                values = self.values(position)
                card = min(values, key=lambda one: (values[one], one))
            position = self._deal.after(position, card)
        return position.points[self._side] >= self._need

    def _is_ours(self, seat: int) -> bool:
        return self._deal.house.side(seat) == self._side


def complete(problem: Problem, solver: Solver) -> bool:
    """Fill in values, cards, lines, motifs and grade; return whether the position is a problem.

    It is a problem if South can choose from at least `_CHOICES` different cards, only one of them
    is good, this card gets at least `_MARGIN` points more than the others, the plain rule
    (`plain_card`) fails, and a motif explains the good card. If the position is no problem, some
    attributes may not be filled in.
    """
    position, solution = problem.position, Solution(problem, solver)
    view = solution.view(position)
    if len(different(view, view.legal)) < _CHOICES:
        return False
    problem.values = values = solution.values(position)
    problem.keys = keys = solution.good(position)
    if len(different(view, keys)) != 1:
        return False
    wrong = [card for card in view.legal if card not in keys]
    best = max(values[card] for card in wrong)
    if values[keys[0]] < best + _MARGIN or solution.makes_plainly(position):
        return False
    plain = view.plain_card()
    problem.tempting = max(wrong, key=lambda card: (card == plain, values[card], -card))
    problem.line = solution.line(position, keys[0])
    problem.refutation = solution.line(position, problem.tempting)
    problem.motifs = motifs_of(Study(problem))
    difficulty = problem.tricks_left() + solution.single_choices(position, problem.line)
    difficulty += _SURPRISE * (plain not in keys)
    problem.grade = GRADES[sum(difficulty >= least for least in _GRADES_FROM)]
    return bool(problem.motifs)


def different(view: OpenView, cards: list[int]) -> list[int]:
    """Return one card of each group of equal cards.

    Two cards of a suit with the same points are equal if no card between them in strength is in
    another hand or in the trick under way.
    """
    kept: list[int] = []
    others = [one for seat in range(4) if seat != view.seat for one in view.position.hands[seat]]
    others += view.position.trick
    for card in cards:
        if not any(_are_equal(view, card, one, others) for one in kept):
            kept.append(card)
    return kept


def _are_equal(view: OpenView, one: int, other: int, others: list[int]) -> bool:
    """Return whether it makes no difference which of two cards is played.

    `others` are the cards in the other hands and in the trick under way.
    """
    if one >> 3 != other >> 3 or view.points(one) != view.points(other):
        return False
    low, high = sorted([view.strength(one), view.strength(other)])
    return not any(card >> 3 == one >> 3 and low < view.strength(card) < high for card in others)
