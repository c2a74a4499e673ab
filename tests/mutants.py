"""Run mutmut on a part of the firmware: on all mutants, on named ones, or on a random sample.

`make mutate` calls this program.
"""

import argparse
import random
import sys
from typing import Any

from mutmut import __main__ as mutmut

_SEEDS = 1 << 30


def _draw(count: int, seed: int) -> None:
    """Make mutmut run only a random sample of its mutants."""
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
    """Run the mutants that the command line chooses; mutmut stores the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(_SEEDS))
    parser.add_argument("--cores", type=int)
    parser.add_argument(
        "names", nargs="*", help="names of mutants to run, * matches any text; default: all"
    )
    asked = parser.parse_args()
    if asked.sample:
        _draw(asked.sample, asked.seed)
    mutmut._run(asked.names, asked.cores)


if __name__ == "__main__":
    main()
