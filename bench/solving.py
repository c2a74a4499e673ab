"""Speed of the solvers for random deals and contracts in all houses with four players."""

from collections.abc import Iterator
from random import Random
from time import perf_counter

from endings import Ending, random_ending
from marcoria.analysis.solvers import Solver, Solvers
from marcoria.game.houses import names, open_house


def whole_deals(count: int, seed: int) -> list[float]:
    """Return the sorted times in ms of the solver in JavaScript, one for each whole deal."""
    return sorted(_timed(Solvers(), 8, count, seed))


def endings_in_python(count: int, seed: int) -> list[float]:
    """Return the sorted times in ms of the solver in Python for the last five tricks of deals."""
    return sorted(_timed(Solvers(in_python=True), 5, count, seed))


def played_deals(count: int, seed: int) -> list[float]:
    """Return the sorted times in ms for whole deals that are played at random.

    The time of a deal is the sum of the times for solving each of its positions.
    """
    solvers, times = Solvers(), []
    for deal, position, _ in _endings(8, count, seed):
        solver = solvers.of(deal.house, deal.contract)
        rng, used = Random(seed), 0.0
        while any(position.hands):
            began = perf_counter()
            solver.value(position)
            used += perf_counter() - began
            position = deal.after(position, rng.choice(deal.legal(position)))
        times.append(used * 1000)
    solvers.close()
    return sorted(times)


def _timed(solvers: Solvers, tricks: int, count: int, seed: int) -> Iterator[float]:
    for deal, position, _ in _endings(tricks, count, seed):
        solver: Solver = solvers.of(deal.house, deal.contract)
        began = perf_counter()
        solver.value(position)
        yield (perf_counter() - began) * 1000
    solvers.close()


def _endings(tricks: int, count: int, seed: int) -> Iterator[Ending]:
    rng = Random(seed)
    houses = [house for house in map(open_house, names()) if house.players == 4]
    for number in range(count):
        yield random_ending(rng, houses[number % len(houses)], tricks, begun=False)
