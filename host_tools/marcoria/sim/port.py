"""The serial port of a simulated table, as a host has it: its time passes while the host waits."""

from typing import Any

from marcoria.sim.simtable import SimTable

_LOOK_MS = 5


class SimPort:
    """A cable to that table, plugged in."""

    def __init__(self, table: SimTable) -> None:
        self.table = table
        table.order("console.plug")

    def write(self, data: bytes) -> None:
        """Sends."""
        self.table.order("console.type", data)

    def read(self, seconds: float) -> bytes:
        """What comes, or b"" if nothing does in so many virtual seconds."""
        until = self.clock() + seconds
        while True:
            data: Any = bytes(self.table.order("console.take"))
            if data or self.clock() >= until:
                return bytes(data)
            self.table.until(_LOOK_MS)

    def clock(self) -> float:
        """Virtual seconds."""
        return self.table.now / 1000

    def close(self) -> None:
        """Pulls the cable."""
        self.table.order("console.unplug")
