"""`sys.stdin` and `sys.stdout` as a board has them: both are its one serial port."""

from _board import console_next, console_write
from micropython import const
from uctypes import addressof

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from _buses import Buffer

_INTERRUPTED = const(-2)


class Bytes:
    """The port without its texts."""

    def readinto(self, data: "Buffer") -> int:
        """Fill all of it, however long that takes."""
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
        """Write as streams do: the bytes from `offset` on, so many at most."""
        count = len(data) - offset if count < 0 else min(count, len(data) - offset)
        console_write(offset, 0, addressof(data), offset + count)
        return count


class SerialPort:
    """What a program finds as `sys.stdin`, and as `sys.stdout`."""

    buffer = Bytes()
