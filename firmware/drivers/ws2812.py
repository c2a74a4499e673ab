"""WS2812: a strip of lights on one wire, dimmed if it would draw too much current."""

from machine import Pin, bitstream
from micropython import const

from codes.table import Ticks

# The least time between two frames. A frame of 32 lights takes 1 ms and is shown once the wire has
# been quiet for 0.3 ms; the rest is a margin, because `now` may be some ms old.
_BETWEEN_MS = const(10)

# The most current in uA that one light draws when it is black, and the most that one of its three
# colours adds at 255.
_IDLE_UA = const(1000)
_FULL_UA = const(20000)


class Lights:
    """A strip of `count` lights (at most 80) that together draw at most `limit_ma` mA.

    Even a black light draws up to 1 mA: if `limit_ma` is not above `count`, all lights stay black.
    `pin` is None if there is no strip. `brightness` dims all colours, from 0 (black) to 255 (not
    dimmed); a new value takes effect when the next colour changes.
    """

    # The longest `show` of 32 lights: 30 us each on the wire, and the bytecode that dims them.
    LONGEST_US = 2500

    def __init__(self, pin: "Pin | None", count: int, limit_ma: int) -> None:
        self.pin = pin
        self._wanted = bytearray(3 * count)  # in the order of the wire: green, red, blue
        self._wire = bytearray(3 * count)
        self._sum = 0  # sum of the bytes in `_wanted`
        # The greatest sum of bytes on the wire that the limit allows.
        self._most = max(0, limit_ma * 1000 - _IDLE_UA * count) * 51 // (_FULL_UA // 5)
        self._changed = True
        self._since = 0
        self.brightness = 255

    def set(self, light: int, colour: int) -> None:
        """Set the colour (0xRRGGBB) of the light with index `light`; `show` sends the colour."""
        self._put(3 * light, colour >> 8 & 255)
        self._put(3 * light + 1, colour >> 16)
        self._put(3 * light + 2, colour & 255)

    def show(self, now: int) -> bool:
        """Send the colours at `now` ms if they have changed; return whether they were sent.

        If the last frame was less than _BETWEEN_MS ago, a later call sends them. If all lights
        together would draw too much, all are dimmed by the same factor.
        """
        if not self._changed or ((now - self._since) & Ticks.MASK) < _BETWEEN_MS:
            return False
        self._changed = False
        scale = self.brightness + 1
        if self._sum * scale >> 8 > self._most:
            scale = (self._most << 8) // self._sum
        wire = self._wire
        for at in range(len(wire)):
            wire[at] = self._wanted[at] * scale >> 8
        return self._send(now)

    def repeat(self, now: int, after: int) -> bool:
        """Send the last frame again if it is `after` ms old at `now`; return whether it was sent.

        Do nothing if colours have changed since: `show` will send them. A frame may be lost on the
        wire, and the board cannot detect the loss.
        """
        if self._changed or ((now - self._since) & Ticks.MASK) < after:
            return False
        return self._send(now)

    def _send(self, now: int) -> bool:
        """Send the frame in `_wire` if there is a strip; return True."""
        self._since = now
        if self.pin is not None:
            # Pulses in ns: high and low of a 0, high and low of a 1.
            bitstream(self.pin, 0, (400, 850, 800, 450), self._wire)
        return True

    def _put(self, at: int, level: int) -> None:
        """Set a byte of a colour, and update the sum of all bytes."""
        change = level - self._wanted[at]
        if change:
            self._sum += change
            self._wanted[at] = level
            self._changed = True
