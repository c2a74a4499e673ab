"""Facts about a problem's two lines of play, from which its motifs are detected."""

from marcoria.analysis.position import OpenDeal, Position
from marcoria.analysis.tables import Tables
from marcoria.problems.open_view import OpenView
from marcoria.problems.problem import Problem


class PlayedTrick:
    """A trick of a line of play, with the position at its first card."""

    def __init__(self, start: Position) -> None:
        self.start = start
        self.leader = start.leader
        self.cards: dict[int, int] = {}  # by seat, in the order of play
        self.winner = -1

    def won_with(self) -> int:
        """Return the card that has won the trick."""
        return self.cards[self.winner]


class Study:
    """The position of a problem for South, and the tricks of the line and of the refutation.

    `first` and `other` are the tricks in which the right and the tempting card are played, `spare`
    the points that South's side gets beyond those it needs.
    """

    def __init__(self, problem: Problem) -> None:
        deal = problem.deal()
        self.view = view = OpenView(deal, Tables(deal.house, deal.contract), problem.position)
        self.key = problem.keys[0]
        self.tempting = problem.tempting
        self.spare = problem.values[self.key] - problem.need
        self.line = _tricks(deal, problem.position, problem.line)
        self.refutation = _tricks(deal, problem.position, problem.refutation)
        self.first, self.other = self.line[0], self.refutation[0]
        self.seat = view.seat
        self.partner = view.partner()
        self.leads = not problem.position.trick

    def is_ours(self, trick: PlayedTrick) -> bool:
        """Return whether South's side has won a trick."""
        return self.view.is_ours(trick.winner)

    def second(self) -> PlayedTrick | None:
        """Return the trick of the line after the first, None if the first is the last."""
        return self.line[1] if len(self.line) > 1 else None

    def later_win(self, card: int) -> PlayedTrick | None:
        """Return the later trick of the line that a card wins for South, None if there is none."""
        for trick in self.line[1:]:
            if trick.cards.get(self.seat) == card and trick.winner == self.seat:
                return trick
        return None

    def is_lost(self, card: int) -> bool:
        """Return whether a card of South falls on a trick of the opponents in the refutation."""
        return any(
            trick.cards[self.seat] == card and not self.is_ours(trick) for trick in self.refutation
        )

    def higher_at(self, trick: PlayedTrick, card: int) -> list[int]:
        """Return the higher cards that the opponents hold when a trick begins."""
        at = OpenView(self.view.deal, self.view.tables, trick.start)
        return at.higher(card, self.view.foes())


def _tricks(deal: OpenDeal, position: Position, cards: list[int]) -> list[PlayedTrick]:
    """Return the tricks of a line of play, of which the first may be under way."""
    seat = position.leader
    trick = PlayedTrick(position)
    for card in position.trick:
        trick.cards[seat] = card
        seat = seat + deal.house.step & 3
    tricks = [trick]
    for card in cards:
        trick.cards[deal.turn(position)] = card
        position = deal.after(position, card)
        if not position.trick:
            trick.winner = position.leader
            trick = PlayedTrick(position)
            if any(position.hands):
                tricks.append(trick)
    return tricks
