"""The strokes of the SSD1683: the one that runs, and how many there have been."""

from marcoria.sim.chips.ssd1683.glass import Glass
from marcoria.sim.chips.ssd1683.panel import DIFFERENCE, DONE, QUICK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.clock import Clock
    from marcoria.sim.chips.ssd1683.memory import Memory


class Strokes:
    """`counters` of the strokes on the panel's glass that are over: "full" ones, "fast" ones among
    them, "partial" and "interrupted" ones."""

    def __init__(self, clock: "Clock", memory: "Memory") -> None:
        self._clock = clock
        self._memory = memory
        self._glass = Glass()
        self.counters = {"full": 0, "fast": 0, "partial": 0, "interrupted": 0}
        # The one that runs: kind, old, new, begin, length
        self.running: "tuple[int, bytes, bytes, int, int] | None" = None

    def begin(self, kind: int, old: bytes, new: bytes, delay: int, us: int) -> None:
        self.running = (kind, old, new, self._clock.now + delay, us)

    def end(self) -> None:
        """The stroke is over, by its end or by whatever interrupted it."""
        if self.running is None:
            return
        kind, old, new, begin, us = self.running
        part = self._part(begin, us)
        self.running = None
        self._glass.stroke(kind, old, new, part)
        if part < DONE:
            self.counters["interrupted"] += 1
        elif kind == DIFFERENCE:
            self.counters["partial"] += 1
            self._memory.partial_shown()
        else:
            self.counters["full"] += 1
            self.counters["fast"] += kind == QUICK

    def _part(self, begin: int, us: int) -> int:
        """How far a stroke has come, in 256ths."""
        return max(0, min(DONE, (self._clock.now - begin) * DONE // us))

    def seen(self) -> bytearray:
        """What the glass looks like now."""
        if self.running is None:
            return self._glass.seen()
        kind, old, new, begin, us = self.running
        return self._glass.seen((kind, old, new, self._part(begin, us)))
