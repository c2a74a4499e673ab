"""A page of A5 with texts, lines and boxes in mm from its upper left corner, and its letters.

Each writer draws it in its own way. The fonts lie beside this file, so that no machine needs any.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent
_MISSING = "□"
PT = 0.3528  # mm
WIDTH, HEIGHT = 148.0, 210.0

INK = (17, 17, 17)
GREY = (105, 105, 105)
RULE = (190, 190, 190)
SHADE = (228, 228, 228)
RED = (176, 0, 32)
WHITE = (255, 255, 255)

Colour = tuple[int, int, int]


def file_of(bold: bool) -> Path:
    """Return the file of a face."""
    return _FOLDER / ("bold.ttf" if bold else "regular.ttf")


@cache
def face(bold: bool) -> "FontFace":
    """Return a face, read once."""
    return FontFace(file_of(bold))


class FontFace:
    """Widths and outlines of letters, in parts of its em."""

    def __init__(self, file: Path) -> None:
        from fontTools.ttLib import TTFont

        font = TTFont(file)
        self.em: int = font["head"].unitsPerEm
        self.names: dict[int, str] = font.getBestCmap()
        self.widths = font["hmtx"]
        self.glyphs = font.getGlyphSet()
        self.outlines: dict[str, str] = {}

    def known(self, text: str) -> str:
        """Return the text, with a box for each letter that the face has not."""
        return "".join(letter if ord(letter) in self.names else _MISSING for letter in text)

    def width(self, text: str, size: float) -> float:
        """Return how wide it is, in mm, at a size in points."""
        units = sum(self.widths[self.names[ord(letter)]][0] for letter in self.known(text))
        return float(units) * size * PT / self.em

    def outline(self, letter: str) -> str:
        """Return the path of a letter as SVG has it, upwards."""
        from fontTools.pens.svgPathPen import SVGPathPen

        if letter not in self.outlines:
            pen = SVGPathPen(self.glyphs)
            self.glyphs[self.names[ord(letter)]].draw(pen)
            self.outlines[letter] = str(pen.getCommands())
        return self.outlines[letter]


@dataclass(frozen=True)
class PrintedText:
    """Letters from x on, standing on y."""

    x: float
    y: float
    text: str
    size: float  # points
    bold: bool
    colour: Colour


@dataclass(frozen=True)
class PrintedLine:
    """From one point to another."""

    x: float
    y: float
    to_x: float
    to_y: float
    width: float
    colour: Colour


@dataclass(frozen=True)
class PrintedBox:
    """Filled, with round corners; a line around it if it has a width."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    fill: Colour
    line: float = 0


class PrintedPage:
    """What stands on it, in the order in which it is drawn."""

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
        """Add a text and return where it ends; `centre` is 0.5 for a text around x and 1 for one
        that ends there."""
        letters = face(bold)
        known = letters.known(text)
        width = letters.width(known, size)
        self.drawn.append(PrintedText(x - width * centre, y, known, size, bold, colour))
        return x + width * (1 - centre)

    def line(
        self, x: float, y: float, to_x: float, to_y: float, width: float, colour: Colour
    ) -> None:
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
        self.drawn.append(PrintedBox(x, y, width, height, radius, fill, line))

    def card(
        self, x: float, y: float, suit: str, rank: str, size: float = 9, bold: bool = False
    ) -> float:
        """Draw a card: hearts and diamonds are red, and hollow or not, no suit is like another."""
        colour = RED if suit in "♥♦" else INK
        x = self.text(x, y, suit, size, False, colour)
        return self.text(x + 0.4, y, rank, size, bold)


def width_of(text: str, size: float, bold: bool = False) -> float:
    """In mm."""
    return face(bold).width(text, size)


def fitting(text: str, size: float, room: float, bold: bool = False) -> float:
    """Return that size, or as much less as it takes to have room."""
    return size * min(1.0, room / max(width_of(text, size, bold), 0.1))


def shortened(text: str, size: float, room: float, bold: bool = False) -> str:
    """As much of a text as there is room for."""
    letters = face(bold)
    if letters.width(text, size) <= room:
        return text
    while text and letters.width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def lines_of(text: str, size: float, room: float) -> list[str]:
    """Return the text in lines that have room."""
    letters, lines = face(False), [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and letters.width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [shortened(line, size, room) for line in lines]
