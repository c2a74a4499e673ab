"""Draws pages row by row, in short steps that take no heap."""

from micropython import const

from codes import sheet
from ui.fields import Fields
from ui.glyphs import SMALL
from ui.layout import Page
from ui.rows import Row

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table
    from ui.type import Type


class Drawing:
    """Pages of one match: `begin` one, then `step` until it is True. The rest is for rows."""

    def __init__(self, table: "Table", type: "Type") -> None:
        self.type = type
        self.fields = Fields(table, type)
        self.drop = 0  # pixels that rows are lower than they say
        self.reach = 0  # pixels of the longer score
        self.font = SMALL  # of the lines of a sentence
        self._page = Page(())
        self._row = Row()
        self._at = 0
        self._composed = self._busy = False
        self._lines = self._y = self._pitch = self._widest = self._ink = 0

    def begin(self, page: "Page") -> None:
        """Starts on an empty one."""
        self._page = page
        self._at = self.drop = self.reach = self._lines = 0
        self._composed = self._busy = False
        self.fields.below.update()
        self.fields.details.update()
        self.type.blank()

    def step(self) -> bool:
        """Does a little more; whether the page is complete."""
        if self._busy:
            self._busy = not self.type.draw_some()
        elif self._lines:
            self._next_line()
        elif self._at < self._page.count:
            self._next_row()
        else:
            return True
        return False

    def _next_row(self) -> None:
        if not self._composed:
            self.type.spell_out()
            self._row = self._page.load(self._at)
            self._row.compose(self)
            self._composed = True
        elif self._row.place(self):
            self._composed = False
            self._at += 1

    def put(self, font: int, x: int, y: int, ink: int) -> None:
        """Has what is chosen of the line drawn there, in the next steps."""
        self.type.draw(font, x, y, ink)
        self._busy = True

    def count_lines(self, widest: int) -> int:
        """How many lines in `font` hold the whole line."""
        lines = 0
        self.type.rewind()
        while self.type.wrap(self.font, widest):
            lines += 1
        return lines

    def rises(self, widest: int) -> bool:
        """Whether a capital of the first of those lines has an accent."""
        type = self.type
        type.rewind()
        type.wrap(self.font, widest)
        return type.rises(self.font)

    def put_lines(self, lines: int, y: int, pitch: int, widest: int, ink: int) -> None:
        """Has them drawn, one below the other, in the next steps."""
        self.type.rewind()
        self._lines = lines
        self._y = y
        self._pitch = pitch
        self._widest = widest
        self._ink = ink

    def _next_line(self) -> None:
        width = self.type.wrap(self.font, self._widest)
        self.put(self.font, sheet.WIDTH - width >> 1, self._y, self._ink)
        self._y += self._pitch
        self._lines -= 1
