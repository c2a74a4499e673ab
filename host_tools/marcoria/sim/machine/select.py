"""MicroPython's `select` for the serial port and sockets; polling the port allocates no memory."""

from _board import console_waits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _sockets import socket

POLLIN = 1
POLLOUT = 4
POLLERR = 8
POLLHUP = 16

_READY = ((None, POLLIN),)
_NOTHING = ()


class _Poll:
    def __init__(self) -> None:
        self._wanted = False  # whether input of the serial port is wanted
        self._socket: "socket | None" = None
        self._events = 0

    def register(self, stream: object, events: int = POLLIN | POLLOUT) -> None:
        """Set the events to poll for: input of the serial port, or events of one socket.

        A second socket replaces the first. While a socket is registered, only it is polled.
        """
        if hasattr(stream, "setblocking"):
            self._socket = stream  # type: ignore[assignment]
            self._events = events | POLLERR | POLLHUP
        else:
            self._wanted = bool(events & POLLIN)

    def unregister(self, stream: object) -> None:
        """Stop polling the socket; `stream` is ignored."""
        self._socket = None

    def ipoll(self, timeout: int = -1) -> "tuple[tuple[object, int], ...]":
        """Return (stream, events) of each ready stream without waiting; `timeout` is ignored.

        The stream is None for the serial port.
        """
        if self._socket is not None:
            found = self._socket.events() & self._events
            return ((self._socket, found),) if found else _NOTHING
        return _READY if self._wanted and console_waits() else _NOTHING


def poll() -> _Poll:
    """Return a new poll object."""
    return _Poll()
