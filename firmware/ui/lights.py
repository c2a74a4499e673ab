"""The lights in front of the seats: a colour, and a pattern for each message.

Place and pattern carry all information, so players need not tell colours apart. No light flashes
as often as three times a second.
"""

from micropython import const

from codes.table import Lamps, Ticks

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from drivers.ws2812 import Lights
    from table.table import Table

_LIGHTS = const(8)  # lights of a seat
_FRAME_MS = const(120)

# Steady patterns: no light, all lights, two at each end, every second light, one at each end.
_PATTERNS = {
    Lamps.OFF: 0x00,
    Lamps.TURN: 0xFF,
    Lamps.ASKED: 0xC3,
    Lamps.SHARED: 0x55,
    Lamps.WINS: 0x81,
}
# A slow pulse: from the middle outwards and back.
_PULSE = b"\x00\x00\x18\x18\x3c\x3c\x7e\x7e\x7e\x7e\x7e\x7e\x3c\x3c\x18\x18"
# The frames of a refusal, stored in reverse order: the last frame comes first. The lights show a
# dark frame, then two flashes, and then a dark pause.
_BLINK = b"\x00\x00\x00\x00\x00\xff\xff\x00\x00\xff\xff\x00"

# Colours of North-South and East-West, which colour-blind people can tell apart too: orange and
# blue. With two players both sides have orange.
_COLOURS = (0xE69F00, 0x0072B2)
_FLASH = const(0x606060)


class SeatLights:
    """The lights of all seats, which show the table's `lamps`, `fill` and `blink`."""

    def __init__(self, table: "Table", lights: "Lights") -> None:
        self.table = table
        self.lights = lights
        self._frame = 0
        self._since = 0
        self._left = bytearray(4)  # by seat: how many frames of a refusal are left
        # The masks of lights drawn last, by seat. No pattern has the initial mask, so the first
        # step draws all seats.
        self._shown = bytearray(b"\xaa\xaa\xaa\xaa")

    def step(self, now: int) -> int:
        """Draw changes and frames of moving patterns; return the ms until the next frame."""
        waited = (now - self._since) & Ticks.MASK
        begins = waited >= _FRAME_MS
        if begins:
            self._since = now
            self._frame += 1
            waited = 0
        for seat in range(4):
            self._draw(seat, begins)
        self.table.blink = 0
        self.lights.show(now)
        return _FRAME_MS - waited

    def _draw(self, seat: int, next_frame: bool) -> None:
        """Draw a seat's lights if they have changed; `next_frame` is true when a frame begins."""
        left = self._left[seat]
        if left:
            left -= next_frame
        elif self.table.blink >> seat & 1:
            left = len(_BLINK) - 1
        self._left[seat] = left
        mask = self._mask(seat, left)
        if mask != self._shown[seat]:
            self._shown[seat] = mask
            self.paint(seat, _FLASH if left else _COLOURS[seat & 1], mask)

    def _mask(self, seat: int, left: int) -> int:
        """Return the mask of lights that are on; `left` is the frame of a refusal, 0 for none."""
        if left:
            return _BLINK[left]
        lamp = self.table.lamps[seat]
        if lamp == Lamps.CLEAR:
            return _PULSE[self._frame & 15]
        if lamp == Lamps.SCAN:
            bar = (1 << min(self.table.fill[seat], 8)) - 1
            return bar ^ 1 << (self._frame & 7)
        return _PATTERNS[lamp]

    def paint(self, seat: int, colour: int, mask: int) -> None:
        """Set a seat's lights to `colour` where the bit in `mask` is 1, and to black elsewhere."""
        for light in range(_LIGHTS):
            self.lights.set(seat * _LIGHTS + light, colour if mask >> light & 1 else 0)
