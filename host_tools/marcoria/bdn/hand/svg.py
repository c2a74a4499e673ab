"""SVG output: text is drawn as outlines, so that it looks the same everywhere."""

from collections.abc import Callable
from html import escape

from marcoria.bdn.hand.page import (
    HEIGHT,
    PT,
    WIDTH,
    PrintedBox,
    PrintedLine,
    PrintedPage,
    PrintedText,
    face,
)


def draw(page: PrintedPage) -> bytes:
    """Return a page as SVG."""
    body = [_BY_KIND[type(one)](one) for one in page.drawn]
    letters = {
        (one.bold, letter)
        for one in page.drawn
        if isinstance(one, PrintedText)
        for letter in one.text
    }
    outlines = "".join(_outline(*one) for one in sorted(letters))
    size = f'width="{WIDTH:g}mm" height="{HEIGHT:g}mm" viewBox="0 0 {WIDTH:g} {HEIGHT:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    title = f"<title>{escape(page.title)}</title>"
    white = f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="#fff"/>'
    return "\n".join(
        [head, title, f"<defs>{outlines}</defs>", white, *body, "</svg>", ""]
    ).encode()


def _outline(bold: bool, letter: str) -> str:
    """Return the SVG element that defines a character's outline, "" for a blank."""
    path = face(bold).outline(letter)
    return f'<path id="{_name(bold, letter)}" d="{path}"/>' if path else ""


def _name(bold: bool, letter: str) -> str:
    return f"{'b' if bold else 'r'}{ord(letter):x}"


def _text(one: PrintedText) -> str:
    letters, scale = face(one.bold), one.size * PT / face(one.bold).em
    x, drawn = 0, []
    for letter in one.text:
        if letters.outline(letter):
            drawn.append(f'<use href="#{_name(one.bold, letter)}" x="{x}"/>')
        x += letters.widths[letters.names[ord(letter)]][0]
    at = f"translate({one.x:.3f} {one.y:.3f}) scale({scale:.6f} {-scale:.6f})"
    label = escape(one.text, quote=True)
    head = f'<g fill="{_colour(one.colour)}" transform="{at}" aria-label="{label}">'
    return head + "".join(drawn) + "</g>"


def _line(one: PrintedLine) -> str:
    ends = f'x1="{one.x:.3f}" y1="{one.y:.3f}" x2="{one.to_x:.3f}" y2="{one.to_y:.3f}"'
    return f'<line {ends} stroke="{_colour(one.colour)}" stroke-width="{one.width:g}"/>'


def _box(one: PrintedBox) -> str:
    place = f'x="{one.x:.3f}" y="{one.y:.3f}" width="{one.width:.3f}" height="{one.height:.3f}"'
    around = f' stroke="#111" stroke-width="{one.line:g}"' if one.line else ""
    return f'<rect {place} rx="{one.radius:g}" fill="{_colour(one.fill)}"{around}/>'


def _colour(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


_BY_KIND: dict[type, Callable[..., str]] = {
    PrintedText: _text,
    PrintedLine: _line,
    PrintedBox: _box,
}
