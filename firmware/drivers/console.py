"""The board's serial port, which it shares with MicroPython's prompt.

Nothing here waits: what is written goes into the port's own buffer as long as the host reads, and
no more is written at a time than the slowest port sends in a few milliseconds. Ctrl-C is the
prompt's, whatever is read here.
"""

import select
import sys

from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Protocol

    class Stream(Protocol):
        """A stream of bytes as MicroPython has it."""

        def readinto(self, data: bytearray) -> int: ...

        def write(self, data: bytes, offset: int, count: int) -> int: ...


_CHUNK = const(48)  # bytes, 4 ms at 115200 baud


class Console:
    """What a host sends, byte by byte, and what it is sent."""

    def __init__(self) -> None:
        # As CPython has them, in the stubs.
        self._in: "Stream" = sys.stdin.buffer  # type: ignore[assignment]
        self._out: "Stream" = sys.stdout.buffer  # type: ignore[assignment]
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._byte = bytearray(1)

    def read(self) -> int:
        """The next byte, or -1."""
        for _ in self._poll.ipoll(0):
            self._in.readinto(self._byte)
            return self._byte[0]
        return -1

    def write(self, data: bytes, at: int, end: int) -> int:
        """Sends some of these bytes; returns where it goes on."""
        count = min(end - at, _CHUNK)
        self._out.write(data, at, count)
        return at + count
