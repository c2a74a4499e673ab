"""Carrés and sequences: find them in a hand, and decide which side scores them."""

from micropython import const

from belote import choices
from codes.game import Bids, MeldKinds

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Sequence

    from belote.house import House

    Strength = tuple[int, int, int]

SEQUENCES = bytes((MeldKinds.TIERCE, MeldKinds.FIFTY, MeldKinds.HUNDRED))
CARRES = bytes((MeldKinds.CARRE,))
ALL_KINDS = SEQUENCES + CARRES

_RANKED = const(b"\x04\x02\x05\x00\x01\x03")  # strength of the carrés of 9 T J Q K A
_ACES = const(5)  # strength of four aces in no trumps, where no other carré counts
_CARRE_RANKS = const(0xFC)  # mask of the ranks from 9 to ace

# Points of sequences, by kind, and points of carrés, by strength
_RUNS = const(b"\x14\x32\x64")
_FOURS = const(b"\x64\x64\x64\x64\x96\xc8")


class Meld:
    """A carré or a sequence.

    `kind` is one of `MeldKinds`. `top` is the highest rank of a sequence, or the rank of a carré.
    A carré has suit 0. The better of two melds has the greater `strength`; equally good melds have
    the same.
    """

    def __init__(self, kind: int, suit: int, top: int, strength: "Strength", points: int) -> None:
        self.kind = kind
        self.suit = suit
        self.top = top
        self.strength = strength
        self.points = points

    def order(self) -> "tuple[Strength, int]":
        """Return the key by which the melds of a hand are sorted."""
        return self.strength, self.suit

    def cards(self) -> list[int]:
        """Return the cards to show for the meld; for a hundred these are the highest five."""
        if self.kind == MeldKinds.CARRE:
            return [suit << 3 | self.top for suit in range(4)]
        return [self.suit << 3 | rank for rank in range(self.top, self.top - self.kind - 3, -1)]

    def shortened(self, kind: int) -> "Meld":
        """Return the sequence as a shorter kind with the same top card."""
        return sequence(kind, self.suit, self.top, self.strength[2])


def carre(rank: int, contract: int) -> Meld:
    """Return the carré of a rank, which must be the ace in no trumps."""
    place = _ACES if contract == Bids.NO_TRUMPS else _RANKED[rank - 2]
    return Meld(MeldKinds.CARRE, 0, rank, (MeldKinds.CARRE, place, 0), _FOURS[place])


def sequence(kind: int, suit: int, top: int, trump: int) -> Meld:
    """Return a sequence; `trump` is 1 if being in trump makes it stronger."""
    return Meld(kind, suit, top, (kind, top, trump), _RUNS[kind])


