"""A hand as the engine has it."""

from collections.abc import Iterable


def masks(cards: Iterable[int]) -> bytearray:
    """Return the ranks of a hand, a mask for each suit, and one for a suit that nobody has."""
    hand = bytearray(5)
    for card in cards:
        hand[card >> 3] |= 1 << (card & 7)
    return hand
