"""Reads the display as people do: by the shapes of the letters on it.

    page = ocr.PageReader().page(table.screen())
    assert "South speaks" in page

Nothing is known of the firmware but its fonts. Letters that look alike (a Latin and a Cyrillic A)
are one letter here; `Page` compares with that in mind.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from marcoria.paths import FIRMWARE

WIDTH, HEIGHT = 400, 300
_HALF = HEIGHT // 2
_ROW = 512  # bits: a row and a margin that is white, so that no letter spans two rows
_SPACES = "\u0020\u00a0"
_FILE = FIRMWARE / "ui" / "fonts" / "type.font"
_SIZES = (24, 36, 76)
_INK = bytes(b"10"[grey >> 7] for grey in range(256))
_TURNED_OVER = bytes.maketrans(b"01", b"10")
_ACCENTS = 5
_ABOVE = 12
_MISSING = "□"  # stands for all that is not there


@dataclass(frozen=True)
class Shape:
    """A letter: its ink as (x, y) from its place, in a cell as wide as its advance."""

    letter: str
    advance: int
    ink: frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Line:
    """Letters that follow each other on the display."""

    text: str
    size: int  # of the font
    x: int
    y: int
    width: int


class Page:
    """What stands on the display. `"words" in page` looks for them wherever a line is broken."""

    def __init__(self, lines: list[Line], alike: dict[str, str], mirrored: bool) -> None:
        self.lines = lines
        self.alike = alike
        self.mirrored = mirrored  # whether both sides of the table read the same

    @property
    def text(self) -> str:
        """All lines, one below the other."""
        return "\n".join(line.text for line in self.lines)

    def __contains__(self, words: str) -> bool:
        return self._plain(words) in self._plain(self.text)

    def line_with(self, words: str) -> Line | None:
        """The first line that has these words in it."""
        wanted = self._plain(words)
        return next((line for line in self.lines if wanted in self._plain(line.text)), None)

    def _plain(self, text: str) -> str:
        return " ".join("".join(self.alike.get(c, c) for c in text).split())


class PageReader:
    """Reads pages set in the fonts of a file."""

    def __init__(self, file: Path = _FILE) -> None:
        self.fonts = load(file.read_bytes())
        self.alike: dict[str, str] = {"\u00a0": " "}
        self.shapes = {size: self._distinct(shapes) for size, shapes in self.fonts.items()}
        self._read: dict[bytes, Page] = {}

    def _distinct(self, shapes: list[Shape]) -> list[Shape]:
        """The shapes of a font without those that look like one before."""
        seen: dict[tuple[int, frozenset[tuple[int, int]]], Shape] = {}
        for shape in sorted(shapes, key=lambda shape: shape.letter != _MISSING):
            first = seen.setdefault((shape.advance, shape.ink), shape)
            if first.letter != shape.letter:
                self.alike.setdefault(shape.letter, self.alike.get(first.letter, first.letter))
        # A rule is no line of underscores.
        return [shape for shape in seen.values() if shape.letter != "_"]

    def page(self, screen: bytes) -> Page:
        """What a screen says. Reading takes its time and screens come again, with other greys
        too: each ink is read once."""
        dark = screen.translate(_INK)
        key = hashlib.sha256(dark).digest()
        if key not in self._read:
            self._read[key] = self._page(dark)
        return self._read[key]

    def _page(self, dark: bytes) -> Page:
        half = dark[_HALF * WIDTH :]
        lines: list[Line] = []
        for ink in (half, half.translate(_TURNED_OVER)):
            for size in reversed(_SIZES):
                lines += self._lines(_picture(ink), size, lines)
        # Between white letters the ground may look like a smaller black one.
        lines = [one for one in lines if not any(_between(one, other) for other in lines)]
        lines.sort(key=lambda line: (line.y + line.size * 3 // 4, line.x))
        return Page(lines, self.alike, dark[: _HALF * WIDTH] == half[::-1])

    def _lines(self, ink: int, size: int, before: list[Line]) -> list[Line]:
        """The lines in one font that are no part of what a larger one has there."""
        found: _Found = {}
        for shape in self.shapes[size]:
            for place in _places(ink, shape, size):
                found.setdefault(place, []).append(shape)
        space = next(shape.advance for shape in self.fonts[size] if shape.letter == " ")
        chains: dict[tuple[int, int], Chain] = {}
        # From the right: each place knows how what follows it is best read.
        for y, x in sorted(found, reverse=True):
            chains[y, x] = max(
                (_chain(chains, shape, y, x, space) for shape in found[y, x]),
                key=lambda chain: chain.ink,
            )
        lines: list[Line] = []
        # What has the most ink is read first; what is a part of it is no line of its own.
        for (y, x), chain in sorted(chains.items(), key=lambda one: -one[1].ink):
            line = Line(chain.text, size, x, y + _HALF, chain.end - x)
            if not any(_within(line, other) for other in before + lines):
                lines.append(line)
        return lines


@cache
def reader() -> PageReader:
    """The one who reads the tables' own fonts, and remembers what stood on any of them."""
    return PageReader()


