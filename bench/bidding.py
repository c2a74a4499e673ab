"""Comparison of two ways in which a bidder can predict the points of a deal.

In each deal, of the house `french`, the first player has five cards and the upcard, and takes the
upcard's suit. The first prediction is the estimate of `marcoria.bots.bidder` for these six cards.
The second is the mean of sampled deals: random deals with these six cards, which the solver has
solved. The points of the true deal are those with best play of both sides. To start the program,
type `.venv/bin/python bench/bidding.py`.
"""

from random import Random
from statistics import correlation, mean
from time import perf_counter

from marcoria.analysis.position import Position
from marcoria.analysis.solvers import Solvers
from marcoria.bots.bidder import share
from marcoria.game.houses import open_house

_DEALS, _SEED = 350, 5
_SAMPLES = (4, 8, 16, 32)
_CARDS = range(32)


def main() -> None:
    """Print how well each prediction agrees with the true points, and how long sampling takes."""
    rng, solvers, house = Random(_SEED), Solvers(), open_house("french")
    estimates, sampled, true = [], [], []
    used = 0.0
    for _ in range(_DEALS):
        known = rng.sample(_CARDS, 6)
        solver = solvers.of(house, known[-1] >> 3)
        estimates.append(share(house, known, known[-1] >> 3))
        true.append(solver.value(_dealt(known, rng)))
        began = perf_counter()
        sampled.append([solver.value(_dealt(known, rng)) for _ in range(max(_SAMPLES))])
        used += perf_counter() - began
    solvers.close()
    each = 1000 * used / (_DEALS * max(_SAMPLES))
    print(f"{_DEALS} deals, seed {_SEED}; correlation with the points of the true deal")
    print(f"  the estimate           {correlation(estimates, true):.2f}")
    for count in _SAMPLES:
        means = [mean(points[:count]) for points in sampled]
        agreed = correlation(means, true)
        print(f"  mean of {count:2} solved deals {agreed:.2f}  {count * each:4.0f} ms a bid")


def _dealt(known: list[int], rng: Random) -> Position:
    """Return a position in which the first player has the `known` cards; the rest is random."""
    rest = [card for card in _CARDS if card not in known]
    rng.shuffle(rest)
    return Position([known + rest[:2], rest[2:10], rest[10:18], rest[18:]], 0, [])


if __name__ == "__main__":
    main()
