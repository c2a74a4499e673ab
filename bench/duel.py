"""Duels: two strategies play the same deals twice, the second time with their sides swapped.

`.venv/bin/python bench/duel.py --help` explains how to start a duel. A seed and a deal's number
determine the deal's cards and its players' random numbers: both plays have the same ones.
"""

import sys
from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from multiprocessing import get_context
from random import Random
from statistics import mean, stdev
from time import perf_counter

from marcoria.bots.kinds import KINDS as STRATEGIES
from marcoria.bots.kinds import player
from marcoria.bots.strategy import Honest, PlayerView
from marcoria.game.houses import names
from marcoria.game.names import seats_of
from marcoria.guard import guarded
from marcoria.paths import TESTS

sys.path.append(str(TESTS))

import peers
from deal_play import KINDS, house_with

_CERTAIN = 1.96  # standard errors on each side of a 95 % interval


@dataclass(frozen=True)
class Duel:
    """Two strategies, the house and kind of their deals, and the seed.

    `rules` are lines `key: value` that replace lines of the house file.
    """

    first: str
    second: str
    house: str
    kind: str = "cards"
    seed: int = 1
    rules: tuple[str, ...] = ()

    def play(self, number: int) -> "Played":
        """Play the deal with this number twice; each strategy plays each side once."""
        return Played(self, number)


class Played:
    """A deal that was played twice.

    `results` has the first strategy's points minus those of the second, for each of the two plays.
    `difference` is their mean. `times` has the ms that each strategy took for each of its cards.
    """

    def __init__(self, duel: Duel, number: int) -> None:
        house = house_with(duel.house, duel.rules)
        name = f"{duel.seed} {number}"
        self.times: tuple[list[float], list[float]] = [], []
        self.results = []
        for swapped in (0, 1):
            players = {}
            for seat in seats_of(house):
                who = house.side(seat) ^ swapped
                strategy = (duel.first, duel.second)[who]
                one = make_player(strategy, Random(f"{name} {seat}"))
                players[seat] = _timed(one, self.times[who])
            points = KINDS[duel.kind](house, Random(name)).play(players)
            self.results.append(points[swapped] - points[1 - swapped])
        self.difference = mean(self.results)


class Result:
    """Result of a duel.

    `mean` is the mean difference, and `interval` is half the width of its 95 % interval, infinite
    for a single deal. `times` has for each strategy the sorted ms that its cards took.
    """

    def __init__(self, played: Sequence[Played]) -> None:
        differences = [one.difference for one in played]
        self.deals = len(played)
        self.mean = mean(differences)
        error = stdev(differences) / sqrt(self.deals) if self.deals > 1 else float("inf")
        self.interval = _CERTAIN * error
        self.times = [sorted(ms for one in played for ms in one.times[who]) for who in (0, 1)]

    def late(self, who: int) -> float:
        """Return the ms within which strategy `who` (0 or 1) has played 95 of 100 cards."""
        return self.times[who][len(self.times[who]) * 95 // 100]


def make_player(name: str, rng: Random) -> Honest:
    """Return a new player of the strategy with this name; `rng` is its own generator."""
    return player(name, rng) if name in STRATEGIES else peers.make_peer(name, rng)


def _timed(one: Honest, times: list[float]) -> Honest:
    """Change a player so that it times and checks its cards; return the same player.

    The player then appends the ms for each card to `times`, and raises ValueError if the card is
    illegal.
    """
    choose = one.card

    def card(view: PlayerView) -> int:
        began = perf_counter()
        chosen = choose(view)
        times.append((perf_counter() - began) * 1000)
        if chosen not in view.legal():
            raise ValueError(f"{one.name} plays the illegal card {chosen}")
        return chosen

    one.card = card  # type: ignore[method-assign]
    return one


def run(duel: Duel, numbers: Sequence[int], processes: int = 1) -> Result:
    """Play the deals with these numbers, and return the result."""
    # The first deal is played here, so that a wrong name is reported before processes start.
    played = [duel.play(numbers[0])]
    if processes == 1:
        return Result(played + [duel.play(number) for number in numbers[1:]])
    # A forked process would wait forever for the threads that a peer has started in this process.
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        return Result(played + list(pool.map(duel.play, numbers[1:], chunksize=4)))


def _arguments() -> ArgumentParser:
    parser = ArgumentParser(
        description="Let two strategies play the same deals with swapped sides.",
        formatter_class=ArgumentDefaultsHelpFormatter,
    )
    strategies = ", ".join([*STRATEGIES, *peers.NAMES])
    parser.add_argument("--first", default="honest", help=f"a strategy: {strategies}")
    parser.add_argument("--second", default="wild", help="the other strategy")
    parser.add_argument("--house", default="french", help=f"{', '.join(names())}, or a file")
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        help="replaces a line of the house, like 'under: free'",
    )
    parser.add_argument(
        "--kind",
        choices=list(KINDS),
        default="cards",
        help="cards: card points, without bidding and melds; whole: score, with bidding and melds",
    )
    parser.add_argument("--deals", type=int, default=400, help="number of deals")
    parser.add_argument("--start", type=int, default=0, help="number of the first deal")
    parser.add_argument("--seed", type=int, default=1, help="seed of deals and players")
    parser.add_argument("--processes", type=int, default=2, help="processes that share the deals")
    return parser


def _describe(duel: Duel, result: Result) -> str:
    """Return the lines to print for a result."""
    rules = f" with {', '.join(duel.rules)}" if duel.rules else ""
    unit = "card points" if duel.kind == "cards" else "points of the score"
    lines = [
        f"{duel.first} against {duel.second}, {duel.kind}, {duel.house}{rules}:"
        f" {result.deals} deals twice, seed {duel.seed}",
        f"  difference a deal: {result.mean:+.1f} ± {result.interval:.1f} {unit}",
    ]
    for who, name in enumerate((duel.first, duel.second)):
        if result.times[who]:
            times = f"{mean(result.times[who]):.3f} ms, 95 of 100 in {result.late(who):.3f} ms"
            lines.append(f"  time a card, {name}: {times}")
    return "\n".join(lines)


def main() -> None:
    """Run the duel that the command line describes, and print the result."""
    parser = _arguments()
    given = parser.parse_args()
    if given.deals < 1 or given.processes < 1:
        parser.error("--deals and --processes must be at least 1")
    duel = Duel(given.first, given.second, given.house, given.kind, given.seed, tuple(given.rule))
    numbers = range(given.start, given.start + given.deals)
    print(_describe(duel, run(duel, numbers, given.processes)))


if __name__ == "__main__":
    sys.exit(guarded(main))
