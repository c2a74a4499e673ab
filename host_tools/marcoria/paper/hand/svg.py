"""A page as SVG: letters are outlines, so that it looks the same everywhere."""

from collections.abc import Callable
from html import escape

from marcoria.paper.hand.font import PT, face
from marcoria.paper.hand.page import HEIGHT, WIDTH, Box, Line, Page, Text


def draw(page: Page) -> bytes:
    """The file."""
    body = [_BY_KIND[type(one)](one) for one in page.drawn]
    size = f'width="{WIDTH:g}mm" height="{HEIGHT:g}mm" viewBox="0 0 {WIDTH:g} {HEIGHT:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    title = f"<title>{escape(page.title)}</title>"
    white = f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="#fff"/>'
    return "\n".join([head, title, white, *body, "</svg>", ""]).encode()


def _text(one: Text) -> str:
    letters, scale = face(one.bold), one.size * PT / face(one.bold).em
    x, paths = 0.0, []
    for letter in one.text:
        outline = letters.outline(letter)
        if outline:
            paths.append(f'<path transform="translate({x:g} 0)" d="{outline}"/>')
        x += letters.widths[letters.names[ord(letter)]][0]
    at = f"translate({one.x:.3f} {one.y:.3f}) scale({scale:.6f} {-scale:.6f})"
    label = escape(one.text, quote=True)
    return (
        f'<g fill="{_colour(one.colour)}" transform="{at}" aria-label="{label}">'
        f"{''.join(paths)}</g>"
    )


def _line(one: Line) -> str:
    ends = f'x1="{one.x:.3f}" y1="{one.y:.3f}" x2="{one.to_x:.3f}" y2="{one.to_y:.3f}"'
    return f'<line {ends} stroke="{_colour(one.colour)}" stroke-width="{one.width:g}"/>'


def _box(one: Box) -> str:
    place = f'x="{one.x:.3f}" y="{one.y:.3f}" width="{one.width:.3f}" height="{one.height:.3f}"'
    around = f' stroke="#111" stroke-width="{one.line:g}"' if one.line else ""
    return f'<rect {place} rx="{one.radius:g}" fill="{_colour(one.fill)}"{around}/>'


def _colour(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


_BY_KIND: dict[type, Callable[..., str]] = {Text: _text, Line: _line, Box: _box}
