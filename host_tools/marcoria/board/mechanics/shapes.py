"""Shapes of a layout: rectangles, holes, unions of rectangles, and the cards' suits.

Coordinates are in mm from the table's middle, x to the East and y to the South.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import cos, hypot, pi, sin

Point = tuple[float, float]

_STEM = [(-0.05, 0.0), (0.05, 0.0), (0.18, 0.5), (-0.18, 0.5)]
_STEPS = 48

RED = ("diamonds", "hearts")


@dataclass(frozen=True)
class Rect:
    """A rectangle with its centre at (x, y), not rotated; its corners have the radius `radius`."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0

    @property
    def left(self) -> float:
        """Return the x of the left edge."""
        return self.x - self.width / 2

    @property
    def top(self) -> float:
        """Return the y of the upper edge."""
        return self.y - self.height / 2

    @property
    def right(self) -> float:
        """Return the x of the right edge."""
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        """Return the y of the lower edge."""
        return self.y + self.height / 2

    def grown(self, by: float) -> "Rect":
        """Return a rectangle that is larger by `by` on each side; smaller if `by` is negative."""
        return replace(self, width=self.width + 2 * by, height=self.height + 2 * by)

    def turned(self, quarters: int) -> "Rect":
        """Return the rectangle turned clockwise around the table's middle by quarter turns."""
        x, y = turn(self.x, self.y, quarters)
        size = (self.height, self.width) if quarters % 2 else (self.width, self.height)
        return Rect(x, y, *size, self.radius)

    def gap(self, other: "Rect") -> float:
        """Return the distance between two rectangles, negative if they overlap."""
        across = max(other.left - self.right, self.left - other.right)
        along = max(other.top - self.bottom, self.top - other.bottom)
        return hypot(across, along) if across > 0 and along > 0 else max(across, along)

    def within(self, other: "Rect") -> bool:
        """Return whether the rectangle is entirely inside another; their edges may touch."""
        across = other.left <= self.left and self.right <= other.right
        return across and other.top <= self.top and self.bottom <= other.bottom


@dataclass(frozen=True)
class Hole:
    """A round hole with its centre at (x, y)."""

    x: float
    y: float
    diameter: float

    def turned(self, quarters: int) -> "Hole":
        """Return the hole turned clockwise around the table's middle by quarter turns."""
        return Hole(*turn(self.x, self.y, quarters), self.diameter)

    @property
    def box(self) -> Rect:
        """Return the square around the hole."""
        return Rect(self.x, self.y, self.diameter, self.diameter)


Shape = Rect | Hole


def turn(x: float, y: float, quarters: int) -> tuple[float, float]:
    """Return a point turned clockwise around the table's middle by quarter turns."""
    for _ in range(quarters % 4):
        x, y = -y, x
    return x, y


def union(rects: Sequence[Rect]) -> list[list[Point]]:
    """Return the outlines of the union of some rectangles, each as the list of its corners.

    If two areas of the union touch in only a corner, the outlines are incomplete.
    """
    xs = sorted({x for rect in rects for x in (rect.left, rect.right)})
    ys = sorted({y for rect in rects for y in (rect.top, rect.bottom)})
    inside = {
        (x, y)
        for x, (left, right) in enumerate(pairwise(xs))
        for y, (top, bottom) in enumerate(pairwise(ys))
        if any(_covers(rect, (left + right) / 2, (top + bottom) / 2) for rect in rects)
    }
    return [[(xs[x], ys[y]) for x, y in line] for line in _lines(_edges(inside))]


def _covers(rect: Rect, x: float, y: float) -> bool:
    return rect.left < x < rect.right and rect.top < y < rect.bottom


def _edges(inside: set[tuple[int, int]]) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the edges around some cells, as a map from the start of each edge to its end.

    Seen in the direction from start to end, a cell is on the right of its edge.
    """
    found = {}
    for x, y in inside:
        for beside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if beside not in inside:
                found[start] = end
    return found


def _lines(edges: dict[tuple[int, int], tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Join edges to closed lines, and return the corners of each line.

    All items are removed from `edges`.
    """
    found = []
    while edges:
        at = min(edges)
        line = []
        while at in edges:
            line.append(at)
            at = edges.pop(at)
        found.append([one for n, one in enumerate(line) if _turns(line, n)])
    return found


def _turns(line: list[tuple[int, int]], n: int) -> bool:
    """Return whether a closed line turns at its point with index n."""
    (ax, ay), (bx, by), (cx, cy) = line[n - 1], line[n], line[(n + 1) % len(line)]
    return (bx - ax) * (cy - by) != (by - ay) * (cx - bx)


def outlines(suit: str) -> list[list[Point]]:
    """Return the polygons of a suit, about 1 high and centred on about (0, 0), y downwards."""
    return _SUITS[suit]


def _circle(x: float, y: float, radius: float) -> list[Point]:
    turns = [2 * pi * n / _STEPS for n in range(_STEPS)]
    return [(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns]


def _heart(top: float, bottom: float) -> list[Point]:
    """Return points on the outline of a heart that reaches from `top` to `bottom`.

    The heart is upside down if `bottom` is above `top`.
    """
    found = []
    for n in range(_STEPS):
        turn = 2 * pi * n / _STEPS
        x = 16 * sin(turn) ** 3
        y = 13 * cos(turn) - 5 * cos(2 * turn) - 2 * cos(3 * turn) - cos(4 * turn)
        # In this well-known formula y runs from -17 to about 11.93.
        found.append((x / 32, bottom + (y + 17) / 28.93 * (top - bottom)))
    return found


_SUITS = {
    "clubs": [_circle(0, -0.26, 0.24), _circle(-0.25, 0.1, 0.24), _circle(0.25, 0.1, 0.24), _STEM],
    "diamonds": [[(0.0, -0.5), (0.38, 0.0), (0.0, 0.5), (-0.38, 0.0)]],
    "hearts": [_heart(-0.46, 0.5)],
    "spades": [_heart(0.34, -0.5), _STEM],
}
