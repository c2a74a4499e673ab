"""Model of a strip of WS2812B LEDs.

An LED gets 24 bits, green first. A pause on the wire makes the LEDs show what they received.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.kernel import Alarm, Clock, Faults
    from marcoria.sim.chips.seams import Buffer

# Times in ns from the data sheet, each +- 150: high level and low level of a 0, then high level
# and low level of a 1.
BIT_NS = (400, 850, 800, 450)
TOLERANCE_NS = 150
BYTE_US = 10
RESET_US = 280  # pause after which newer LEDs show a frame; early LEDs needed 50 us

# Estimated currents at 5 V in uA, rather too high than too low.
IDLE_UA = 1_000  # an LED that shows black
FULL_UA = 20_000  # in addition, for each of the three colours of an LED at 255


class Ws2812:
    """A strip of `count` LEDs; a current above `limit_ma` is a fault (None: no limit)."""

    def __init__(
        self, clock: "Clock", faults: "Faults", count: int, limit_ma: "int | None" = None
    ) -> None:
        self.clock = clock
        self.faults = faults
        self.count = count
        self.limit_ma = limit_ma
        self.broken_at = count  # set by tests: index of the first LED that gets no data
        self.to_lose = 0  # set by tests: how many of the next frames are lost on the wire
        self.frames = 0
        self.latch: "Alarm | None" = None
        self.power_on()

    def power_on(self) -> None:
        """Switch all LEDs to black as after power-on, drop a pending frame, reset `peak_ma`."""
        self.shown = bytearray(3 * self.count)  # green, red and blue of each LED
        self.received = b""
        if self.latch is not None:
            self.clock.cancel(self.latch)
            self.latch = None
        self.peak_ma = self.milliamps()

    def frame(self, data: "Buffer", timing: "tuple[int, ...]" = BIT_NS) -> None:
        """Begin a frame on the wire; the LEDs show the frame RESET_US after its end.

        `timing` has the times of the bits in the order of BIT_NS. A frame that begins before the
        LEDs show the previous frame is a fault, and replaces that frame.
        """
        self._judge(data, timing)
        if self.to_lose:
            self.to_lose -= 1
            return
        if self.latch is not None:
            self.clock.cancel(self.latch)
        self.received = bytes(data)
        self.latch = self.clock.at(BYTE_US * len(data) + RESET_US, self._show)

    def colours(self) -> "list[tuple[int, int, int]]":
        """Return the colour (red, green, blue) that each LED shows."""
        s = self.shown
        return [(s[i + 1], s[i], s[i + 2]) for i in range(0, 3 * self.count, 3)]

    def milliamps(self) -> int:
        """Return the estimated current of the strip now, in mA."""
        return (IDLE_UA * self.count + FULL_UA * sum(self.shown) // 255 + 999) // 1000

    def _judge(self, data: "Buffer", timing: "tuple[int, ...]") -> None:
        if self.latch is not None:
            self.faults.add("lights", "a frame follows before the previous one was latched")
        if len(data) % 3:
            self.faults.add("lights", "a frame of %d bytes ends within an LED" % len(data))
        for asked, wanted in zip(timing, BIT_NS):
            if abs(asked - wanted) > TOLERANCE_NS:
                self.faults.add("lights", "a level lasts %d ns instead of %d" % (asked, wanted))

    def _show(self) -> None:
        self.latch = None
        self.frames += 1
        reached = min(len(self.received) // 3, self.count, self.broken_at) * 3
        self.shown[:reached] = self.received[:reached]
        drawn = self.milliamps()
        self.peak_ma = max(self.peak_ma, drawn)
        if self.limit_ma is not None and drawn > self.limit_ma:
            self.faults.add("lights", "%d mA, the supply gives %d" % (drawn, self.limit_ma))
