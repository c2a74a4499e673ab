"""MicroPython's `socket`, only for sockets that never wait (`setblocking(False)`)."""

from errno import EAGAIN

from _board import (
    socket_close,
    socket_connect,
    socket_events,
    socket_open,
    socket_receive,
    socket_send,
    socket_send_to,
)
from micropython import const
from uctypes import addressof

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from _buses import Buffer

AF_INET = 2
SOCK_STREAM = 1
SOCK_DGRAM = 2


def _checked(result: int) -> int:
    if result < 0:
        raise OSError(-result, "")  # with only one argument, CPython does not set `errno`
    return result


class socket:  # noqa: N801  # MicroPython's name
    """A socket; calls that would wait are not modelled."""

    def __init__(self, family: int = AF_INET, type: int = SOCK_STREAM, proto: int = 0) -> None:
        self._handle = socket_open(type)
        self._waits = True

    def setblocking(self, flag: bool) -> None:
        """Set whether calls may wait (`flag`).

        While calls may wait, the methods that connect, send or receive raise NotImplementedError.
        """
        self._waits = flag

    def _check(self) -> None:
        if self._waits:
            from _absent import absent

            raise absent("a socket that waits")

    def connect(self, address: "tuple[str, int]") -> None:
        """Begin to open a connection, and raise OSError with the number EINPROGRESS.

        If the board is in no WiFi, open no connection; the number is EHOSTUNREACH.
        """
        self._check()
        data = bytearray(address[0].encode())
        _checked(socket_connect(self._handle, address[1], addressof(data), len(data)))

    def write(self, data: "bytes | Buffer") -> "int | None":
        """Send bytes; return how many, None if there is no room."""
        self._check()
        result = socket_send(self._handle, 0, addressof(data), len(data))
        return None if result == -EAGAIN else _checked(result)

    send = write

    def sendto(self, data: "bytes | Buffer", address: "tuple[str, int]") -> int:
        """Send a packet; return the number of its bytes."""
        self._check()
        host = address[0].encode()
        sent = bytearray(bytes((len(host),)) + host + bytes(data))
        _checked(socket_send_to(self._handle, address[1], addressof(sent), len(sent)))
        return len(data)

    def readinto(self, data: "Buffer", count: int = -1) -> "int | None":
        """Receive bytes; return how many, 0 if the connection has ended, None if none came."""
        self._check()
        most = len(data) if count < 0 else min(count, len(data))
        result = socket_receive(self._handle, most, addressof(data), most)
        return None if result == -EAGAIN else _checked(result)

    def recvfrom(self, most: int) -> "tuple[bytes, tuple[str, int]]":
        """Return a packet that has arrived, and an address that is the same for all packets.

        Raise OSError if no packet has arrived.
        """
        self._check()
        data = bytearray(most)
        count = _checked(socket_receive(self._handle, most, addressof(data), most))
        return bytes(data[:count]), ("10.0.0.1", 0)

    def close(self) -> None:
        """Close the socket."""
        socket_close(self._handle, 0, 0)

    def events(self) -> int:
        """Return the events of the socket, as flags of `select`."""
        return socket_events(self._handle, 0, 0)


def __getattr__(name: str) -> object:
    from _absent import absent

    raise absent("socket." + name)
