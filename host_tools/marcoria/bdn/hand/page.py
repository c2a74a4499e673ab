"""A5 page with texts, lines and boxes, and the fonts of the texts.

Coordinates are in mm from the upper left corner of the page. Each output format draws the page in
its own way. The font files are beside this file, so that no font has to be installed.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent
_MISSING = "□"
PT = 0.3528  # mm in a point
WIDTH, HEIGHT = 148.0, 210.0

INK = (17, 17, 17)
GREY = (105, 105, 105)
RULE = (190, 190, 190)
SHADE = (228, 228, 228)
RED = (176, 0, 32)
WHITE = (255, 255, 255)

Colour = tuple[int, int, int]


def file_of(bold: bool) -> Path:
    """Return the path of a font file."""
    return _FOLDER / ("bold.ttf" if bold else "regular.ttf")


@cache
def face(bold: bool) -> "FontFace":
    """Return a font face, read once."""
    return FontFace(file_of(bold))


class FontFace:
    """Widths and outlines of a font's glyphs, in font units. An em has `em` units."""

    def __init__(self, file: Path) -> None:
        from fontTools.ttLib import TTFont

        font = TTFont(file)
        self.em: int = font["head"].unitsPerEm
        self.names: dict[int, str] = font.getBestCmap()
        self.widths = font["hmtx"]
        self.glyphs = font.getGlyphSet()
        self.outlines: dict[str, str] = {}

    def known(self, text: str) -> str:
        """Return the text with □ in place of each character that the font lacks."""
        return "".join(letter if ord(letter) in self.names else _MISSING for letter in text)

    def width(self, text: str, size: float) -> float:
        """Return the width of a text in mm, at a size in points."""
        units = sum(self.widths[self.names[ord(letter)]][0] for letter in self.known(text))
        return float(units) * size * PT / self.em

    def outline(self, letter: str) -> str:
        """Return the outline of a character as an SVG path, with y upwards; "" for a blank."""
        from fontTools.pens.svgPathPen import SVGPathPen

        if letter not in self.outlines:
            pen = SVGPathPen(self.glyphs)
            self.glyphs[self.names[ord(letter)]].draw(pen)
            self.outlines[letter] = str(pen.getCommands())
        return self.outlines[letter]


@dataclass(frozen=True)
class PrintedText:
    """Text that begins at x on the baseline y."""

    x: float
    y: float
    text: str
    size: float  # points
    bold: bool
    colour: Colour


@dataclass(frozen=True)
class PrintedLine:
    """Line from one point to another."""

    x: float
    y: float
    to_x: float
    to_y: float
    width: float
    colour: Colour


@dataclass(frozen=True)
class PrintedBox:
    """Filled box with round corners; `line` is the width of its border, 0 for no border."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    fill: Colour
    line: float = 0


class PrintedPage:
    """Items of a page, in drawing order."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.drawn: list[PrintedText | PrintedLine | PrintedBox] = []

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 9,
        bold: bool = False,
        colour: Colour = INK,
        centre: float = 0,
    ) -> float:
        """Add a text; return the x at which it ends.

        `centre` is 0 for a text that begins at x, 0.5 for one centred at x, 1 for one that ends
        at x.
        """
        letters = face(bold)
        known = letters.known(text)
        width = letters.width(known, size)
        self.drawn.append(PrintedText(x - width * centre, y, known, size, bold, colour))
        return x + width * (1 - centre)

    def line(
        self, x: float, y: float, to_x: float, to_y: float, width: float, colour: Colour
    ) -> None:
        """Add a line."""
        self.drawn.append(PrintedLine(x, y, to_x, to_y, width, colour))

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        radius: float,
        fill: Colour,
        line: float = 0,
    ) -> None:
        """Add a box."""
        self.drawn.append(PrintedBox(x, y, width, height, radius, fill, line))

    def card(
        self, x: float, y: float, suit: str, rank: str, size: float = 9, bold: bool = False
    ) -> float:
        """Add suit and rank of a card, with a red suit for hearts and diamonds.

        Return the x at which the rank ends.
        """
        colour = RED if suit in "♥♦" else INK
        x = self.text(x, y, suit, size, False, colour)
        return self.text(x + 0.4, y, rank, size, bold)


def width_of(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a text in mm."""
    return face(bold).width(text, size)


def fitting(text: str, size: float, room: float, bold: bool = False) -> float:
    """Return the size, reduced if necessary so that the text fits into `room` mm."""
    return size * min(1.0, room / max(width_of(text, size, bold), 0.1))


def shortened(text: str, size: float, room: float, bold: bool = False) -> str:
    """Return the text, cut off with "…" if it does not fit into `room` mm."""
    letters = face(bold)
    if letters.width(text, size) <= room:
        return text
    while text and letters.width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def lines_of(text: str, size: float, room: float) -> list[str]:
    """Return the text wrapped into lines of at most `room` mm; cut off words that are longer."""
    letters, lines = face(False), [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and letters.width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [shortened(line, size, room) for line in lines]
