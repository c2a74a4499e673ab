"""The RAMs of the SSD1683."""

from marcoria.sim.chips.ssd1683.panel import HEIGHT, ROW, SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.seams import Buffer
    from marcoria.sim.chips.ssd1683.address import Address

BW = 0  # black and white: the new image
RED = 1  # red, and the old image on a panel that has none
_NAMES = ("BW", "red")
_PING_PONG = 0x40  # DISPLAY_OPTION, byte F

# Auto write: the lengths of a step
_STEPS_Y = (8, 16, 32, 64, 128, 256, 300)
_STEPS_X = (8, 16, 32, 64, 128, 256, 400)

ZEROS = bytes(SIZE)
# Slices of it cost no copy: in the VM nothing is collected while a call runs.
_WRITTEN = memoryview(ZEROS)


class Memory:
    """`rams`, two of 50 bytes a line and 300 lines, 1 = white; what was never written since the
    power came must not be shown."""

    def __init__(self, address: "Address", fault: "Callable[[str], None]") -> None:
        self._address = address
        self._fault = fault
        self.forget()
        self.reset(False)

    def forget(self) -> None:
        """The RAMs lose what they hold."""
        self.rams = [_noise(1), _noise(7)]
        self._unknown: "list[bytearray | None]" = [bytearray(b"\x01" * SIZE) for _ in range(2)]

    def reset(self, ping_pong: bool) -> None:
        """The registers; the RAMs are not touched."""
        self._fits = False
        self._ping_pong = ping_pong

    def begin(self) -> None:
        """A command comes: the next bytes need not fit where those before did."""
        self._fits = False

    def write(self, ram: int, data: "Buffer", start: int, end: int) -> None:
        """Image bytes go where the address counters point."""
        address = self._address
        if not self._fits:
            if not address.fits():
                return
            self._fits = True
        held, unknown, view = self.rams[ram], self._unknown[ram], memoryview(data)
        while start < end:
            run = min(address.room(), end - start)
            piece: "Buffer | bytes" = view[start : start + run]
            if run > 1 and not address.goes_right():
                piece = bytes(reversed(piece))
            at = address.count(run)
            held[at : at + run] = piece
            if unknown is not None:
                unknown[at : at + run] = _WRITTEN[:run]
            start += run

    def fill(self, ram: int, pattern: int) -> bool:
        """A regular pattern of steps over a whole RAM; False if there is no such pattern."""
        if pattern >> 4 & 7 == 7 or pattern & 7 == 7:
            self._fault("auto write pattern 0x%02X" % pattern)
            return False
        high = _STEPS_Y[pattern >> 4 & 7]
        wide = _STEPS_X[pattern & 7] // 8
        first = bytes([0xFF if (x // wide & 1) ^ (pattern >> 7) else 0 for x in range(ROW)])
        other = bytes([byte ^ 0xFF for byte in first])
        rows = [other if y // high & 1 else first for y in range(HEIGHT)]
        self.rams[ram] = bytearray(b"".join(rows))
        self._unknown[ram] = None
        return True

    def image(self, ram: int) -> bytes:
        """What a RAM holds, to be shown."""
        unknown = self._unknown[ram]
        if unknown is not None:
            if any(unknown):
                self._fault("the %s RAM is shown, but not all of it was written" % _NAMES[ram])
            else:
                self._unknown[ram] = None
        return bytes(self.rams[ram])

    def set_option(self, given: bytearray) -> None:
        self._ping_pong = given[5] & _PING_PONG != 0

    def partial_shown(self) -> None:
        """What was new is old, if the RAMs play ping-pong, and where it was is what was old."""
        if self._ping_pong:
            self.rams.reverse()
            self._unknown.reverse()


def _noise(seed: int) -> bytearray:
    """What a RAM holds that nobody has written."""
    some = bytearray(250)
    for i in range(250):
        seed = (seed * 75 + 74) % 65537
        some[i] = seed & 0xFF
    return bytearray(bytes(some) * (SIZE // 250))
