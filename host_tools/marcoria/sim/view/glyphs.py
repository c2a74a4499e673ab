"""Outlines of the letters, digits and suits in pictures of a table."""

import math
from itertools import pairwise

from marcoria.sim.view.canvas import Outline, Point, circle, line

# Strokes of each letter, separated by spaces, on a grid 4 wide and 6 high. A stroke is a sequence
# of points. Each point has two digits: first its x, then its y, which grows downwards.
_STROKES = {
    "A": "0620 2046 1434",
    "C": "42311001 01050516 162635 3544",
    "D": "0006 0020 2042 4244 4426 2606",
    "E": "4000 0006 0646 0333",
    "I": "2026",
    "J": "4044 4436 3616 1605",
    "K": "0006 4003 0346",
    "L": "0006 0646",
    "M": "0600 0023 2340 4046",
    "N": "0600 0046 4640",
    "O": "10304145 453616 160501 0110",
    "P": "0600 0030 3041 4142 4233 3303",
    "Q": "10304145 453616 160501 0110 2446",
    "S": "41301001 010213 133344 444536 361605",
    "T": "0040 2026",
    "U": "0005 051636 364540",
    "W": "0016 1623 2336 3640",
    "0": "10304145 453616 160501 0110",
    "1": "1120 2026",
    "7": "0040 4016",
    "8": "1030 304142 42331302 020110 1304 040516 163645 45443313",
    "9": "42331302 020110 103041 414436 361605",
}
_WIDTHS = {"I": 1, "M": 4.6, "W": 4.8}


def text(words: str, x: float, y: float, height: float, weight: float = 0.16) -> list[Outline]:
    """Return outlines of words centred on (x, y); a letter without strokes becomes a space.

    `weight` is the width of the strokes, relative to the height of the letters.
    """
    unit = height / 6
    advances = [(_WIDTHS.get(letter, 4) + 1.9) * unit for letter in words]
    left = x - (sum(advances) - 1.9 * unit) / 2
    found = []
    for letter, advance in zip(words, advances, strict=True):
        grow = _WIDTHS.get(letter, 4) / 4 if letter != "I" else 1
        shift = left - 1.5 * unit if letter == "I" else left
        for stroke in _STROKES.get(letter, "").split():
            points = [
                (shift + int(stroke[i]) * unit * grow, y + (int(stroke[i + 1]) - 3) * unit)
                for i in range(0, len(stroke), 2)
            ]
            found += [line(a, b, weight * height) for a, b in pairwise(points)]
        left += advance
    return found


def suit(letter: str, x: float, y: float, size: float) -> list[Outline]:
    """Return outlines of ♣ ♦ ♥ ♠ (C D H S) centred on (x, y), about `size` wide and high."""
    half = size / 2
    if letter == "D":
        shape: list[Outline] = [_curved([(0, -1), (0.78, 0), (0, 1), (-0.78, 0)], 0.12)]
    elif letter == "H":
        shape = [_heart(1)]
    elif letter == "S":
        # The points of an upside-down heart run the other way round than those of the stem, so
        # their order is reversed.
        shape = [_heart(-1)[::-1], _stem()]
    else:
        shape = [circle(0, -0.5, 0.46), circle(-0.5, 0.18, 0.46), circle(0.5, 0.18, 0.46)]
        shape += [[(-0.3, -0.3), (0.3, -0.3), (0.2, 0.3), (-0.2, 0.3)], _stem()]
    return [[(x + half * px, y + half * py) for px, py in outline] for outline in shape]


def _heart(up: int) -> Outline:
    """Return the outline of a heart, or of the upper part of a spade if `up` is -1."""
    points = []
    for step in range(60):
        t = step * math.tau / 60
        across = math.sin(t) ** 3
        along = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        shift = 0.0 if up > 0 else -0.16
        points.append((0.98 * across, -up * (along / 15.5 + 0.1) + shift))
    return points


def _stem() -> Outline:
    return [(-0.09, 0.1), (0.09, 0.1), (0.14, 0.7), (0.36, 0.98), (-0.36, 0.98), (-0.14, 0.7)]


def _curved(points: list[Point], bend: float) -> Outline:
    """Return the outline of a polygon whose sides are bent inwards."""
    found = []
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        for step in range(8):
            t = step / 8
            inwards = 1 - bend * 4 * t * (1 - t)
            found.append(((ax + (bx - ax) * t) * inwards, (ay + (by - ay) * t) * inwards))
    return found
