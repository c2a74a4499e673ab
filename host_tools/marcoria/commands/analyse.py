"""`marcoria analyse`: what the cards of played deals cost."""

import json
from collections.abc import Callable
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

from marcoria.commands.options import Argument, Commands, command, number_of
from marcoria.commands.replay import Houses
from marcoria.commands.solver import start_solvers
from marcoria.context import asked

if TYPE_CHECKING:
    from marcoria.analysis.costs import AnalysedPlay
    from marcoria.analysis.deals import Analysis
    from marcoria.bdn.hand.facts import PrintedCosts

_CELL = 11  # width of a player's card and cost
_EXPLAINED = """\
A cost is how many points a card gave away, as if everybody saw all cards. It
does not judge the player, who saw only some of them."""
_MARKED = "! marks an illegal card. Its cost can be a gain, such as +4."


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "analyse", _analyse)


def _analyse(
    file: Annotated[
        str, Argument(metavar="FILE", help="The deals: BDN, its JSON form, or a journal.")
    ],
    house: Houses = None,
) -> None:
    """Compute the best play of deals with open cards, and what each card cost."""
    from marcoria.analysis.deals import analysed
    from marcoria.bdn.rulebooks import Rulebooks

    with start_solvers() as (solvers, progress):
        found = list(analysed(file, Rulebooks(house or ()), solvers, progress.say))
    deals = [one for one in found if one]
    if asked().json:
        print(json.dumps({"ok": True, "deals": [one.facts() for one in deals]}))
    else:
        _print_all(file, deals, len(found) - len(deals))


def _print_all(file: str, deals: "list[Analysis]", skipped: int) -> None:
    for number, one in enumerate(deals, 1):
        _print_deal(one, number, print)
    counted = number_of(len(deals), "deal") + " analysed"
    print(f"{file}: {counted}" + (f", {skipped} not played to the end" if skipped else ""))
    if deals:
        print(_EXPLAINED)
    if any(not play.is_legal for one in deals for play in one.plays):
        print(_MARKED)


def _print_deal(one: "Analysis", number: int, tell: Callable[[str], None]) -> None:
    """Print a deal trick by trick, with the cost of each card, and its best line."""
    contract = f"{one.contract_name} by {one.taker_name}"
    tell(f"deal {one.board or number}, {one.house.name}, {contract}")
    tell(f"  points in cards: {_both(one, one.points)}; par: {_both(one, one.par)}")
    size, costs = one.house.players, one.printed()
    for trick in range(len(one.plays) // size):
        cells = [_cell(play, costs) for play in one.plays[trick * size : (trick + 1) * size]]
        tell(f"  {trick + 1}  " + "".join(f"{cell:<{_CELL}}" for cell in cells).rstrip())
    for play in one.costliest():
        tell(f"  {play.seat_name} lost most with {play.card_name}: {play.cost}")
    if one.makes is not None:
        verdict = "the taker makes the contract" if one.makes else "the contract is beaten"
        line = ", ".join(
            " ".join(one.line_names[at : at + size]) for at in range(0, len(one.line_names), size)
        )
        tell(fill(f"  with best play {verdict}: {line}", 80, subsequent_indent="    "))
    tell("")


def _both(one: "Analysis", points: tuple[int, int]) -> str:
    """Return the points of both sides with the sides' names."""
    return ", ".join(f"{side} {value}" for side, value in zip(one.sides, points, strict=True))


def _cell(play: "AnalysedPlay", costs: "PrintedCosts") -> str:
    """Return a card with its seat, its cost and, if it is illegal, a mark."""
    return f"{play.seat_name} {play.card_name} {costs.told(play.card, '-')}"
