"""Bots at a table that others talk with: they wait while a host works at its prompt, and go on."""

from collections.abc import Callable

from marcoria.firmware.codes.game import Events
from marcoria.journal.from_table import records
from marcoria.scenarios.after_cut import go_on
from marcoria.scenarios.runner import Runner
from marcoria.sim.port import Served
from marcoria.waiting import finish

_UP_MS = 4_000  # from the start to lights and pads
_STOPPED = "A host has stopped the table's program: the bots wait until it starts again."
_STARTED = "The table has started again, and the bots go on."


class Taken(Exception):
    """A host has stopped the table's program."""


def play(
    runner: Runner,
    served: Served,
    tell: Callable[[str], None],
    remembered: Callable[[], object] = lambda: None,
) -> None:
    """Play the match of a demo, and go on with it after each time that a host had the table, when
    people have `remembered` what the table knows."""
    deed: Callable[[], None] = runner.run
    while True:
        try:
            deed()
            return
        except Taken:
            tell(_STOPPED)
            _wait(runner, served)
            tell(_STARTED)
            deed = _resumed(runner, remembered)


def looking(served: Served, seen: Callable[[], None]) -> Callable[[], None]:
    """Return what people do at each look: see to the port, and stop when the table does."""

    def look() -> None:
        seen()
        served.pump()
        if served.taken:
            raise Taken

    return look


def _wait(runner: Runner, served: Served) -> None:
    """Let the host do its work; whatever a hand was at, it lets go."""
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
    """Return the rest of the match: the hand under way, from what the table knows, and others."""
    written = records(runner.table)
    if not any(record[0] == Events.MATCH for record in written):
        return runner.run
    people = runner.people

    def rest() -> None:
        go_on(people, written, remembered)
        for step in runner.scenario.steps:
            finish(people.play_match(step.what[1]))

    return rest
