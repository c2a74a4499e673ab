"""Recognition of the display's text by the shapes of its letters, and layout of that text.

    page = ocr.PageReader().page(table.screen())
    assert "South to bid" in page

The recognition uses the firmware's font file, but none of the firmware's code. `ScreenPage` treats
characters as equal if they look alike in any font. Examples are a Latin and a Cyrillic A, all
characters that a font draws as the box MISSING, and a comma and a space, because the largest font
has no comma and draws a space.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

from marcoria.build.font_file import FILE
from marcoria.sim.chips.ssd1683.glass import HEIGHT, WIDTH
from marcoria.sim.view.shapes import MISSING, SIZES, Picture, Row, Shape, load, places
from marcoria.value import Value

_HALF = HEIGHT // 2
# Numbers that have the same byte for each pixel of a screen. One operation with such a number
# changes all pixels at once; a loop over the pixels would be slow.
_ONES = int.from_bytes(b"\x01" * (WIDTH * HEIGHT), "big")
_DIGITS = int.from_bytes(b"0" * (WIDTH * HEIGHT), "big")
_Found: TypeAlias = "dict[tuple[int, int], list[Shape]]"

ROWS = 6
_PITCH = _HALF // ROWS
_RULES = ("|", "l")  # the vertical lines of the score sheet are recognised as these letters


class ScreenLine(Value):
    """A line of letters on the display; its upper left corner is at (x, y), in pixels."""

    def __init__(
        self,
        text: str,
        size: int,
        x: int,
        y: int,
        width: int,
    ) -> None:
        self.text = text
        self.size = size  # size of the font
        self.x = x
        self.y = y
        self.width = width


class ScreenPage:
    """The text of the page that is in the lower half of the display.

    `"words" in page` also finds words across line breaks. `alike` maps a letter to the letter that
    is read in its place, because both look alike.
    """

    def __init__(self, lines: list[ScreenLine], alike: dict[str, str], mirrored: bool) -> None:
        self.lines = lines
        self.alike = alike
        self.mirrored = mirrored  # whether the upper half is the lower half, turned by 180°

    @property
    def text(self) -> str:
        """Return the text of all lines, joined by newlines."""
        return "\n".join(line.text for line in self.lines)

    def __contains__(self, words: str) -> bool:
        return self._plain(words) in self._plain(self.text)

    def line_with(self, words: str) -> ScreenLine | None:
        """Return the first line that contains these words, or None if no line does."""
        wanted = self._plain(words)
        return next((line for line in self.lines if wanted in self._plain(line.text)), None)

    def _plain(self, text: str) -> str:
        return " ".join("".join(self.alike.get(c, c) for c in text).split())


class PageReader:
    """Reader of pages whose letters are in the fonts of a file."""

    def __init__(self, file: Path = FILE) -> None:
        self.fonts = load(file.read_bytes())
        self.alike: dict[str, str] = {"\u00a0": " "}
        self.shapes = {size: self._distinct(shapes) for size, shapes in self.fonts.items()}
        self._read: dict[bytes, ScreenPage] = {}
        self._last = b"", b""  # the last screen, and its black-and-white picture

    def _distinct(self, shapes: list[Shape]) -> list[Shape]:
        """Return the shapes of a font without duplicates; store which letters look alike."""
        seen: dict[tuple[int, tuple[Row, ...]], Shape] = {}
        distinct = []
        missing = [shape for shape in shapes if shape.letter == MISSING]
        for shape in missing + [one for one in shapes if one.letter != MISSING]:
            first = seen.setdefault((shape.advance, shape.rows), shape)
            if first is shape:
                distinct.append(shape)
            elif first.letter != shape.letter:
                self.alike.setdefault(shape.letter, self.alike.get(first.letter, first.letter))
        # The underscore is left out, because a horizontal line would be read as underscores.
        return [shape for shape in distinct if shape.letter != "_"]

    def page(self, screen: bytes) -> ScreenPage:
        """Return the text in the lower half of a screen.

        Recognition is slow, and many screens are equal in black and white though their greys
        differ. Therefore each black-and-white picture is read only once, and its page is cached.
        """
        for page in self.reading(screen):
            if page is not None:
                return page
        raise ValueError("no screen")

    def reading(self, screen: bytes) -> Iterator[ScreenPage | None]:
        """Read a screen in steps, so that the caller can do other work between the steps.

        Yield None after each step, and at the end the page. A cached page is yielded at once.
        """
        if screen != self._last[0]:
            self._last = bytes(screen), _ink(screen)
        dark = self._last[1]
        key = hashlib.sha256(dark).digest()
        if key not in self._read:
            yield from self._steps(dark, key)
        yield self._read[key]

    def _steps(self, dark: bytes, key: bytes) -> Iterator[None]:
        half = dark[_HALF * WIDTH :]
        lines: list[ScreenLine] = []
        for ink in (half, _inverted(half)):
            picture = Picture(ink)
            yield
            for size in reversed(SIZES):
                found: _Found = {}
                for shape in self.shapes[size]:
                    for place in places(picture, shape, size):
                        found.setdefault(place, []).append(shape)
                    yield
                lines += self._lines(found, size, lines)
        # The background between large letters may look like small letters of the other colour.
        lines = [one for one in lines if not any(_between(one, other) for other in lines)]
        lines.sort(key=lambda line: (line.y + line.size * 3 // 4, line.x))
        mirrored = dark[: _HALF * WIDTH] == bytes(reversed(half))
        self._read[key] = ScreenPage(lines, self.alike, mirrored)

    def _lines(self, found: "_Found", size: int, before: list[ScreenLine]) -> list[ScreenLine]:
        """Join letters of one font size into lines, and return the lines.

        `found` has for each place (y, x) the letters that were recognised there. Lines that are
        within one of the lines in `before` (see `_within`) are left out.
        """
        space = next(shape.advance for shape in self.fonts[size] if shape.letter == " ")
        chains: dict[tuple[int, int], Chain] = {}
        # The loop goes from right to left, so that the best chain of the letters after a place is
        # known before the place is reached.
        for y, x in sorted(found, reverse=True):
            chains[y, x] = max(
                (_chain(chains, shape, y, x, space) for shape in found[y, x]),
                key=lambda chain: chain.ink,
            )
        lines: list[ScreenLine] = []
        # The chains with the most ink come first; chains that are part of them are dropped.
        for (y, x), chain in sorted(chains.items(), key=lambda one: (-one[1].ink, one[0])):
            line = ScreenLine(chain.text, size, x, y + _HALF, chain.end - x)
            if not any(_within(line, other) for other in before + lines):
                lines.append(line)
        return lines


def _ink(screen: bytes) -> bytes:
    """Return an ASCII digit for each pixel of a screen: 1 for a dark grey, 0 for a light grey."""
    light = int.from_bytes(screen, "big") >> 7 & _ONES  # the highest bit of each grey
    return (light ^ _DIGITS ^ _ONES).to_bytes(len(screen), "big")


def _inverted(ink: bytes) -> bytes:
    """Return digits with 0 and 1 exchanged."""
    ones = _ONES >> 8 * (WIDTH * HEIGHT - len(ink))
    return (int.from_bytes(ink, "big") ^ ones).to_bytes(len(ink), "big")


@cache
def reader() -> PageReader:
    """Return the reader for the table's own fonts; all callers share its cache of pages."""
    return PageReader()


