"""What `marcoria sim` does: a scenario of a file, or a match of bots told in the terminal."""

import argparse
import random
import sys
import time

from marcoria.errors import TableError
from marcoria.game.houses import open_house
from marcoria.scenarios.files import read
from marcoria.scenarios.narrator import Narrator, use_colours
from marcoria.scenarios.runner import Runner
from marcoria.scenarios.scenario import Scenario, Step

# How long a match takes on two cores of the year 2020, start and compilation included.
_LASTS = {"cpython": "about ten seconds", "vm": "half a minute to a minute"}


def play_file(args: argparse.Namespace) -> None:
    """Runs a scenario and says that all of it went as expected."""
    scenario = read(args.file)
    runner = Runner(scenario, args.backend or "", args.seed)
    try:
        runner.run()
        print(f"{args.file}: {len(scenario.steps)} steps, all as expected")
    finally:
        _end(runner, args.png)


def demo(args: argparse.Namespace) -> None:
    """A match of bots, from the first question on the display to the last card."""
    house = open_house(args.house)
    backend = args.backend or "cpython"
    print(
        f"A match of bots at the simulated table: {_LASTS[backend]} here, Ctrl-C ends it.",
        flush=True,
    )
    seed = random.SystemRandom().randrange(1 << 16) if args.seed is None else args.seed
    scenario = Scenario(
        path="demo",
        backend=backend,
        seed=seed,
        house=args.house,
        hands="scanned" if args.scanned else "blind",
        steps=[Step(0, "play", ("deals", args.deals))],
    )
    started = time.monotonic()
    runner = Runner(scenario)
    narrator = Narrator(runner.people, sys.stdout, use_colours(sys.stdout))
    try:
        narrator.title(f"{house.name}, to {house.target}, hands {scenario.hands} (seed {seed})")
        runner.run()
        narrator.result()
        minutes = runner.table.now / 60_000
        seconds = time.monotonic() - started
        print(f"{minutes:.0f} minutes at the table, {seconds:.0f} seconds here.")
        wrong = runner.witness.disagreement()
        if wrong:
            raise TableError("disagree", wrong)
        print(f"The journal agrees in all {len(runner.people.events)} events.")
    finally:
        _end(runner, args.png)


def _end(runner: Runner, png: str | None) -> None:
    try:
        if png:
            runner.picture(png)
    finally:
        runner.close()
