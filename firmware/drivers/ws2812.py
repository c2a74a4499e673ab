"""WS2812: a strip of lights on one wire, never drawing more than its supply gives."""

from machine import Pin, bitstream
from micropython import const

from codes.table import Ticks

# Between frames: one takes 1 ms and is shown when the wire has then been quiet for 0.3 ms; and a
# `now` may be some ms old when it is given.
_BETWEEN_MS = const(10)

# What one light draws, at most: black, and one of its three colours at 255.
_IDLE_UA = const(1000)
_FULL_UA = const(20000)


class Lights:
    """`count` lights (at most 80) that together draw at most `limit_ma` mA; without a pin no wire
    leads to them.

    `brightness` is how bright 255 is, 0 to 255; a change is seen with the next colour that
    changes.
    """

    # The longest `show` of 32: 30 us each on the wire, and the bytecode that dims them.
    LONGEST_US = 2500

    def __init__(self, pin: "Pin | None", count: int, limit_ma: int) -> None:
        self.pin = pin
        self._wanted = bytearray(3 * count)  # as on the wire: green, red, blue
        self._wire = bytearray(3 * count)
        self._sum = 0  # of the bytes wanted
        # The sum of bytes on the wire that the limit allows.
        self._most = max(0, limit_ma * 1000 - _IDLE_UA * count) * 51 // (_FULL_UA // 5)
        self._changed = True
        self._since = 0
        self.brightness = 255

    def set(self, light: int, colour: int) -> None:
        """The colour of a light, 0xRRGGBB, from the next `show` on."""
        self._put(3 * light, colour >> 8 & 255)
        self._put(3 * light + 1, colour >> 16)
        self._put(3 * light + 2, colour & 255)

    def show(self, now: int) -> bool:
        """Sends the colours at `now` ms if they have changed; whether it did. A frame too soon
        after the one before is left to the next call.

        Brightness dims, and if all together would draw too much, every light the same bit more.
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
        """Sends the last frame again at `now` ms if `after` ms have passed since, for one may be
        lost on the wire and nothing tells; whether it did."""
        if self._changed or ((now - self._since) & Ticks.MASK) < after:
            return False
        return self._send(now)

    def _send(self, now: int) -> bool:
        self._since = now
        if self.pin is not None:
            # In ns: high and low of a 0, high and low of a 1.
            bitstream(self.pin, 0, (400, 850, 800, 450), self._wire)
        return True

    def _put(self, at: int, level: int) -> None:
        change = level - self._wanted[at]
        if change:
            self._sum += change
            self._wanted[at] = level
            self._changed = True
