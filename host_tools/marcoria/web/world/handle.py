"""What people hold of a table that stands in the same machine as they: as `SimTable` has it, but
that who waits is waited for."""

from collections.abc import Generator, Iterator
from typing import Any

from marcoria.sim.chips.key_names import SEATS


class Handle:
    """`table` in the code of people."""

    def __init__(self, world: Any) -> None:
        self.world = world
        self.put = world.put
        self.lift = world.lift
        self.press = world.press
        self.hold = world.hold
        self.release = world.release
        self.rap = world.rap

    @property
    def now(self) -> float:
        """Virtual ms since the table was made."""
        return float(self.world.clock.now / 1000)

    def until(self, ms: float) -> Iterator[float]:
        """Waits so long."""
        yield ms

    def lights(self) -> dict[str, list[tuple[int, int, int]]]:
        """(red, green, blue) of each seat's eight LEDs."""
        found: dict[str, list[tuple[int, int, int]]] = self.world.colours()
        return found

    def cards(self) -> dict[str, list[str]]:
        """What lies on each pad."""
        lying = self.world.pads.lying
        return {seat: list(lying[seat]) for seat in SEATS}


class Port:
    """The other end of its serial port, as a host's client has it."""

    _LOOK_MS = 5

    def __init__(self, world: Any) -> None:
        self.world = world
        world.console.plug()

    def write(self, data: bytes) -> None:
        """Sends."""
        self.world.console.type(data)

    def until(self, ms: float) -> Iterator[float]:
        """Waits so long."""
        yield ms

    def read(self, seconds: float) -> Generator[float, None, bytes]:
        """What comes, or b"" if nothing does in that time."""
        until = self.clock() + seconds
        while True:
            data: bytes = self.world.console.take()
            if data or self.clock() >= until:
                return data
            yield self._LOOK_MS

    def clock(self) -> float:
        """Seconds."""
        return float(self.world.clock.now / 1_000_000)
