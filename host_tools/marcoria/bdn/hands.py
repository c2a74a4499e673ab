"""The four hands as the tag Deal has them, in the manner of PBN."""

import re
from typing import TypeAlias

from marcoria.bdn.document import Deal
from marcoria.bdn.faults import PaperError
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import RANKS, SEATS

UNKNOWN = "-"
_SUITS = (3, 2, 1, 0)  # as they are written: spades, hearts, diamonds, clubs
_HIGH_FIRST = range(7, -1, -1)

_HAND = re.compile(r"\S+")

Hands: TypeAlias = "list[bytearray]"  # ranks, a mask for each suit
_WRITTEN = [
    "".join(RANKS[rank] for rank in _HIGH_FIRST if mask >> rank & 1) for mask in range(256)
]
_COUNT = [bin(mask).count("1") for mask in range(256)]


def known(game: Match) -> Hands:
    """What is known of the hands at the end of a deal."""
    audit = game.audit
    return [
        bytearray(held | laid for held, laid in zip(audit.hands[seat], audit.laid[seat]))[:4]
        for seat in range(4)
    ]


def written(hands: Hands, size: int) -> str:
    """The value of the tag, North first."""
    return f"{SEATS[0]}:{' '.join(_hand(hand, size) for hand in hands)}"


def _hand(hand: bytearray, size: int) -> str:
    count = sum(_COUNT[mask] for mask in hand)
    if not count:
        return UNKNOWN
    return ".".join(_WRITTEN[hand[suit]] for suit in _SUITS) + UNKNOWN * (size - count)


class Owners:
    """Whose each card is as Deal says: `of` by card, 4 for nobody's that is known; `whole` tells
    of which seats every card is known."""

    def __init__(self, deal: Deal, seats: tuple[int, ...], size: int) -> None:
        self.deal = deal
        self.of = bytearray(b"\x04" * 32)
        self.whole = [False] * 4
        value = deal.tags["Deal"]
        if value == UNKNOWN:
            return
        first, colon, rest = value.partition(":")
        start = SEATS.find(first.upper()) if len(first) == 1 else -1
        if start < 0 or not colon:
            raise self._wrong("Deal begins with a seat and a colon, like N:AK9.T87.J.8 ...", 0)
        at, found = len(first) + 1, list(_HAND.finditer(rest))
        if len(found) != 4:
            raise self._wrong(f"Deal has four hands, - for an unknown one, not {len(found)}", at)
        for turn, one in enumerate(found):
            self._read(start + turn & 3, one.group(), at + one.start(), seats, size)

    def _wrong(self, told: str, at: int) -> PaperError:
        return self.deal.wrong_tag("Deal", told, at)

    def _read(self, seat: int, text: str, at: int, seats: tuple[int, ...], size: int) -> None:
        """One hand."""
        who, bare = SEATS[seat], text.rstrip(UNKNOWN)
        if not bare:
            if text not in (UNKNOWN, UNKNOWN * size):
                raise self._wrong(f"an unknown hand is -, not '{text}'", at)
            return
        if seat not in seats:
            raise self._wrong(f"nobody sits at {who} at a table of two: its hand is -", at)
        if bare.count(".") != 3:
            told = f"the hand of {who} has four suits, S.H.D.C, with points between them"
            raise self._wrong(told, at)
        suit = 0
        count = len(text) - len(bare)
        for letter in bare:
            if letter == ".":
                suit += 1
            else:
                self._give(seat, letter, _SUITS[suit], at)
                count += 1
            at += 1
        if count != size:
            told = f"{who} has {count} cards and needs {size}"
            raise self._wrong(f"{told}: an unknown card is {UNKNOWN}", at - len(bare))
        self.whole[seat] = text == bare

    def _give(self, seat: int, letter: str, suit: int, at: int) -> None:
        rank = RANKS.find(letter.upper())
        if rank < 0:
            told = f"'{letter}' is no card: {' '.join(RANKS)}, and - for an unknown one"
            raise self._wrong(told, at)
        card = suit << 3 | rank
        if self.of[card] < 4:
            named = RANKS[rank] + "CDHS"[suit]
            told = f"{named} stands twice: {SEATS[self.of[card]]} and {SEATS[seat]}"
            raise self._wrong(told, at)
        self.of[card] = seat

    def hand(self, seat: int) -> list[int]:
        """The cards that are known of a seat."""
        return [card for card in range(32) if self.of[card] == seat]
