"""The board's serial port, which is shared with MicroPython's prompt.

No call waits, provided that the host reads what is sent. Written bytes go into the port's own
buffer, in chunks that the slowest port sends in a few milliseconds. Ctrl-C always goes to the
prompt.
"""

import select
import sys

from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Protocol

    class Stream(Protocol):
        """The methods of MicroPython's byte streams."""

        def readinto(self, data: bytearray) -> int:
            """Fill `data` with bytes; return how many were read."""
            ...

        def write(self, data: bytes, offset: int, count: int) -> int:
            """Write `count` bytes of `data` from `offset` on; return how many were written."""
            ...


_CHUNK = const(48)  # bytes, 4 ms at 115200 baud


class Console:
    """The serial port, read and written in bytes."""

    def __init__(self) -> None:
        # The stubs give both streams the types of CPython.
        self._in: "Stream" = sys.stdin.buffer  # type: ignore[assignment]
        self._out: "Stream" = sys.stdout.buffer  # type: ignore[assignment]
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._byte = bytearray(1)

    def read(self) -> int:
        """Return the next byte, -1 if there is none."""
        for _ in self._poll.ipoll(0):
            self._in.readinto(self._byte)
            return self._byte[0]
        return -1

    def write(self, data: bytes, at: int, end: int) -> int:
        """Write at most _CHUNK bytes of data[at:end]; return the index from which to continue."""
        count = min(end - at, _CHUNK)
        self._out.write(data, at, count)
        return at + count
