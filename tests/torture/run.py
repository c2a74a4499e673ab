"""Run all attacks: `make torture SEED=... ARGS="--images 10000 --chains 5000"`.

For each attack, the numbers of cases with each outcome are printed, and written to
build/torture.json.
"""

import argparse
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from marcoria.guard import guarded

_TESTS = Path(__file__).resolve().parents[1]
_FOLDERS = ("torture", "sim", "table", "cross", "naive", ".")
_WORST = 20  # maximum number of bad cases to print
_SEEDS = 1 << 30


def _find_modules(seed: int) -> None:
    """Set the import path and the seed, as for the tests, and a board that the seed chooses."""
    sys.path[:0] = [str(_TESTS / name) for name in _FOLDERS]
    from board_names import use_board_names
    from marcoria.board.generate import made_for
    from marcoria.board.profile import profiles

    boards = profiles()
    use_board_names(made_for(boards[seed % len(boards)]))
    import testenv

    testenv.SEED = seed


def _evening(seed: int, kind: str, number: int) -> list[tuple[str, str, str, str, bool]]:
    """Run one evening and return its cases.

    Each case has a name, the attack, the verdict, the reason, and whether the table's state is the
    one that docs/journal.md specifies.
    """
    _find_modules(seed)
    import kinds

    return [
        (name, attack, verdict.what, verdict.why, verdict.as_told)
        for name, attack, verdict in kinds.KINDS[kind](seed, number)
    ]


class Tally:
    """Verdicts of all cases so far."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.counts: dict[str, Counter[str]] = {}
        self.bad: list[str] = []
        # number of cases in which the table's state differs from docs/journal.md
        self.otherwise = 0

    def add(self, kind: str, cases: list[tuple[str, str, str, str, bool]]) -> None:
        """Count the cases of an evening."""
        for name, attack, verdict, why, as_told in cases:
            self.counts.setdefault(attack, Counter())[verdict] += 1
            self.otherwise += not as_told
            if verdict in ("silent", "crashed") or not as_told:
                self.bad.append(f"{kind} {name}, {attack}: {verdict} {why[-600:]}")

    def table(self) -> Iterator[str]:
        """Yield the lines of a text table: the heads, a line for each attack, and the sums."""
        columns = ("whole", "said", "undetectable", "silent", "crashed")
        heads = ("attack", "tried", "came back whole", "said what was lost", *columns[2:])
        yield f"{heads[0]:42}" + "".join(f"{head:>20}" for head in heads[1:])
        total: Counter[str] = Counter()
        for attack, counts in self.counts.items():
            yield _row(attack, counts, columns)
            total += counts
        yield _row("all", total, columns)
        if self.otherwise:
            yield f"cases with another state than docs/journal.md specifies: {self.otherwise}"

    def write(self, path: Path) -> None:
        """Write the seed, the counts and the bad cases as JSON."""
        path.parent.mkdir(exist_ok=True)
        counts = {attack: dict(found) for attack, found in self.counts.items()}
        path.write_text(
            json.dumps({"seed": self.seed, "attacks": counts, "bad": self.bad}, indent=1), "utf-8"
        )


def _row(name: str, counts: Counter[str], columns: tuple[str, ...]) -> str:
    numbers = [counts.total(), *(counts[column] for column in columns)]
    return f"{name:42}" + "".join(f"{number:20,}" for number in numbers)


def _play(tally: Tally, kind: str, wanted: int, workers: ProcessPoolExecutor) -> None:
    """Run evenings of a kind until there are at least `wanted` cases."""
    number = done = 0
    ahead = os.cpu_count() or 1
    while done < wanted:
        jobs = [workers.submit(_evening, tally.seed, kind, number + i) for i in range(ahead)]
        for job in jobs:
            cases = job.result()
            done += len(cases)
            tally.add(kind, cases)
        number += ahead
        print(f"{kind}: {done:,} of {wanted:,}", file=sys.stderr)


def main(arguments: list[str]) -> int:
    """Run the attacks.

    Return 1 if a table lost data in silence or crashed, or if a state differs from
    docs/journal.md, else 0.
    """
    asked = _arguments(arguments)
    seed = random.SystemRandom().randrange(_SEEDS) if asked.seed is None else asked.seed
    print(f"seed {seed} (repeat with: make torture SEED={seed})", flush=True)
    tally = Tally(seed)
    if asked.only:
        tally.add(asked.only[0], _evening(seed, *asked.only))
    else:
        amounts: dict[str, int] = {
            kind: getattr(asked, kind.replace("-", "_")) for kind in _AMOUNTS
        }
        with ProcessPoolExecutor() as workers:
            for kind, wanted in amounts.items():
                _play(tally, kind, wanted, workers)
                tally.write(_TESTS.parent / "build" / "torture.json")
    print("\n".join(tally.table()))
    print("\n".join(tally.bad[:_WORST]))
    tally.write(_TESTS.parent / "build" / "torture.json")
    failed = any(found["silent"] or found["crashed"] for found in tally.counts.values())
    return int(failed or tally.otherwise > 0)


# Default for the minimum number of cases of each kind of attack.
_AMOUNTS = {
    "images": 10_000,
    "chains": 5_000,
    "unread": 1_000,
    "images-at-a-table": 300,
    "chains-at-a-table": 60,
    "garbage": 120,
    "storms": 40,
    "chips": 40,
}


def _one(words: str) -> tuple[str, int]:
    """Parse KIND:NUMBER; return the kind of attack and the number of an evening."""
    kind, _, number = words.partition(":")
    if kind not in _AMOUNTS or not (number.isascii() and number.isdigit()):
        kinds = ", ".join(_AMOUNTS)
        raise argparse.ArgumentTypeError(f"'{words}' is not KIND:NUMBER; kinds are {kinds}")
    return kind, int(number)


def _arguments(arguments: list[str]) -> Any:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="random seed; the same seed repeats the run")
    parser.add_argument("--only", type=_one, help="run only this evening, for example images:7")
    for kind, amount in _AMOUNTS.items():
        help = f"minimum number of cases of '{kind}' (default: {amount})"
        parser.add_argument(f"--{kind}", type=int, default=amount, metavar="N", help=help)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(guarded(lambda: sys.exit(main(sys.argv[1:]))))
