"""How well a card and an antenna feel each other, 1.0 well.

Below POWERED a card does not start, from RELIABLE on nothing is lost.
"""

POWERED = 0.2
RELIABLE = 0.6


def loss(coupling: float) -> float:
    """The share of frames that a weakly coupled card loses."""
    weak = (RELIABLE - max(coupling, POWERED)) / (RELIABLE - POWERED)
    return weak * weak
