"""What a refresh of the display costs, and what the small drivers keep on the heap: as numbers."""

import sys
from typing import Any

from marcoria.mpy import compile_file
from marcoria.paths import FIRMWARE, TESTS, use_firmware
from marcoria.sim.vm import VM

use_firmware()
sys.path.append(str(TESTS / "drivers"))

from drivers import ssd1683  # noqa: E402
from table_rig import Rig  # noqa: E402  (importable only after the lines above)

DRIVERS = ("ssd1683", "mcp23017", "ws2812", "buzzer", "flashlog")
DEPLOYED = 3  # mpy-cross -O3, as the table gets it

# What the drivers import, for a VM that has no board: only their types and two functions.
_MACHINE = """
import sys
class Machine: pass
Machine.Pin = Machine.SPI = Machine.I2C = Machine.PWM = Machine.Partition = Machine.bitstream = 0
sys.modules["machine"] = sys.modules["esp32"] = Machine
class Wire:
    def __call__(self, *level): return 0
    def duty_u16(self, duty): pass
wire = Wire()
"""
_OPEN = """
from drivers.ssd1683 import Display
from drivers.mcp23017 import Expander
from drivers.ws2812 import Lights
from drivers.buzzer import Buzzer
from drivers.flashlog import Log
keys = bytes(range(16))
parts = [Display(wire, wire, wire, wire, wire, image)]
parts += [Expander(wire, address, keys, wire) for address in (32, 33)]
parts += [Lights(wire, 32, 1000), Buzzer(wire), Log(wire, 64)]
"""


def refresh(how: int, top: int = 0, bottom: int = 300, hz: int = 10_000_000) -> dict[str, int]:
    """One refresh on a display that is up: `bytes` and `calls` on its bus, `slice_us` the longest
    step, `ms` from the wish to its end."""
    rig = Rig()
    display = rig.display(hz)
    display.show(ssd1683.FULL)
    rig.run(display, lambda: display.state != ssd1683.BUSY)
    world: Any = rig.world
    rig.longest_us, calls, moved = 0, world.spi_calls, world.spi_bytes
    rig.image[top * 50 : bottom * 50] = bytes((bottom - top) * 50)
    display.show(how, top, bottom)
    took = rig.run(display, lambda: display.state != ssd1683.BUSY)
    return {
        "bytes": world.spi_bytes - moved,
        "calls": world.spi_calls - calls,
        "slice_us": rig.longest_us,
        "ms": took,
    }


def mpy_bytes() -> dict[str, int]:
    """The `.mpy` file of each driver."""
    return {name: len(data) for name, data in _compiled().items()}


def live_heap() -> int:
    """Bytes live on the heap with these drivers open, their code included and the image apart."""
    files = {f"/lib/drivers/{name}.mpy": data for name, data in _compiled().items()}
    with VM(files=files) as vm:
        vm.run(_MACHINE)
        vm.run("image = bytearray(15000)")
        before = _alive(vm)
        vm.run(_OPEN)
        return _alive(vm) - before


def _compiled() -> dict[str, bytes]:
    folder = FIRMWARE / "drivers"
    return {
        name: compile_file(folder / f"{name}.py", f"drivers/{name}.py", DEPLOYED)
        for name in DRIVERS
    }


def _alive(vm: VM) -> int:
    vm.run("import gc")  # a call that ends with a collection, after the one before was let go
    return int(vm.run("print(gc.mem_alloc())"))
