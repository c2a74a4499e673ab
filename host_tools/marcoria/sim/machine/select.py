"""MicroPython's `select`, as far as a serial port is looked at; a look takes no heap."""

from _board import console_waits

POLLIN = 1
POLLOUT = 4

_READY = ((None, POLLIN),)
_NOTHING = ()


class _Poll:
    def __init__(self) -> None:
        self._wanted = False

    def register(self, stream: object, events: int = POLLIN | POLLOUT) -> None:
        self._wanted = bool(events & POLLIN)

    def ipoll(self, timeout: int = -1) -> "tuple[tuple[object, int], ...]":
        return _READY if self._wanted and console_waits() else _NOTHING


def poll() -> _Poll:
    return _Poll()
