"""What a layout is made of. Millimetres from the table's middle, x to the East, y to the South, as
a drawing has them."""

from dataclasses import dataclass, replace
from math import hypot


@dataclass(frozen=True)
class Rect:
    """An upright rectangle around (x, y)."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0

    @property
    def left(self) -> float:
        return self.x - self.width / 2

    @property
    def top(self) -> float:
        return self.y - self.height / 2

    @property
    def right(self) -> float:
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        return self.y + self.height / 2

    def grown(self, by: float) -> "Rect":
        """By so much on each side."""
        return replace(self, width=self.width + 2 * by, height=self.height + 2 * by)

    def turned(self, quarters: int) -> "Rect":
        """Around the table's middle, clockwise."""
        x, y = turn(self.x, self.y, quarters)
        size = (self.height, self.width) if quarters % 2 else (self.width, self.height)
        return Rect(x, y, *size, self.radius)

    def gap(self, other: "Rect") -> float:
        """How far apart they are; below 0 where they overlap."""
        across = max(other.left - self.right, self.left - other.right)
        along = max(other.top - self.bottom, self.top - other.bottom)
        return hypot(across, along) if across > 0 and along > 0 else max(across, along)

    def within(self, other: "Rect") -> bool:
        """Whether all of it is inside."""
        across = other.left <= self.left and self.right <= other.right
        return across and other.top <= self.top and self.bottom <= other.bottom


@dataclass(frozen=True)
class Hole:
    """A round one."""

    x: float
    y: float
    diameter: float

    def turned(self, quarters: int) -> "Hole":
        """Around the table's middle, clockwise."""
        return Hole(*turn(self.x, self.y, quarters), self.diameter)

    @property
    def box(self) -> Rect:
        """What it just fits in."""
        return Rect(self.x, self.y, self.diameter, self.diameter)


Shape = Rect | Hole


def turn(x: float, y: float, quarters: int) -> tuple[float, float]:
    """Around the table's middle, clockwise."""
    for _ in range(quarters % 4):
        x, y = -y, x
    return x, y
