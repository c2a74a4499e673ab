"""Scheduler that runs coroutines by a table's clock, because the page's VMs have no event loop."""

import io
import sys
from collections.abc import Callable, Coroutine, Generator
from typing import Any

print_exception = sys.print_exception  # type: ignore[attr-defined]  # MicroPython's


class Pause:
    """Awaitable that suspends its coroutine for `ms` milliseconds of the scheduler's clock."""

    def __init__(self, ms: float) -> None:
        self.ms = ms

    def __await__(self) -> Generator[float, None, None]:
        yield self.ms

    __iter__ = __await__  # MicroPython's `await` uses __iter__


class Scheduler:
    """Scheduler of named coroutines.

    `now` returns the time in ms. A coroutine that raises is removed, and `failed` gets its name
    and traceback.
    """

    def __init__(self, now: Callable[[], float], failed: Callable[[str, str], object]) -> None:
        self._now = now
        self._failed = failed
        self._running: dict[str, list[Any]] = {}  # coroutine, and time in ms when it is due

    def start(self, name: str, coroutine: Coroutine[float, None, object]) -> None:
        """Run a coroutine from the next step on; end an older one of the same name."""
        self.stop(name)
        self._running[name] = [coroutine, self._now()]

    def stop(self, name: str) -> None:
        """End a coroutine, if there is one of that name."""
        found = self._running.pop(name, None)
        if found:
            found[0].close()

    def is_running(self, name: str) -> bool:
        """Return whether a coroutine of that name is running."""
        return name in self._running

    def step(self) -> None:
        """Run each due coroutine until it ends or pauses."""
        for name in list(self._running):
            one = self._running.get(name)
            while one and self._running.get(name) is one and one[1] <= self._now():
                self._resume(name, one)

    def _resume(self, name: str, one: list[Any]) -> None:
        try:
            one[1] = self._now() + one[0].send(None)
            return
        except StopIteration:
            error = None
        except Exception as caught:
            error = caught
        if self._running.get(name) is one:
            del self._running[name]
        if error:
            told = io.StringIO()
            print_exception(error, told)
            self._failed(name, told.getvalue())
