"""How a page is written down: its rows, packed, for there are some hundred of them.

A row is a tuple of what draws it, its field, and the numbers that `Row.load` takes.
"""

from array import array

from micropython import const

from codes.display import Sheet
from ui.glyphs import BLACK, LARGE, WHITE
from ui.rows import (
    MIDDLE,
    TITLE_WIDEST,
    WIDEST,
    Above,
    Beside,
    Box,
    Question,
    Row,
    Score,
    Sentence,
    Text,
    Title,
    nothing,
)

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from ui.rows import Field

_BOX = Box()
_TEXT = Text()
_SCORE = Score()
_TITLE = Title()
_SENTENCE = Sentence()
_QUESTION = Question()
_BESIDE = Beside()
_ABOVE = Above()

_OF_A_ROW = const(7)


def box(x: int, y: int, width: int, height: int) -> tuple:
    """A black box."""
    return (_BOX, nothing, x, y, width, height, 0, 0, 0)


def band(y: int, height: int) -> tuple:
    """A box as wide as the page."""
    return box(0, y, Sheet.WIDTH, height)


def rule(x: int, y: int, height: int) -> tuple:
    """A thin upright box."""
    return box(x, y, 2, height)


def text(
    x: int,
    y: int,
    font: int,
    align: int,
    field: "Field",
    arg: int = 0,
    ink: int = BLACK,
    widest: int = WIDEST,
) -> tuple:
    """One line, that of a field of the match."""
    return (_TEXT, field, x, y, font, align, arg, ink, widest)


def score(x: int, y: int, font: int, align: int, field: "Field", arg: int) -> tuple:
    """A text that keeps clear of what stands between it and the other one."""
    return (_SCORE, field, x, y, font, align, arg, BLACK, WIDEST)


def title(y: int, field: "Field", arg: int = 0, widest: int = TITLE_WIDEST) -> tuple:
    """White on a band, large if it is not too wide."""
    return (_TITLE, field, Sheet.WIDTH >> 1, y, LARGE, MIDDLE, arg, WHITE, widest)


def sentence(field: "Field") -> tuple:
    """Several lines on black below the scores, or in their place too."""
    return _lines(_SENTENCE, field)


def question(field: "Field") -> tuple:
    """Small lines at the top; the rows after it begin below it."""
    return _lines(_QUESTION, field)


def beside(field: "Field") -> tuple:
    """Small black lines between the scores."""
    return _lines(_BESIDE, field)


def above(field: "Field") -> tuple:
    """Small black lines in the scores' place."""
    return _lines(_ABOVE, field)


def _lines(kind: Row, field: "Field") -> tuple:
    return (kind, field, 0, 0, 0, 0, 0, 0, 0)


class Page:
    """So many rows."""

    def __init__(self, rows: tuple) -> None:
        self.count = len(rows)
        self._kinds = tuple([row[0] for row in rows])
        self._fields = tuple([row[1] for row in rows])
        self._numbers = numbers = array("h")
        for row in rows:
            numbers.extend(array("h", row[2:]))

    def load(self, at: int) -> Row:
        """What draws the row in that place, with all that is said of it."""
        row: Row = self._kinds[at]
        row.load(self._fields[at], self._numbers, at * _OF_A_ROW)
        return row
