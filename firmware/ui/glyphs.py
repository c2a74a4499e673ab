"""The fonts: 24, 36 and 76 pixels high, the last with digits, the signs of numbers and suits only.

`marcoria.build.fonts` says what is in their file, which is read whole: to look into it for each
glyph would take the display several reads of the flash.
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
MINUS = const(39)

_SUITS = (35, 38, 37, 32)  # clubs, diamonds, hearts, spades
_ABOVE = const(12)  # pixels above the top of a font's box, from where its glyphs count down
_ROWS = const(432)  # of the largest glyph
_BEFORE_ROWS = const(3)  # bytes of a glyph before its rows


class Glyphs:
    """Finds, measures and draws glyphs. In its file a glyph is its width, its height, how far
    down it begins, a bit for each row, set if it is not as the one above, and these rows."""

    def __init__(self, path: str, frame: FrameBuffer) -> None:
        self._frame = frame
        with open(path, "rb") as file:
            # Three bytes for characters that follow each other, in the order of their glyphs: the
            # byte of UTF-8 before the last one (0: none), the first last byte, and how many.
            self._ranges: bytes = file.read(file.read(1)[0])
            # For each font three bytes a glyph: from its left end to that of the next one, and
            # where it is. The glyph after those of all characters is for what is not among them.
            self._fonts: "list[bytes]" = [file.read(count * 3) for count in file.read(3)]
            self._head: int = file.tell()  # bytes of the file before those of the glyphs
            self._glyphs: bytes = file.read()
        self._rows = bytearray(_ROWS)  # in which ink is 0
        # A list or a tuple does for a FrameBuffer, which the stubs do not know.
        self._bitmap: "Any" = [self._rows, 0, 0, MONO_HLSB]
        self._white: "Any" = (b"\x80", 2, 1, MONO_HLSB)  # what ink and paper become

    def find(self, lead: int, last: int) -> int:
        """The glyph of a character: its last byte in UTF-8, and the one before that."""
        ranges = self._ranges
        glyph = 0
        for at in range(0, len(ranges), 3):
            place = last - ranges[at + 1]
            if ranges[at] == lead and 0 <= place < ranges[at + 2]:
                return glyph + place
            glyph += ranges[at + 2]
        return glyph

    def suit(self, suit: int) -> int:
        """The glyph of a suit."""
        glyph: int = _SUITS[suit]
        return glyph

    def width(self, font: int, glyph: int) -> int:
        """From its left end to that of the next one."""
        return self._fonts[font][glyph * 3]

    def top(self, font: int, glyph: int) -> int:
        """How far below the top of the font's box it begins; accents of capitals begin above."""
        return self._glyphs[self._place(font, glyph) + 2] - _ABOVE

    def _place(self, font: int, glyph: int) -> int:
        """Where in `_glyphs` it is."""
        places = self._fonts[font]
        return (places[glyph * 3 + 1] << 8 | places[glyph * 3 + 2]) - self._head

    def draw(self, font: int, glyph: int, x: int, y: int, ink: int) -> None:
        """Draws a glyph: y is the top of the font's box."""
        at = self._place(font, glyph)
        self._unpack(at)
        white = self._white if ink else None
        self._frame.blit(self._bitmap, x, y - _ABOVE + self._glyphs[at + 2], 1 - ink, white)

    def _unpack(self, at: int) -> None:
        """The rows of the glyph that is there."""
        glyphs = self._glyphs
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
