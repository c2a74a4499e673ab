"""Shapes of the letters in the table's fonts, and a search for the shapes in a picture."""

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from marcoria.build.font_file import ABOVE, RISES, in_ranges
from marcoria.sim.chips.ssd1683.glass import WIDTH

SIZES = (24, 36, 76)
# Drawn by the display in place of each letter that the font of 24 or of 36 pixels lacks.
MISSING = "□"
_ROW = 512  # a place is the number _ROW * y + x; _ROW is larger than the picture's width
# Accents of the line below may reach into this number of rows at the lower end of a line.
_ACCENTS = 5
# By font size: tails of the line above may reach into this number of rows at the upper end.
_TAILS = {24: 1, 36: 3, 76: 0}
_WINDOW = 12  # height of a window (see `Picture`) in pixels; its width is 1
_BLACK = (1 << _WINDOW) - 1
_ENOUGH = 12  # largest number of windows that are stored for a letter
_SCATTER = 7  # places are multiplied by this, so that equally rare windows are not neighbours
_WHITE = b"0" * WIDTH

# A row of a letter: its y, and a bit for each pixel, 1 for black. Bit 0 is the leftmost pixel.
Row: TypeAlias = "tuple[int, int]"


class Shape:
    """The shape of a letter in a cell; the cell is as wide as the letter's advance.

    `rows` has the rows with black pixels, `ink` is the number of black pixels.
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
    """Parse a font file; return the shapes of each size.

    `marcoria.build.fonts` describes the format of the file.
    """
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
    """Return the rows of a shape that have black pixels; `place` is its offset in the file."""
    width, height, top = data[place], data[place + 1], data[place + 2]
    size = (width + 7) // 8
    new = place + 3
    at = new + (height + 7) // 8 - size
    rows = []
    for y in range(height):
        # A row that is equal to the row above is not stored again.
        at += size * (data[new + y // 8] >> (7 - y % 8) & 1)
        bits = int.from_bytes(data[at : at + size], "big") >> (size * 8 - width)
        row = sum(1 << x for x in range(width) if not bits >> (width - 1 - x) & 1)
        if row:
            rows.append((y + top - ABOVE, row))
    return tuple(rows)


def _count(row: int) -> int:
    return bin(row).count("1")


class Picture:
    """A black-and-white picture, stored as `rows` and as `windows`.

    `rows` has a number for each row, in which bit 0 is the leftmost pixel and 1 means black. A
    pixel is on the outline if it is black and at least one of its four neighbours is white. A
    window is a piece of a column, 12 pixels high, with a bit for each pixel: 1 if the pixel is on
    the outline, with the highest pixel in bit 0. `windows` maps each different window that has
    outline pixels to all its places.
    """

    def __init__(self, ink: bytes) -> None:
        lines = [ink[at : at + WIDTH] for at in range(0, len(ink), WIDTH)]
        self.rows = [int(bytes(reversed(line)), 2) for line in lines]
        # A white column at the right end separates each row from the start of the next row.
        outline = _outline(b"0".join(lines), WIDTH + 1)
        starts = range(0, len(outline), WIDTH + 1)
        edges = [outline[at : at + WIDTH] for at in starts] + [_WHITE] * _WINDOW
        windows: dict[int, list[int]] = {}
        for x in range(WIDTH):
            window = 0
            # The place of a window is _ROW * (y of its top + _WINDOW) + x.
            place = _ROW + x
            for line in edges:
                window = window >> 1 | (line[x] & 1) << _WINDOW - 1
                if window in windows:
                    windows[window].append(place)
                elif window:
                    windows[window] = [place]
                place += _ROW
        self.windows = windows

    def has(self, mask: "Mask", y: int, x: int) -> bool:
        """Return whether the picture at (y, x) agrees with all pixels of a letter's mask."""
        rows = self.rows
        for down, ink, all_of in mask.rows:
            at = y + down
            row = rows[at] if 0 <= at < len(rows) else 0
            if row >> x & all_of != ink:
                return False
        return True


