"""What `machine` and `esp32` ask of the world, on CPython: each request is a function here.

The firmware's VM has a module of that name as well, from vm/board.mjs.
"""

from marcoria.sim.chips.requests import REQUESTS, Requests

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from marcoria.sim.chips.requests import Interrupt

_ALL = 49 | 49 << 8  # as many pins as any board has, each of them an output too

_nowhere: "Any" = None
_requests = Requests(_nowhere, print)
globals().update({name: getattr(_requests, name) for name, _ in REQUESTS})


def connect(world: "Any") -> None:
    """From now on it is this world that is asked."""
    _requests.world = world


def on_interrupt(handler: "Interrupt") -> None:
    """Calls `handler(n)` for edges on watched pins."""
    _requests.interrupt = handler


def pins() -> int:
    """As Requests has it; drivers can be imported before there is a world."""
    return _ALL if _requests.world is None else _requests.pins()


def spi_write(bus: int, baud: int, data: memoryview, count: int) -> int:
    """As Requests has it, but what the chips answer is not for the sender's buffer."""
    return _requests.spi_write(bus, baud, memoryview(bytearray(data)), count)
