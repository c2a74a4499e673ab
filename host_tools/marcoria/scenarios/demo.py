"""What `marcoria sim` does: a scenario of a file, or a match of bots told in the terminal."""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from marcoria.errors import TableError
from marcoria.scenarios.files import read
from marcoria.scenarios.live import Live, has_room
from marcoria.scenarios.narrator import LEGEND, Narrator
from marcoria.scenarios.own_houses import house_at, with_house
from marcoria.scenarios.paint import DIM, Paint, use_colours
from marcoria.scenarios.panel import Panel
from marcoria.scenarios.runner import Runner
from marcoria.scenarios.scenario import Scenario, Step

# How long a match takes on two cores of the year 2020; whoever looks on must read it.
_LASTS = {"cpython": "ten to twenty seconds", "vm": "about a minute"}
_LASTS_LIVE = "a minute or two"

Tell = Callable[[str], None]


def play_file(args: argparse.Namespace) -> None:
    """Runs a scenario and says that all of it went as expected."""
    scenario = read(args.file)
    runner = Runner(scenario, args.backend or "", args.seed)
    try:
        runner.run()
        for line in runner.unasked:
            print(f"{args.file}: {line}")
        print(f"{args.file}: {len(scenario.steps)} steps, all as expected")
    finally:
        _end(runner, args.png)


def demo(args: argparse.Namespace) -> None:
    """A match of bots, from the first question on the display to the last card."""
    scenario = with_house(_match(args), args.house)
    house = house_at(scenario)
    live = has_room(sys.stdout)
    lasts = _LASTS_LIVE if live else _LASTS[scenario.backend]
    print(f"Bots play a match at the simulated table: {lasts}, Ctrl-C ends it.", flush=True)
    started = time.monotonic()
    runner = Runner(scenario)
    paint = Paint(use_colours(sys.stdout))
    try:
        with _shown(runner, paint, live) as tell:
            narrator = Narrator(runner.people, tell, paint)
            hands, seed = scenario.hands, scenario.seed
            narrator.title(f"{house.name}, to {house.target}, hands {hands} (seed {seed})")
            runner.run()
            narrator.result()
            _agree(runner, tell, time.monotonic() - started)
    finally:
        _end(runner, args.png)


def _match(args: argparse.Namespace) -> Scenario:
    seed = random.SystemRandom().randrange(1 << 16) if args.seed is None else args.seed
    return Scenario(
        path="demo",
        backend=args.backend or "cpython",
        seed=seed,
        hands="scanned" if args.scanned else "blind",
        language=args.lang,
        pace="lively",
        steps=[Step(0, "play", ("deals", args.deals))],
    )


@contextmanager
def _shown(runner: Runner, paint: Paint, live: bool) -> Iterator[Tell]:
    """How a line is told: as a stream, or below the table of the moment."""
    if not live:
        print(LEGEND)
        yield partial(print, flush=True)
        return
    body = runner.company.body
    screen = Live(sys.stdout, Panel(runner.company, paint), paint(LEGEND, DIM))
    seen = body.seen

    def look() -> None:
        seen()
        screen.look()

    body.seen = look
    screen.start()
    try:
        yield screen.say
    finally:
        body.seen = seen
        screen.stop()


def _agree(runner: Runner, tell: Tell, seconds: float) -> None:
    """How long it took, and that the journal says the same as the people."""
    tell(f"{runner.table.now / 60_000:.0f} minutes at the table, {seconds:.0f} seconds here.")
    wrong = runner.witness.disagreement()
    if wrong:
        raise TableError("disagree", wrong)
    tell(f"The journal agrees in all {len(runner.people.events)} events.")


def _end(runner: Runner, png: str | None) -> None:
    try:
        if png:
            runner.picture(png)
    finally:
        runner.close()
