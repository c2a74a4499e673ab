"""The question `analyse` of `marcoria rules`, and a dictionary of all questions.

`analyse` asks for the best play from a position in which all cards are known.
"""

from marcoria.analysis.best import best_line
from marcoria.analysis.position import OpenDeal, Position
from marcoria.analysis.solvers import shared_solvers
from marcoria.analysis.tables import ScoreTable, Stakes
from marcoria.bdn import answers as of_papers
from marcoria.errors import TableError
from marcoria.firmware.codes.game import SEATS, name_of
from marcoria.game.request import Request
from marcoria.game.rules import Ops

_QUICK = 5  # maximum number of tricks left that the solver in Python searches without "slow": true


def analyse(fields: dict[str, object]) -> dict[str, object]:
    """Return whose turn it is, what both sides get with best play, and the cards of best play.

    Also return the name of the solver, and for each legal card what its player's side gets with
    this card. The numbers are points in cards that are still to be won. If the field `by` is
    "score", they are scores of the whole deal.
    """
    request = Request(fields)
    deal = OpenDeal(request.house, request.contract)
    position = _position(request)
    turn = deal.turn(position)
    _check_hands(request, position, turn)
    solvers = shared_solvers()
    if solvers.name == "python" and len(position.hands[turn]) > _QUICK and not _is_slow(request):
        raise TableError(
            "too-large",
            f"without node at most {_QUICK} tricks may be left: install node, or add"
            ' "slow": true and wait',
        )
    stakes = _stakes(request)
    score = ScoreTable(deal, position, stakes) if stakes else None
    left = deal.left(position)

    def both(value: int) -> tuple[int, int]:
        """Return what each side gets, from a value that the solver has returned."""
        return score.of_difference(value) if score else (value, left - value)

    solver = solvers.of(request.house, request.contract)
    cards = solver.cards(position, score)
    side = request.house.side(turn)
    best = (min if side else max)(cards.values())
    line, _ = best_line(solver, deal, position, stakes)
    return {
        "turn": SEATS[turn],
        "points": request.by_side(both(best)),
        "cards": {name_of(card): both(value)[side] for card, value in sorted(cards.items())},
        "line": [name_of(card) for card in line],
        "solver": solvers.name,
    }


def _is_slow(request: Request) -> bool:
    return request.fields.get("slow") is True


def _position(request: Request) -> Position:
    """Return the position that a request describes, with the points and tricks won so far."""
    given = request.some_hands("hands")
    hands = [given.get(seat, []) for seat in range(4)]
    trick = request.cards("trick", request.house.players - 1)
    request.once([*trick, *(card for hand in hands for card in hand)], "the trick and the hands")
    points, tricks = request.won()
    return Position(hands, request.seat("leader"), trick, points, tricks)


def _check_hands(request: Request, position: Position, turn: int) -> None:
    """Raise TableError unless all players have the same number of cards left to play.

    A card in the unfinished trick counts as left. At least one card must be left.
    """
    size = len(position.hands[turn])
    if not size:
        raise TableError("wrong-count", f"{SEATS[turn]} has no card left to play")
    step, seat = request.house.step, position.leader
    for count in range(request.house.players):
        needs = size - (count < len(position.trick))
        held = len(position.hands[seat])
        if held != needs:
            detail = f"{SEATS[seat]} has {held} cards and needs {needs}: {SEATS[turn]} has {size}"
            raise TableError("wrong-count", detail)
        seat = seat + step & 3


def _stakes(request: Request) -> Stakes | None:
    """Return the stakes if the request asks for the score, else None."""
    by = request.fields.get("by", "points")
    if by == "points":
        return None
    if by != "score":
        raise TableError("bad-field", f"the field 'by' must be points or score, not {by!r}")
    factor = request.factor() if "factor" in request.fields else 1
    hanging = request.hanging() if "hanging" in request.fields else 0
    taker = request.house.side(request.seat("taker"))
    return Stakes(
        taker, factor, hanging, _of_sides(request, "melds"), _of_sides(request, "belote")
    )


def _of_sides(request: Request, name: str) -> tuple[int, int]:
    """Return the points of both sides from a field, zeros if the field is missing."""
    if name not in request.fields:
        return 0, 0
    first, second = request.points(name)
    return first, second


OPS: Ops = {**of_papers.OPS, "analyse": analyse}
