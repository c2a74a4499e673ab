"""Best play of both sides from a position to the end."""

from collections.abc import Callable

from marcoria.analysis.position import OpenDeal, Position
from marcoria.analysis.solvers import Solver
from marcoria.analysis.tables import ScoreTable, Stakes


def best_line(
    solver: Solver,
    deal: OpenDeal,
    position: Position,
    stakes: Stakes | None,
    found: Callable[[int], None] = lambda _: None,
) -> tuple[list[int], Position]:
    """Return the cards of best play, and the position at the end.

    With stakes, both sides play for the score, otherwise for points. Of equally good cards, the
    card with the fewest points is chosen. Before the search for each card, `found` is called with
    the number of cards found so far.
    """
    line: list[int] = []
    while any(position.hands):
        found(len(line))
        trick = deal.trick(position)
        score = ScoreTable(deal, position, stakes) if stakes else None
        cards = solver.cards(position, score)
        sign = -1 if deal.house.side(trick.seat) else 1
        best = max(
            cards, key=lambda card: (sign * cards[card], -trick.values[card >> 3][card & 7], -card)
        )
        line.append(best)
        position = deal.after(position, best)
    return line, position
