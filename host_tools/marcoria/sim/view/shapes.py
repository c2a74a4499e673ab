"""The letters of the tables' fonts by their ink, and where they stand in a picture."""

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from marcoria.build.font_file import ABOVE, RISES, in_ranges
from marcoria.sim.chips.ssd1683.glass import WIDTH

SIZES = (24, 36, 76)
MISSING = "□"  # stands for all that is not there
_ROW = 512  # of a place: a row and a margin
_ACCENTS = 5
_TAILS = {24: 1, 36: 3, 76: 0}  # rows of a line that those of the line above may reach
_WINDOW = 12  # pixels, one below the other
_BLACK = (1 << _WINDOW) - 1
_ENOUGH = 12  # windows of a letter
_SCATTER = 7
_WHITE = b"0" * WIDTH

# Of a letter: how far down, and a bit for each pixel, the left one first.
Row: TypeAlias = "tuple[int, int]"


class Shape:
    """A letter: its ink by rows, from its place in a cell as wide as its advance; how many pixels
    that is.
    """

    def __init__(
        self,
        letter: str,
        advance: int,
        rows: tuple[Row, ...],
        ink: int,
    ) -> None:
        self.letter = letter
        self.advance = advance
        self.rows = rows
        self.ink = ink


def load(data: bytes) -> dict[int, list[Shape]]:
    """Return the fonts of a file by their sizes; marcoria.build.fonts has its format."""
    codes = data[1 : 1 + data[0]]
    at = 1 + len(codes)
    counts, at = data[at : at + 3], at + 3
    letters = in_ranges((codes[i], codes[i + 1], codes[i + 2]) for i in range(0, len(codes), 3))
    fonts = {}
    for size, count in zip(SIZES, counts):
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
    """Return the rows of a shape in which there is ink."""
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
    """Pixels, by `rows`, and by the `windows` through which they are seen: pieces of columns, each
    with all the places where there is one like it.
    """

    def __init__(self, ink: bytes) -> None:
        lines = [ink[at : at + WIDTH] for at in range(0, len(ink), WIDTH)]
        self.rows = [int(bytes(reversed(line)), 2) for line in lines]
        windows: dict[int, list[int]] = {}
        lines += [_WHITE] * _WINDOW
        for x in range(WIDTH):
            window = 0
            place = _ROW + x  # the first row has the number _WINDOW
            for line in lines:
                window = window >> 1 | (line[x] & 1) << _WINDOW - 1
                if window in windows:
                    windows[window].append(place)
                elif window:
                    windows[window] = [place]
                place += _ROW
        self.windows = windows

    def has(self, mask: "Mask", y: int, x: int) -> bool:
        """Return whether a letter stands there, to the last pixel."""
        rows = self.rows
        for down, ink, all_of in mask.rows:
            at = y + down
            row = rows[at] if 0 <= at < len(rows) else 0
            if row >> x & all_of != ink:
                return False
        return True


class Mask:
    """What makes a shape what it is: of some `windows` what is seen through them and their place
    in the cell, and all `rows`: the ink, and with it the white that belongs to the letter.
    """

    def __init__(
        self,
        windows: tuple[tuple[int, int], ...],
        rows: tuple[tuple[int, int, int], ...],
    ) -> None:
        self.windows = windows
        self.rows = rows


@cache
def mask(shape: Shape, height: int) -> Mask:
    """Return the mask of a shape."""
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
    width = max(shape.advance, *(_width(row) for _, row in shape.rows))
    return Mask(_windows(rows, width), tuple(rows))


def _width(row: int) -> int:
    return len(bin(row)) - 2


def _windows(rows: list[tuple[int, int, int]], width: int) -> tuple[tuple[int, int], ...]:
    """Return those that show the most: edges of the ink."""
    found = []
    for x in range(width):
        window = care = 0
        for y, ink, all_of in rows:
            window = window >> 1 | (ink >> x & 1) << _WINDOW - 1
            care = care >> 1 | (all_of >> x & 1) << _WINDOW - 1
            if window and care == _BLACK:
                place = (y - _WINDOW + 1) * _ROW + x
                edges = _count((window ^ window >> 1) & _BLACK >> 1)
                found.append((-edges, place * _SCATTER % 31, window, place))
    return tuple([(window, place) for _, _, window, place in sorted(found)[:_ENOUGH]])


def places(picture: Picture, shape: Shape, height: int) -> Iterator[tuple[int, int]]:
    """Yield where a shape stands: (y, x) of its cell."""
    if not shape.rows:
        return
    wanted = mask(shape, height)
    seen = [(picture.windows.get(window, ()), at) for window, at in wanted.windows]
    few, place = min(seen, key=lambda one: len(one[0]))
    for at in few:
        y, x = divmod(at - place, _ROW)
        if y >= _WINDOW and x < WIDTH and picture.has(wanted, y - _WINDOW, x):
            yield y - _WINDOW, x
