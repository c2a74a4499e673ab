"""The main function of the firmware, which `bundle.start` calls."""

import asyncio

from micropython import const

from boot.recovery import Recovery
from boot.start import start

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

recovery = Recovery()


def run(loaded: "Callable[[], None]") -> None:
    """Run the table, and call `loaded` once all modules are imported.

    Ctrl-C ends the program at any time and leaves the board at MicroPython's prompt.
    """
    try:
        asyncio.run(start(recovery, loaded))
    except KeyboardInterrupt:
        recovery.give_way()
