"""MicroPython's `select`, only for polling the serial port; a poll allocates nothing."""

from _board import console_waits

POLLIN = 1
POLLOUT = 4

_READY = ((None, POLLIN),)
_NOTHING = ()


class _Poll:
    def __init__(self) -> None:
        self._wanted = False

    def register(self, stream: object, events: int = POLLIN | POLLOUT) -> None:
        """Set the events to poll for; only input is supported."""
        self._wanted = bool(events & POLLIN)

    def ipoll(self, timeout: int = -1) -> "tuple[tuple[object, int], ...]":
        """Return the ready streams at once, without waiting."""
        return _READY if self._wanted and console_waits() else _NOTHING


def poll() -> _Poll:
    """Return a new poll object."""
    return _Poll()
