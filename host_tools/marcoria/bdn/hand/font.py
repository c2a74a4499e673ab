"""The letters of a printed hand: they lie beside this file, so that no machine needs any."""

from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent
_MISSING = "□"
PT = 0.3528  # mm


def file_of(bold: bool) -> Path:
    """The file of a face."""
    return _FOLDER / ("bold.ttf" if bold else "regular.ttf")


@cache
def face(bold: bool) -> "Face":
    """A face, read once."""
    return Face(file_of(bold))


class Face:
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
        """The text, with a box for each letter that the face has not."""
        return "".join(letter if ord(letter) in self.names else _MISSING for letter in text)

    def width(self, text: str, size: float) -> float:
        """How wide it is, in mm, at a size in points."""
        units = sum(self.widths[self.names[ord(letter)]][0] for letter in self.known(text))
        return float(units) * size * PT / self.em

    def outline(self, letter: str) -> str:
        """The path of a letter as SVG has it, upwards."""
        from fontTools.pens.svgPathPen import SVGPathPen

        if letter not in self.outlines:
            pen = SVGPathPen(self.glyphs)
            self.glyphs[self.names[ord(letter)]].draw(pen)
            self.outlines[letter] = str(pen.getCommands())
        return self.outlines[letter]
