"""The entry point of the firmware; Ctrl-C leads to MicroPython's prompt at any time."""

import asyncio

from micropython import const

from boot.recovery import Recovery
from boot.start import start

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

recovery = Recovery()


def run(loaded: "Callable[[], None]") -> None:
    """Run the table; call `loaded` once all modules are imported."""
    try:
        asyncio.run(start(recovery, loaded))
    except KeyboardInterrupt:
        recovery.give_way()
