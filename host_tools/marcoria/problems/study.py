"""Tricks of a problem's `line` and `refutation`, from which its motifs are detected."""

from marcoria.analysis.position import OpenDeal, Position
from marcoria.analysis.tables import Tables
from marcoria.problems.open_view import OpenView
from marcoria.problems.problem import Problem


class PlayedTrick:
    """A trick of a line of play.

    `start` is the position before the first card that the line adds to the trick. `winner` is -1
    until the trick is complete.
    """

    def __init__(self, start: Position) -> None:
        self.start = start
        self.leader = start.leader
        self.cards: dict[int, int] = {}  # card of each seat, in the order of play
        self.winner = -1

    def won_with(self) -> int:
        """Return the card that has won the trick."""
        return self.cards[self.winner]


class Study:
    """The position of a problem as South sees it, and the tricks of its `line` and `refutation`.

    `key` is the right card. `first` is the trick in which the right card is played, and `other` is
    the trick in which the tempting card is played. After the right card, South's side gets `spare`
    points more than it needs. `leads` is true if South leads to the first trick.
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
        """Return the second trick of the line, None if the line has only one trick."""
        return self.line[1] if len(self.line) > 1 else None

    def later_win(self, card: int) -> PlayedTrick | None:
        """Return the trick after the first one that South wins with `card`, else None."""
        for trick in self.line[1:]:
            if trick.cards.get(self.seat) == card and trick.winner == self.seat:
                return trick
        return None

    def is_lost(self, card: int) -> bool:
        """Return whether South plays a card in `refutation` to a trick that the opponents win."""
        return any(
            trick.cards[self.seat] == card and not self.is_ours(trick) for trick in self.refutation
        )

    def higher_at(self, trick: PlayedTrick, card: int) -> list[int]:
        """Return the opponents' higher cards of the same suit in the position `trick.start`."""
        at = OpenView(self.view.deal, self.view.tables, trick.start)
        return at.higher(card, self.view.foes())


def _tricks(deal: OpenDeal, position: Position, cards: list[int]) -> list[PlayedTrick]:
    """Split a line of play into tricks; the first one includes the cards of `position.trick`."""
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
