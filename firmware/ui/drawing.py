"""Draws pages row by row, in short steps that take no heap."""

from micropython import const

from ui.layout import Page
from ui.pen import Pen
from ui.rows import Row

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table
    from ui.type import Type


class Drawing:
    """Pages of one match: `begin` one, then `step` until it returns True."""

    def __init__(self, table: "Table", type: "Type") -> None:
        self.match = table.match
        self._pen = Pen(table, type)
        self._page = Page(())
        self._row = Row()
        self._at = 0
        self._composed = False

    def begin(self, page: "Page") -> None:
        """Start to draw a page."""
        self._page = page
        self._at = 0
        self._composed = False
        self._pen.begin()

    def step(self) -> bool:
        """Draw a little more; return whether the page is complete."""
        if not self._pen.step():
            return False
        if self._at == self._page.count:
            return True
        self._next_row()
        return False

    def _next_row(self) -> None:
        if not self._composed:
            self._pen.type.spell_out()
            self._row = self._page.load(self._at)
            self._row.compose(self._pen)
            self._composed = True
        elif self._row.place(self._pen):
            self._composed = False
            self._at += 1
