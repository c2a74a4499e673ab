"""Melds announced, shown, and found to be there or not."""

from micropython import const

from belote import choices
from belote.melds import Melds
from codes import answers, bids, kinds, offences

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.auction import Auction
    from belote.audit import Audit
    from belote.conduct import Conduct
    from belote.house import House


class Announcements:
    """By seat, two bits a kind: `announced` says how many, `claims` what is left of them when the
    first trick is cleared. `melds` has those that were found in the hands."""

    def __init__(
        self, house: "House", auction: "Auction", audit: "Audit", conduct: "Conduct"
    ) -> None:
        self.house = house
        self.auction = auction
        self.audit = audit
        self.conduct = conduct
        self.melds = Melds(house)
        self.announced = bytearray(4)
        self.claims = bytearray(4)
        self._hand = bytearray(5)
        self._asking = False  # `to_show` wants to know, and nothing is to change

    def clear(self) -> None:
        """A new deal."""
        for seat in range(4):
            self.announced[seat] = self.claims[seat] = 0

    def announce(self, seat: int, kind: int) -> int:
        """One meld, before the first card of `seat`."""
        refused = self._unfit(seat, kind)
        if refused:
            return refused
        claims = self.claims[seat]
        total = 1
        for other in range(0, 8, 2):
            total += claims >> other & 3
        if total > 3:
            return offences.FALSE_MELD
        claims += 1 << kind * 2
        if self.audit.scanned:
            if self.audit.held(seat) < self.house.cards:
                return answers.HAND_SHORT
            if self.find(seat, self.audit.hands[seat], claims) != claims:
                return offences.FALSE_MELD
        self.announced[seat] = self.claims[seat] = claims
        return 0

    def _unfit(self, seat: int, kind: int) -> int:
        house = self.house
        if kind > kinds.CARRE:
            return answers.BAD_EVENT
        without = self.auction.contract == bids.NO_TRUMPS
        if not house.melds or (without and not (house.no_trump and kind == kinds.CARRE)):
            return answers.NOT_HERE
        return answers.LATE if self.audit.left[seat] < house.cards else 0

    def to_show(self) -> int:
        """The seats, a bit each, that the table asks to show melds when the first trick is
        complete; who gives in to melds as high need not."""
        self._asking = True
        unshown = self.close()
        self._asking = False
        return unshown

    def close(self) -> int:
        """The first trick is cleared: a side that announced no less than the other has shown
        its melds, or loses them. Returns the seats, a bit each, that have not."""
        if self.house.contest == choices.CONTEST_ONE:
            return self._close_group(kinds.TIERCE, kinds.CARRE + 1)
        unshown = self._close_group(kinds.TIERCE, kinds.CARRE)
        return unshown | self._close_group(kinds.CARRE, kinds.CARRE + 1)

    def settle(self) -> None:
        """All cards have been laid: notes what was false, and finds what was right."""
        for seat in range(4):
            laid = self.audit.laid[seat]
            announced = self.announced[seat]
            if self.find(seat, laid, announced) != announced:
                self.conduct.note(seat, offences.FALSE_MELD, 0, self.audit.plays)
            self.find(seat, laid, self.claims[seat])

    def borne(self, seat: int) -> int:
        """Of the claims of a seat those that the cards it has shown or laid bear out."""
        hand = self._hand
        for suit in range(4):
            hand[suit] = self.audit.hands[seat][suit] | self.audit.laid[seat][suit]
        return self.find(seat, hand, self.claims[seat])

    def find(self, seat: int, hand: bytearray, claims: int) -> int:
        return self.melds.find(seat, hand, self.auction.contract, claims)

    def _close_group(self, low: int, high: int) -> int:
        """For the kinds from `low` up to `high`, which are compared with each other."""
        unshown = 0
        for side in range(2):
            mine = self._highest(side, low, high, False)
            theirs = self._highest(side ^ 1, low, high, False)
            if self.house.contest == choices.CONTEST_CARRE and low < kinds.CARRE:
                # Whoever faces a carré shows no sequences; whoever alone holds one, all of his.
                if self._has_carre(side ^ 1):
                    continue
                if self._has_carre(side):
                    theirs = -1
            if mine >= 0 and mine >= theirs:
                # Of equal kinds the lower need not be shown.
                equal = mine == theirs == self._highest(side ^ 1, low, high, True)
                unshown |= self._hide(side, (1 << high * 2) - (1 << low * 2), equal)
        return unshown

    def _hide(self, side: int, group: int, equal: bool) -> int:
        """Drops the claims of those kinds whose cards have not been seen, but not if `to_show`
        only wants to know who made them. Returns those seats."""
        unshown = 0
        for seat in range(4):
            if self.house.side(seat) != side:
                continue
            hidden = (self.claims[seat] & group) - (self.borne(seat) & group)
            if hidden:
                unshown |= 1 << seat
            if hidden and not self._asking:
                self.claims[seat] -= hidden
                if not equal:
                    self.conduct.note(seat, offences.MELD_NOT_SHOWN, 0, self.audit.plays)
        return unshown

    def _has_carre(self, side: int) -> bool:
        return self._highest(side, kinds.CARRE, kinds.CARRE + 1, False) >= 0

    def _highest(self, side: int, low: int, high: int, borne: bool) -> int:
        """The highest kind that a side announced, and has borne out if that is asked; -1 for
        none."""
        best = -1
        for seat in range(4):
            if self.house.side(seat) == side:
                claims = self.borne(seat) if borne else self.announced[seat]
                for kind in range(low, high):
                    if claims >> kind * 2 & 3 and kind > best:
                        best = kind
        return best
