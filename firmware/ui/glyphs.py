"""The fonts of 24, 36 and 76 pixels. The largest has only digits, suits and a few signs.

`marcoria.build.fonts` describes the file of the fonts. The small font, in which most text is set,
is kept in memory. Glyphs of the other fonts are read from flash when they are drawn.
"""

from framebuf import MONO_HLSB, FrameBuffer
from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

SMALL = const(0)  # numbers of the fonts
LARGE = const(1)
LARGEST = const(2)

BLACK = const(0)  # numbers of the inks
WHITE = const(1)

SPACE = const(0)  # numbers of some glyphs
ZERO = const(16)
MINUS = const(36)

_SUITS = (33, 35, 34, 32)  # glyphs of clubs, diamonds, hearts, spades
_ABOVE = const(12)  # the y of glyphs in the file counts from 12 pixels above the font's box
_ROWS = const(432)  # bytes of the largest glyph's rows when they are unpacked
_BEFORE_ROWS = const(3)  # bytes of a glyph before the bits for its rows
_LONGEST_OF_TITLES = const(128)  # maximum bytes of a glyph of the small or the large font
_LONGEST_GLYPH = const(384)  # maximum number of bytes of any glyph in the file
_RISES = const(0x80)  # flag in a glyph's width: the glyph is higher than its line


class Glyphs:
    """The glyphs of all fonts, with methods that find, measure and draw them.

    Methods take and return a glyph as a number: its index in each font.

    In the file a glyph consists of its width, its height, the y of its first row, a bit for each
    row, and some rows. A row is in the file only if it differs from the row above; then its bit is
    set.
    """

    def __init__(self, path: str, frame: FrameBuffer) -> None:
        self._frame = frame
        self._file = file = open(path, "rb")
        self._numbers = _numbers(file.read(file.read(1)[0]))
        # For each font, each glyph has three bytes: one for its advance width, with a flag if it
        # rises, and two for its offset in the file. The last glyph of the small and of the large
        # font is the box for characters that the font does not have.
        self._fonts: "list[bytes]" = [file.read(count * 3) for count in file.read(3)]
        self._head: int = file.tell()  # bytes of the file before the glyphs
        small = self._fonts[SMALL]
        last = max([small[at + 1] << 8 | small[at + 2] for at in range(0, len(small), 3)])
        # Glyphs in memory: all of the small font, and of each other font the glyph that was drawn
        # last.
        self._there: "tuple[bytes | bytearray, ...]" = (
            file.read(last + _LONGEST_OF_TITLES - self._head),
            bytearray(_LONGEST_OF_TITLES),
            bytearray(_LONGEST_GLYPH),
        )
        self._rows = bytearray(_ROWS)  # bitmap of the glyph to draw, in which ink is 0
        # `blit` takes a list or a tuple in place of a FrameBuffer. The type stubs do not declare
        # this, so the types here are Any.
        self._bitmap: "Any" = [self._rows, 0, 0, MONO_HLSB]
        self._white: "Any" = (b"\x80", 2, 1, MONO_HLSB)  # the palette for white ink

    def find(self, lead: int, last: int) -> int:
        """Return the glyph of a character, by the last two bytes of its UTF-8.

        `lead` is the byte before the last one, 0 if there is none. For a character that the fonts
        do not have, return the glyph of the box.
        """
        return self._numbers.get(lead << 8 | last, len(self._numbers))

    def missing(self, text: str) -> int:
        """Return the code of the first character that no font has, -1 if there is none."""
        for letter in text:
            code = ord(letter)
            # `find` compares only the last two bytes of a character. So a character of more than
            # two bytes counts as known only if it has three and the first is E2.
            data = letter.encode() if code < 0x800 or code >> 12 == 2 else b"\0"
            if self.find(data[-2] if len(data) > 1 else 0, data[-1]) == len(self._numbers):
                return code
        return -1

    def has(self, font: int, glyph: int) -> bool:
        """Return whether the small or large font has this glyph, and no box in its place."""
        places = self._fonts[font]
        at = glyph * 3
        return places[at + 1] != places[-2] or places[at + 2] != places[-1]

    def suit(self, suit: int) -> int:
        """Return the glyph of a suit."""
        glyph: int = _SUITS[suit]
        return glyph

    def width(self, font: int, glyph: int) -> int:
        """Return a glyph's advance width, from its left end to the left end of the next glyph."""
        return self._fonts[font][glyph * 3] & ~_RISES

    def rises(self, font: int, glyph: int) -> bool:
        """Return whether a glyph is higher than its line, as capitals with accents are."""
        return self._fonts[font][glyph * 3] & _RISES != 0

    def draw(self, font: int, glyph: int, x: int, y: int, ink: int) -> None:
        """Draw a glyph; `x` is its left end, and `y` is the top of the font's box."""
        places = self._fonts[font]
        at = places[glyph * 3 + 1] << 8 | places[glyph * 3 + 2]
        there = self._there[font]
        if font == SMALL:
            at -= self._head
        else:
            self._file.seek(at)
            self._file.readinto(there)
            at = 0
        self._unpack(there, at)
        white = self._white if ink else None
        self._frame.blit(self._bitmap, x, y - _ABOVE + there[at + 2], 1 - ink, white)

    def _unpack(self, glyphs: "bytes | bytearray", at: int) -> None:
        """Unpack the rows of the glyph at `at` into the bitmap."""
        rows = self._rows
        bitmap = self._bitmap
        bitmap[1] = width = glyphs[at]
        bitmap[2] = height = glyphs[at + 1]
        width = width + 7 >> 3
        marks = at + _BEFORE_ROWS
        place = marks + (height + 7 >> 3)
        to = 0
        for row in range(height):
            if not glyphs[marks + (row >> 3)] << (row & 7) & 128:
                place -= width
            for _ in range(width):
                rows[to] = glyphs[place]
                place += 1
                to += 1


def _numbers(ranges: bytes) -> "dict[int, int]":
    """Return the number of each character's glyph, by the key that `Glyphs.find` uses.

    Each range has three bytes. The first two are the last two bytes of its first character in
    UTF-8, with 0 in place of a missing byte. The third is the number of characters in the range.
    """
    found: "dict[int, int]" = {}
    for at in range(0, len(ranges), 3):
        for place in range(ranges[at + 2]):
            found[ranges[at] << 8 | ranges[at + 1] + place] = len(found)
    return found
