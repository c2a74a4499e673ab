"""All kinds of players, by the names in scenarios, commands and addresses of the web page."""

from collections import OrderedDict
from random import Random

from marcoria.bots.expert import Expert
from marcoria.bots.levels import Beginner, Skilled
from marcoria.bots.strategy import STRATEGIES, Cheat, Honest

USUAL = Skilled.name  # kind of the players of a demo if no kind is given


class Baseline(Honest):
    """Honest player, under the name that the benchmarks use."""

    name = "baseline"


_LEVELS: list[type[Honest]] = [Beginner, Skilled, Expert, Baseline]
KINDS: dict[str, type[Honest]] = OrderedDict([(kind.name, kind) for kind in _LEVELS + STRATEGIES])


def player(name: str, rng: Random, often: int | None = None) -> Honest:
    """Return a player of the kind `name`; `rng` is the player's own random generator.

    A `Cheat` cheats in `often` per cent of the occasions; None keeps the default of the kind.
    `often` is ignored for other players.
    """
    made = KINDS[name](rng)
    if often is not None and isinstance(made, Cheat):
        made.often = often
    return made
