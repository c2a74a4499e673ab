"""All kinds of players, by the names that scenarios, links and commands use."""

from collections import OrderedDict
from random import Random

from marcoria.bots.expert import Expert
from marcoria.bots.levels import Beginner, Skilled
from marcoria.bots.strategy import STRATEGIES, Cheat, Honest

USUAL = Skilled.name  # kind of a player for whom no kind is given


class Baseline(Honest):
    """Honest player, under the name that the benchmarks use."""

    name = "baseline"


_LEVELS: list[type[Honest]] = [Beginner, Skilled, Expert, Baseline]
KINDS: dict[str, type[Honest]] = OrderedDict([(kind.name, kind) for kind in _LEVELS + STRATEGIES])


def player(name: str, rng: Random, often: int | None = None) -> Honest:
    """Return a player of the kind `name`; `rng` is the player's own random generator."""
    made = KINDS[name](rng)
    if often is not None and isinstance(made, Cheat):
        made.often = often
    return made
