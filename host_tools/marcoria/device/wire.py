"""A table at a port: USB, a UART, a pty or a socket."""

import time
from typing import Any

from marcoria.errors import Exit, TableError

_BAUD = 115200
_LOOK_S = 0.02


class Wire:
    """The port, open for nobody else. Opening it must not restart the board."""

    def __init__(self, path: str) -> None:
        import serial

        self.path = path
        try:
            port = serial.serial_for_url(path, _BAUD, exclusive=True, do_not_open=True)
            port.timeout = _LOOK_S
            # With DTR and RTS both set, which resets no board; without DTR a chip's own USB says
            # nothing.
            port.open()
        except (OSError, ValueError) as error:
            raise _closed(path, error) from error
        self._port: Any = port

    def write(self, data: bytes) -> None:
        """Sends."""
        self._port.write(data)

    def read(self, seconds: float) -> bytes:
        """What comes, or b"" if nothing does in that time."""
        until = self.clock() + seconds
        while True:
            data = bytes(self._port.read(max(1, min(self._waiting(), 4096))))
            if data or self.clock() >= until:
                return data

    def _waiting(self) -> int:
        return int(self._port.in_waiting)

    def clock(self) -> float:
        """Seconds."""
        return time.monotonic()

    def close(self) -> None:
        """Leaves the port to others."""
        self._port.close()

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _closed(path: str, error: Exception) -> TableError:
    if path.startswith("socket://"):
        told = f"nothing answers at {path}: is the simulated table running there?"
    else:
        told = f"{path} cannot be opened ({error}): plug the table in again"
    return TableError("no-port", told, Exit.NO_DEVICE)
