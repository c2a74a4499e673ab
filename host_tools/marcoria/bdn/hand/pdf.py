"""PDF output: A5 pages whose text can be searched and copied, with embedded fonts."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from marcoria.bdn.hand.page import (
    HEIGHT,
    INK,
    WIDTH,
    PrintedBox,
    PrintedLine,
    PrintedPage,
    PrintedText,
    file_of,
)

if TYPE_CHECKING:
    from fpdf import FPDF

_MADE = datetime(2026, 1, 1, tzinfo=UTC)  # fixed, so that the same deal gives the same file


def draw(pages: Iterable[PrintedPage]) -> bytes:
    """Return the pages as PDF."""
    from fpdf import FPDF

    pdf = FPDF(unit="mm", format=(WIDTH, HEIGHT))
    pdf.set_creation_date(_MADE)
    pdf.set_auto_page_break(False)
    pdf.c_margin = 0
    for style, bold in (("", False), ("B", True)):
        pdf.add_font("hand", style, str(file_of(bold)))
    for page in pages:
        pdf.set_title(page.title)
        pdf.add_page()
        for one in page.drawn:
            _BY_KIND[type(one)](pdf, one)
    return bytes(pdf.output())


def _text(pdf: "FPDF", one: PrintedText) -> None:
    pdf.set_font("hand", "B" if one.bold else "", one.size)
    pdf.set_text_color(*one.colour)
    pdf.text(one.x, one.y, one.text)


def _line(pdf: "FPDF", one: PrintedLine) -> None:
    pdf.set_draw_color(*one.colour)
    pdf.set_line_width(one.width)
    pdf.line(one.x, one.y, one.to_x, one.to_y)


def _box(pdf: "FPDF", one: PrintedBox) -> None:
    pdf.set_fill_color(*one.fill)
    pdf.set_draw_color(*INK)
    pdf.set_line_width(one.line or 0.1)
    style = "DF" if one.line else "F"
    pdf.rect(one.x, one.y, one.width, one.height, style, True, one.radius)


_BY_KIND: dict[type, Callable[..., None]] = {
    PrintedText: _text,
    PrintedLine: _line,
    PrintedBox: _box,
}
