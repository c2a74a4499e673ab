"""`marcoria sim`: run a scenario, show a match of bots, or serve a table without players."""

import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from marcoria.bots.kinds import KINDS, USUAL
from marcoria.errors import Exit, TableError
from marcoria.firmware.codes.game import SEATS, Events
from marcoria.journal.entries import Entry
from marcoria.journal.reader import cells, records
from marcoria.named_files import write_file
from marcoria.scenarios.after_cut import continue_match
from marcoria.scenarios.files import read
from marcoria.scenarios.live import Live, Panel, has_room
from marcoria.scenarios.narrator import LEGEND, Narrator, Reporter
from marcoria.scenarios.paint import DIM, Paint, print_line, use_colours
from marcoria.scenarios.runner import Runner
from marcoria.scenarios.scenario import Scenario
from marcoria.scenarios.scene import Scene, Verb
from marcoria.scenarios.verbs import PlayOn
from marcoria.sim.outside import network_file, open_wifi
from marcoria.sim.port import ServedPort
from marcoria.terminal import unfiltered

# Duration of a match for each backend, on a computer of 2020 with two cores.
_LASTS = {"cpython": "ten to twenty seconds", "vm": "about a minute"}
_LASTS_LIVE = "a minute or two"  # duration in the live view, which pauses so that people can read

_UP_MS = 4_000  # time from a start of the table until its lights and pads work
_REPORTED_S = 3.0  # a table that sends nothing for this time has reported everything
_LAST_REPORT_S = 60.0  # longest time to wait until the table has reported everything
_STOPPED = "Another program has stopped the table: the bots wait until the table runs again."
_STARTED = "The table has started again, and the bots continue."

Tell = Callable[[str], None]


class Taken(Exception):
    """Raised when a host (a computer at the serial port) has stopped the table's program."""


@dataclass(frozen=True)
class Kept:
    """Names of a picture and of a copy of the journal, to write at the end; "" for no file."""

    png: str = ""
    journal: str = ""

    def keep(self, runner: Runner) -> None:
        """Write the files that have a name, and close the table."""
        try:
            if self.png:
                runner.picture(self.png)
            if self.journal:
                write_file(self.journal, cells(runner.table))
        finally:
            runner.close()


@dataclass(frozen=True)
class Reporting:
    """MQTT broker to which the table reports over WiFi, and content of the table's key file.

    `sha256` is the hash of the broker's certificate in base64, "" without TLS.
    """

    key_file: str
    host: str
    port: int
    sha256: str = ""

    def files(self) -> dict[str, str]:
        """Return the files that the table needs to report to the hub: a text for each path."""
        network = network_file(self.host, self.port, self.sha256)
        return {"/hub/key": self.key_file, "/hub/network.json": network}


def play_file(file: str, backend: str, seed: int | None, kept: Kept) -> tuple[int, list[str]]:
    """Run a scenario; return the number of its steps, and remarks about keys without effect.

    If `backend` is "" or `seed` is None, the value in the scenario is used.
    """
    scenario = read(file)
    runner = Runner(scenario, backend, seed)
    try:
        runner.run()
        return len(scenario.steps), runner.scene.remarks
    finally:
        kept.keep(runner)


def demo(
    match: Scenario,
    house_name: str,
    kept: Kept,
    port: int = 0,
    reporting: Reporting | None = None,
) -> None:
    """Play a match of bots from the first question on the display to the last card.

    The house is `house_name`, or that of `match` if `house_name` is "". If the TCP port `port` is
    not 0, other programs can use the table there, during the match and then until Ctrl-C. With
    `reporting` the table reports to a hub.
    """
    scenario = match.with_house(house_name) if house_name else match
    if reporting:
        scenario = scenario.with_changes(files={**scenario.files, **reporting.files()})
    house = scenario.load_house()
    live = has_room(sys.stdout)
    lasts = _LASTS_LIVE if live else _LASTS[scenario.backend]
    lasts = "in real time" if port or reporting else lasts
    print(f"Bots play a match at a simulated table ({lasts}). Ctrl-C ends it.", flush=True)
    started = time.monotonic()
    runner = Runner(scenario)
    paint = Paint(use_colours(sys.stdout))
    try:
        with _shown(runner, paint, live) as tell, serving(runner, port, reporting) as served:
            narrator = Narrator(runner.people, tell, paint)
            hands, seed = scenario.hands, scenario.seed
            narrator.title(f"{house.name}, to {house.target}, hands {hands} (seed {seed})")
            if served:
                _play_served(runner, served, narrator, tell)
                if port:
                    _serve_on(served)
                else:
                    report_rest(served)
            else:
                runner.run()
                narrator.result()
                _agree(runner, tell, time.monotonic() - started)
    finally:
        kept.keep(runner)


def _play_served(runner: Runner, served: ServedPort, narrator: Narrator, tell: Tell) -> None:
    """Play the match while hosts may use the table; print its result, or what stops the bots."""
    try:
        play_on(runner, served, tell, narrator.resume)
        narrator.result()
    except TableError as error:
        tell(f"The bots stop, but the table is still served: {error.detail}")


def _serve_on(served: ServedPort) -> None:
    """Serve the table until Ctrl-C."""
    while True:
        served.step()


def report_rest(served: ServedPort) -> None:
    """Let the table send its remaining reports to the hub, for at most a minute."""
    until = time.monotonic() + _LAST_REPORT_S
    while time.monotonic() < until and served.outside.quiet_s() < _REPORTED_S:
        served.step()


