"""SSD1683: the 400x300 e-paper display, refreshed in short steps that never wait for it.

The display shows an image of 400x150 on its lower half, and the same image rotated by 180 degrees
on the upper half.
"""

from framebuf import MONO_HLSB, MONO_HMSB, FrameBuffer
from machine import SPI, Pin
from micropython import const

from codes.display import DisplayStates, Refreshes, Sheet
from codes.table import Ticks

_PART = const(3752)  # bytes of the lower half's first slice; DMA needs a multiple of 4
_LOWER = const(2)  # number of slices of the lower half
_BAND = const(10)  # lines of a slice of the upper half
_BAND_BYTES = const(500)
_SLICES = const(17)

_LIMIT_MS = const(8000)  # longest wait for pin BUSY to fall; the slowest refresh takes about 4 s
_START_MS = const(100)  # longest wait for pin BUSY to rise; without a display it never rises
_GHOSTS = const(25)  # number of partial or fast refreshes after which the next one is full
_PAUSE_MS = const(10)  # shortest wait after each step of a reset, and between two reads of BUSY

# The phases of a refresh, in their order; a refresh that is not full skips _RESET and _WAKE.
_RESTING = const(0)
_BEGIN = const(1)
_RESET = const(2)
_WAKE = const(3)
_SETTING_UP = const(4)
_NEW = const(5)
_STARTING = const(6)
_REFRESH = const(7)
_OLD = const(8)

# Commands. Each consists of its code, the number of its data bytes, and the data bytes.
_INIT = (
    b"\x01\x03\x2b\x01\x00"  # driver output control: 300 lines
    b"\x18\x01\x80"  # temperature sensor: the internal one
)
# Data entry mode (11), RAM window in X (44) and Y (45), and the start of the address counters (4E,
# 4F); the codes are hexadecimal. In the lower half the addresses increase, first X, then Y. In the
# upper half they decrease from the last address.
_HALVES = (
    b"\x11\x01\x03\x44\x02\x00\x31\x45\x04\x96\x00\x2b\x01\x4e\x01\x00\x4f\x02\x96\x00",
    b"\x11\x01\x00\x44\x02\x31\x00\x45\x04\x95\x00\x00\x00\x4e\x01\x31\x4f\x02\x95\x00",
)
# Commands that write the RAM of the new image and the RAM of the old image. Some panels swap the
# two RAMs after each partial refresh, others do not, so each RAM is always written as a whole.
_RAMS = (b"\x24\x00", b"\x26\x00")
# The commands of each kind of refresh, indexed by `Refreshes`: border waveform (3C), display
# update control 1 (21) to use or bypass the old image's RAM, control 2 (22) to choose the
# sequence, and start (20). FAST also sets a temperature of 110 degrees (1A), for which the panel
# has a short waveform.
_REFRESHES = (
    b"\x3c\x01\x80\x21\x02\x00\x00\x22\x01\xff\x20\x00",
    b"\x3c\x01\x05\x21\x02\x40\x00\x1a\x01\x6e\x22\x01\xd7\x20\x00",
    b"\x3c\x01\x05\x21\x02\x40\x00\x22\x01\xf7\x20\x00",
)


