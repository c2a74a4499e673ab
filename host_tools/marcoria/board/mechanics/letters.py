"""Outlines of letters that the standard fonts of PDF lack, such as Cyrillic ones."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

Point: TypeAlias = tuple[float, float]

_FONT = Path(__file__).resolve().parents[2] / "bdn" / "hand" / "bold.ttf"
_STEPS = 8  # number of straight lines that replace a curve


def outlines(text: str) -> tuple[float, list[list[Point]]]:
    """Return the width of a text and the outlines of its letters, in units of the font size.

    Points are measured from the baseline's left end, with y downwards. An outline runs clockwise
    around ink, and counterclockwise around a hole in the ink. Raise KeyError if the font lacks a
    letter.
    """
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    font = _font()
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    em = font["head"].unitsPerEm
    width, found = 0.0, []
    for letter in text:
        glyph = glyphs[names[ord(letter)]]
        pen = DecomposingRecordingPen(glyphs)
        glyph.draw(pen)
        for outline in _flattened(pen.value):
            found.append([((width + x) / em, -y / em) for x, y in outline])
        width += glyph.width
    return width / em, found


def is_hole(outline: list[Point]) -> bool:
    """Return whether an outline runs around a hole, that is, counterclockwise."""
    pairs = zip(outline, [*outline[1:], outline[0]], strict=True)
    return sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairs) < 0


@cache
def _font() -> "TTFont":
    from fontTools.ttLib import TTFont

    return TTFont(_FONT, recalcTimestamp=False)


def _flattened(steps: list[tuple[str, tuple[Point, ...]]]) -> list[list[Point]]:
    """Return the outlines that a pen recorded, with straight lines instead of curves."""
    found: list[list[Point]] = []
    for name, points in steps:
        if name == "moveTo":
            found.append([points[0]])
        elif name == "lineTo":
            found[-1].append(points[0])
        elif name == "qCurveTo":
            found[-1] += _curve(found[-1][-1], points)
    return found


def _curve(start: Point, points: tuple[Point, ...]) -> list[Point]:
    """Return points on a chain of quadratic curves, without the start of the chain.

    `points` has the control points and the end of the chain. The curves join halfway between
    control points.
    """
    *controls, end = points
    found = []
    for n, (x, y) in enumerate(controls):
        after = controls[n + 1] if n + 1 < len(controls) else None
        to = ((x + after[0]) / 2, (y + after[1]) / 2) if after else end
        for step in range(1, _STEPS + 1):
            t = step / _STEPS
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            found.append((a * start[0] + b * x + c * to[0], a * start[1] + b * y + c * to[1]))
        start = to
    return found
