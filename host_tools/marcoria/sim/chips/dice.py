"""Chance that is the same on CPython and on MicroPython: a small generator with a seed."""

_MASK = 0x7FFFFFFF


class Dice:
    """Numbers that follow from the seed alone."""

    def __init__(self, seed: int) -> None:
        self.state = (seed * 69069 + 362437) & _MASK
        for _ in range(4):
            self.below(2)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; n is at most 65536."""
        self.state = (self.state * 1103515245 + 12345) & _MASK
        return ((self.state >> 12) & 0xFFFF) * n >> 16

    def chance(self, per_million: int) -> bool:
        """True that often."""
        return self.below(1000) * 1000 + self.below(1000) < per_million