def _outline(ink: bytes, width: int) -> bytes:
    """Return an ASCII digit for each pixel of a picture: 1 if it is on the outline, else 0.

    `ink` has a digit for each pixel too: 1 for black. `width` is the number of digits in a row.
    """
    zeros = int.from_bytes(b"0" * len(ink), "big")
    black = int.from_bytes(ink, "big") ^ zeros
    beside = black >> 8 & black << 8
    outline = black & ~(beside & black >> 8 * width & black << 8 * width)
    return (outline ^ zeros).to_bytes(len(ink), "big")


class Mask:
    """The pixels by which a shape is recognised.

    `windows` has some windows of the shape with their places in the cell. `rows` has for each row
    its y, a bit mask of the black pixels, and a bit mask of all pixels that are compared, both
    black and white.
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
    """Return the mask of a shape; `height` is the size of its font."""
    ink = dict(shape.rows)
    highest = shape.rows[0][0]
    lowest = shape.rows[-1][0]
    # Black pixels are always compared. Some white pixels are left out, because something else may
    # be drawn there:
    # - The highest rows are left out, because tails of the line above may be there. They are
    #   compared if the letter is only in the upper or only in the lower half of the cell, such as
    #   a dot or a dash, because a tail could be mistaken for such a letter.
    # - If a letter reaches above its cell, only its first row is left out at the top, because on a
    #   dark background this row may be above the background.
    # - The lowest rows are left out, because accents of the line below may be there.
    # - The first and the last column of the cell are left out, because neighbouring letters may
    #   overlap the cell by a pixel.
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
    """Return at most _ENOUGH windows of a shape that are probably the rarest in a picture.

    These are the windows with the most outline pixels and the most changes between outline pixels
    and other pixels. Each window is returned with its place in the cell.
    """
    outline = _known_outline(rows)
    found = []
    for x in range(width):
        window = care = 0
        for y, edge, known in outline:
            window = window >> 1 | (edge >> x & 1) << _WINDOW - 1
            care = care >> 1 | (known >> x & 1) << _WINDOW - 1
            if window and care == _BLACK:
                place = (y - _WINDOW + 1) * _ROW + x
                edges = _count((window ^ window >> 1) & _BLACK >> 1)
                found.append((-edges * _count(window), place * _SCATTER % 31, window, place))
    return tuple([(window, place) for _, _, window, place in sorted(found)[:_ENOUGH]])


def _known_outline(rows: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Return for each row of a mask its y and two bit masks.

    The first bit mask has the pixels on the outline. The second has the pixels for which the first
    is certain.
    """
    around = [(0, 0)] + [(ink, all_of) for _, ink, all_of in rows] + [(0, 0)]
    outline = []
    for (above, all_above), (y, ink, all_of), (below, all_below) in zip(around, rows, around[2:]):
        blacks = ink << 1 & ink >> 1 & above & below
        white = all_of & ~ink
        whites = white << 1 | white >> 1 | all_above & ~above | all_below & ~below
        outline.append((y, ink & ~blacks, white | ink & (whites | blacks)))
    return outline


def places(picture: Picture, shape: Shape, height: int) -> Iterator[tuple[int, int]]:
    """Search a picture for a shape; yield the upper left corner (y, x) of each cell that has it.

    Nothing is yielded for a shape without black pixels, such as a space.
    """
    if not shape.rows:
        return
    wanted = mask(shape, height)
    seen = [(picture.windows.get(window, ()), at) for window, at in wanted.windows]
    few, place = min(seen, key=lambda one: len(one[0]))
    for at in few:
        y, x = divmod(at - place, _ROW)
        if y >= _WINDOW and x < WIDTH and picture.has(wanted, y - _WINDOW, x):
            yield y - _WINDOW, x
