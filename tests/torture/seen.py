"""What a table that has started knows, and whether it plays."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from marcoria.bots.body import Body
from marcoria.bots.perception import STOPPED
from marcoria.coroutines import finish
from marcoria.firmware.codes.game import SEATS
from marcoria.sim.simtable import SimTable

# From the plug to a table that looks at its pads, and with the minute that one rests which was
# started too often.
_STARTS_MS = 2_500
_RESTS_MS = 200_000


@dataclass(frozen=True)
class Known:
    """Where the firmware thinks the match stands, and the events of the deal under way."""

    phase: int
    mark: int
    totals: tuple[int, ...]
    hands: bytes
    events: tuple[tuple[int, int, int], ...]


def inside(table: SimTable) -> Any:
    """The firmware's own state; None if it has not come so far."""
    evening = table.backend.load("boot.program").recovery.evening
    return evening.table if evening else None


def known(table: SimTable) -> Known:
    """What it knows now."""
    state = inside(table)
    match = state.match
    events = tuple((event.kind, event.seat, event.arg) for event in match.events)
    totals, hands = tuple(match.totals), bytes(state.history.rows())
    return Known(match.phase, match.house.mark, totals, hands, events)


def start(table: SimTable) -> Known:
    """Puts the plug in and waits for a table that plays."""
    table.boot("main")
    await_play(table)
    return known(table)


def await_play(table: SimTable, look: Callable[[], None] = lambda: None) -> None:
    """Waits for lights that are not red; `look` is called meanwhile."""
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
