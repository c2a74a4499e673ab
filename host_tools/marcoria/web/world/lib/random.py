"""Replacement for the parts of CPython's `random` that the host's code uses.

A seed gives the same numbers as in CPython, so bots play the same matches in the browser as in the
host tools.
"""

from typing import TYPE_CHECKING

from sha512 import sha512  # type: ignore[import-not-found]  # a file beside this one

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeVar

    Item = TypeVar("Item")

_SIZE, _AHEAD = 624, 397
_MASK, _HIGH, _LOW = 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF
_TWIST = 0x9908B0DF
_BITS, _EXACT = 32, 53
_HASHED = (1 << 61) - 1  # modulus of CPython's hash of floats


class Random:
    """Mersenne Twister; the seed is a text, a whole number, or a result of `random`."""

    def __init__(self, seed: float | str = 0) -> None:
        if isinstance(seed, str):
            data = seed.encode()
            number = int.from_bytes(data + sha512(data), "big")
        elif isinstance(seed, float):
            number = (int(seed * float(1 << _EXACT)) << 61 - _EXACT) % _HASHED
        else:
            number = abs(seed)
        self._state = _begun(number)
        self._at = _SIZE

    def randrange(self, n: int) -> int:
        """Return a whole number from 0 to n - 1."""
        bits = _BITS
        while bits and not n >> bits - 1:
            bits -= 1
        while True:
            number = self._next() >> _BITS - bits
            if number < n:
                return number

    def randint(self, first: int, last: int) -> int:
        """Return a whole number from `first` to `last`."""
        return first + self.randrange(last - first + 1)

    def random(self) -> float:
        """Return a number that is at least 0 and less than 1."""
        high, low = self._next() >> 5, self._next() >> 6
        return ((high << 26) + low) / float(1 << _EXACT)

    def choice(self, some: "Sequence[Item]") -> "Item":
        """Return a random item."""
        return some[self.randrange(len(some))]

    def shuffle(self, some: "list[Item]") -> None:
        """Shuffle a list in place."""
        for i in range(len(some) - 1, 0, -1):
            j = self.randrange(i + 1)
            some[i], some[j] = some[j], some[i]

    def getstate(self) -> tuple[list[int], int]:
        """Return the state for `setstate`."""
        return list(self._state), self._at

    def setstate(self, state: tuple[list[int], int]) -> None:
        """Restore a state that `getstate` has returned."""
        self._state, self._at = list(state[0]), state[1]

    def _next(self) -> int:
        if self._at == _SIZE:
            _twist(self._state)
            self._at = 0
        number = self._state[self._at]
        self._at += 1
        number ^= number >> 11
        number ^= number << 7 & 0x9D2C5680
        number ^= number << 15 & 0xEFC60000
        return number ^ number >> 18


def randrange(n: int) -> int:
    """Return a whole number from 0 to n - 1, from the module's own generator."""
    return _any.randrange(n)


def seed(chance: int | str) -> None:
    """Seed the module's own generator."""
    _any.__init__(chance)  # type: ignore[misc]


def _begun(number: int) -> list[int]:
    """Return the initial state for a seed of any length."""
    key = [number & _MASK]
    while number >> _BITS:
        number >>= _BITS
        key.append(number & _MASK)
    state = [19650218]
    for i in range(1, _SIZE):
        before = state[i - 1]
        state.append(1812433253 * (before ^ before >> 30) + i & _MASK)
    i = 1
    for step in range(max(_SIZE, len(key))):
        j = step % len(key)
        before = state[i - 1]
        state[i] = (state[i] ^ (before ^ before >> 30) * 1664525) + key[j] + j & _MASK
        i = _after(state, i)
    for _ in range(_SIZE - 1):
        before = state[i - 1]
        state[i] = (state[i] ^ (before ^ before >> 30) * 1566083941) - i & _MASK
        i = _after(state, i)
    state[0] = _HIGH
    return state


def _after(state: list[int], i: int) -> int:
    """Return the next index; after the last one, copy the last word to index 0 and return 1."""
    if i + 1 < _SIZE:
        return i + 1
    state[0] = state[_SIZE - 1]
    return 1


def _twist(state: list[int]) -> None:
    """Replace the numbers in `state` by the next block of numbers."""
    for i in range(_SIZE):
        number = state[i] & _HIGH | state[(i + 1) % _SIZE] & _LOW
        more = _TWIST if number & 1 else 0
        state[i] = state[(i + _AHEAD) % _SIZE] ^ number >> 1 ^ more


_any = Random("any")
