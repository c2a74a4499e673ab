"""SSD1683: the 400x300 e-paper display, refreshed in short slices and never waited for."""

from machine import SPI, Pin
from micropython import const

# How to refresh: PARTIAL does not flash, FAST flashes shortly, FULL flashes and leaves no ghosts.
PARTIAL = const(0)
FAST = const(1)
FULL = const(2)

# What `state` can be. The buffer may be drawn on unless the display is BUSY.
FREE = const(0)
BUSY = const(1)
ASLEEP = const(2)  # the next `show` wakes the display, with a full refresh
LOST = const(3)  # the next `show` tries again

# The longest step at 4 MHz: the first slice, six SPI calls with 2,506 bytes.
LONGEST_US = const(5600)

_LINES = const(300)
_BAND = const(50)  # lines in a slice
_BANDS = const(6)
_SLICE = const(2500)  # bytes in a slice

_LIMIT_MS = const(8000)  # for BUSY to fall; the slowest refresh takes about 4 s
_START_MS = const(100)  # for BUSY to rise, or nobody is there
_GHOSTS = const(25)  # so many refreshes that were not full, then a full one
_PAUSE_MS = const(10)  # for resets, and between looks at BUSY
_IDLE_MS = const(1000)
_TICKS = const(0x3FFFFFFF)  # milliseconds count up to here and begin again

# The phases of a refresh, in their order; one that is not full leaves out _RESET and _WAKE.
_IDLE = const(0)
_BEGIN = const(1)
_RESET = const(2)
_WAKE = const(3)
_SETUP = const(4)
_NEW = const(5)
_START = const(6)
_REFRESH = const(7)
_OLD = const(8)

# What is sent, each command as: its code, the number of its bytes, its bytes.
_INIT = (
    b"\x01\x03\x2b\x01\x00"  # driver output control: 300 lines
    b"\x11\x01\x03"  # data entry mode: along X, then Y, both upwards
    b"\x18\x01\x80"  # temperature sensor: the one inside
    b"\x44\x02\x00\x31"  # RAM window: all of it
    b"\x45\x04\x00\x00\x2b\x01"
)
# RAM X and Y counters, write RAM: `_draw`, and what changes in it.
_LINE_LOW = const(5)
_LINE_HIGH = const(6)
_RAM = const(7)
_NEW_RAM = const(0x24)
_OLD_RAM = const(0x26)
# Border waveform (3C); display update control 1 (21): the old image's RAM is used or bypassed;
# control 2 (22): the sequence; go (20). FAST says it is 110 degrees warm (1A), for which there is
# a short waveform.
_REFRESHES = (
    b"\x3c\x01\x80\x21\x02\x00\x00\x22\x01\xff\x20\x00",
    b"\x3c\x01\x05\x21\x02\x40\x00\x1a\x01\x6e\x22\x01\xd7\x20\x00",
    b"\x3c\x01\x05\x21\x02\x40\x00\x22\x01\xf7\x20\x00",
)


