"""Draws what a row says, in short steps that take no heap."""

from micropython import const

from codes.display import Sheet
from ui.fields import Fields
from ui.glyphs import SMALL

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table
    from ui.type import Type


class Pen:
    """Draws for the rows of a page: `put` or `put_lines` begin, `step` goes on until it returns
    True."""

    def __init__(self, table: "Table", type: "Type") -> None:
        self.type = type
        self.fields = Fields(table, type)
        self.drop = 0  # pixels that rows are lower than they say
        self.reach = 0  # pixels of the longer score
        self.font = SMALL  # of the lines of a sentence
        self._busy = False
        self._lines = self._y = self._pitch = self._widest = self._ink = 0

    def begin(self) -> None:
        """Start on an empty page."""
        self.drop = self.reach = self._lines = 0
        self._busy = False
        self.fields.below.update()
        self.fields.details.update()
        self.type.blank()

    def step(self) -> bool:
        """Draw a little more; return whether there was nothing left to draw."""
        if self._busy:
            self._busy = not self.type.draw_some()
        elif self._lines:
            self._next_line()
        else:
            return True
        return False

    def put(self, font: int, x: int, y: int, ink: int) -> None:
        """Draw what is chosen of the line there, in the next steps."""
        self.type.draw(font, x, y, ink)
        self._busy = True

    def count_lines(self, widest: int) -> int:
        """Return how many lines in `font` hold the whole line."""
        lines = 0
        self.type.rewind()
        while self.type.wrap(self.font, widest):
            lines += 1
        return lines

    def rises(self, widest: int) -> bool:
        """Return whether a capital of the first of those lines has an accent."""
        type = self.type
        type.rewind()
        type.wrap(self.font, widest)
        return type.rises(self.font)

    def put_lines(self, lines: int, y: int, pitch: int, widest: int, ink: int) -> None:
        """Draw those lines one below the other, in the next steps."""
        self.type.rewind()
        self._lines = lines
        self._y = y
        self._pitch = pitch
        self._widest = widest
        self._ink = ink

    def _next_line(self) -> None:
        width = self.type.wrap(self.font, self._widest)
        self.put(self.font, Sheet.WIDTH - width >> 1, self._y, self._ink)
        self._y += self._pitch
        self._lines -= 1
