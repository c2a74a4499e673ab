"""The serial port of a simulated table, as a host has it: its time passes while the host waits."""

from marcoria.sim.chips import prices
from marcoria.sim.simtable import SimTable

_LOOK_MS = 5
_AT_ONCE = 200  # bytes, of which the board's buffer takes 260


class SimPort:
    """A cable to that table, plugged in."""

    path = "a simulated port"

    def __init__(self, table: SimTable) -> None:
        self.table = table
        table.order("console.plug")

    def write(self, data: bytes) -> None:
        """Sends, as fast as the board's slowest port takes it."""
        self.table.order("console.type", data[:_AT_ONCE])
        for at in range(_AT_ONCE, len(data), _AT_ONCE):
            self.table.until(_AT_ONCE * prices.CHARACTER / 1000)
            self.table.order("console.type", data[at : at + _AT_ONCE])

    def read(self, seconds: float) -> bytes:
        """What comes, or b"" if nothing does in so many virtual seconds."""
        until = self.clock() + seconds
        while True:
            data = bytes(self.table.order("console.take"))
            if data or self.clock() >= until:
                return bytes(data)
            self.table.until(_LOOK_MS)

    def clock(self) -> float:
        """Virtual seconds."""
        return self.table.now / 1000

    def close(self) -> None:
        """Pulls the cable."""
        self.table.order("console.unplug")
