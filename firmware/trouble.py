"""What the table does when something goes wrong that cards and keys know nothing of. It is loaded
when that happens, and let go of again."""

import sys
import time

from micropython import const

_RED = const(0x400000)
_RED_MS = const(1000)
_SAFE_S = const(66)
_LIGHTS = const(32)
_FRAME_MS = const(20)
_PROMPT_MS = const(600000)  # that somebody at the prompt has before the table starts again

# Notes in the journal.
_CRASH = const(33)
_READER = const(36)
_KEY = const(41)
_KEYS = const(52)

_READERS = const(4)

_STUCK = const(155)  # text
_KEYS_LOST = const(217)  # text
_KEYS_BACK = const(218)  # text
_SERVES = const(221)  # text


def crash(tasks, number: int, error: Exception) -> None:  # type: ignore[no-untyped-def]
    """A step has failed, which is a bug: seen by all, written down, and the board starts anew,
    where it finds everything as it was. In the midst of a start lights or journal may not be there
    yet: each does what it can."""
    sys.print_exception(error)
    try:
        redden(tasks)
    finally:
        try:
            tasks.journal.add(_CRASH, 0, number)
        finally:
            _start_anew(tasks)


def _start_anew(tasks) -> None:  # type: ignore[no-untyped-def]
    """After a second; where that has not helped before, after a minute, so that starts without
    end do not fill the journal."""
    for _ in range(_SAFE_S if tasks.safe else 1):
        if tasks.dog:
            tasks.dog.feed()
        time.sleep_ms(_RED_MS)
    tasks.restart()


def redden(tasks) -> None:  # type: ignore[no-untyped-def]
    """Nobody can play now."""
    time.sleep_ms(_FRAME_MS)  # the lights may have been sent something just now
    lights = getattr(tasks.lights, "lights", tasks.lights)  # a seat's, or the strip itself
    for light in range(_LIGHTS):
        lights.set(light, _RED)
    lights.show(time.ticks_ms())
    _drop()


def stuck(tasks, key: int) -> None:  # type: ignore[no-untyped-def]
    """Something lies on a key, or has been spilled there."""
    tasks.table.journal.add(_KEY, 0, key)
    tasks.table.say(_STUCK)
    _drop()


def tell(tasks, lost: int) -> None:  # type: ignore[no-untyped-def]
    """Readers or expanders do not answer, or do again. What follows from the first is told by
    those who need them."""
    table = tasks.table
    for bit in range(_READERS + len(tasks.expanders)):
        now = lost >> bit & 1
        if tasks.safe or now == tasks.lost >> bit & 1:
            continue
        if bit < _READERS:
            table.journal.add(_READER, bit, now)
        else:
            table.journal.add(_KEYS, bit - _READERS, now)
            table.say(_KEYS_LOST if now else _KEYS_BACK)
    tasks.lost = lost
    _drop()


def rest(tasks) -> None:  # type: ignore[no-untyped-def]
    """Leaves the board to somebody at the prompt, for some minutes; then it starts anew."""
    tasks.all = -1  # the watchdog is not fed any more
    if tasks.dog:
        tasks.watchdog(timeout=_PROMPT_MS)
    if hasattr(tasks, "table"):
        tasks.table.say(_SERVES, ms=0)
    _drop()


def _drop() -> None:
    del sys.modules["trouble"]
