"""The letters of the tables' fonts by their ink, and where they stand in a picture."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from marcoria.build.fonts import ABOVE, RISES, in_ranges
from marcoria.sim.chips.ssd1683.panel import WIDTH

SIZES = (24, 36, 76)
MISSING = "□"  # stands for all that is not there
_ROW = 512  # bits: a row and a margin that is white, so that no letter spans two rows
_ACCENTS = 5
_TAILS = {24: 1, 36: 3, 76: 0}  # rows of a line that those of the line above may reach
# So much around a picture is white, so that ink beyond a cell's edge is no special case.
_MARGIN = 16 * _ROW + 16
_BELOW = 80 * _ROW
_SIGNS = 32  # pixels that are looked at everywhere at once
_WIDEST = 80  # pixels of a letter
_SCATTER = 7

Row = tuple[int, int]  # of a letter: how far down, and a bit for each pixel, the left one first


@dataclass(frozen=True)
class Shape:
    """A letter: its ink by rows, from its place in a cell as wide as its advance; how many pixels
    that is."""

    letter: str
    advance: int
    rows: tuple[Row, ...]
    ink: int


def load(data: bytes) -> dict[int, list[Shape]]:
    """The fonts of a file by their sizes; marcoria.build.fonts has its format."""
    codes = data[1 : 1 + data[0]]
    at = 1 + len(codes)
    counts, at = data[at : at + 3], at + 3
    letters = in_ranges((codes[i], codes[i + 1], codes[i + 2]) for i in range(0, len(codes), 3))
    fonts = {}
    for size, count in zip(SIZES, counts, strict=True):
        shapes = []
        for letter in (letters + MISSING)[:count]:
            place = data[at + 1] << 8 | data[at + 2]
            rows = _rows(data, place)
            ink = sum(_count(row) for _, row in rows)
            shapes.append(Shape(letter, data[at] & ~RISES, rows, ink))
            at += 3
        fonts[size] = shapes
    return fonts


def _rows(data: bytes, place: int) -> tuple[Row, ...]:
    """The rows of a shape in which there is ink."""
    width, height, top = data[place], data[place + 1], data[place + 2]
    size = (width + 7) // 8
    new = place + 3
    at = new + (height + 7) // 8 - size
    rows = []
    for y in range(height):
        # A row that is as the one above is not there again.
        at += size * (data[new + y // 8] >> (7 - y % 8) & 1)
        bits = int.from_bytes(data[at : at + size], "big") >> (size * 8 - width)
        row = sum(1 << x for x in range(width) if not bits >> (width - 1 - x) & 1)
        if row:
            rows.append((y + top - ABOVE, row))
    return tuple(rows)


def _count(row: int) -> int:
    return bin(row).count("1")


class Picture:
    """Pixels: `rows`, and all of them as one number, so that all places are looked at in one
    operation: those that are `dark`, and those that are `light`."""

    def __init__(self, ink: bytes) -> None:
        lines = [ink[at : at + WIDTH] for at in range(0, len(ink), WIDTH)]
        self.rows = [int(line[::-1], 2) for line in lines]
        whole = b"".join([row.to_bytes(_ROW // 8, "little") for row in self.rows])
        self.dark = int.from_bytes(whole, "little") << _MARGIN
        everywhere = (1 << _MARGIN + len(whole) * 8 + _BELOW) - 1
        self.light = everywhere ^ self.dark

    def has(self, mask: "Mask", y: int, x: int) -> bool:
        """Whether a letter stands there, to the last pixel."""
        rows = self.rows
        for down, ink, all_of in mask.rows:
            at = y + down
            row = rows[at] if 0 <= at < len(rows) else 0
            if row >> x & all_of != ink:
                return False
        return True


@dataclass(frozen=True)
class Mask:
    """What makes a shape what it is: a few `signs`, bits of the cell and whether there is ink, and
    all `rows`: the ink, and with it the white that belongs to the letter."""

    signs: tuple[tuple[int, bool], ...]
    rows: tuple[tuple[int, int, int], ...]


@cache
def mask(shape: Shape, height: int) -> Mask:
    """That of a shape."""
    ink = dict(shape.rows)
    highest = shape.rows[0][0]
    lowest = shape.rows[-1][0]
    # Tails of the line above may stand in a letter's cell, but for points and strokes, which look
    # like a piece of one. Neighbours may hang over by a pixel, the accents of the line below reach
    # up, and on a dark ground a letter may reach a pixel above it.
    free = _TAILS[height] if highest < height // 2 < lowest else 0
    white = range(highest + 1 if highest < 0 else free, height - _ACCENTS)
    cell = (1 << max(shape.advance - 1, 1)) - 2
    rows = []
    for y in range(min(highest, white[0]), max(lowest, white[-1]) + 1):
        row = ink.get(y, 0)
        rows.append((y, row, row | cell if y in white else row))
    return Mask(_signs(rows), tuple(rows))


def _signs(rows: list[tuple[int, int, int]]) -> tuple[tuple[int, bool], ...]:
    """Few will do if they are ink at an edge and its white neighbour, of all four sides by turns."""
    sides: list[list[tuple[int, int]]] = [[], [], [], []]  # ink, and the white beside it
    before = 0
    for i, (y, ink, all_of) in enumerate(rows):
        white = all_of & ~ink
        _, below, _ = rows[i + 1] if i + 1 < len(rows) else (0, 0, 0)
        for side, edge, step in (
            (0, ink & white >> 1, 1),
            (1, ink & white << 1, -1),
            (2, before & white, -_ROW),
            (3, below & white, _ROW),
        ):
            at = y * _ROW
            dark = at if side < 2 else at + step
            other = at + step if side < 2 else at
            sides[side] += [(dark + x, other + x) for x in range(_WIDEST) if edge >> x & 1]
        before = ink
    for pairs in sides:
        pairs.sort(key=lambda pair: (pair[0] * _SCATTER % 31, pair))
    turns = max(map(len, sides))
    found = [pairs[turn] for turn in range(turns) for pairs in sides if turn < len(pairs)]
    chosen = found[: _SIGNS // 2]
    return tuple((bit, ink) for pair in chosen for bit, ink in zip(pair, (True, False)))


def places(picture: Picture, shape: Shape, height: int) -> Iterator[tuple[int, int]]:
    """Where a shape stands: (y, x) of its cell."""
    if not shape.rows:
        return
    dark, light = picture.dark, picture.light
    wanted = mask(shape, height)
    found = light | dark
    for bit, ink in wanted.signs:
        one = dark if ink else light
        found &= one >> bit if bit >= 0 else one << -bit
        if not found:
            return
    while found:
        lowest = found & -found
        found ^= lowest
        at = lowest.bit_length() - 1 - _MARGIN
        y, x = divmod(at, _ROW)
        if at >= 0 and x < WIDTH and picture.has(wanted, y, x):
            yield y, x
