"""Carrés and sequences: finding them in a hand, and which side's count.

A meld is `strength << 2 | suit`, so that the better of two is the larger number. Strengths of
sequences are `kind << 4 | top rank << 1 | trump`, kinds 0 to 2 for tierce, quarte and quint;
carrés start at 64: `64 | order << 3 | rank`. Kind 3 is a carré.
"""

from micropython import const

from belote import choices
from codes import bids, kinds

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.house import House

LEAST_CARRE = const(256)
_LEAST = const(1)
_BEYOND = const(512)  # more than any meld

_RANKED = const(b"\x04\x02\x05\x00\x01\x03")  # the order of carrés of 9 T J Q K A
_ACES = const(5)  # their place in that order where only they count
_CARRES = const(0xFC)  # ranks four of which are one

# Points: of sequences by kind, of carrés by their place in that order.
_RUNS = const(b"\x14\x32\x64")
_FOURS = const(b"\x64\x64\x64\x64\x96\xc8")


def kind(meld: int) -> int:
    return kinds.CARRE if meld >= LEAST_CARRE else meld >> 6


def points(meld: int) -> int:
    return _FOURS[meld >> 5 & 7] if meld >= LEAST_CARRE else _RUNS[meld >> 6]


class Melds:
    """The melds of a deal: up to three a seat, in `of[seat * 3:]`, best first, 0 for none.
    Those of all seats are found anew before they are compared."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.of = [0] * 12
        self._trial = [0] * 3

    def find(self, seat: int, hand: bytearray, contract: int, claims: int = -1) -> int:
        """Finds the melds of a hand worth most, of those that bear out the `claims` (two bits a
        kind: how many were announced; -1 for any). Returns the claims it bears out."""
        of = self.of
        trial = self._trial
        at = seat * 3
        of[at] = of[at + 1] = of[at + 2] = 0
        if not claims or not self.house.melds:  # nothing to look for, as in most hands
            return 0
        best = -1
        borne = 0
        fours = hand[0] & hand[1] & hand[2] & hand[3] & _CARRES  # the ranks of his carrés
        if contract == bids.NO_TRUMPS:
            fours &= 0x80 if self.house.no_trump else 0
        sub = fours
        while True:
            self._split(hand, sub, contract)
            held = self._match(claims)
            # The best meld tells which split is worth most: a carré is never worth less than the
            # sequences it breaks.
            top = max(trial)
            if top > best:
                best = top
                borne = held
                for i in range(3):
                    of[at + i] = trial[i]
            if not sub:
                return borne
            sub = sub - 1 & fours

    def _split(self, hand: bytearray, mask: int, contract: int) -> None:
        """The melds of a hand that uses the carrés of the ranks in `mask`."""
        trial = self._trial
        trial[0] = trial[1] = trial[2] = 0
        for rank in range(2, 8):
            if mask >> rank & 1:
                order = _ACES if contract == bids.NO_TRUMPS else _RANKED[rank - 2]
                self._add((64 | order << 3 | rank) << 2)
        if contract == bids.NO_TRUMPS:
            return
        tells = self.house.equal != choices.EQUAL_CANCEL  # whether a trump sequence is the better
        for suit in range(4):
            left = hand[suit] & ~mask
            if left:
                trump = contract == suit or contract == bids.ALL_TRUMPS
                self._add_runs(suit, left, tells and trump)

    def _add_runs(self, suit: int, mask: int, trump: bool) -> None:
        """The sequences in the ranks that a hand has of a suit."""
        length = 0
        for rank in range(7, -2, -1):
            if rank >= 0 and mask >> rank & 1:
                length += 1
                continue
            if length >= 3:
                size = kinds.HUNDRED if length >= 5 else length - 3
                self._add((size << 4 | rank + length << 1 | trump) << 2 | suit)
                if length == 8 and self.house.eight:
                    self._add((2 << 1 | trump) << 2 | suit)
            length = 0

    def _add(self, meld: int) -> None:
        trial = self._trial
        for i in range(3):
            if meld > trial[i]:
                trial[i], meld = meld, trial[i]

    def _match(self, claims: int) -> int:
        """Keeps of the trial split what was claimed: a longer sequence bears out a claim of a
        shorter one, and then counts as the shorter."""
        trial = self._trial
        borne = 0
        for i in range(3):
            meld = trial[i]
            size = kind(meld)
            while meld and not claims >> size * 2 & 3 and size % 3:
                size -= 1
            if meld and claims >> size * 2 & 3:
                claims -= 1 << size * 2
                borne += 1 << size * 2
                if size < kinds.CARRE:
                    trial[i] = meld & 63 | size << 6
            else:
                trial[i] = 0
        return borne

    def score(self, elder: int, out: list[int]) -> None:
        """Adds up in `out` what each side's melds are worth."""
        out[0] = out[1] = 0
        contest = self.house.contest
        low = _LEAST if contest == choices.CONTEST_ONE else LEAST_CARRE
        best = self._best(elder, low, _BEYOND)
        self._award(best, low, _BEYOND, out)
        # The sequences apart, if any are left; with a carré all of that side's count, and none of
        # who faces one.
        if contest != choices.CONTEST_CARRE or best < 0:
            best = self._best(elder, _LEAST, low)
        elif self._has_carre(best ^ 1):
            best = -1
        self._award(best, _LEAST, low, out)

    def _best(self, elder: int, low: int, high: int) -> int:
        """The side with the best meld of those from `low` up to `high`, -1 for neither."""
        best = 0
        best_side = -1
        seat = elder
        cancels = self.house.equal != choices.EQUAL_TRUMP_ELDER
        for _ in range(4):
            side = self.house.side(seat)
            for i in range(seat * 3, seat * 3 + 3):
                meld = self.of[i]
                if low <= meld < high:
                    if meld >> 2 > best:
                        best = meld >> 2
                        best_side = side
                    elif meld >> 2 == best and side != best_side and cancels:
                        best_side = -1
            seat = self.house.after(seat)
        return best_side

    def _award(self, side: int, low: int, high: int, out: list[int]) -> None:
        if side >= 0:
            for i in range(12):
                if low <= self.of[i] < high and self.house.side(i // 3) == side:
                    out[side] += points(self.of[i])

    def _has_carre(self, side: int) -> bool:
        for i in range(12):
            if self.of[i] >= LEAST_CARRE and self.house.side(i // 3) == side:
                return True
        return False