class Melds:
    """The melds of a deal: `of` has the melds that `find` found last for each seat.

    Call `find` for every seat before you call `score`, which compares the melds in `of`.
    """

    def __init__(self, house: "House") -> None:
        self.house = house
        self.of: "list[Sequence[Meld]]" = [()] * 4

    def find(
        self, seat: int, hand: bytearray, contract: int, claims: "Sequence[int] | None" = None
    ) -> "Sequence[Meld]":
        """Return the set of melds in a hand that is worth most, and store it in `of`.

        `claims` has the kind of each announced meld; only melds that match a claim are found.
        With None, all melds are found.
        """
        found: "Sequence[Meld]" = ()
        if self.house.melds and (claims is None or claims):  # skip the many hands without claims
            found = self._find(hand, contract, claims)
        self.of[seat] = found
        return found

    def _find(
        self, hand: bytearray, contract: int, claims: "Sequence[int] | None"
    ) -> "Sequence[Meld]":
        """Return the best melds of a hand, trying each subset of its carrés."""
        fours = hand[0] & hand[1] & hand[2] & hand[3] & _CARRE_RANKS
        if contract == Bids.NO_TRUMPS:
            fours &= 0x80 if self.house.no_trump else 0
        found: "Sequence[Meld]" = ()
        best: tuple = ()
        mask = fours
        while True:
            melds = self._split(hand, mask, contract)
            if claims is not None:
                melds = _match(melds, claims)
            # Comparing the best meld of each split is enough to find the split that is worth
            # most: a carré is never worth less than the sequences it breaks.
            top = max([meld.order() for meld in melds]) if melds else ()
            if top > best:
                best = top
                found = melds
            if not mask:
                return found
            mask = mask - 1 & fours

    def _split(self, hand: bytearray, mask: int, contract: int) -> list[Meld]:
        """Return the melds of a hand if it uses the carrés of the ranks in `mask`."""
        found = [carre(rank, contract) for rank in range(2, 8) if mask >> rank & 1]
        if contract != Bids.NO_TRUMPS:
            trumps_win = self.house.equal != choices.EQUAL_CANCEL
            for suit in range(4):
                left = hand[suit] & ~mask
                if left & left >> 1 & left >> 2:
                    trump = trumps_win and (contract == suit or contract == Bids.ALL_TRUMPS)
                    self._add_runs(found, suit, left, int(trump))
        if len(found) > 1:
            found.sort(key=Meld.order, reverse=True)
        return found

    def _add_runs(self, found: list[Meld], suit: int, mask: int, trump: int) -> None:
        """Add to `found` the sequences of a suit; `mask` has the ranks that they may use.

        If a sequence of eight scores 120, add a tierce for the 20 points above a hundred.
        """
        length = 0
        for rank in range(7, -2, -1):
            if rank >= 0 and mask >> rank & 1:
                length += 1
                continue
            if length >= 3:
                kind = min(length - 3, MeldKinds.HUNDRED)
                found.append(sequence(kind, suit, rank + length, trump))
                if length == 8 and self.house.eight:
                    found.append(sequence(MeldKinds.TIERCE, suit, 2, trump))
            length = 0

    def score(self, elder: int, out: list[int]) -> None:
        """Set `out` to the points of each side's melds that count."""
        out[0] = out[1] = 0
        contest = self.house.contest
        if contest == choices.CONTEST_ONE:
            self._award(self._best(elder, ALL_KINDS), ALL_KINDS, out)
            return
        best = self._best(elder, CARRES)
        self._award(best, CARRES, out)
        # With `contest: carre` a side with a carré scores its sequences, unless the other side has
        # a carré too.
        if contest != choices.CONTEST_CARRE or best < 0:
            best = self._best(elder, SEQUENCES)
        elif self._has_carre(best ^ 1):
            best = -1
        self._award(best, SEQUENCES, out)

    def _best(self, elder: int, group: bytes) -> int:
        """Return the side with the best meld of the kinds in `group`, -1 for neither side.

        If the best melds of both sides are equally good, the house decides: either the player
        who comes first from `elder` on has the best meld, or neither side has it.
        """
        best: tuple = ()
        best_side = -1
        seat = elder
        cancels = self.house.equal != choices.EQUAL_TRUMP_ELDER
        for _ in range(4):
            side = self.house.side(seat)
            for meld in self.of[seat]:
                if meld.kind in group:
                    if meld.strength > best:
                        best = meld.strength
                        best_side = side
                    elif meld.strength == best and side != best_side and cancels:
                        best_side = -1
            seat = self.house.after(seat)
        return best_side

    def _award(self, side: int, group: bytes, out: list[int]) -> None:
        """Add to `out` the points of a side's melds of the kinds in `group`.

        Side -1 has no melds.
        """
        for seat in range(4):
            if self.house.side(seat) == side:
                for meld in self.of[seat]:
                    if meld.kind in group:
                        out[side] += meld.points

    def _has_carre(self, side: int) -> bool:
        """Return whether a seat of the side has a carré."""
        for seat in range(4):
            if self.house.side(seat) == side:
                for meld in self.of[seat]:
                    if meld.kind == MeldKinds.CARRE:
                        return True
        return False


def _match(melds: list[Meld], claims: "Sequence[int]") -> list[Meld]:
    """Return the melds that were claimed; each claim is for one meld.

    A sequence also satisfies a claim of a shorter kind, and then counts as that kind.
    """
    left = list(claims)
    found = []
    for meld in melds:
        kind = meld.kind
        while kind not in left and kind in (MeldKinds.FIFTY, MeldKinds.HUNDRED):
            kind -= 1
        if kind in left:
            left.remove(kind)
            found.append(meld if kind == meld.kind else meld.shortened(kind))
    return found
