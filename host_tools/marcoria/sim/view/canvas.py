"""A small drawing surface without third-party libraries, with smooth edges and PNG output."""

import math
import struct
import zlib
from collections.abc import Callable, Iterable
from functools import cache

Colour = tuple[int, int, int]
Point = tuple[float, float]
Outline = list[Point]
# A side of a polygon: y of its upper and lower end, x of its line at y = 0, slope (change of x if
# y grows by 1), and whether the outline goes down there.
Edge = tuple[float, float, float, float, bool]
# A texture: a function (y, left, right) that returns the RGB bytes of row y from x = left to
# right - 1.
Paint = Callable[[int, int, int], bytes]

_SAMPLES = 4  # number of sample lines in a row of pixels


class Canvas:
    """An RGB picture on which shapes are drawn.

    A shape is a list of outlines, which are closed polygons. Outlines of the same direction are
    united where they overlap. If two outlines of opposite directions overlap, their common part is
    a hole.
    """

    def __init__(self, width: int, height: int, colour: Colour) -> None:
        self.width = width
        self.height = height
        self.rows = [bytearray(bytes(colour) * width) for _ in range(height)]

    def png(self) -> bytes:
        """Return the bytes of a PNG file."""
        return png(self.width, self.height, b"".join(b"\0" + row for row in self.rows), 2)

    def fill(
        self, outlines: Iterable[Outline], paint: Colour | Paint, opacity: float = 1.0
    ) -> None:
        """Fill a shape, which has at least one outline, with a colour or a texture."""
        edges = _edges(outlines)
        top = max(0, math.floor(min(edge[0] for edge in edges)))
        bottom = min(self.height, math.ceil(max(edge[1] for edge in edges)))
        for y in range(top, bottom):
            near = [edge for edge in edges if edge[0] < y + 1 and edge[1] > y]
            spans = []
            for i in range(_SAMPLES):
                spans += _spans(near, y + (i + 0.5) / _SAMPLES)
            self._row(y, spans, paint, opacity)

    def glow(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Add light around a point."""
        for py in range(max(0, int(y - radius)), min(self.height, int(y + radius) + 1)):
            row = self.rows[py]
            for px in range(max(0, int(x - radius)), min(self.width, int(x + radius) + 1)):
                near = 1 - math.hypot(px + 0.5 - x, py + 0.5 - y) / radius
                if near > 0:
                    near *= near
                    for i in range(3):
                        at = 3 * px + i
                        row[at] = min(255, row[at] + int(near * colour[i]))

    def image(self, x: int, y: int, width: int, greys: bytes, inks: tuple[bytes, ...]) -> None:
        """Draw a grey picture with its upper left corner at (x, y).

        For each channel, `inks` has a table for `bytes.translate`, which maps each grey to the
        value of the channel.
        """
        for line in range(len(greys) // width):
            row = self.rows[y + line]
            piece = greys[line * width : line * width + width]
            for i in range(3):
                row[3 * x + i : 3 * (x + width) + i : 3] = piece.translate(inks[i])

    def _row(
        self, y: int, spans: list[tuple[float, float]], paint: Colour | Paint, opacity: float
    ) -> None:
        """Paint row y; `spans` has the covered spans of all sample lines of the row."""
        if not spans:
            return
        left = max(0, math.floor(min(a for a, _ in spans)))
        right = min(self.width, math.ceil(max(b for _, b in spans)))
        if left >= right:
            return
        full, empty = right, right
        if len(spans) == _SAMPLES:
            # If each sample line has one span, all pixels between the innermost ends are covered.
            # Otherwise at least one line has two or more spans. They do not overlap, so `full` is
            # not less than `empty`.
            full = max(left, math.ceil(max(a for a, _ in spans)))
            empty = min(right, math.floor(min(b for _, b in spans)))
            if full < empty:
                self._solid(y, full, empty, paint, opacity)
            else:
                full = empty = right
        for x in (*range(left, full), *range(empty, right)):
            covered = sum(max(0.0, min(b, x + 1) - max(a, x)) for a, b in spans) / _SAMPLES
            if covered > 0:
                self._solid(y, x, x + 1, paint, opacity * min(covered, 1.0))

    def _solid(self, y: int, left: int, right: int, paint: Colour | Paint, opacity: float) -> None:
        row = self.rows[y]
        new = paint(y, left, right) if callable(paint) else bytes(paint) * (right - left)
        if opacity >= 0.999:
            row[3 * left : 3 * right] = new
        elif callable(paint) or right - left < 4:
            for i, value in enumerate(new, 3 * left):
                row[i] += round((value - row[i]) * opacity)
        else:
            for i, value in enumerate(paint):
                part = slice(3 * left + i, 3 * right + i, 3)
                row[part] = row[part].translate(_mixed(value, opacity))


@cache
def _mixed(value: int, opacity: float) -> bytes:
    """Return a table for `bytes.translate` that mixes `value` into each old value."""
    return bytes(round(old + (value - old) * opacity) for old in range(256))


def _edges(outlines: Iterable[Outline]) -> list[Edge]:
    """Return the sides of polygons, except horizontal sides."""
    edges = []
    for outline in outlines:
        for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
            if ay != by:
                slope = (bx - ax) / (by - ay)
                edges.append((min(ay, by), max(ay, by), ax - ay * slope, slope, by > ay))
    return edges


def _spans(edges: list[Edge], y: float) -> list[tuple[float, float]]:
    """Return the parts of the horizontal line at y that are inside the shape."""
    crossings = sorted(
        (at + y * slope, down) for top, bottom, at, slope, down in edges if top <= y < bottom
    )
    spans, inside, begin = [], 0, 0.0
    for x, down in crossings:
        if not inside:
            begin = x
        inside += 1 if down else -1
        if not inside:
            spans.append((begin, x))
    return spans


def rounded(x: float, y: float, width: float, height: float, radius: float) -> Outline:
    """Return the outline of a rectangle with round corners."""
    corners = (
        (x + width - radius, y + radius, -90),
        (x + width - radius, y + height - radius, 0),
        (x + radius, y + height - radius, 90),
        (x + radius, y + radius, 180),
    )
    return [
        _on_circle(cx, cy, radius, angle + step * 15)
        for cx, cy, angle in corners
        for step in range(7)
    ]


def circle(x: float, y: float, radius: float) -> Outline:
    """Return the outline of a circle."""
    return [_on_circle(x, y, radius, angle) for angle in range(0, 360, 12)]


def line(a: Point, b: Point, width: float) -> Outline:
    """Return the outline of a straight line with round ends."""
    angle = round(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])))
    first = [_on_circle(*b, width / 2, angle - 90 + step * 30) for step in range(7)]
    return first + [_on_circle(*a, width / 2, angle + 90 + step * 30) for step in range(7)]


def _on_circle(x: float, y: float, radius: float, degrees: float) -> Point:
    angle = math.radians(degrees)
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def png(width: int, height: int, lines: bytes, kind: int) -> bytes:
    """Return a PNG file; `kind` is 0 for grey and 2 for RGB.

    In `lines` a byte 0 (the filter type) stands before each row of pixels.
    """
    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(lines, 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )
