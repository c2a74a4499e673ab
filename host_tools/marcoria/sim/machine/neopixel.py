"""MicroPython's `neopixel`, for a strip of lights on one pin."""

from machine import bitstream
from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from machine import Pin

# Times in ns for 400 and for 800 kHz: high and low level of a 0, then of a 1.
_TIMINGS = ((800, 1700, 1600, 900), (400, 850, 800, 450))


class NeoPixel:
    """A strip of lights; its colours are set in a buffer, which `write` sends."""

    ORDER = (1, 0, 2, 3)  # green is sent first

    def __init__(
        self,
        pin: "Pin",
        n: int,
        bpp: int = 3,
        timing: "int | tuple[int, int, int, int]" = 1,
    ) -> None:
        self.pin = pin
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)
        self.timing = _TIMINGS[timing] if isinstance(timing, int) else timing
        pin.init(pin.OUT)

    def __len__(self) -> int:
        return self.n

    def __setitem__(self, i: int, v: "tuple[int, ...]") -> None:
        for colour in range(self.bpp):
            self.buf[i * self.bpp + self.ORDER[colour]] = v[colour]

    def __getitem__(self, i: int) -> "tuple[int, ...]":
        return tuple([self.buf[i * self.bpp + self.ORDER[c]] for c in range(self.bpp)])

    def fill(self, v: "tuple[int, ...]") -> None:
        """Set all lights to one colour."""
        for i in range(self.n):
            self[i] = v

    def write(self) -> None:
        """Send the colours to the strip."""
        bitstream(self.pin, 0, self.timing, self.buf)
