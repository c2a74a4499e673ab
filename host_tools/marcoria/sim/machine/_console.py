"""The serial port, which a board has as `sys.stdin` and `sys.stdout`."""

from _board import console_next, console_write
from micropython import const
from uctypes import addressof

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from _buses import Buffer

_INTERRUPTED = const(-2)


class Bytes:
    """The serial port as a binary stream."""

    def readinto(self, data: "Buffer") -> int:
        """Read until the buffer is full, and return its length; Ctrl-C raises KeyboardInterrupt.

        All bytes should have arrived before the call: while the function waits, virtual time can
        stand still, and then no more bytes arrive.
        """
        at = 0
        while at < len(data):
            byte = console_next()
            if byte == _INTERRUPTED:
                raise KeyboardInterrupt
            if byte >= 0:
                data[at] = byte
                at += 1
        return at

    def write(self, data: "bytes | Buffer", offset: int = 0, count: int = -1) -> int:
        """Write bytes of `data` from `offset` on, at most `count`; return how many.

        A negative `count` means no limit.
        """
        count = len(data) - offset if count < 0 else min(count, len(data) - offset)
        console_write(offset, 0, addressof(data), offset + count)
        return count


class SerialPort:
    """The serial port as `sys.stdin` and `sys.stdout`; programs use its `buffer`."""

    buffer = Bytes()
