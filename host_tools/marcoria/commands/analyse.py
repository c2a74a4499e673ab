"""`marcoria analyse`: the cost and the share of each card in played deals.

The share of a card is the fraction of deals in which it was best, among the deals that fit what
its player knew.
"""

import json
from collections.abc import Callable
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

from marcoria.commands.options import Argument, Commands, Option, command, number_of
from marcoria.commands.replay import Houses
from marcoria.commands.solver import start_solvers
from marcoria.context import asked

if TYPE_CHECKING:
    from marcoria.analysis.costs import AnalysedPlay, Say
    from marcoria.analysis.deals import Analysis, Judge
    from marcoria.analysis.share import Share
    from marcoria.analysis.solvers import Solvers
    from marcoria.bdn.hand.facts import PrintedCosts
    from marcoria.bdn.replay import DealReplay

_WIDTH = 80
_CELL = 11  # columns of a card with its seat and cost
_CELL_WITH_SHARE = 19
_EXPLAINED = """\
A cost (-6) is how many points a card gave away, as if everybody saw all cards.
It does not judge the player, who saw only some of them."""
_SHARES_EXPLAINED = """\
Only the share in brackets judges the player: the card was best in this part of
the deals that fit what the player had seen. The two numbers are the limits of a
95 % interval, because the share is estimated from random deals.
A high share means that the card was right, although it had a cost this time."""
_NO_SHARES = "Shares, which judge the player, need node: it is missing or too old."
_MARKED = "! marks an illegal card. Its cost can be a gain, such as +4."


def add(app: Commands) -> None:
    """Declare the command."""
    command(app, "analyse", _analyse)


def _analyse(
    file: Annotated[
        str, Argument(metavar="FILE", help="The deals: BDN, its JSON form, or a journal.")
    ],
    house: Houses = None,
    seed: Annotated[
        int, Option(help="Seed of the random deals for the shares; the same seed repeats them.")
    ] = 1,
) -> None:
    """Compute the best play of deals, and the cost and the share of each card.

    A cost assumes that everybody sees all cards. Only a share judges the player, because it
    assumes only what the player had seen.
    """
    from marcoria.analysis.deals import analysed
    from marcoria.bdn.rulebooks import Rulebooks

    with start_solvers() as (solvers, progress):
        judge = _judge(solvers, seed)
        found = list(analysed(file, Rulebooks(house or ()), solvers, progress.say, judge))
    deals = [one for one in found if one]
    if asked().json:
        print(json.dumps({"ok": True, "deals": [one.facts() for one in deals]}))
    else:
        _print_all(file, deals, len(found) - len(deals))


def _judge(solvers: "Solvers", seed: int) -> "Judge | None":
    """Return a function that computes a deal's shares, or None if node is missing or too old."""
    from marcoria.bots.shares import SeenDeal, find_shares

    if solvers.name == "python":
        return None

    def judge(one: "DealReplay", say: "Say") -> "list[Share | None]":
        deal = SeenDeal(one.game.house, one.telling.before, one.events, one.added_shows)
        return find_shares(deal, solvers.of_worlds(deal.house, deal.contract), seed, say)

    return judge


def _print_all(file: str, deals: "list[Analysis]", skipped: int) -> None:
    for number, one in enumerate(deals, 1):
        _print_deal(one, number, print)
    counted = number_of(len(deals), "deal") + " analysed"
    print(f"{file}: {counted}" + (f", {skipped} not played to the end" if skipped else ""))
    if deals:
        print(_EXPLAINED)
        print(_SHARES_EXPLAINED if _has_shares(deals) else _NO_SHARES)
    if any(not play.is_legal for one in deals for play in one.plays):
        print(_MARKED)


def _has_shares(deals: "list[Analysis]") -> bool:
    return any(play.share for one in deals for play in one.plays)


def _print_deal(one: "Analysis", number: int, tell: Callable[[str], None]) -> None:
    """Print the tricks of a deal with the cost of each card, the costliest cards, and best play.

    Best play is left out if the house has no contract that can fail.
    """
    contract = f"{one.contract_name} by {one.taker_name}"
    tell(f"deal {one.board or number}, {one.house.name}, {contract}")
    tell(f"  points in cards: {_both(one, one.points)}; par: {_both(one, one.par)}")
    size, costs = one.house.players, one.printed()
    width = _CELL_WITH_SHARE if _has_shares([one]) else _CELL
    for trick in range(len(one.plays) // size):
        cells = [_cell(play, costs) for play in one.plays[trick * size : (trick + 1) * size]]
        tell(f"  {trick + 1}  " + "".join(f"{cell:<{width}}" for cell in cells).rstrip())
    for play in one.costliest():
        tell(f"  {play.seat_name} lost most with {play.card_name}: {play.cost}{_in_words(play)}")
    if one.makes is not None:
        verdict = "the taker makes the contract" if one.makes else "the contract is beaten"
        line = ", ".join(
            " ".join(one.line_names[at : at + size]) for at in range(0, len(one.line_names), size)
        )
        tell(fill(f"  with best play {verdict}: {line}", _WIDTH, subsequent_indent="    "))
    tell("")


def _both(one: "Analysis", points: tuple[int, int]) -> str:
    """Return the points of both sides with the sides' names."""
    return ", ".join(f"{side} {value}" for side, value in zip(one.sides, points, strict=True))


def _cell(play: "AnalysedPlay", costs: "PrintedCosts") -> str:
    """Return a card with its seat and cost.

    If the card is illegal, "!" stands before the cost. If the card cost points and has a share,
    the share follows in brackets.
    """
    said = f"{play.seat_name} {play.card_name} {costs.told(play.card, '-')}"
    if play.cost <= 0 or not play.share:
        return said
    least, most = play.share.in_per_cent()
    return f"{said} ({least}-{most}%)"


def _in_words(play: "AnalysedPlay") -> str:
    """Return the share of a card as the end of a sentence, "" if it has no share."""
    if not play.share:
        return ""
    least, most = play.share.in_per_cent()
    return f"; best in {least} to {most} % of the deals possible for {play.seat_name}"
