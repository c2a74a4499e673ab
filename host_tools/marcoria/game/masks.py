"""Hands in the form that the engine uses: one byte of ranks for each suit."""

from collections.abc import Iterable


def masks(cards: Iterable[int]) -> bytearray:
    """Return the mask of a hand's ranks for each suit, then an empty mask for no suit."""
    hand = bytearray(5)
    for card in cards:
        hand[card >> 3] |= 1 << (card & 7)
    return hand
