"""Access for players to the simulated table, and the host's end of its serial port.

The simulated chips of the table are in the same VM.
"""

from typing import TYPE_CHECKING, Any

from marcoria.sim.chips.calls import find
from marcoria.sim.chips.contacts import SEATS
from marcoria.web.world.scheduler import Pause

if TYPE_CHECKING:
    from marcoria.sim.chips.world import World

_HEARD = 60  # maximum number of tones in `Handle.heard`
_MOMENT_MS = 1


class Handle:
    """Simulated table as the players' code uses it; implements `PlayedTable`, like `SimTable`."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.put = world.put
        self.lift = world.lift
        self.press = world.press
        self.hold = world.hold
        self.release = world.release
        self.rap = world.rap
        self.heard: list[list[int]] = []  # the latest results of `take_tones`
        self.plug = ""  # requested change of power: "cut" or "plug", "" for none

    @property
    def now(self) -> float:
        """Return the virtual time in ms since the table was made."""
        return float(self.world.clock.now / 1000)

    async def sleep(self, ms: float) -> None:
        """Wait for `ms` milliseconds."""
        await Pause(ms)

    def lights(self) -> dict[str, list[tuple[int, int, int]]]:
        """Return (red, green, blue) of the eight LEDs of each seat."""
        return self.world.colours()

    def cards(self) -> dict[str, list[str]]:
        """Return the cards on each pad by name or UID, from bottom to top; skip `Tag` objects."""
        lying = self.world.pads.lying
        return {seat: [one for one in lying[seat] if isinstance(one, str)] for seat in SEATS}

    def screen(self) -> bytes:
        """Return the image on the display."""
        return bytes(self.world.screen())

    def take_tones(self, count: int) -> list[list[int]]:
        """Remove the oldest `count` tones from the buzzer and return them.

        A tone is [start in us, Hz, length in us]. The latest tones stay in `heard`.
        """
        tones = self.world.buzzer.tones
        taken: list[list[int]] = tones[:count]
        del tones[:count]
        self.heard = (self.heard + taken)[-_HEARD:]
        return taken

    def tones(self) -> list[tuple[int, int, int]]:
        """Return the latest tones as (start in us, Hz, length in us)."""
        return [(tone[0], tone[1], tone[2]) for tone in self.heard + self.world.buzzer.tones]

    # --- simulated parts and power ----------------------------------------------------------

    def order(self, method: str, *arguments: object) -> Any:
        """Call a method of a part and return its result: `order("readers.S.wedge", "hard")`."""
        return find(self.world, method)(*arguments)

    def set(self, name: str, value: object) -> None:
        """Set an attribute of the simulated world by its dotted name, to break or mend a part."""
        path, _, last = name.rpartition(".")
        setattr(find(self.world, path), last, value)

    def get(self, name: str) -> Any:
        """Return an attribute of the simulated world by its dotted name."""
        return find(self.world, name)

    async def unplug(self) -> None:
        """Cut the power."""
        await self._plugged("cut")

    async def plug_in(self) -> None:
        """Restore the power."""
        await self._plugged("plug")

    async def _plugged(self, what: str) -> None:
        """Request a power change, and wait until the page's worker has made it."""
        self.plug = what
        while self.plug:
            await Pause(_MOMENT_MS)


class WorldPort:
    """Host's end of the simulated table's serial port."""

    _LOOK_MS = 5

    def __init__(self, world: "World") -> None:
        self.world = world
        world.console.plug()

    def write(self, data: bytes) -> None:
        """Send data to the table."""
        self.world.console.type(data)

    async def sleep(self, ms: float) -> None:
        """Wait for `ms` milliseconds."""
        await Pause(ms)

    async def read(self, seconds: float) -> bytes:
        """Return the next bytes of the table, or b"" if none come within `seconds`."""
        until = self.clock() + seconds
        while True:
            data: bytes = self.world.console.take()
            if data or self.clock() >= until:
                return data
            await Pause(self._LOOK_MS)

    def clock(self) -> float:
        """Return the virtual time in seconds."""
        return float(self.world.clock.now / 1_000_000)
