"""What the people's code asks of CPython's `random`, on the simulator's own dice."""

from typing import Any

from marcoria.sim.chips.dice import Dice

_HALF = 65536
_PRIME = 8191


class Random:
    """Numbers that follow from the seed alone, which may be anything that can be written."""

    def __init__(self, seed: Any = 0) -> None:
        state = 0
        for letter in f"{seed}".encode():
            state = (state * _PRIME + letter) & 0x3FFFFFFF
        self._dice = Dice(state)

    def randrange(self, n: int) -> int:
        """From 0 to n - 1."""
        below = self._dice.below
        return below(n) if n <= _HALF else (below(_HALF) * _HALF + below(_HALF)) % n

    def randint(self, first: int, last: int) -> int:
        """From the first to the last."""
        return first + self.randrange(last - first + 1)

    def random(self) -> float:
        """From 0 to 1."""
        return self._dice.below(_HALF) / _HALF

    def choice(self, some: Any) -> Any:
        """One of them."""
        return some[self.randrange(len(some))]

    def shuffle(self, some: list[Any]) -> None:
        """In another order."""
        for i in range(len(some) - 1, 0, -1):
            j = self.randrange(i + 1)
            some[i], some[j] = some[j], some[i]

    def getstate(self) -> int:
        """For `setstate`."""
        return self._dice.state

    def setstate(self, state: int) -> None:
        """As it was then."""
        self._dice.state = state


def randrange(n: int) -> int:
    """For who wants no seed: the board's chance."""
    return _any.randrange(n)


def seed(chance: Any) -> None:
    """Where that chance begins."""
    _any.__init__(chance)  # type: ignore[misc]


_any = Random("any")
