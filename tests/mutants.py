"""`mutmut run` for `make mutate`: all mutants of a part, or a sample that a seed draws."""

import argparse
import random
import sys
from typing import Any

from mutmut import __main__ as mutmut

_SEEDS = 1 << 30


def _draw(count: int, seed: int) -> None:
    """Lets mutmut go on with so many of those that it has made."""
    collect = mutmut.collect_source_file_mutation_data

    def sample(**asked: Any) -> tuple[list[Any], dict[str, Any]]:
        made, files = collect(**asked)
        drawn = random.Random(seed).sample(sorted(made, key=_name), min(count, len(made)))
        again = f"{len(drawn)} of {len(made)} mutants (repeat with: SAMPLE={count} SEED={seed})"
        print(again, file=sys.stderr)
        return drawn, files

    mutmut.collect_source_file_mutation_data = sample


def _name(mutant: tuple[Any, str, Any]) -> str:
    return mutant[1]


def main() -> None:
    """Runs them; mutmut writes down what came of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(_SEEDS))
    parser.add_argument("--cores", type=int)
    parser.add_argument("names", nargs="*", help="with stars; all if there are none")
    asked = parser.parse_args()
    if asked.sample:
        _draw(asked.sample, asked.seed)
    mutmut._run(asked.names, asked.cores)


if __name__ == "__main__":
    main()
