"""Type on the display: a line of text is composed, then measured or wrapped, then drawn a few
glyphs at a time, none of which takes heap.

Glyphs and words stay in their files, which stay open. Fonts are 0 (24 pixels), 1 (36) and 2 (76:
digits, the signs of numbers, suits). Pages are as large as half of the display.
"""

from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Protocol

    from framebuf import FrameBuffer

    class Sentence(Protocol):
        """What stands in a text, as in a notice of the table."""

        seat: int
        card: int
        other_seat: int
        other_card: int
        number: int


_LINE = const(200)

_RANKS = const(1)  # text
_SEATS = const(2)  # text
_MELDS = const(5)  # text

_BAR = const(0)  # codes of texts: between the items of a list; what is left open
_SEAT = const(1)
_CARD = const(2)
_OTHER_SEAT = const(3)
_OTHER_CARD = const(4)
_NUMBER = const(5)
_LABEL = const(6)
_MELD = const(7)
_LETTERS = const(9)

_MINUS = const(39)  # glyphs
_ZERO = const(16)

_ABOVE = const(12)  # pixels above the top of a font's box, from where its glyphs count down


class Type:
    """`clear` and what follows it compose a line; `width` or `wrap` choose what of it `draw`
    begins to draw and `draw_some` goes on with.
    """

    frame: "FrameBuffer"
    names: list  # of the players, UTF-8
    label: bytes  # what %t stands for
    notice: "Sentence"
    sides: int  # the text that lists their names
    ink: int  # 0 black, 1 white
    length: int  # of the line, and of what is chosen of it where it begins and ends
    start: int
    stop: int
    _line: bytearray  # of glyphs
    _codes: bytes
    _fonts: list
    _texts: "Any"
    _words: "Any"
    _table: bytes  # what the codes of texts stand for
    _depth: int  # of what is left of the texts that are being said
    _file: "Any"  # of the fonts
    _read: bytearray  # from a file
    _rows: bytearray  # of a glyph; or what is left of the texts
    _bitmap: "Any"
    _white: "Any"

    def __init__(self, buffer: bytearray, folder: str) -> None:
        from ui.typecase import fill

        fill(self, buffer, folder)

    def clear(self) -> None:
        """An empty line."""
        self.length = self.start = self.stop = 0

    def literal(self, text: bytes) -> None:
        """UTF-8 as it is."""
        codes = self._codes
        lead = 0  # the byte before, if there is more to come
        for byte in text:
            if byte < 128:
                lead = 0
            elif lead == 0 or lead >= 0xE0:
                lead = byte
                continue
            glyph = 0
            for at in range(0, len(codes), 3):
                place = byte - codes[at + 1]
                if codes[at] == lead and 0 <= place < codes[at + 2]:
                    glyph += place
                    break
                glyph += codes[at + 2]
            self._add(glyph)
            lead = 0

    def _add(self, glyph: int) -> None:
        if self.length < _LINE:
            self._line[self.length] = glyph
            self.length += 1

    def number(self, n: int) -> None:
        """A number, with a minus sign if need be."""
        if n < 0:
            self._add(_MINUS)
            n = -n
        if n > 9:
            self.number(n // 10)
        self._add(_ZERO + n % 10)

    def text(self, text: int, at: int = 0) -> None:
        """A text by its number, or one of a text that is a list. What is filled in is that of
        the last `sentence`."""
        table = self._table
        first = table[0]  # of the codes that stand for two others
        left = self._rows
        depth = bottom = self._depth
        start = self._texts[text]
        self._words.seek(start)
        self._words.readinto(self._read)
        for place in range(self._texts[text + 1] - start):
            left[depth] = self._read[place]
            depth += 1
        while depth > bottom:
            depth -= 1
            code = left[depth]
            if code >= first:
                code += code - first
                left[depth] = table[code + 1]
                left[depth + 1] = table[code]
                depth += 2
            elif code == _BAR:
                at -= 1
            elif not at:
                if code >= _LETTERS:
                    self._add(table[code])
                else:
                    self._depth = depth
                    self._fill(code)
        self._depth = bottom

    def _fill(self, code: int) -> None:
        """What is left open in the last `sentence`."""
        notice = self.notice
        if code == _SEAT:
            self.seat(notice.seat)
        elif code == _OTHER_SEAT:
            self.seat(notice.other_seat)
        elif code == _CARD:
            self.card(notice.card)
        elif code == _OTHER_CARD:
            self.card(notice.other_card)
        elif code == _NUMBER:
            self.number(notice.number)
        elif code == _LABEL:
            self.literal(self.label)
        else:
            self.text(_MELDS if code == _MELD else self.sides, notice.number)

    def card(self, card: int) -> None:
        """A card's rank and suit."""
        self.text(_RANKS, card & 7)
        self.suit(card >> 3)

    def suit(self, suit: int) -> None:
        """The sign of a suit."""
        self._add(b"\x23\x26\x25\x20"[suit])

    def seat(self, seat: int) -> None:
        """Who sits there: the player's name, or else the seat's."""
        self.literal(self.names[seat])
        if not self.names[seat]:
            self.text(_SEATS, seat)

    def sentence(self, text: int, notice: "Sentence") -> None:
        """A text with what stands in it."""
        self.notice = notice
        self.text(text)

    def width(self, font: int) -> int:
        """How many pixels wide the whole line is, all of which is chosen."""
        self.stop = 0
        return self.wrap(font, 9999)

    def wrap(self, font: int, width: int) -> int:
        """Chooses what fits into `width` pixels of what comes after the last choice, and returns
        how wide it is; 0 at the end."""
        line = self._line
        at = self.stop
        while at < self.length and not line[at]:
            at += 1
        self.start = at
        wide = fits = 0
        while at < self.length:
            if not line[at]:  # a space
                self.stop = at
                fits = wide
            before = wide
            wide += self._fonts[font][line[at] * 3]
            if wide > width and at > self.start:
                if fits:
                    return fits
                self.stop = at  # in the midst of a word that has no room on any line
                return before
            at += 1
        self.stop = at
        return wide

    def blank(self) -> None:
        """A white page."""
        self.frame.fill(1)

    def draw(self, font: int, x: int, y: int) -> None:
        """What is chosen is to be drawn from there: y is the top of the font's pixels."""
        self.font = font
        self.x = x
        self.y = y - _ABOVE

    def draw_some(self) -> bool:
        """Draws a few glyphs in the colour `ink`; whether all of them are drawn."""
        font = self._fonts[self.font]
        glyph = self._read
        ink = self.ink
        stop = self.start + 7 - 3 * self.font
        if stop > self.stop:
            stop = self.stop
        for at in range(self.start, stop):
            at = self._line[at] * 3
            self._file.seek(font[at + 1] << 8 | font[at + 2])
            self._file.readinto(glyph)
            self._unpack()
            white = self._white if ink else None
            self.frame.blit(self._bitmap, self.x, self.y + glyph[2], 1 - ink, white)
            self.x += font[at]
        self.start = stop
        return stop == self.stop

    def _unpack(self) -> None:
        """The rows of the glyph that was read: those are there that differ from the one above,
        behind the bits that say which."""
        glyph = self._read
        rows = self._rows
        bitmap = self._bitmap
        bitmap[1] = width = glyph[0]
        bitmap[2] = height = glyph[1]
        width = width + 7 >> 3
        place = 3 + (height + 7 >> 3)
        to = 0
        for row in range(height):
            if not glyph[3 + (row >> 3)] << (row & 7) & 128:
                place -= width
            for _ in range(width):
                rows[to] = glyph[place]
                place += 1
                to += 1
