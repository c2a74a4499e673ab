"""Bit masks of hands, the legal cards of a hand, and whether a card would win a trick."""

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


def would_win(trick: Trick, card: int) -> bool:
    """Return whether a card would beat all cards laid in a trick so far."""
    suit, bit = card >> 3, 1 << (card & 7)
    if trick.led == 4:
        return True
    if suit == trick.led:
        return bool(trick.up & bit) and not trick.cut
    return suit == trick.trump and (not trick.cut or bool(trick.top & bit))