class Display:
    """The display on an SPI bus of its own.

    `buffer` is its image: 7,500 bytes, 50 a line, the first line first, bit 7 leftmost, 1 = white.
    Draw while `state` is not BUSY, call `show`, then call `step` until `state` is FREE or LOST.
    A refresh has two tries at most, and a try fails if the pin BUSY does not rise and fall in
    time. `refreshes` counts the completed refreshes, and `failures` counts the failed tries.
    """

    # The longest step, if SPI runs at 4 MHz: it sends the first slice in twelve SPI calls with
    # 3,768 bytes. A slice of the upper half takes less: 4,000 pixels of 0.3 us each, then 500
    # bytes.
    LONGEST_US = 8400

    def __init__(
        self, spi: SPI, cs: Pin, dc: Pin, reset: Pin, busy: Pin, buffer: bytearray
    ) -> None:
        image = memoryview(buffer)
        self._parts = (image[:_PART], image[_PART:])
        self._frame = FrameBuffer(buffer, Sheet.WIDTH, Sheet.HEIGHT, MONO_HLSB)
        # In this band the lowest bit is leftmost, so a copy of pixels into the band reverses the
        # bits of each byte.
        self._band = bytearray(_BAND_BYTES)
        self._turned = FrameBuffer(self._band, Sheet.WIDTH, _BAND, MONO_HMSB)
        self._bytes = [bytearray(size or 1) for size in range(5)]
        self.spi = spi
        self.cs = cs
        self.dc = dc
        self.reset = reset
        self.busy = busy
        self.state = DisplayStates.FREE
        self.refreshes = 0
        self.failures = 0
        self._phase = _RESTING
        self._since = 0  # time in ms at which the phase began
        self._seen = False  # whether BUSY has risen in this refresh
        # True if the controller has its settings, and its RAM for the old image has what the panel
        # shows. (The controller has another RAM for the new image.)
        self._kept = False
        self._again = False  # whether this is the second try
        self._ghosts = 0  # refreshes since the last full refresh
        self._how = Refreshes.FULL
        self._slice = 0  # the next slice
        cs(1)
        reset(1)

    def show(self, how: int = Refreshes.PARTIAL) -> bool:
        """Start a refresh of the kind `how` (see `Refreshes`), or a full one if that is needed.

        Return whether the refresh was started; it is not if `state` is BUSY or MISSING.
        """
        if self.state == DisplayStates.BUSY or self.state == DisplayStates.MISSING:
            return False
        self._how = how
        self._again = False
        self._begin()
        return True

    def sleep(self) -> bool:
        """Put the display into deep sleep until the next `show`; return whether this was done.

        Do nothing unless the display is FREE and set up. The call waits for two SPI transfers.
        """
        if self.state != DisplayStates.FREE or not self._kept:
            return False
        self._send(b"\x10\x01\x01")
        self._kept = False  # BUSY stays high; only the reset line wakes the display
        self.state = DisplayStates.ASLEEP
        return True

    def step(self, now: int) -> int:
        """Do a part of a refresh at `now` ms; return in how many ms the next part is due."""
        phase = self._phase
        if phase == _NEW or phase == _OLD:
            self._write(phase)
            return 0
        if phase == _RESTING:
            return Ticks.IDLE_MS
        if phase > _BEGIN and phase != _STARTING:
            waited = (now - self._since) & Ticks.MASK
            if waited <= _PAUSE_MS:
                return _PAUSE_MS
            if phase != _RESET and not self._is_ready(phase, waited):
                return _PAUSE_MS
        self._since = now
        self._phase = phase + 1
        self._go_on(phase)
        return 0

    def _go_on(self, phase: int) -> None:
        """Do the work of a phase that sends no image."""
        if phase == _BEGIN:
            if self._kept:
                self._phase = _SETTING_UP
            else:
                self.reset(0)
        elif phase == _RESET:
            self.reset(1)
        elif phase == _WAKE:
            self._send(b"\x12\x00")  # software reset
        elif phase == _STARTING:
            self._send(_REFRESHES[self._how])
            self._seen = self.busy() != 0
        elif phase == _SETTING_UP and not self._kept:
            self._send(_INIT)

    def _begin(self) -> None:
        """Begin a refresh.

        The refresh is full if a full one was requested, if the display is not set up, or after
        _GHOSTS other refreshes. A full refresh begins with a reset. The reset also repairs a
        display that has lost its settings.
        """
        if self._how == Refreshes.FULL or not self._kept or self._ghosts >= _GHOSTS:
            self._how = Refreshes.FULL
            self._kept = False
        self._slice = 0
        self._phase = _BEGIN
        self.state = DisplayStates.BUSY

    def _is_ready(self, phase: int, waited: int) -> bool:
        """Return whether BUSY has fallen; in the phase _REFRESH it must have risen first.

        After a timeout, or if BUSY fell too early, repeat the refresh from the reset on. After a
        second such failure the display is LOST.
        """
        busy = self.busy()
        if busy:
            self._seen = True
        # A refresh was interrupted if it ends too early: PARTIAL in less than 400 ms, FAST in less
        # than 800 ms, or FULL in less than 1,200 ms.
        elif phase != _REFRESH or (self._seen and waited >= 400 + 400 * self._how):
            return True
        if waited > (_LIMIT_MS if busy else _START_MS):
            self.failures += 1
            self._kept = False
            if self._again:
                self._phase = _RESTING
                self.state = DisplayStates.LOST
            else:
                self._again = True
                self._begin()
        return False

    def _write(self, phase: int) -> None:
        """Send one slice of the image into the RAM of the new image or of the old image.

        After the last slice go on to the next phase, or end the refresh.
        """
        at = self._slice
        self._slice = at + 1
        if at == 0 or at == _LOWER:
            self._send(_HALVES[at == _LOWER])
            self._send(_RAMS[phase == _OLD])
        if at < _LOWER:
            self._put(1, self._parts[at])
            return
        self._turned.blit(self._frame, 0, (_LOWER - at) * _BAND)
        self._put(1, self._band)
        if at < _SLICES - 1:
            return
        self._slice = 0
        self._phase = phase + 1
        if phase == _OLD:
            self.refreshes += 1
            self._kept = True
            self._ghosts = 0 if self._how == Refreshes.FULL else self._ghosts + 1
            self._phase = _RESTING
            self.state = DisplayStates.FREE

    def _send(self, commands: bytes | bytearray) -> None:
        """Send commands with their data."""
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
        """Send bytes in one transfer, as data or as a command."""
        self.dc(is_data)
        self.cs(0)
        self.spi.write(buffer)
        self.cs(1)
