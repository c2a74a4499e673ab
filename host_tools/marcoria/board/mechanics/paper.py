"""A4 to be printed to scale: shapes in mm, a ruler to measure on each page."""

from collections.abc import Sequence
from datetime import UTC, datetime
from textwrap import fill

from marcoria.board.mechanics.shapes import Rect
from marcoria.board.mechanics.suits import RED, outlines

WIDTH, HEIGHT = 210.0, 297.0
_MADE = datetime(2026, 1, 1, tzinfo=UTC)  # the same board file makes the same bytes
_INK, _GREY, _SUIT_RED = (20, 20, 20), (120, 120, 120), (179, 38, 30)
_SHEET, _CELL = (255, 255, 255), (250, 245, 232)
_RULER = 100
_COLUMNS = 120  # of small type across a page
_MEASURE = "Measure this: if it is not 100 mm, print at 100 % (actual size, do not fit to page)."


class Paper:
    """Pages with a title and a ruler. Letters are those that every printer has, and nothing is
    compressed: the bytes are the same on every machine."""

    def __init__(self, title: str) -> None:
        from fpdf import FPDF

        self._title = title
        self._pdf = FPDF(unit="mm", format="A4")
        self._pdf.set_compression(False)
        self._pdf.set_creation_date(_MADE)
        self._pdf.set_auto_page_break(False)
        self._pdf.set_title(title)

    def page(self, below: str) -> None:
        """A new one, with some words below its title."""
        self._pdf.add_page()
        self.text(15, 18, self._title, 15, bold=True)
        self.lines(15, 24, fill(below, _COLUMNS))
        self._ruler(15, HEIGHT - 20)

    def lines(self, x: float, y: float, text: str, size: float = 9) -> None:
        """Several, from the first one's foot."""
        for n, line in enumerate(text.split("\n")):
            self.text(x, y + n * size * 0.48, line, size)

    def text(self, x: float, y: float, text: str, size: float, *, bold: bool = False) -> None:
        """From (x, y), its foot."""
        self._pdf.set_font("Helvetica", "B" if bold else "", size)
        self._pdf.set_text_color(*_INK)
        self._pdf.text(x, y, text)

    def middle(self, x: float, y: float, text: str, size: float) -> None:
        """Bold, around (x, y)."""
        self._pdf.set_font("Helvetica", "B", size)
        # Capitals are 0.72 of the type's size; a point is 0.353 mm.
        width, height = self._pdf.get_string_width(text), size * 0.353 * 0.72
        self.text(x - width / 2, y + height / 2, text, size, bold=True)

    def rect(self, rect: Rect, *, cell: bool = False, dashed: bool = False) -> None:
        """Its outline; a cell is tinted, what is dashed is not cut."""
        self._pen(dashed)
        self._pdf.set_fill_color(*(_CELL if cell else _SHEET))
        place = rect.left, rect.top, rect.width, rect.height
        if rect.radius:
            self._pdf.rect(*place, "DF", round_corners=True, corner_radius=rect.radius)
        else:
            self._pdf.rect(*place, "DF")

    def circle(self, x: float, y: float, diameter: float, *, dashed: bool = False) -> None:
        """Its outline."""
        self._pen(dashed)
        self._pdf.circle(x, y, diameter / 2)

    def line(self, x: float, y: float, to_x: float, to_y: float, *, dashed: bool = False) -> None:
        """From point to point."""
        self._pen(dashed)
        self._pdf.line(x, y, to_x, to_y)

    def suit(self, x: float, y: float, suit: str, size: float) -> None:
        """Drawn, around (x, y)."""
        self._pdf.set_fill_color(*(_SUIT_RED if suit in RED else _INK))
        for outline in outlines(suit):
            self._fill([(x + px * size, y + py * size) for px, py in outline])

    def data(self) -> bytes:
        """The file."""
        return bytes(self._pdf.output())

    def _fill(self, points: Sequence[tuple[float, float]]) -> None:
        self._pdf.polygon(points, style="F")

    def _pen(self, dashed: bool) -> None:
        self._pdf.set_draw_color(*(_GREY if dashed else _INK))
        self._pdf.set_line_width(0.2)
        if dashed:
            self._pdf.set_dash_pattern(2, 1.5)
        else:
            self._pdf.set_dash_pattern()

    def _ruler(self, x: float, y: float) -> None:
        self.line(x, y, x + _RULER, y)
        for mm in range(_RULER + 1):
            tick = 5.0 if mm % 10 == 0 else 3.5 if mm % 5 == 0 else 2.0
            self.line(x + mm, y, x + mm, y - tick)
        for mm in range(0, _RULER + 1, 10):
            self.middle(x + mm, y - 7, str(mm), 7)
        self.text(x, y + 5, _MEASURE, 9)
