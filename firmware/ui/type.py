"""Type on the display: a line of text is composed, then measured or wrapped, then drawn a few
glyphs at a time, none of which takes heap. Pages are as large as half of the display.
"""

from framebuf import MONO_HLSB, FrameBuffer
from micropython import const

import texts
from codes import sheet
from ui.glyphs import BLACK, MINUS, SPACE, WHITE, ZERO, Glyphs
from ui.language import load

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from belote.house import House

    class Sentence(Protocol):
        """What is left open in a text, as in a notice of the table."""

        seat: int
        card: int
        other_seat: int
        other_card: int
        number: int

    Fills = dict[int, "Callable[[Type, Sentence], None]"]  # by the letter


_BAR = b"|"  # between the items of a list
_OPEN = b"%"  # before the letter that says what is filled in
_LINE = const(200)  # glyphs
_INITIALS = const(2)  # names as short as they can be
_ENDLESS = const(9999)  # pixels
_AT_ONCE = b"\x07\x04\x01"  # glyphs that are drawn in a step, by font


class Type:
    """`clear` and what follows it compose a line; `width` or `wrap` choose what of it `draw`
    begins to draw and `draw_some` goes on with."""

    def __init__(self, buffer: bytearray, folder: str) -> None:
        self.frame = FrameBuffer(buffer, sheet.WIDTH, sheet.HEIGHT, MONO_HLSB)
        self._glyphs = Glyphs(folder + "/fonts/type.font", self.frame)
        self._folder = folder + "/words"
        self._texts: "list[bytes]" = []  # by their numbers
        self._names = [b""] * 4  # of the players, in UTF-8
        self._house = b""
        self._sides = texts.SIDES
        self.label = b""
        self._short = 0  # how names are shortened
        self.line = bytearray(_LINE)  # of glyphs
        self.length = self.start = self.stop = 0  # of the line; what is chosen of it
        self._font = self._x = self._y = self._ink = 0

    # --- who is at the table ----------------------------------------------------------------

    def speak(self, code: str, names: "list[str]") -> None:
        """Says everything in that language from now on, or in English if it is not there, and
        calls the seats by these names; by their own where one is empty."""
        self._texts = load(self._folder, code)
        for seat in range(4):
            self._names[seat] = names[seat].encode()

    def play(self, house: "House") -> None:
        """Calls the house by its name, and the sides as they are called where so many play."""
        self._house = house.name.encode()
        self._sides = texts.SIDES if house.players == 4 else texts.SIDES_OF_TWO

    # --- composing --------------------------------------------------------------------------

    def clear(self) -> None:
        """An empty line."""
        self.length = self.start = self.stop = 0

    def literal(self, text: bytes) -> None:
        """Add UTF-8 as it is."""
        self._part(text, 0, len(text))

    def _part(self, text: bytes, start: int, stop: int) -> None:
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

    def text(self, text: int, item: int = 0) -> None:
        """Add a text by its number, or an item of one that is a list."""
        words = self._texts[text]
        start = 0
        while item > 0:
            start = words.find(_BAR, start) + 1
            if not start:
                return
            item -= 1
        stop = words.find(_BAR, start)
        self._part(words, start, stop if stop >= 0 else len(words))

    def card(self, card: int) -> None:
        """A card's rank and suit."""
        self.text(texts.RANKS, card & 7)
        self.suit(card >> 3)

    def suit(self, suit: int) -> None:
        """The sign of a suit."""
        self._add(self._glyphs.suit(suit & 3))

    def seat(self, seat: int) -> None:
        """Who sits there: the player's name, or else the seat's; as short as need be."""
        if self._short == _INITIALS:
            self.initial(seat)
        elif self._names[seat] and not self._short:
            self.literal(self._names[seat])
        else:
            self.text(texts.SEATS, seat)

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

    def seats(self, seats: int, joint: bool) -> None:
        """Who sits at the seats of a set: all of them, or (`joint`) any."""
        for seat in range(4):
            if seats >> seat & 1:
                self.seat(seat)
                seats &= ~(1 << seat)
                if seats & seats - 1:
                    self.literal(b", ")
                elif seats:
                    self.literal(b" ")
                    self.text(texts.JOINED, joint)
                    self.literal(b" ")

    def house(self) -> None:
        """The name of the house."""
        self.literal(self._house)

    def side(self, side: int) -> None:
        """A side's name."""
        self.text(self._sides, side)

    def sentence(self, text: int, sentence: "Sentence", label: bytes) -> None:
        """Add a text with what it leaves open; `label` is what %t stands for."""
        self.label = label
        self._fill_in(text, sentence, _FILLS)

    def pad(self, sentence: "Sentence") -> None:
        """Add on which pad a seat lays its cards: its own, or that of the other seat."""
        is_own = sentence.seat == sentence.other_seat
        text = texts.ON_YOUR_PAD if is_own else texts.ON_PAD_OF
        self._fill_in(text, sentence, _FILLS_OF_PADS)

    def _fill_in(self, text: int, sentence: "Sentence", fills: "Fills") -> None:
        words = self._texts[text]
        start = 0
        at = words.find(_OPEN)
        while at >= 0:
            fill = fills.get(words[at + 1]) if at + 1 < len(words) else None
            if fill:
                self._part(words, start, at)
                fill(self, sentence)
                start = at + 2
            at = words.find(_OPEN, at + 1)
        self._part(words, start, len(words))

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


# What stands for a letter behind a percent sign. %l is a text itself, in which only %o is filled
# in, so that no text can contain itself.
_FILLS_OF_PADS: "Fills" = {ord("o"): lambda type, sentence: type.seat(sentence.other_seat)}
_FILLS: "Fills" = {
    ord("s"): lambda type, sentence: type.seat(sentence.seat),
    ord("o"): lambda type, sentence: type.seat(sentence.other_seat),
    ord("l"): lambda type, sentence: type.pad(sentence),
    ord("c"): lambda type, sentence: type.card(sentence.card),
    ord("d"): lambda type, sentence: type.card(sentence.other_card),
    ord("n"): lambda type, sentence: type.number(sentence.number),
    ord("p"): lambda type, sentence: type.number(sentence.card),
    ord("q"): lambda type, sentence: type.number(sentence.other_card),
    ord("t"): lambda type, sentence: type.literal(type.label),
    ord("m"): lambda type, sentence: type.text(texts.MELDS, sentence.number),
    ord("b"): lambda type, sentence: type.side(sentence.number),
    ord("w"): lambda type, sentence: type.seats(sentence.number, False),
    ord("e"): lambda type, sentence: type.seats(sentence.number, True),
}
