"""The fonts: 24, 36 and 76 pixels high, the last with digits, the signs of numbers and suits only.

`marcoria.build.fonts` says what is in their file. The small font, of which pages are full, is kept
whole; a glyph of the others is read when it is drawn, which takes the flash some reads.
"""

from framebuf import MONO_HLSB, FrameBuffer
from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

SMALL = const(0)  # fonts
LARGE = const(1)
LARGEST = const(2)

BLACK = const(0)  # ink
WHITE = const(1)

SPACE = const(0)  # glyphs
ZERO = const(16)
MINUS = const(36)

_SUITS = (33, 35, 34, 32)  # clubs, diamonds, hearts, spades
_ABOVE = const(12)  # pixels above the top of a font's box, from where its glyphs count down
_ROWS = const(432)  # of the largest glyph
_BEFORE_ROWS = const(3)  # bytes of a glyph before its rows
_LONGEST_OF_TITLES = const(128)  # bytes of a glyph of the small font or the large one
_LONGEST_GLYPH = const(384)
_RISES = const(0x80)


class Glyphs:
    """Finds, measures and draws glyphs. In its file a glyph is its width, its height, how far
    down it begins, a bit for each row, set if it is not as the one above, and these rows."""

    def __init__(self, path: str, frame: FrameBuffer) -> None:
        self._frame = frame
        self._file = file = open(path, "rb")
        self._numbers = _numbers(file.read(file.read(1)[0]))
        # For each font three bytes a glyph: from its left end to that of the next one, with a bit
        # for those that rise, and where it is. The glyph after those of all characters is for what
        # is not among them.
        self._fonts: "list[bytes]" = [file.read(count * 3) for count in file.read(3)]
        self._head: int = file.tell()  # bytes of the file before those of the glyphs
        small = self._fonts[SMALL]
        last = max([small[at + 1] << 8 | small[at + 2] for at in range(0, len(small), 3)])
        # What is there of each font: the whole of the small one, else what was drawn last.
        self._there: "tuple[bytes | bytearray, ...]" = (
            file.read(last + _LONGEST_OF_TITLES - self._head),
            bytearray(_LONGEST_OF_TITLES),
            bytearray(_LONGEST_GLYPH),
        )
        self._rows = bytearray(_ROWS)  # in which ink is 0
        # A list or a tuple does for a FrameBuffer, which the stubs do not know.
        self._bitmap: "Any" = [self._rows, 0, 0, MONO_HLSB]
        self._white: "Any" = (b"\x80", 2, 1, MONO_HLSB)  # what ink and paper become

    def find(self, lead: int, last: int) -> int:
        """The glyph of a character: its last byte in UTF-8, and the one before that."""
        return self._numbers.get(lead << 8 | last, len(self._numbers))

    def suit(self, suit: int) -> int:
        """The glyph of a suit."""
        glyph: int = _SUITS[suit]
        return glyph

    def width(self, font: int, glyph: int) -> int:
        """From its left end to that of the next one."""
        return self._fonts[font][glyph * 3] & ~_RISES

    def rises(self, font: int, glyph: int) -> bool:
        """Whether it stands out of its line above, as accents on capitals do."""
        return self._fonts[font][glyph * 3] & _RISES != 0

    def draw(self, font: int, glyph: int, x: int, y: int, ink: int) -> None:
        """Draws a glyph: y is the top of the font's box."""
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
        """The rows of the glyph that is there."""
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
    """Return the glyphs of all characters, as `Glyphs.find` looks them up. Each of the ranges has
    three bytes: the byte of UTF-8 before the last one (0: none), the first last byte, and how many
    characters follow each other from there."""
    found: "dict[int, int]" = {}
    for at in range(0, len(ranges), 3):
        for place in range(ranges[at + 2]):
            found[ranges[at] << 8 | ranges[at + 1] + place] = len(found)
    return found
