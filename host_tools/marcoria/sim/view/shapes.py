"""The letters of the tables' fonts by their ink, and where they stand in a picture."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from marcoria.build.fonts import ABOVE, RISES, in_ranges
from marcoria.sim.chips.ssd1683.panel import WIDTH

SIZES = (24, 36, 76)
MISSING = "□"  # stands for all that is not there
_ROW = 512  # bits: a row and a margin that is white, so that no letter spans two rows
_ACCENTS = 5
_TAILS = {24: 1, 36: 3, 76: 0}  # rows of a line that those of the line above may reach


@dataclass(frozen=True)
class Shape:
    """A letter: its ink as (x, y) from its place, in a cell as wide as its advance."""

    letter: str
    advance: int
    ink: frozenset[tuple[int, int]]


def load(data: bytes) -> dict[int, list[Shape]]:
    """The fonts of a file by their sizes; marcoria.build.fonts has its format."""
    codes = data[1 : 1 + data[0]]
    at = 1 + len(codes)
    counts, at = data[at : at + 3], at + 3
    letters = in_ranges(zip(codes[::3], codes[1::3], codes[2::3], strict=True))
    fonts = {}
    for size, count in zip(SIZES, counts, strict=True):
        shapes = []
        for letter in (letters + MISSING)[:count]:
            place = data[at + 1] << 8 | data[at + 2]
            shapes.append(Shape(letter, data[at] & ~RISES, _ink(data, place)))
            at += 3
        fonts[size] = shapes
    return fonts


def _ink(data: bytes, place: int) -> frozenset[tuple[int, int]]:
    """The pixels of a shape, from the left and the top of its cell."""
    width, height, top = data[place : place + 3]
    size = (width + 7) // 8
    new = place + 3
    at = new + (height + 7) // 8 - size
    ink = set()
    for y in range(height):
        # A row that is as the one above is not there again.
        at += size * (data[new + y // 8] >> (7 - y % 8) & 1)
        bits = int.from_bytes(data[at : at + size], "big") >> (size * 8 - width)
        ink |= {(x, y + top - ABOVE) for x in range(width) if not bits >> (width - 1 - x) & 1}
    return frozenset(ink)


def picture(ink: bytes) -> int:
    """The pixels as one number, so that all places are looked at in one operation."""
    rows = (ink[at : at + WIDTH] for at in range(0, len(ink), WIDTH))
    return int(b"".join(row.ljust(_ROW, b"0") for row in rows)[::-1], 2)


@cache
def _offsets(shape: Shape, height: int) -> tuple[tuple[int, bool], ...]:
    """Bits of the cell, and whether there is ink, in such an order that few will do: one at an
    edge of the ink and its white neighbour, and so on by turns."""
    highest = min((y for _, y in shape.ink), default=0)
    lowest = max((y for _, y in shape.ink), default=0)
    # Tails of the line above may stand in a letter's cell, but for points and strokes, which look
    # like a piece of one. Neighbours may hang over by a pixel, the accents of the line below reach
    # up, and on a dark ground a letter may reach a pixel above it.
    free = _TAILS[height] if highest < height // 2 < lowest else 0
    rows = range(highest + 1 if highest < 0 else free, height - _ACCENTS)
    white = {(x, y) for x in range(1, shape.advance - 1) for y in rows} - shape.ink
    pairs = [(x, y) for x, y in shape.ink if (x + 1, y) in white]
    pairs.sort(key=lambda at: (at[0] * 7 + at[1] * 13) % 31)
    order = dict.fromkeys((x + side, y) for x, y in pairs for side in (0, 1))
    order |= dict.fromkeys((*shape.ink, *white))
    return tuple((y * _ROW + x, (x, y) in shape.ink) for x, y in order)


def places(picture: int, shape: Shape, height: int) -> Iterable[tuple[int, int]]:
    """Where a shape stands: (y, x) of its cell."""
    if not shape.ink:
        return
    # The picture is moved so that ink above and to the left of a cell is no special case.
    margin = 16 * _ROW + 16
    picture <<= margin
    blank = ~picture
    found = -1
    for bit, ink in _offsets(shape, height):
        one = picture if ink else blank
        found &= one >> bit if bit >= 0 else one << -bit
        if not found:
            return
    while found:
        lowest = found & -found
        found ^= lowest
        at = lowest.bit_length() - 1 - margin
        if at >= 0 and at % _ROW < WIDTH:
            yield divmod(at, _ROW)
