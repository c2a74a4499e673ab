"""Noise in a field: which bytes on the air it mangles."""

import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.dice import Dice


class Noise:
    """Mangled bytes are rare: rather than a throw for each byte there is one for the next."""

    def __init__(self, dice: "Dice") -> None:
        self._dice = dice
        self._share = 0.0
        self._gap = 0  # bytes until the next one that is mangled

    def next_hit(self, count: int, share: float) -> "int | None":
        """Which of the next `count` bytes is mangled first, if that `share` of all are."""
        if self._share != share:
            self._share = share
            self._draw()
        if self._gap >= count:
            self._gap -= count
            return None
        i = self._gap
        self._draw()
        return i

    def _draw(self) -> None:
        if self._share >= 1:
            self._gap = 0
            return
        chance = (self._dice.below(65536) + 1) / 65537
        self._gap = int(math.log(chance) / math.log(1 - self._share))
