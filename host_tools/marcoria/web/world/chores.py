"""Things that go on side by side: functions that wait, made into steps (build/subset.py). Each is
a generator that yields how many ms it waits."""

from typing import Any


class Chores:
    """`now` tells the time in ms. A chore that raises something is over, and `failed` is told."""

    def __init__(self, now: Any, failed: Any) -> None:
        self._now = now
        self._failed = failed
        self._under_way: dict[str, list[Any]] = {}  # a generator, and when it goes on

    def begin(self, name: str, function: Any, *arguments: Any) -> None:
        """Instead of the one of that name."""
        self.end(name)
        self._under_way[name] = [function(*arguments), self._now()]

    def end(self, name: str) -> None:
        """That is dropped where it is."""
        found = self._under_way.pop(name, None)
        if found:
            found[0].close()

    def goes_on(self, name: str) -> bool:
        """Whether it is not over."""
        return name in self._under_way

    def step(self) -> None:
        """Lets all that is due go on."""
        for name in list(self._under_way):
            one = self._under_way.get(name)
            while one and self._under_way.get(name) is one and one[1] <= self._now():
                self._go_on(name, one)

    def _go_on(self, name: str, one: list[Any]) -> None:
        try:
            one[1] = self._now() + next(one[0])
            return
        except StopIteration:
            error = None
        except Exception as caught:
            error = caught
        if self._under_way.get(name) is one:
            del self._under_way[name]
        if error:
            self._failed(name, error)