_Found = dict[tuple[int, int], list[Shape]]


@dataclass(frozen=True)
class Chain:
    """Letters from a place on: how much ink they account for, and where they end."""

    text: str
    ink: int
    end: int


def _chain(
    chains: dict[tuple[int, int], Chain], shape: Shape, y: int, x: int, space: int
) -> Chain:
    """A shape and what follows it, a space between them or not."""
    end = x + shape.advance
    follows = chains.get((y, end))
    gap = ""
    if follows is None:
        follows = chains.get((y, end + space))
        gap = " "
    if follows is None:
        return Chain(shape.letter, len(shape.ink), end)
    return Chain(shape.letter + gap + follows.text, len(shape.ink) + follows.ink, follows.end)


def load(data: bytes) -> dict[int, list[Shape]]:
    """The fonts of a file by their sizes; marcoria.build.fonts has its format."""
    codes = data[1 : 1 + data[0]]
    at = 1 + len(codes)
    counts, at = data[at : at + 3], at + 3
    letters = _characters(codes)
    fonts = {}
    for size, count in zip(_SIZES, counts, strict=True):
        shapes = []
        for letter in (letters + _MISSING)[:count]:
            place = data[at + 1] << 8 | data[at + 2]
            shapes.append(Shape(letter, data[at], _ink(data, place)))
            at += 3
        fonts[size] = shapes
    return fonts


def _characters(codes: bytes) -> str:
    """The characters of ranges of UTF-8."""
    found = ""
    for lead, first, count in zip(codes[::3], codes[1::3], codes[2::3], strict=True):
        start = b"" if not lead else bytes([lead]) if lead >= 0xC2 else bytes([0xE2, lead])
        found += "".join((start + bytes([first + i])).decode() for i in range(count))
    return found


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
        ink |= {(x, y + top - _ABOVE) for x in range(width) if not bits >> (width - 1 - x) & 1}
    return frozenset(ink)


def _picture(ink: bytes) -> int:
    """The pixels as one number, so that all places are looked at in one operation."""
    rows = (ink[at : at + WIDTH] for at in range(0, len(ink), WIDTH))
    return int(b"".join(row.ljust(_ROW, b"0") for row in rows)[::-1], 2)


@cache
def _offsets(shape: Shape, height: int) -> tuple[tuple[int, bool], ...]:
    """Bits of the cell, and whether there is ink, in such an order that few will do: one at an
    edge of the ink and its white neighbour, and so on by turns."""
    # Neighbours may hang over by a pixel, and the accents of the line below reach up.
    lowest = max(y for _, y in shape.ink) if shape.ink else 0
    highest = min((y for _, y in shape.ink), default=0)
    # On a dark ground a letter may reach a pixel above it.
    rows = range(min(highest + 1, 0), max(height - _ACCENTS, lowest + 1))
    white = {(x, y) for x in range(1, shape.advance - 1) for y in rows} - shape.ink
    pairs = [(x, y) for x, y in shape.ink if (x + 1, y) in white]
    pairs.sort(key=lambda at: (at[0] * 7 + at[1] * 13) % 31)
    order = dict.fromkeys((x + side, y) for x, y in pairs for side in (0, 1))
    order |= dict.fromkeys((*shape.ink, *white))
    return tuple((y * _ROW + x, (x, y) in shape.ink) for x, y in order)


def _places(picture: int, shape: Shape, height: int) -> Iterable[tuple[int, int]]:
    """Where a shape stands: (y, x) of its cell."""
    if not shape.ink:
        return
    # The picture is moved so that ink above and to the left of a cell is no special case.
    margin = 16 * _ROW + 16
    picture <<= margin
    blank = ~picture
    places = -1
    for bit, ink in _offsets(shape, height):
        one = picture if ink else blank
        places &= one >> bit if bit >= 0 else one << -bit
        if not places:
            return
    while places:
        lowest = places & -places
        places ^= lowest
        at = lowest.bit_length() - 1 - margin
        if at >= 0 and at % _ROW < WIDTH:
            yield divmod(at, _ROW)


def _between(line: Line, other: Line) -> bool:
    """Whether a line is made of what is left free by a larger one."""
    return line.size < other.size and _within(line, other)


def _within(line: Line, other: Line) -> bool:
    """Whether a line is a part of another's letters."""
    return (
        line.size <= other.size
        and other.x <= line.x
        and line.x + line.width <= other.x + other.width
        and other.y - line.size < line.y < other.y + other.size
    )
