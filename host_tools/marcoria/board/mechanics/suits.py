"""The suits as shapes, for paper and plastic that know no letters for them."""

from math import cos, pi, sin

Point = tuple[float, float]
_STEM = [(-0.05, 0.0), (0.05, 0.0), (0.18, 0.5), (-0.18, 0.5)]
_STEPS = 48


def outlines(suit: str) -> list[list[Point]]:
    """Polygons that together are the suit, around (0, 0), 1 high, y downwards."""
    return _SUITS[suit]


def _circle(x: float, y: float, radius: float) -> list[Point]:
    turns = [2 * pi * n / _STEPS for n in range(_STEPS)]
    return [(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns]


def _heart(top: float, bottom: float) -> list[Point]:
    """The curve of sines that everyone knows, between two heights; upside down if they are."""
    found = []
    for n in range(_STEPS):
        turn = 2 * pi * n / _STEPS
        x = 16 * sin(turn) ** 3
        y = 13 * cos(turn) - 5 * cos(2 * turn) - 2 * cos(3 * turn) - cos(4 * turn)
        # The curve is from -17 to 11.93 high.
        found.append((x / 32, bottom + (y + 17) / 28.93 * (top - bottom)))
    return found


_SUITS = {
    "clubs": [_circle(0, -0.26, 0.24), _circle(-0.25, 0.1, 0.24), _circle(0.25, 0.1, 0.24), _STEM],
    "diamonds": [[(0.0, -0.5), (0.38, 0.0), (0.0, 0.5), (-0.38, 0.0)]],
    "hearts": [_heart(-0.46, 0.5)],
    "spades": [_heart(0.34, -0.5), _STEM],
}
RED = ("diamonds", "hearts")