class Chain:
    """A sequence of letters in a line.

    `ink` is the number of their black pixels, `end` is the x after the last letter.
    """

    def __init__(
        self,
        text: str,
        ink: int,
        end: int,
    ) -> None:
        self.text = text
        self.ink = ink
        self.end = end


def _chain(
    chains: dict[tuple[int, int], Chain], shape: Shape, y: int, x: int, space: int
) -> Chain:
    """Return the chain that begins with the letter `shape` at (y, x).

    The chain goes on with the chain in `chains` that begins at the end of the letter, or else with
    the chain that begins one space later. Without such a chain the letter is alone.
    """
    end = x + shape.advance
    follows = chains.get((y, end))
    gap = ""
    if follows is None:
        follows = chains.get((y, end + space))
        gap = " "
    if follows is None:
        return Chain(shape.letter, shape.ink, end)
    return Chain(shape.letter + gap + follows.text, shape.ink + follows.ink, follows.end)


def _between(line: ScreenLine, other: ScreenLine) -> bool:
    """Return whether a line was read in the background of a line of larger letters."""
    return line.size < other.size and _within(line, other)


def _within(line: ScreenLine, other: ScreenLine) -> bool:
    """Return whether `line` overlaps `other` in y, is within `other` in x, and is not larger."""
    return (
        line.size <= other.size
        and other.x <= line.x
        and line.x + line.width <= other.x + other.width
        and other.y - _letters(line) < line.y < other.y + _letters(other)
    )


def _letters(line: ScreenLine) -> int:
    """Return the approximate height of a line's letters in pixels."""
    return line.size * 3 // 4


def laid_out(page: ScreenPage, columns: int) -> list[str]:
    """Lay out the text of a page in ROWS rows of `columns` letters; return the rows.

    The vertical lines of the score sheet are left out.
    """
    rows = [" " * columns] * ROWS
    for line in page.lines:
        if line.text in _RULES:
            continue
        text = line.text.strip()[:columns]
        spare = max(1, WIDTH - line.width)
        at = min(round(line.x / spare * (columns - len(text))), columns - len(text))
        row = _free(rows, (line.y - _HALF + line.size // 2) // _PITCH, at, at + len(text))
        rows[row] = rows[row][:at] + text + rows[row][at + len(text) :]
    return rows


def dark_rows(screen: bytes) -> list[bool]:
    """Return for each of the ROWS text rows of the lower half whether it is white on black."""
    middles = [_HALF + row * _PITCH + _PITCH // 2 for row in range(ROWS)]
    lines = [screen[y * WIDTH : (y + 1) * WIDTH] for y in middles]
    return [sum(line) < 128 * WIDTH for line in lines]


def _free(rows: list[str], row: int, start: int, end: int) -> int:
    """Return the first row from `row` on that has only spaces in the columns start - 1 to `end`.

    If there is no such row, return `row`, or the last row if `row` is below it.
    """
    for place in range(row, ROWS):
        if not rows[place][max(0, start - 1) : end + 1].strip():
            return place
    return min(row, ROWS - 1)
