"""MicroPython's `framebuf` for CPython, for the formats MONO_HLSB and MONO_HMSB only.

A pixel is one bit, and a byte has eight pixels of a row. The leftmost pixel is in the highest bit
of the byte, or in the lowest bit with MONO_HMSB. A colour is 0 or not 0. Drawing is clipped to the
picture. The methods `ellipse`, `line`, `poly`, `scroll` and `text` raise NotImplementedError.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Buffer = bytes | bytearray | memoryview
    Given = tuple[Buffer, int, int, int] | tuple[Buffer, int, int, int, int]

MONO_HLSB = 3
MONO_HMSB = 4

_TURNED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class FrameBuffer:
    """A picture in a buffer."""

    def __init__(
        self,
        buffer: "Buffer",
        width: int,
        height: int,
        format: int,
        stride: "int | None" = None,
    ) -> None:
        if format not in (MONO_HLSB, MONO_HMSB):
            raise ValueError("invalid format")
        stride = width if stride is None else stride
        row = (stride + 7) // 8
        if width < 1 or height < 1 or stride < width or len(buffer) < row * height:
            raise ValueError
        self.buffer = memoryview(buffer)
        self.width = width
        self.height = height
        self.row = row  # number of bytes of a row
        self.turned = format == MONO_HMSB  # whether the bits of each byte are reversed

    def pixel(self, x: int, y: int, c: "int | None" = None) -> "int | None":
        """Set a pixel to the colour `c`, or return its colour if `c` is None.

        Outside of the picture do nothing and return None.
        """
        if not (0 <= x < self.width and 0 <= y < self.height):
            return None
        if c is None:
            return self._number(y, 1) >> self.row * 8 - 1 - x & 1
        self.fill_rect(x, y, 1, 1, c)
        return None

    def fill(self, c: int) -> None:
        """Fill the picture with one colour."""
        self.fill_rect(0, 0, self.width, self.height, c)

    def fill_rect(self, x: int, y: int, w: int, h: int, c: int) -> None:
        """Fill a rectangle with one colour."""
        left, right = max(x, 0), min(x + w, self.width)
        top, bottom = max(y, 0), min(y + h, self.height)
        if left < right and top < bottom:
            mask = self._mask(left, right, bottom - top)
            self._set(top, bottom - top, mask, mask if c else 0)

    def hline(self, x: int, y: int, w: int, c: int) -> None:
        """Draw a horizontal line."""
        self.fill_rect(x, y, w, 1, c)

    def vline(self, x: int, y: int, h: int, c: int) -> None:
        """Draw a vertical line."""
        self.fill_rect(x, y, 1, h, c)

    def rect(self, x: int, y: int, w: int, h: int, c: int, f: bool = False) -> None:
        """Draw the outline of a rectangle; with `f`, fill the rectangle."""
        if f:
            self.fill_rect(x, y, w, h, c)
            return
        for line in ((x, y, w, 1), (x, y + h - 1, w, 1), (x, y, 1, h), (x + w - 1, y, 1, h)):
            self.fill_rect(*line, c)

    def blit(
        self,
        fbuf: "FrameBuffer | Given",
        x: int,
        y: int,
        key: int = -1,
        palette: "FrameBuffer | Given | None" = None,
    ) -> None:
        """Copy another picture to the position x, y, except its pixels of the colour `key`.

        Each picture is a FrameBuffer, or a tuple of the arguments of FrameBuffer. `palette` is a
        picture of two pixels, whose colours replace the colours 0 and 1. `key` is compared with
        the colours after this replacement.
        """
        source = _given(fbuf)
        colours: "list[int | None]" = [0, 1]
        if palette is not None:
            palette = _given(palette)
            colours = [palette.pixel(0, 0), palette.pixel(1, 0)]
        left, right = max(x, 0), min(x + source.width, self.width)
        top, bottom = max(y, 0), min(y + source.height, self.height)
        if left >= right or top >= bottom:
            return
        if right - left < source.width:
            source = source._columns(left - x, right - x)
        mask = self._mask(left, right, bottom - top)
        pixels = source._laid_out(top - y, bottom - y, self.row) >> left
        # Split the pixels to draw by their colour in the source.
        ones, zeros = mask & pixels, mask & ~pixels
        drawn = value = 0
        for some, c in zip((zeros, ones), colours):
            if c != key:
                drawn |= some
                value |= some if c else 0
        self._set(top, bottom - top, drawn, value)

    def __getattr__(self, name: str) -> object:
        if name in ("ellipse", "line", "poly", "scroll", "text"):
            text = "framebuf's %s is not modelled on CPython: run it in the VM, with --backend vm"
            raise NotImplementedError(text % name)
        raise AttributeError("'FrameBuffer' object has no attribute '%s'" % name)

    def _number(self, y: int, rows: int) -> int:
        """Return `rows` rows from row `y` on as a number, the first pixel in the highest bit."""
        data = self.buffer[y * self.row : (y + rows) * self.row]
        return int.from_bytes(bytes(data).translate(_TURNED) if self.turned else data, "big")

    def _set(self, y: int, rows: int, mask: int, value: int) -> None:
        """Change the pixels whose bit in `mask` is 1 to their bit in `value`.

        `mask` and `value` are numbers like the results of `_number`. Where a bit of `mask` is 0,
        the bit of `value` must be 0 too.
        """
        number = self._number(y, rows) & ~mask | value
        data = number.to_bytes(self.row * rows, "big")
        data = data.translate(_TURNED) if self.turned else data
        self.buffer[y * self.row : (y + rows) * self.row] = data

    def _mask(self, left: int, right: int, rows: int) -> int:
        """Return `rows` rows as a number: only pixels from `left` to `right` (excluded) are 1."""
        row = (1 << right - left) - 1 << self.row * 8 - right
        return int.from_bytes(row.to_bytes(self.row, "big") * rows, "big")

    def _columns(self, left: int, right: int) -> "FrameBuffer":
        """Return a copy of the columns from `left` to `right` (excluded)."""
        width, row = right - left, (right - left + 7) // 8
        data = bytearray()
        for y in range(self.height):
            bits = self._number(y, 1) >> self.row * 8 - right & (1 << width) - 1
            data += (bits << row * 8 - width).to_bytes(row, "big")
        return FrameBuffer(data, width, self.height, MONO_HLSB)

    def _laid_out(self, top: int, bottom: int, row: int) -> int:
        """Return rows `top` to `bottom` (excluded) as a number, with `row` bytes for each row."""
        data = bytes(self.buffer)
        data = data.translate(_TURNED) if self.turned else data
        used = (self.width + 7) // 8
        rows = [data[y * self.row : y * self.row + used] for y in range(top, bottom)]
        padding = bytes(row - used)
        return int.from_bytes(padding.join(rows) + padding, "big")


def _given(fbuf: "FrameBuffer | Given") -> FrameBuffer:
    return fbuf if isinstance(fbuf, FrameBuffer) else FrameBuffer(*fbuf)
