"""Start a table, wait until it plays, and read its state."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from marcoria.bots.body import Body
from marcoria.bots.perception import STOPPED
from marcoria.coroutines import finish
from marcoria.firmware.codes.game import SEATS
from marcoria.sim.simtable import SimTable

# Time that the table needs after power-on until it polls its pads.
_STARTS_MS = 2_500
# Timeout of the wait for lights that are not red. It is longer than the 66 s of safe mode.
_RESTS_MS = 200_000


@dataclass(frozen=True)
class Known:
    """State of the match in the firmware, and the events of the current deal."""

    phase: int
    mark: int
    totals: tuple[int, ...]
    hands: bytes
    events: tuple[tuple[int, int, int], ...]


def inside(table: SimTable) -> Any:
    """Return the firmware's `Table` object, or None before it exists."""
    evening = table.backend.load("boot.program").recovery.evening
    return evening.table if evening else None


def known(table: SimTable) -> Known:
    """Return the table's current state."""
    state = inside(table)
    match = state.match
    events = tuple((event.kind, event.seat, event.arg) for event in match.events)
    totals, hands = tuple(match.totals), bytes(state.history.rows())
    return Known(match.phase, match.house.mark, totals, hands, events)


def start(table: SimTable) -> Known:
    """Start the table, wait until it plays, and return its state."""
    table.boot("main")
    await_play(table)
    return known(table)


def await_play(table: SimTable, look: Callable[[], None] = lambda: None) -> None:
    """Wait until the table plays; call `look` at each step of the wait.

    A table plays if its `Table` object exists and the lights of at least one seat are not red.
    """
    body = Body(table)
    body.seen = look
    finish(body.wait(_STARTS_MS))
    lamp = body.eyes.lamp
    finish(
        body.until(
            "a table that plays",
            lambda: inside(table) is not None and any(lamp(seat) != STOPPED for seat in SEATS),
            _RESTS_MS,
        )
    )
