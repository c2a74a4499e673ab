"""The rows that pages are made of. A row is drawn in two steps at least: it is composed, then
placed, and what it says is drawn a few glyphs at a time.
"""

from micropython import const

from codes.display import Sheet
from ui.glyphs import BLACK, LARGE, SMALL, WHITE

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable

    from ui.fields import Fields
    from ui.pen import Pen

    Field = Callable[[Fields, int], None]

LEFT = const(0)  # what x is: where a text begins, its middle, or its end
MIDDLE = const(1)
RIGHT = const(2)

WIDEST = const(394)  # of a line
TITLE_WIDEST = const(290)  # so that it keeps clear of the names of the sides
_TITLE_LOWER = const(6)  # pixels, if it is small
_BELOW_SCORES = const(72)  # pixels
# Of so many lines below the scores: where the first one begins, and from one to the next.
_PLACES_LARGE = ((21, 0), (21, 0), (3, 33))
_PLACES = ((27, 0), (27, 0), (14, 26), (5, 22))
_PITCH = const(24)  # of more lines
_CAPITALS = const(18)  # pixels that they are high
_PITCH_ASKED = const(22)  # of a question
_BESIDE = const(5)  # pixels around a score
_NARROWEST = const(80)  # pixels that a line between them needs
_BROADEST = const(150)  # so that it holds one thing
_MOST_BESIDE = const(3)
_ACCENTS = const(5)  # pixels for what stands out of a line above


class Row:
    """What draws rows of one kind, each `load`ed from where its page has its numbers."""

    def __init__(self) -> None:
        self._field: "Field" = nothing
        self._x = self._y = self._arg = self._font = self._align = self._ink = self._widest = 0

    def load(self, field: "Field", numbers: "array[int]", at: int) -> None:
        """Makes a row its own."""
        self._field = field
        self._x = numbers[at]
        self._y = numbers[at + 1]
        self._font = numbers[at + 2]
        self._align = numbers[at + 3]
        self._arg = numbers[at + 4]
        self._ink = numbers[at + 5]
        self._widest = numbers[at + 6]

    def compose(self, pen: "Pen") -> None:
        """Makes up what it says."""

    def place(self, pen: "Pen") -> bool:
        """Has it drawn, in the next steps. Whether that is settled: else it is composed anew."""
        return True


def nothing(fields: "Fields", arg: int) -> None:
    """The field of a row that says nothing."""


class Box(Row):
    """A black box: its width is in place of the font, its height of how it is aligned."""

    def compose(self, pen: "Pen") -> None:
        """Draws it: there is nothing to say."""
        pen.type.box(self._x, self._y, self._font, self._align)


class Text(Row):
    """One line, that of a field of the match."""

    def compose(self, pen: "Pen") -> None:
        """Makes up the line."""
        pen.type.clear()
        self._field(pen.fields, self._arg)

    def place(self, pen: "Pen") -> bool:
        """Has it drawn, with shorter names if it has too little room for these."""
        type = pen.type
        width = type.wrap(self._font, self._widest)
        if type.stop < type.length and type.shorten():
            self.compose(pen)
            return False
        self._put(pen, self._font, width, self._y)
        return True

    def _put(self, pen: "Pen", font: int, width: int, y: int) -> None:
        x = self._x
        if self._align == MIDDLE:
            x -= width >> 1
        elif self._align == RIGHT:
            x -= width
        pen.put(font, x, y + pen.drop, self._ink)


class Score(Text):
    """One of the two numbers at the ends; what stands between them keeps clear of it."""

    def _put(self, pen: "Pen", font: int, width: int, y: int) -> None:
        pen.reach = max(pen.reach, width)
        Text._put(self, pen, font, width, y)  # super() would take heap


class Title(Text):
    """White on a band, large if it is not too wide."""

    def place(self, pen: "Pen") -> bool:
        """Chooses the font."""
        type = pen.type
        width = type.width(LARGE)
        if width <= self._widest:
            self._put(pen, LARGE, width, self._y)
            return True
        width = type.width(SMALL)
        if width > self._widest and type.shorten():
            self.compose(pen)
            return False
        self._put(pen, SMALL, width, self._y + _TITLE_LOWER)
        return True


class Sentence(Row):
    """Several lines on black: large if two hold it, and in place of what is below the scores; if
    three small ones do not hold it, it takes the scores' place too."""

    font = LARGE
    ink = WHITE

    def compose(self, pen: "Pen") -> None:
        """Makes up all of it as one line."""
        pen.type.clear()
        pen.font = self.font
        self._field(pen.fields, 0)

    def place(self, pen: "Pen") -> bool:
        """Counts the lines. Whether it is settled: if not, another font is tried next."""
        lines = pen.count_lines(WIDEST)
        if pen.font == LARGE and not self._holds(pen, lines):
            pen.font = SMALL
            return False
        self._settle(pen, lines)
        return True

    def _holds(self, pen: "Pen", lines: int) -> bool:
        """Whether there is room for large lines: two of them leave none for a capital's accent."""
        if lines < 2:
            return True
        return lines == 2 and not pen.rises(WIDEST)

    def _settle(self, pen: "Pen", lines: int) -> None:
        """Makes room for so many lines and puts them there."""
        places = _PLACES_LARGE if pen.font == LARGE else _PLACES
        if lines < len(places):
            top = Sheet.HEIGHT - _BELOW_SCORES
            first, pitch = places[lines]
        else:
            top = 0
            pitch = _PITCH
            first = Sheet.HEIGHT - pitch * (lines - 1) - _CAPITALS >> 1
        pen.type.box(0, top, Sheet.WIDTH, Sheet.HEIGHT - top)
        pen.put_lines(lines, top + first, pitch, WIDEST, self.ink)


class Question(Sentence):
    """Small lines at the top; the rows after it begin below it."""

    font = SMALL

    def _settle(self, pen: "Pen", lines: int) -> None:
        height = lines * _PITCH_ASKED + _ACCENTS + 2
        pen.drop = height + _ACCENTS
        pen.type.box(0, 0, Sheet.WIDTH, height)
        pen.put_lines(lines, _ACCENTS, _PITCH_ASKED, WIDEST, self.ink)


class Beside(Sentence):
    """Small black lines between the scores, as many as there is room for."""

    font = SMALL
    ink = BLACK

    def place(self, pen: "Pen") -> bool:
        """Breaks the lines as narrow as the scores want it."""
        room = Sheet.WIDTH - 2 * (pen.reach + _BESIDE)
        if room >= _NARROWEST:
            room = min(room, _BROADEST)
            lines = min(pen.count_lines(room), _MOST_BESIDE)
            first = Sheet.HEIGHT - _BELOW_SCORES - _PITCH * (lines - 1) - _CAPITALS >> 1
            pen.put_lines(lines, first, _PITCH, room, self.ink)
        return True


class Above(Sentence):
    """Small black lines in the scores' place."""

    font = SMALL
    ink = BLACK

    def _settle(self, pen: "Pen", lines: int) -> None:
        first = Sheet.HEIGHT - _BELOW_SCORES - lines * _PITCH >> 1
        pen.put_lines(lines, first, _PITCH, WIDEST, self.ink)
