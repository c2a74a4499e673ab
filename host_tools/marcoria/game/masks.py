"""Conversion of hands to the engine's form: for each suit one byte with a bit for each rank."""

from collections.abc import Iterable


def masks(cards: Iterable[int]) -> bytearray:
    """Return five bytes: a bit mask of the ranks held in each suit, and 0 for "no suit"."""
    hand = bytearray(5)
    for card in cards:
        hand[card >> 3] |= 1 << (card & 7)
    return hand
