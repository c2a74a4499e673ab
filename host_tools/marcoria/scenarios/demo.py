"""What `marcoria sim` does: a scenario of a file, or a match of bots told in the terminal."""

import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from marcoria.errors import TableError
from marcoria.journal.from_table import cells
from marcoria.named_files import write_file
from marcoria.scenarios import taken
from marcoria.scenarios.files import read
from marcoria.scenarios.live import Live, has_room
from marcoria.scenarios.narrator import LEGEND, Narrator
from marcoria.scenarios.own_houses import house_at, with_house
from marcoria.scenarios.paint import DIM, Paint, print_line, use_colours
from marcoria.scenarios.panel import Panel
from marcoria.scenarios.reporter import Reporter
from marcoria.scenarios.runner import Runner
from marcoria.scenarios.scenario import Scenario, Step
from marcoria.sim.port import Served
from marcoria.terminal import unfiltered

# How long a match takes on two cores of the year 2020; whoever looks on must read it.
_LASTS = {"cpython": "ten to twenty seconds", "vm": "about a minute"}
_LASTS_LIVE = "a minute or two"

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Kept:
    """What is left of a table at its end: a picture, and the image of its journal."""

    png: str = ""
    journal: str = ""

    def keep(self, runner: Runner) -> None:
        """Writes what is wanted, and clears the table."""
        try:
            if self.png:
                runner.picture(self.png)
            if self.journal:
                write_file(self.journal, cells(runner.table))
        finally:
            runner.close()


def play_file(file: str, backend: str, seed: int | None, kept: Kept) -> tuple[int, list[str]]:
    """Runs a scenario to its end: how many steps it had, and what nobody has asked."""
    scenario = read(file)
    runner = Runner(scenario, backend, seed)
    try:
        runner.run()
        return len(scenario.steps), runner.doing.unasked
    finally:
        kept.keep(runner)


def demo(match: Scenario, house_name: str, kept: Kept, port: int = 0) -> None:
    """A match of bots, from the first question on the display to the last card; with a `port` at a
    table that others can talk with there, also when it is over."""
    scenario = with_house(match, house_name) if house_name else match
    house = house_at(scenario)
    live = has_room(sys.stdout)
    lasts = _LASTS_LIVE if live else _LASTS[scenario.backend]
    lasts = "in real time" if port else lasts
    print(f"Bots play a match at the simulated table: {lasts}, Ctrl-C ends it.", flush=True)
    started = time.monotonic()
    runner = Runner(scenario)
    paint = Paint(use_colours(sys.stdout))
    try:
        with _shown(runner, paint, live) as tell, _served(runner, port) as served:
            narrator = Narrator(runner.people, tell, paint)
            hands, seed = scenario.hands, scenario.seed
            narrator.title(f"{house.name}, to {house.target}, hands {hands} (seed {seed})")
            if served:
                _play_served(runner, served, narrator, tell)
            else:
                runner.run()
                narrator.result()
                _agree(runner, tell, time.monotonic() - started)
    finally:
        kept.keep(runner)


def _play_served(runner: Runner, served: Served, narrator: Narrator, tell: Tell) -> None:
    """Play the match whatever hosts do with the table, and serve that until Ctrl-C."""
    try:
        taken.play(runner, served, tell, narrator.resume)
        narrator.result()
    except TableError as error:
        tell(f"The bots stop, and the table is served on: {error.detail}")
    while True:
        served.step()


def nobody(table: Scenario, kept: Kept, port: int) -> None:
    """The same table without people, for others to talk with."""
    runner = Runner(table)
    try:
        with _served(runner, port) as served:
            while served:
                served.step()
    finally:
        kept.keep(runner)


@contextmanager
def _served(runner: Runner, port: int) -> Iterator[Served | None]:
    """Lets whoever looks at the table also see to its serial port."""
    if not port:
        yield None
        return
    served = Served(runner.table, port)
    body = runner.company.body
    seen = body.seen

    body.seen = taken.looking(served, seen)
    print(f"Its serial port: marcoria monitor --table {served.address}", flush=True)
    try:
        yield served
    finally:
        body.seen = seen
        served.close()


def report(match: Scenario, house_name: str, kept: Kept) -> None:
    """The same for programs."""
    runner = Runner(with_house(match, house_name) if house_name else match)
    try:
        reporter = Reporter(runner.people, partial(print, flush=True))
        runner.run()
        wrong = runner.witness.disagreement()
        if wrong:
            raise TableError("disagree", wrong)
        reporter.result(seed=runner.seed)
    finally:
        kept.keep(runner)


def match(backend: str, seed: int | None, scanned: bool, lang: str, deals: int) -> Scenario:
    """That of a demo, without its house."""
    return Scenario(
        path="demo",
        backend=backend,
        seed=random.SystemRandom().randrange(1 << 16) if seed is None else seed,
        hands="scanned" if scanned else "blind",
        language=lang,
        pace="lively",
        steps=[Step(0, "play", ("deals", deals))],
    )


@contextmanager
def _shown(runner: Runner, paint: Paint, live: bool) -> Iterator[Tell]:
    """How a line is told: as a stream, or below the table of the moment."""
    if not live:
        print(LEGEND)
        yield print_line
        return
    body = runner.company.body
    screen = Live(unfiltered(sys.stdout), Panel(runner.company, paint), paint(LEGEND, DIM))
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
