"""A simulated table whose serial port is a socket, for programs that talk with tables."""

import socket
import time
from contextlib import suppress

from marcoria.errors import Exit, TableError
from marcoria.sim.simtable import SimTable

_STEP_MS = 10
_AT_ONCE = 115  # bytes, which a port takes in that time


class Served:
    """Who connects has plugged a cable in. If `paced`, virtual time waits for the real one."""

    def __init__(self, table: SimTable, port: int = 0, paced: bool = True) -> None:
        self.table = table
        try:
            self._door = socket.create_server(("127.0.0.1", port))
        except (OSError, OverflowError) as error:
            told = f"port {port} cannot be used ({error}): say another one"
            raise TableError("busy-port", told, Exit.BUSY) from error
        self._door.setblocking(False)
        self._host: socket.socket | None = None
        self._began = time.monotonic() - table.now / 1000
        self._paced = paced

    @property
    def address(self) -> str:
        """What --table is to say."""
        return f"socket://127.0.0.1:{self._door.getsockname()[1]}"

    def pump(self) -> None:
        """Moves what there is, both ways."""
        self._meet()
        if self._host:
            try:
                with suppress(BlockingIOError):
                    self._heard(self._host.recv(_AT_ONCE))
                if self._host:
                    self._host.sendall(bytes(self.table.order("console.take")))
            except OSError:
                self._part()
        if self._paced:
            time.sleep(max(0.0, self._began + self.table.now / 1000 - time.monotonic()))

    def step(self) -> None:
        """Lets a little time pass at the table."""
        self.table.until(_STEP_MS)
        self.pump()

    def _meet(self) -> None:
        with suppress(BlockingIOError):
            host, _ = self._door.accept()
            self._part()
            host.setblocking(False)
            host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._host = host
            self.table.order("console.plug")

    def _heard(self, data: bytes) -> None:
        if data:
            self.table.order("console.type", data)
        else:
            self._part()

    def _part(self) -> None:
        if self._host:
            self._host.close()
            self._host = None
            self.table.order("console.unplug")

    def close(self) -> None:
        """Nobody can connect any more."""
        self._part()
        self._door.close()
