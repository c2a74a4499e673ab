"""The share of a card: the fraction of random deals in which no other card was better.

The random deals agree with what the player knew.
"""

from marcoria.value import Value

_Z = 1.96  # standard deviations on each side of a 95 % confidence interval
_PLACES = 3  # decimal places of the numbers in JSON


class Share(Value):
    """A share from 0 to 1, and the limits of its 95 % confidence interval."""

    def __init__(self, value: float, least: float, most: float) -> None:
        self.value = value
        self.least = least
        self.most = most

    def facts(self) -> "dict[str, object]":
        """Return the share and its interval as fields for JSON."""
        value, least, most = [round(x, _PLACES) for x in (self.value, self.least, self.most)]
        return {"share": value, "share_interval": [least, most]}

    def in_per_cent(self) -> tuple[int, int]:
        """Return the limits of the interval in per cent, rounded."""
        return round(100 * self.least), round(100 * self.most)


NO_CHOICE = Share(1.0, 1.0, 1.0)  # the share of the only legal card


def sampled(best: int, deals: int) -> Share:
    """Return the share of a card that was best in `best` of `deals` random deals.

    The interval is the Wilson score interval. It is also right for few deals, and for shares near
    0 and 1.
    """
    value = best / deals
    square = _Z * _Z
    middle = (best + square / 2) / (deals + square)
    spread = _Z * (best * (deals - best) / deals + square / 4) ** 0.5 / (deals + square)
    # Rounding must not put the value outside its interval.
    least, most = min(value, middle - spread), max(value, middle + spread)
    return Share(value, max(0.0, least), min(1.0, most))
