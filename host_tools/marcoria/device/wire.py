"""A table at a port: USB, a UART, a pty or a socket."""

import time

from marcoria.device.ports import busy, check
from marcoria.errors import Exit, TableError
from marcoria.processes import IN_USE

_BAUD = 115200
_LOOK_S = 0.02
_LONGEST = 200  # bytes of the sentence that a port is in use


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
        self._port = port
        self._begun = b""  # the first bytes that have come

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._port.write(data)

    def read(self, seconds: float) -> bytes:
        """Return what comes, or b"" if nothing does in that time."""
        until = self.clock() + seconds
        while True:
            try:
                data = bytes(self._port.read(max(1, min(self._waiting(), 4096))))
            except OSError as error:
                self._check_busy(error)
                raise
            self._begun += data[: _LONGEST - len(self._begun)]
            if data or self.clock() >= until:
                return data

    def _check_busy(self, error: OSError) -> None:
        """Raise TableError if a simulated port was closed because another host has it."""
        if self._begun.startswith(IN_USE):
            holder = self._begun.removeprefix(IN_USE).split(b"\n")[0].decode("utf-8", "replace")
            raise busy(self.path, holder) from error

    def _waiting(self) -> int:
        return int(self._port.in_waiting)

    def clock(self) -> float:
        """Seconds."""
        return time.monotonic()

    def close(self) -> None:
        """Leave the port to others."""
        self._port.close()

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _closed(path: str, error: Exception) -> TableError:
    if path.startswith("socket://"):
        told = f"nothing answers at {path}: is the simulated table running there?"
    else:
        check(path)  # another program may have been faster, or the port be gone meanwhile
        told = f"{path} cannot be opened ({error}): plug the table in again"
    return TableError("no-port", told, Exit.NO_DEVICE)
