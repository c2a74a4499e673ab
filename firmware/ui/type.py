"""Text on the display: compose a line, measure or wrap it, and draw it glyph by glyph.

Only `__init__` allocates memory on the heap. A page is the image that each half of the panel
shows.
"""

from framebuf import MONO_HLSB, FrameBuffer
from micropython import const

import texts
from codes.display import Sheet
from ui.composer import Composer, Speech
from ui.glyphs import BLACK, MINUS, SPACE, WHITE, ZERO, Glyphs

_LINE = const(200)  # maximum number of glyphs of a line
_INITIALS = const(2)  # the shortest form of names
_ENDLESS = const(9999)  # pixels: wider than any line
_AT_ONCE = b"\x07\x04\x01"  # how many glyphs are drawn in a step, by font


class Type(Composer):
    """A line of text on the display.

    `clear` empties the line, and methods such as `text` and `seat` add to it. `width` chooses the
    whole line, and `wrap` chooses a part of it. `draw` starts to draw the chosen part, and
    `draw_some` continues.
    """

    def __init__(self, buffer: bytearray, folder: str) -> None:
        super().__init__(Speech(folder + "/words"))
        self.frame = FrameBuffer(buffer, Sheet.WIDTH, Sheet.HEIGHT, MONO_HLSB)
        self.glyphs = Glyphs(folder + "/fonts/type.font", self.frame)
        # The form of names: 0 for names of players, 1 for names of seats, _INITIALS for initials.
        self._short = 0
        self.line = bytearray(_LINE)  # the numbers of the glyphs
        self.length = self.start = self.stop = 0  # length of the line; indexes of the chosen part
        self._font = self._x = self._y = self._ink = 0

    # --- composing a line -------------------------------------------------------------------

    def clear(self) -> None:
        """Clear the line."""
        self.length = self.start = self.stop = 0

    def part(self, text: bytes, start: int, stop: int) -> None:
        """Add the bytes from `start` to `stop` of a UTF-8 text."""
        glyphs = self.glyphs
        lead = 0  # the byte before the last byte of a character, 0 if there is none
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
        """Add a glyph, unless the line is full."""
        if self.length < _LINE:
            self.line[self.length] = glyph
            self.length += 1

    def number(self, n: int) -> None:
        """Add a number, with a minus sign if it is negative."""
        if n < 0:
            self._add(MINUS)
            n = -n
        if n > 9:
            self.number(n // 10)
        self._add(ZERO + n % 10)

    def suit(self, suit: int) -> None:
        """Add the symbol of a suit."""
        self._add(self.glyphs.suit(suit & 3))

    def seat(self, seat: int) -> None:
        """Add the name of a player or seat, in the current form of names."""
        if self._short == _INITIALS:
            self.initial(seat)
        elif self._short:
            self.text(texts.SEATS, seat)
        else:
            super().seat(seat)

    def spell_out(self) -> None:
        """Use the players' names from now on."""
        self._short = 0

    def shorten(self) -> bool:
        """Use shorter names from now on: first the names of the seats, then initials.

        Return whether the names have become shorter: False if they were initials already.
        """
        if self._short == _INITIALS:
            return False
        self._short += 1
        return True

    def initial(self, seat: int) -> None:
        """Add the first letter of the seat's name, not of the player's."""
        first = self.length
        self.text(texts.SEATS, seat)
        self.length = min(self.length, first + 1)

    # --- choosing a part of the line --------------------------------------------------------

    def rewind(self) -> None:
        """Choose nothing, so that `wrap` starts at the beginning of the line."""
        self.stop = 0

    def width(self, font: int) -> int:
        """Choose the whole line; return its width in pixels."""
        self.rewind()
        return self.wrap(font, _ENDLESS)

    def wrap(self, font: int, width: int) -> int:
        """Choose the next part that fits into `width` pixels; return its width, 0 at the end."""
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
            wide += self.glyphs.width(font, line[at])
            if wide > width and at > self.start:
                if fits:
                    return fits
                self.stop = at  # break within a word that is wider than `width`
                return before
            at += 1
        self.stop = at
        return wide

    def lacks(self, font: int) -> bool:
        """Return whether a font lacks any glyph of the line."""
        for at in range(self.length):
            if not self.glyphs.has(font, self.line[at]):
                return True
        return False

    def rises(self, font: int) -> bool:
        """Return whether any chosen glyph is higher than its line, like capitals with accents."""
        for at in range(self.start, self.stop):
            if self.glyphs.rises(font, self.line[at]):
                return True
        return False

    # --- drawing the chosen part ------------------------------------------------------------

    def blank(self) -> None:
        """Make the page white."""
        self.frame.fill(WHITE)

    def box(self, x: int, y: int, width: int, height: int) -> None:
        """Draw a black box."""
        self.frame.fill_rect(x, y, width, height, BLACK)

    def draw(self, font: int, x: int, y: int, ink: int = BLACK) -> None:
        """Start to draw the chosen part; `x` is its left end, and `y` is the top of its line."""
        self._font = font
        self._x = x
        self._y = y
        self._ink = ink

    def draw_some(self) -> bool:
        """Draw a few glyphs; return whether all of the chosen part is drawn."""
        font = self._font
        stop = min(self.start + _AT_ONCE[font], self.stop)
        for at in range(self.start, stop):
            glyph = self.line[at]
            self.glyphs.draw(font, glyph, self._x, self._y, self._ink)
            self._x += self.glyphs.width(font, glyph)
        self.start = stop
        return stop == self.stop
