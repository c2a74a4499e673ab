"""Imagined deals (analysis/worlds.mjs): possible, and as frequent as their weights say.

`_shares` lists all deals of a few cards, and computes how frequent each deal should be.
"""

import json
import subprocess
from collections import Counter
from itertools import product
from math import prod, sqrt
from pathlib import Path
from random import Random

import pytest

import testenv
from marcoria.analysis.belief import PLACES, Belief
from marcoria.sim.vm.node import find

_DRAW = Path(__file__).with_name("draw_deals.mjs")
_DEALS = 20_000
_MOST = 6  # maximum number of unseen cards, so that all deals can be listed
_WEIGHTS = (0, 100, 400, 1000, 3000)
_SIGMAS = 6.0
# Largest error of a share, apart from the random error. `Dealer` deals one card after another,
# which makes some deals too frequent. A limited number of swaps then reduces this error.
_BIAS = 0.02


def _drawn(belief: Belief, deals: int) -> list[list[int] | None]:
    values = (deals, testenv.SEED, vars(belief))
    done = subprocess.run(
        [find()[0], _DRAW, *map(json.dumps, values)], capture_output=True, check=True
    )
    found: list[list[int] | None] = json.loads(done.stdout)
    return found


def _shares(belief: Belief) -> dict[tuple[int, ...], float]:
    """Return the expected frequency of each possible deal, by the places of the unseen cards."""
    found = {}
    for places in product(range(PLACES), repeat=len(belief.unseen)):
        if [places.count(place) for place in range(PLACES)] == belief.room:
            weight = prod(row[place] for row, place in zip(belief.weights, places, strict=True))
            if weight:
                found[places] = weight
    whole = sum(found.values())
    return {places: weight / whole for places, weight in found.items()}


def _random_belief(rng: Random) -> Belief:
    room = [rng.randint(0, 2) for _ in range(PLACES)]
    unseen = rng.sample(range(32), sum(room))
    weights = [[rng.choice(_WEIGHTS) for _ in range(PLACES)] for _ in unseen]
    return Belief([[] for _ in range(PLACES)], room, unseen, weights)


@pytest.mark.parametrize("number", range(6))
def test_deals_are_as_frequent_as_their_weights(number: int) -> None:
    rng = Random(f"{testenv.SEED} {number}")
    belief = _random_belief(rng)
    while len(belief.unseen) > _MOST or len(_shares(belief)) < 3:
        belief = _random_belief(rng)
    shares = _shares(belief)
    drawn = Counter(tuple(places or ()) for places in _drawn(belief, _DEALS))
    assert drawn.keys() <= shares.keys()
    for places, share in shares.items():
        # Allow for the random error of independent deals, and for the bias.
        error = sqrt(share * (1 - share) / _DEALS) * _SIGMAS
        assert abs(drawn[places] / _DEALS - share) < error + _BIAS, (vars(belief), places)


@pytest.mark.parametrize("number", range(6))
def test_the_only_possible_deal_is_found(number: int) -> None:
    """Each card but the first may be in two places, so finding the deal needs many moves."""
    rng = Random(f"{testenv.SEED} {number}")
    size = rng.randint(2, 4)
    unseen = rng.sample(range(32), size)
    room = [1] * size + [0] * (PLACES - size)
    weights = [[int(place in (at, at - 1)) for place in range(PLACES)] for at in range(size)]
    order = rng.sample(range(size), size)
    belief = Belief(
        [[] for _ in range(PLACES)],
        room,
        [unseen[at] for at in order],
        [weights[at] for at in order],
    )
    assert _drawn(belief, 3) == [order] * 3


def test_an_impossible_deal_is_refused() -> None:
    weights = [[1, 0, 0, 0, 0], [1, 0, 0, 0, 0]]
    belief = Belief([[] for _ in range(PLACES)], [1, 1, 0, 0, 0], [3, 4], weights)
    assert _drawn(belief, 2) == [None, None]