def play_on(
    runner: Runner,
    served: ServedPort,
    tell: Tell,
    remembered: Callable[[], object] = lambda: None,
) -> None:
    """Play the match of a demo; resume it each time after a host has stopped the table.

    `remembered` is called when the players have adopted the match in the table's journal.
    """
    play: Callable[[], None] = runner.run
    while True:
        try:
            play()
            return
        except Taken:
            tell(_STOPPED)
            _wait_for_host(runner, served)
            tell(_STARTED)
            play = _resumed(runner, remembered)


def looking(served: ServedPort, seen: Callable[[], None]) -> Callable[[], None]:
    """Return a callback for `Body.seen` that calls `seen` and then serves the port.

    The callback raises Taken if a host has stopped the table's program.
    """

    def look() -> None:
        seen()
        served.pump()
        if served.taken:
            raise Taken

    return look


def _wait_for_host(runner: Runner, served: ServedPort) -> None:
    """Release all held keys; wait until the host has restarted the table and the pads work.

    Return earlier if a host stops the table again.
    """
    table = runner.table
    down = table.keys()
    for held in down:
        seat, _, key = held.rpartition(" ")
        table.release(key, seat or None)
    starts = table.backend.boots
    while table.backend.boots == starts:
        served.step()
    served.taken = False
    until = table.now + _UP_MS
    while table.now < until and not served.taken:
        served.step()


def _resumed(runner: Runner, remembered: Callable[[], object]) -> Callable[[], None]:
    """Return a function that continues the match in the table's journal.

    The function finishes the current deal, and then performs all steps of the scenario again,
    except the start of the match. If the journal has no match, return a function that plays the
    scenario from its start.
    """
    written = records(runner.table)
    if not any(record[0] == Events.MATCH for record in written):
        return runner.run
    steps = [_ContinueMatch(written, remembered), *runner.scenario.steps]
    return partial(runner.perform, steps)


class _ContinueMatch(Verb):
    """Step that continues the match in the table's journal after a restart."""

    verb = "continue"

    def __init__(self, written: list[Entry], remembered: Callable[[], object]) -> None:
        self.written = written
        self.remembered = remembered

    async def act(self, scene: Scene) -> None:
        """Finish the current deal."""
        await continue_match(scene.people, self.written, self.remembered)


def nobody(table: Scenario, kept: Kept, port: int) -> None:
    """Serve the serial port of a table without players, until Ctrl-C."""
    runner = Runner(table)
    try:
        with serving(runner, port) as served:
            while served:
                served.step()
    finally:
        kept.keep(runner)


@contextmanager
def serving(
    runner: Runner, port: int, reporting: Reporting | None = None
) -> Iterator[ServedPort | None]:
    """Serve the table's serial port and its WiFi whenever the players look at the lights.

    Yield the served port, or None if `port` is 0 and the table does not report to a hub. If `port`
    is 0 and the table reports to a hub, use any free port.
    """
    if reporting:
        open_wifi(runner.table, reporting.host)
    if not port and not reporting:
        yield None
        return
    served = ServedPort(runner.table, port)
    body = runner.company.body
    seen = body.seen

    body.seen = looking(served, seen)
    print(f"To watch the table: marcoria monitor --table {served.address}", flush=True)
    try:
        yield served
    finally:
        body.seen = seen
        served.close()


def report(match: Scenario, house_name: str, kept: Kept) -> None:
    """Play a match of bots and print its events as JSON; `house_name` is used as in `demo`."""
    runner = Runner(match.with_house(house_name) if house_name else match)
    try:
        reporter = Reporter(runner.people, partial(print, flush=True))
        runner.run()
        wrong = runner.scene.disagreement()
        if wrong:
            raise TableError("disagree", wrong)
        reporter.result(seed=runner.seed)
    finally:
        kept.keep(runner)


def match(backend: str, seed: int | None, scanned: bool, lang: str, deals: int) -> Scenario:
    """Return the scenario of a demo, with the default house; if `seed` is None, choose a seed."""
    return Scenario(
        path="demo",
        backend=backend,
        seed=random.SystemRandom().randrange(1 << 16) if seed is None else seed,
        hands="scanned" if scanned else "blind",
        language=lang,
        pace="lively",
        steps=[PlayOn("deals", deals)],
    )


def people(kinds: str) -> dict[str, tuple[str, int | None]]:
    """Return the players of a demo in the form of `Scenario.people`.

    `kinds` has a kind for each seat, separated by commas. A single kind is used for all seats. If
    `kinds` is "", the usual kind is used. Raise TableError if a kind is unknown, or if there are
    too few or too many kinds.
    """
    names = kinds.split(",") if kinds else [USUAL]
    for name in names:
        if name not in KINDS:
            raise TableError(
                "usage",
                f"no player is called '{name}': choose from {', '.join(KINDS)}",
                Exit.USAGE,
            )
    if len(names) == 1:
        return {"all": (names[0], None)}
    if len(names) != len(SEATS):
        raise TableError(
            "usage",
            f"--players has {len(names)} kinds: give one for all, or four for North, East, South"
            " and West",
            Exit.USAGE,
        )
    return {seat: (name, None) for seat, name in zip(SEATS, names, strict=True)}


@contextmanager
def _shown(runner: Runner, paint: Paint, live: bool) -> Iterator[Tell]:
    """Yield a function that prints a line.

    If `live`, the function prints below a picture of the table that is redrawn all the time.
    """
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
    """Print how long the match took in virtual and in real time (`seconds`).

    Raise TableError if the journal does not agree with the players' events.
    """
    minutes = runner.table.now / 60_000
    tell(f"{minutes:.0f} minutes at the table, simulated in {seconds:.0f} seconds.")
    wrong = runner.scene.disagreement()
    if wrong:
        raise TableError("disagree", wrong)
    tell(f"The journal agrees in all {len(runner.people.events)} events.")
