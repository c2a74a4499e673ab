"""Conversion of hands to the engine's form: for each suit one byte with a bit for each rank."""

from collections.abc import Iterable, Sequence

from marcoria.firmware.belote.trick import FREE, Trick


def masks(cards: Iterable[int]) -> bytearray:
    """Return five bytes: a bit mask of the ranks held in each suit, and 0 for "no suit"."""
    hand = bytearray(5)
    for card in cards:
        hand[card >> 3] |= 1 << (card & 7)
    return hand


def legal_cards(trick: Trick, cards: Sequence[int]) -> list[int]:
    """Return the cards of a hand that the next player may lay."""
    legal = trick.legal(masks(cards))
    suit, ranks, free = legal >> 8 & 7, legal & 255, legal & FREE
    return [card for card in cards if (ranks >> (card & 7) & 1 if card >> 3 == suit else free)]
