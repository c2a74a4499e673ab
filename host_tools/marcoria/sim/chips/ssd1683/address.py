"""Where in a RAM of the SSD1683 the next byte goes."""

from marcoria.sim.chips.ssd1683.panel import HEIGHT, ROW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# Data entry mode
_RIGHT = 1  # X counts up
_DOWN = 2  # Y counts up
_DOWN_FIRST = 4  # Y counts before X does


class Address:
    """A window, and in it a counter in X, which counts bytes of eight pixels, and one in Y; at
    the window's end they go on at its beginning. `given` are always a command's data."""

    def __init__(self, fault: "Callable[[str], None]") -> None:
        self._fault = fault
        self.reset()

    def reset(self) -> None:
        self.entry = _RIGHT | _DOWN
        self.x_start = 0
        self.x_end = ROW - 1
        self.y_start = 0
        self.y_end = HEIGHT - 1
        self.x = 0
        self.y = 0
        self._whole = False

    def set_entry(self, given: bytearray) -> None:
        self.entry = given[0] & 7

    def set_x_window(self, given: bytearray) -> None:
        self.x_start = self._checked_x(given[0])
        self.x_end = self._checked_x(given[1])

    def set_y_window(self, given: bytearray) -> None:
        self.y_start = self._checked_y(given[0], given[1])
        self.y_end = self._checked_y(given[2], given[3])

    def set_x(self, given: bytearray) -> None:
        self.x = self._checked_x(given[0])

    def set_y(self, given: bytearray) -> None:
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
        """To be asked before bytes are written: counters that start outside their window, or run
        away from its end, never wrap."""
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
        """How many bytes from here lie in one piece: whole rows, part of one, or a single one."""
        if self._whole:
            return (self.y_end - self.y + 1) * ROW - self.x
        if self.entry & _DOWN_FIRST:
            return 1
        return abs(self.x_end - self.x) + 1

    def goes_right(self) -> bool:
        """Whether X counts up."""
        return bool(self.entry & _RIGHT)

    def count(self, run: int) -> int:
        """Counts on by `run` bytes of those. Returns the place of the one that is leftmost."""
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
        """True when the counter was at its end and starts again."""
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
