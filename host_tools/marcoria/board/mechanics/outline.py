"""The outline of several rectangles that overlap: what a saw follows, each line once."""

from collections.abc import Sequence
from itertools import pairwise

from marcoria.board.mechanics.shapes import Rect

Point = tuple[float, float]


def union(rects: Sequence[Rect]) -> list[list[Point]]:
    """Closed lines around all that is inside of any of them."""
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
    """From corner to corner, clockwise, where the other side is outside."""
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
    """Whether the line has a corner there."""
    (ax, ay), (bx, by), (cx, cy) = line[n - 1], line[n], line[(n + 1) % len(line)]
    return (bx - ax) * (cy - by) != (by - ay) * (cx - bx)
