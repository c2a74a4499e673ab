"""Cost of a refresh of the display, and sizes of the small drivers."""

import sys
from typing import Any

from marcoria.build.mpy import DEPLOYED, compile_file
from marcoria.paths import FIRMWARE, TESTS

sys.path.append(str(TESTS / "drivers"))

from marcoria.firmware.codes.display import DisplayStates, Refreshes
from table_rig import Rig

DRIVERS = ("ssd1683", "mcp23017", "ws2812", "buzzer", "flashlog")


def refresh(how: int, hz: int = 10_000_000) -> dict[str, int]:
    """Measure one refresh of a display that is set up.

    Return `bytes` and `calls` on its bus, the longest step `slice_us`, and the `ms` of the whole
    refresh.
    """
    rig = Rig()
    display = rig.display(hz)
    display.show(Refreshes.FULL)
    rig.run(display, lambda: display.state != DisplayStates.BUSY)
    world: Any = rig.world
    rig.longest_us, calls, moved = 0, world.processor.spi_calls, world.processor.spi_bytes
    rig.image[:] = bytes(len(rig.image))
    display.show(how)
    took = rig.run(display, lambda: display.state != DisplayStates.BUSY)
    return {
        "bytes": world.processor.spi_bytes - moved,
        "calls": world.processor.spi_calls - calls,
        "slice_us": rig.longest_us,
        "ms": took,
    }


def mpy_bytes() -> dict[str, int]:
    """Return the size of each driver's `.mpy` file."""
    return {name: len(data) for name, data in _compiled().items()}


def _compiled() -> dict[str, bytes]:
    folder = FIRMWARE / "drivers"
    return {
        name: compile_file(folder / f"{name}.py", f"drivers/{name}.py", DEPLOYED)
        for name in DRIVERS
    }
