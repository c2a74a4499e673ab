"""MicroPython's `framebuf` for CPython, with the features that the firmware uses.

A pixel is one bit, and a byte has eight pixels of a row. The leftmost of these is in the highest
bit, or with MONO_HMSB in the lowest. A colour is 0 or not 0. Drawing is clipped to the picture.
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
        self.row = row  # bytes of a row
        self.turned = format == MONO_HMSB  # whether the bits of each byte are reversed

    def pixel(self, x: int, y: int, c: "int | None" = None) -> "int | None":
        """Return a pixel's colour, or set it."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return None
        if c is None:
            return self._get(y) >> self.width - 1 - x & 1
        self.fill_rect(x, y, 1, 1, c)
        return None

    def fill(self, c: int) -> None:
        """Fill the picture with one colour."""
        self.fill_rect(0, 0, self.width, self.height, c)

    def fill_rect(self, x: int, y: int, w: int, h: int, c: int) -> None:
        """Fill a rectangle with one colour."""
        whole = (1 << max(w, 0)) - 1
        for row in range(max(y, 0), min(y + h, self.height)):
            self._set(x, row, w, whole, whole if c else 0)

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
        """Copy another picture except its pixels of the colour `key`.

        A picture may be a FrameBuffer or a tuple of its arguments. `palette` is a picture of two
        pixels, the new colours for 0 and 1; `key` is compared with the new colours.
        """
        source = _given(fbuf)
        colours: "list[int | None]" = [0, 1]
        if palette is not None:
            palette = _given(palette)
            colours = [palette.pixel(0, 0), palette.pixel(1, 0)]
        whole = (1 << source.width) - 1
        for row in range(max(0, -y), min(source.height, self.height - y)):
            bits = source._get(row)
            both = (bits ^ whole, bits)  # masks of the source's pixels that are 0, and 1
            wanted = value = 0
            for pixels, c in zip(both, colours):
                if c != key:
                    wanted |= pixels
                    value |= pixels if c else 0
            self._set(x, y + row, source.width, wanted, value)

    def __getattr__(self, name: str) -> object:
        if name in ("ellipse", "line", "poly", "scroll", "text"):
            text = "framebuf's %s is not modelled on CPython: run it in the VM, with --backend vm"
            raise NotImplementedError(text % name)
        raise AttributeError("'FrameBuffer' object has no attribute '%s'" % name)

    def _get(self, y: int) -> int:
        """Return a row of pixels as a number, with the rightmost pixel in bit 0."""
        return self._number(y) >> self.row * 8 - self.width

    def _set(self, x: int, y: int, w: int, mask: int, value: int) -> None:
        """Set some of the `w` pixels from x on: each pixel whose bit in `mask` is 1.

        Their new colours are the bits in `value`. In both numbers the rightmost pixel is bit 0.
        """
        shift = self.row * 8 - x - w
        inside = (1 << self.width) - 1 << self.row * 8 - self.width
        mask = (mask << shift if shift >= 0 else mask >> -shift) & inside
        value = (value << shift if shift >= 0 else value >> -shift) & mask
        row = (self._number(y) & ~mask | value).to_bytes(self.row, "big")
        start = y * self.row
        self.buffer[start : start + self.row] = row.translate(_TURNED) if self.turned else row

    def _number(self, y: int) -> int:
        """Return the bytes of a row as a number, with the leftmost pixel in the highest bit."""
        row = bytes(self.buffer[y * self.row : (y + 1) * self.row])
        return int.from_bytes(row.translate(_TURNED) if self.turned else row, "big")


def _given(fbuf: "FrameBuffer | Given") -> FrameBuffer:
    return fbuf if isinstance(fbuf, FrameBuffer) else FrameBuffer(*fbuf)
