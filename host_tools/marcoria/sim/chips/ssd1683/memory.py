"""The two RAMs of the SSD1683: address counters, contents, and settings for reading images."""

from marcoria.sim.chips.ssd1683.glass import HEIGHT, ROW, SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.seams import Buffer

# Bits of the data entry mode
_RIGHT = 1  # X counts up
_DOWN = 2  # Y counts up
_DOWN_FIRST = 4  # Y counts before X does

BW = 0  # index of the RAM for black and white, which has the new image
RED = 1  # index of the RAM for red; on a panel without red it has the old image
_NAMES = ("BW", "red")
_PING_PONG = 0x40  # a bit of the sixth data byte of DISPLAY_OPTION

# Heights and widths in pixels of the rectangles in the pattern of auto write (commands 0x46 and
# 0x47). In the data byte, bits 4 to 6 are the index of the height, bits 0 to 2 of the width.
_STEPS_Y = (8, 16, 32, 64, 128, 256, 300)
_STEPS_X = (8, 16, 32, 64, 128, 256, 400)

ZEROS = bytes(SIZE)
# A slice of a memoryview copies nothing. Copies would fill the heap, because the VM of the chip
# models collects no garbage during a call.
_WRITTEN = memoryview(ZEROS)

# Bits of DISPLAY_UPDATE_CONTROL_1: its first byte has four bits for each RAM
_AS_ZERO = 4
_INVERSE = 8
_CASCADE = 0x10  # a bit of the second byte: the panel has a second chip


class Address:
    """The address window with its two counters: X in bytes of eight pixels, Y in rows.

    After the window's end a counter continues at the window's start. The argument `given` of the
    methods is the data of a command.
    """

    def __init__(self, fault: "Callable[[str], None]") -> None:
        self._fault = fault
        self.reset()

    def reset(self) -> None:
        """Set the window to the whole panel and the counters to 0; both count up, X first."""
        self.entry = _RIGHT | _DOWN
        self.x_start = 0
        self.x_end = ROW - 1
        self.y_start = 0
        self.y_end = HEIGHT - 1
        self.x = 0
        self.y = 0
        self._whole = False

    def set_entry(self, given: bytearray) -> None:
        """Set the directions of the counters, and which counts first (command 0x11)."""
        self.entry = given[0] & 7

    def set_x_window(self, given: bytearray) -> None:
        """Set the window's start and end in X (command 0x44)."""
        self.x_start = self._checked_x(given[0])
        self.x_end = self._checked_x(given[1])

    def set_y_window(self, given: bytearray) -> None:
        """Set the window's start and end in Y (command 0x45)."""
        self.y_start = self._checked_y(given[0], given[1])
        self.y_end = self._checked_y(given[2], given[3])

    def set_x(self, given: bytearray) -> None:
        """Set the counter in X (command 0x4E)."""
        self.x = self._checked_x(given[0])

    def set_y(self, given: bytearray) -> None:
        """Set the counter in Y (command 0x4F)."""
        self.y = self._checked_y(given[0], given[1])

    def _checked_x(self, value: int) -> int:
        if value >= ROW:
            self._fault("X address 0x%02X is outside the panel" % value)
            return ROW - 1
        return value

    def _checked_y(self, low: int, high: int) -> int:
        value = low | high << 8
        if value >= HEIGHT:
            self._fault("Y address %d is outside the panel" % value)
            return HEIGHT - 1
        return value

    def fits(self) -> bool:
        """Return whether data can be written; report a fault if not.

        A counter that starts outside the window, or counts away from the window's end, would
        never reach the end. This method also stores, for `room` and `count`, whether the window
        has whole rows and both counters count up, X first.
        """
        right = self.x_start <= self.x <= self.x_end
        left = self.x_start >= self.x >= self.x_end
        down = self.y_start <= self.y <= self.y_end
        up = self.y_start >= self.y >= self.y_end
        if not ((right if self.entry & _RIGHT else left) and (down if self.entry & _DOWN else up)):
            self._fault(
                "RAM window X %d..%d Y %d..%d, counters %d %d, entry mode %d do not fit"
                % (self.x_start, self.x_end, self.y_start, self.y_end, self.x, self.y, self.entry)
            )
            return False
        rows = self.entry == _RIGHT | _DOWN
        self._whole = rows and self.x_start == 0 and self.x_end == ROW - 1
        return True

    def room(self) -> int:
        """Return how many of the next bytes have adjacent addresses in the RAM.

        This is the rest of the window if the window has whole rows and both counters count up, X
        first. Otherwise it is the rest of the window's row if X counts first, 1 if Y counts first.
        """
        if self._whole:
            return (self.y_end - self.y + 1) * ROW - self.x
        if self.entry & _DOWN_FIRST:
            return 1
        return abs(self.x_end - self.x) + 1

    def goes_right(self) -> bool:
        """Return whether X counts up."""
        return bool(self.entry & _RIGHT)

    def count(self, run: int) -> int:
        """Advance the counters by `run` bytes; return the lowest RAM index of these bytes.

        `run` is at most the result of `room`.
        """
        at = self.y * ROW + self.x
        if self._whole:
            end = at + run
            self.y, self.x = (
                divmod(end, ROW) if end < (self.y_end + 1) * ROW else (self.y_start, 0)
            )
            return at
        if self.entry & _DOWN_FIRST:
            if self._count_y():
                self._count_x(1)
        elif self._count_x(run):
            self._count_y()
        return at if self.entry & _RIGHT else at - (run - 1)

    def _count_x(self, run: int) -> bool:
        """Advance the counter in X; return whether it wrapped."""
        last = self.x + (run - 1 if self.entry & _RIGHT else 1 - run)
        if last == self.x_end:
            self.x = self.x_start
            return True
        self.x = last + (1 if self.entry & _RIGHT else -1)
        return False

    def _count_y(self) -> bool:
        if self.y == self.y_end:
            self.y = self.y_start
            return True
        self.y += 1 if self.entry & _DOWN else -1
        return False


