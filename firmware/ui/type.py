"""Type on the display: a line of text is composed, then measured or wrapped, then drawn a few
glyphs at a time, none of which takes heap. Pages are as large as half of the display.
"""

from framebuf import MONO_HLSB, FrameBuffer
from micropython import const

import texts
from codes.display import Sheet
from ui.composer import Composer, Speech
from ui.glyphs import BLACK, MINUS, SPACE, WHITE, ZERO, Glyphs

_LINE = const(200)  # glyphs
_INITIALS = const(2)  # names as short as they can be
_ENDLESS = const(9999)  # pixels
_AT_ONCE = b"\x07\x04\x01"  # glyphs that are drawn in a step, by font


class Type(Composer):
    """`clear` and what follows it compose a line; `width` or `wrap` choose what of it `draw`
    begins to draw and `draw_some` goes on with."""

    def __init__(self, buffer: bytearray, folder: str) -> None:
        super().__init__(Speech(folder + "/words"))
        self.frame = FrameBuffer(buffer, Sheet.WIDTH, Sheet.HEIGHT, MONO_HLSB)
        self._glyphs = Glyphs(folder + "/fonts/type.font", self.frame)
        self._short = 0  # how names are shortened
        self.line = bytearray(_LINE)  # of glyphs
        self.length = self.start = self.stop = 0  # of the line; what is chosen of it
        self._font = self._x = self._y = self._ink = 0

    # --- composing --------------------------------------------------------------------------

    def clear(self) -> None:
        """An empty line."""
        self.length = self.start = self.stop = 0

    def part(self, text: bytes, start: int, stop: int) -> None:
        """Add a part of some UTF-8."""
        glyphs = self._glyphs
        lead = 0  # the byte before, if there is more to come
        for at in range(start, stop):
            byte = text[at]
            if byte < 128:
                lead = 0
            elif lead == 0 or lead >= 0xE0:
                lead = byte
                continue
            self._add(glyphs.find(lead, byte))
            lead = 0

    def _add(self, glyph: int) -> None:
        if self.length < _LINE:
            self.line[self.length] = glyph
            self.length += 1

    def number(self, n: int) -> None:
        """A number, with a minus sign if need be."""
        if n < 0:
            self._add(MINUS)
            n = -n
        if n > 9:
            self.number(n // 10)
        self._add(ZERO + n % 10)

    def suit(self, suit: int) -> None:
        """The sign of a suit."""
        self._add(self._glyphs.suit(suit & 3))

    def seat(self, seat: int) -> None:
        """Who sits there: the player's name, or else the seat's; as short as need be."""
        if self._short == _INITIALS:
            self.initial(seat)
        elif self._short:
            self.text(texts.SEATS, seat)
        else:
            super().seat(seat)

    def spell_out(self) -> None:
        """Names are the players' from now on."""
        self._short = 0

    def shorten(self) -> bool:
        """Names are shorter from now on, if they can be: first the seats' own, then initials."""
        if self._short == _INITIALS:
            return False
        self._short += 1
        return True

    def initial(self, seat: int) -> None:
        """The first letter of a seat's own name, as the sides have it."""
        first = self.length
        self.text(texts.SEATS, seat)
        self.length = min(self.length, first + 1)

    # --- choosing ---------------------------------------------------------------------------

    def rewind(self) -> None:
        """Nothing is chosen yet: `wrap` begins at the beginning."""
        self.stop = 0

    def width(self, font: int) -> int:
        """How many pixels wide the whole line is, all of which is chosen."""
        self.rewind()
        return self.wrap(font, _ENDLESS)

    def wrap(self, font: int, width: int) -> int:
        """Chooses what fits into `width` pixels of what comes after the last choice, and returns
        how wide it is; 0 at the end."""
        line = self.line
        at = self.stop
        while at < self.length and line[at] == SPACE:
            at += 1
        self.start = at
        wide = fits = 0
        while at < self.length:
            if line[at] == SPACE and line[at - 1] != SPACE:
                self.stop = at
                fits = wide
            before = wide
            wide += self._glyphs.width(font, line[at])
            if wide > width and at > self.start:
                if fits:
                    return fits
                self.stop = at  # in the midst of a word that has no room on any line
                return before
            at += 1
        self.stop = at
        return wide

    def rises(self, font: int) -> bool:
        """Whether anything of what is chosen stands out of its line above, as accents on capitals
        do."""
        for at in range(self.start, self.stop):
            if self._glyphs.rises(font, self.line[at]):
                return True
        return False

    # --- drawing ----------------------------------------------------------------------------

    def blank(self) -> None:
        """A white page."""
        self.frame.fill(WHITE)

    def box(self, x: int, y: int, width: int, height: int) -> None:
        """A black box."""
        self.frame.fill_rect(x, y, width, height, BLACK)

    def draw(self, font: int, x: int, y: int, ink: int = BLACK) -> None:
        """What is chosen is to be drawn from there: y is the top of the font's pixels."""
        self._font = font
        self._x = x
        self._y = y
        self._ink = ink

    def draw_some(self) -> bool:
        """Draws a few glyphs; whether all of them are drawn."""
        font = self._font
        stop = min(self.start + _AT_ONCE[font], self.stop)
        for at in range(self.start, stop):
            glyph = self.line[at]
            self._glyphs.draw(font, glyph, self._x, self._y, self._ink)
            self._x += self._glyphs.width(font, glyph)
        self.start = stop
        return stop == self.stop
