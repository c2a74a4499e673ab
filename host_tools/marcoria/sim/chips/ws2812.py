"""WS2812B strip: 24 bits an LED, green first, latched after a pause on the wire."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.kernel import Alarm, Clock, Faults
    from marcoria.sim.chips.seams import Buffer

# Times of a bit in ns from the data sheet: high and low of a 0, high and low of a 1, each +- 150.
BIT_NS = (400, 850, 800, 450)
TOLERANCE_NS = 150
BYTE_US = 10
RESET_US = 280  # pause after which newer parts latch; early parts needed 50

# Currents at 5 V, rather too high than too low.
IDLE_UA = 1_000  # an LED that shows black
FULL_UA = 20_000  # one of the three colours at 255


class Ws2812:
    """A strip of `count` LEDs; drawing more than its supply's `limit_ma` is a fault."""

    def __init__(
        self, clock: "Clock", faults: "Faults", count: int, limit_ma: "int | None" = None
    ) -> None:
        self.clock = clock
        self.faults = faults
        self.count = count
        self.limit_ma = limit_ma
        self.broken_at = count  # set by tests: LEDs from this one on get no data
        self.to_lose = 0  # set by tests: number of next frames that are lost on the wire
        self.frames = 0
        self.latch: "Alarm | None" = None
        self.power_on()

    def power_on(self) -> None:
        """Switch all LEDs to black, as after power-on."""
        self.shown = bytearray(3 * self.count)  # as on the wire: green, red, blue
        self.received = b""
        if self.latch is not None:
            self.clock.cancel(self.latch)
            self.latch = None
        self.peak_ma = self.milliamps()

    def frame(self, data: "Buffer", timing: "tuple[int, ...]" = BIT_NS) -> None:
        """Begin a frame on the wire; it is shown RESET_US after its end."""
        self._judge(data, timing)
        if self.to_lose:
            self.to_lose -= 1
            return
        if self.latch is not None:
            self.clock.cancel(self.latch)
        self.received = bytes(data)
        self.latch = self.clock.at(BYTE_US * len(data) + RESET_US, self._show)

    def colours(self) -> "list[tuple[int, int, int]]":
        """Return the present (red, green, blue) of each LED."""
        s = self.shown
        return [(s[i + 1], s[i], s[i + 2]) for i in range(0, 3 * self.count, 3)]

    def milliamps(self) -> int:
        """Return the estimated present current of the strip."""
        return (IDLE_UA * self.count + FULL_UA * sum(self.shown) // 255 + 999) // 1000

    def _judge(self, data: "Buffer", timing: "tuple[int, ...]") -> None:
        if self.latch is not None:
            self.faults.add("lights", "a frame follows before the previous one was latched")
        if len(data) % 3:
            self.faults.add("lights", "a frame of %d bytes ends within an LED" % len(data))
        for asked, wanted in zip(timing, BIT_NS):
            if abs(asked - wanted) > TOLERANCE_NS:
                self.faults.add("lights", "%d ns instead of %d" % (asked, wanted))

    def _show(self) -> None:
        self.latch = None
        self.frames += 1
        reached = min(len(self.received) // 3, self.count, self.broken_at) * 3
        self.shown[:reached] = self.received[:reached]
        drawn = self.milliamps()
        self.peak_ma = max(self.peak_ma, drawn)
        if self.limit_ma is not None and drawn > self.limit_ma:
            self.faults.add("lights", "%d mA, the supply gives %d" % (drawn, self.limit_ma))