class Display:
    """The display on an SPI bus of its own, and its image in `buffer`: 15,000 bytes, 50 a line,
    the first line first, bit 7 leftmost, 1 = white.

    Draw while `state` is not BUSY, `show`, then `step` until it is FREE again. `failures` counts
    the refreshes that did not come to their end.
    """

    def __init__(
        self, spi: SPI, cs: Pin, dc: Pin, reset: Pin, busy: Pin, buffer: bytearray
    ) -> None:
        image = memoryview(buffer)
        self._slices = [image[i * _SLICE : (i + 1) * _SLICE] for i in range(_BANDS)]
        self._bytes = [bytearray(size or 1) for size in range(5)]
        self._draw = bytearray(b"\x4e\x01\x00\x4f\x02\x00\x00\x24\x00")
        self.spi = spi
        self.cs = cs
        self.dc = dc
        self.reset = reset
        self.busy = busy
        self.state = FREE
        self.failures = 0
        self._phase = _IDLE
        self._since = 0  # when the phase began
        self._seen = False  # that the refresh made it BUSY
        self._kept = False  # settings are made, and both RAMs hold what the panel shows
        self._again = False  # this is the second try
        self._ghosts = 0  # refreshes since a full one
        self._how = FULL
        self._first = self._last = self._band = 0
        cs(1)
        reset(1)

    def show(self, how: int = PARTIAL, top: int = 0, bottom: int = _LINES) -> bool:
        """Asks for a refresh, of which kind at least, when only the lines from `top` to before
        `bottom` have changed since the last. Returns at once; False if the display is BUSY."""
        if self.state == BUSY:
            return False
        self._how = how
        self._first = top // _BAND
        self._last = (bottom + _BAND - 1) // _BAND
        self._again = False
        self._begin()
        return True

    def sleep(self) -> bool:
        """Deep sleep until the next `show`; False if the display is not FREE, or never was set up.

        Blocks for two SPI calls."""
        if self.state != FREE or not self._kept:
            return False
        self._send(b"\x10\x01\x01")
        self._kept = False  # BUSY stays high, only the reset line wakes it
        self.state = ASLEEP
        return True

    def step(self, now: int) -> int:
        """Does the next slice, at `now` ms; returns in how many ms there is more to do."""
        phase = self._phase
        if phase == _NEW or phase == _OLD:
            self._write(phase)
            return 0
        if phase == _IDLE:
            return _IDLE_MS
        if phase > _BEGIN and phase != _START:
            waited = (now - self._since) & _TICKS
            if waited <= _PAUSE_MS:
                return _PAUSE_MS
            if phase != _RESET and not self._is_ready(phase, waited):
                return _PAUSE_MS
        self._since = now
        self._phase = phase + 1
        if phase == _BEGIN:
            if self._kept:
                self._phase = _SETUP
            else:
                self.reset(0)
        elif phase == _RESET:
            self.reset(1)
        elif phase == _WAKE:
            self._send(b"\x12\x00")  # software reset
        elif phase == _START:
            self._send(_REFRESHES[self._how])
            self._seen = self.busy() != 0
        elif phase == _SETUP and not self._kept:
            self._send(_INIT)
        return 0

    def _begin(self) -> None:
        """Starts on the wish. A full refresh begins with a reset: it heals a display that has
        lost its settings without our knowing."""
        if self._how == FULL or not self._kept or self._ghosts >= _GHOSTS:
            self._how = FULL
            self._kept = False
            self._first = 0
            self._last = _BANDS
        self._band = self._first
        self._phase = _BEGIN
        self.state = BUSY

    def _is_ready(self, phase: int, waited: int) -> bool:
        """Looks whether BUSY has fallen, which for a refresh it must have risen to do. When it
        fails, all is tried once more from the reset line; then the display is lost."""
        busy = self.busy()
        if busy:
            self._seen = True
        # A refresh that is over in less than 400 ms (FAST 800, FULL 1,200) was broken off.
        elif phase != _REFRESH or (self._seen and waited >= 400 + 400 * self._how):
            return True
        if waited > (_LIMIT_MS if busy else _START_MS):
            self.failures += 1
            self._kept = False
            if self._again:
                self._phase = _IDLE
                self.state = LOST
            else:
                self._again = True
                self._begin()
        return False

    def _write(self, phase: int) -> None:
        """One slice of the image into the RAM of the new or the old one."""
        band = self._band
        if band == self._first:
            draw = self._draw
            draw[_LINE_LOW] = band * _BAND & 255
            draw[_LINE_HIGH] = band * _BAND >> 8
            draw[_RAM] = _NEW_RAM if phase == _NEW else _OLD_RAM
            self._send(draw)
        self._put(1, self._slices[band])
        self._band = band + 1
        if self._band < self._last:
            return
        self._band = self._first
        self._phase = phase + 1
        if phase == _OLD:
            self._kept = True
            self._ghosts = 0 if self._how == FULL else self._ghosts + 1
            self._phase = _IDLE
            self.state = FREE

    def _send(self, commands: bytes | bytearray) -> None:
        at = 0
        while at < len(commands):
            buffer = self._bytes[0]
            buffer[0] = commands[at]
            self._put(0, buffer)
            size = commands[at + 1]
            at += 2
            if size:
                buffer = self._bytes[size]
                for i in range(size):
                    buffer[i] = commands[at + i]
                self._put(1, buffer)
                at += size

    def _put(self, is_data: int, buffer: bytearray | memoryview) -> None:
        self.dc(is_data)
        self.cs(0)
        self.spi.write(buffer)
        self.cs(1)