class DisplayMemory:
    """The two RAMs; each has 300 lines of 50 bytes, and a bit 1 is white.

    It is a fault to display bytes that were not written since the last `forget`.
    """

    def __init__(self, address: "Address", fault: "Callable[[str], None]") -> None:
        self._address = address
        self._fault = fault
        self.forget()
        self.reset(False)

    def forget(self) -> None:
        """Fill the RAMs with noise, as after power-on or deep sleep mode 2."""
        self.rams = [_noise(1), _noise(7)]
        self._unknown: "list[bytearray | None]" = [bytearray(b"\x01" * SIZE) for _ in range(2)]

    def reset(self, ping_pong: bool) -> None:
        """Reset the registers, and switch ping-pong on or off; keep the contents of the RAMs."""
        self._fits = False
        self._ping_pong = ping_pong

    def begin(self) -> None:
        """Begin a command: the address is checked again before the next bytes."""
        self._fits = False

    def write(self, ram: int, data: "Buffer", start: int, end: int) -> None:
        """Write `data[start:end]` to a RAM at the address counters, and advance the counters.

        Write nothing if `Address.fits` reports a fault.
        """
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
        """Fill a RAM with a pattern of rectangles; return whether the pattern is valid.

        `pattern` is the data byte of the command. If it is not valid, report a fault.
        """
        if pattern >> 4 & 7 == 7 or pattern & 7 == 7:
            self._fault("auto write pattern 0x%02X is not defined" % pattern)
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
        """Return the contents of a RAM for display; report a fault if a byte was not written."""
        unknown = self._unknown[ram]
        if unknown is not None:
            if any(unknown):
                self._fault("the %s RAM is shown, but not all of it was written" % _NAMES[ram])
            else:
                self._unknown[ram] = None
        return bytes(self.rams[ram])

    def set_option(self, given: bytearray) -> None:
        """Switch ping-pong of the RAMs on or off (command 0x37)."""
        self._ping_pong = given[5] & _PING_PONG != 0

    def partial_shown(self) -> None:
        """Swap the two RAMs after a difference refresh, if ping-pong is on."""
        if self._ping_pong:
            self.rams.reverse()
            self._unknown.reverse()


def _noise(seed: int) -> bytearray:
    """Return pseudo-random bytes as the contents of a RAM after power-on."""
    some = bytearray(250)
    for i in range(250):
        seed = (seed * 75 + 74) % 65537
        some[i] = seed & 0xFF
    return bytearray(bytes(some) * (SIZE // 250))


class Output:
    """Settings for reading the RAMs: order of the lines, bypass (zeros are read), inversion."""

    def __init__(self, memory: "DisplayMemory", fault: "Callable[[str], None]") -> None:
        self._memory = memory
        self._fault = fault
        self.reset()

    def reset(self) -> None:
        """Set the reset values: lines from the top, no bypass, no inversion."""
        self._upside_down = 0
        self._options = 0

    def set_gates(self, given: bytearray) -> None:
        """Set the order of the lines; a wrong number of lines is a fault (command 0x01)."""
        gates = (given[0] | (given[1] & 1) << 8) + 1
        if gates != HEIGHT:
            self._fault("%d gate lines: this panel has %d" % (gates, HEIGHT))
        if given[2] & 6:
            self._fault("gate order 0x%02X scrambles this panel's lines" % given[2])
        self._upside_down = given[2] & 1

    def set_options(self, given: bytearray) -> None:
        """Set bypass and inversion of each RAM (command 0x21)."""
        for nibble in (given[0] & 15, given[0] >> 4):
            if nibble not in (0, _AS_ZERO, _INVERSE):
                self._fault("RAM option 0x%X is not defined" % nibble)
        self._options = given[0]
        if len(given) > 1 and given[1] & _CASCADE:
            self._fault("cascade mode, but there is only one chip")

    def image(self, ram: int) -> bytes:
        """Return the image that the panel gets from a RAM, in rows from the top."""
        option = self._options >> 4 if ram == RED else self._options & 15
        if option == _AS_ZERO:
            return ZEROS
        image = self._memory.image(ram)
        if option == _INVERSE:
            image = bytes([byte ^ 0xFF for byte in image])
        if self._upside_down:
            image = b"".join([image[i : i + ROW] for i in range(SIZE - ROW, -1, -ROW)])
        return image
