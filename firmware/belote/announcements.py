"""Melds: announced, shown, and checked against the cards."""

from micropython import const

from belote import choices
from belote.melds import ALL_KINDS, CARRES, SEQUENCES, Melds
from codes.game import Answers, Bids, MeldKinds, Offences

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Sequence

    from belote.auction import Auction
    from belote.audit import Audit
    from belote.conduct import Conduct
    from belote.house import House
    from belote.melds import Meld

_MOST_MELDS = const(3)  # maximum number of melds in a hand


class Hidden:
    """Melds that a seat has announced and whose cards were neither shown nor laid yet.

    `claims` has the kinds of these melds. `is_given_in` is set if the highest kinds of both sides
    are equal and the other side has shown its meld. Then the seat may keep its melds hidden; but
    hidden melds no longer count.
    """

    def __init__(self, seat: int, claims: list[int], is_given_in: bool) -> None:
        self.seat = seat
        self.claims = claims
        self.is_given_in = is_given_in


class Announcements:
    """The melds that were announced in a deal.

    Lists are indexed by seat. `announced` has the kinds of melds that were announced. `claims` has
    the kinds that can still count: `close` removes kinds that had to be shown to count and were
    not. `melds` has the melds found in the hands.
    """

    def __init__(
        self, house: "House", auction: "Auction", audit: "Audit", conduct: "Conduct"
    ) -> None:
        self.house = house
        self.auction = auction
        self.audit = audit
        self.conduct = conduct
        self.melds = Melds(house)
        self.announced: "list[tuple[int, ...]]" = [()] * 4
        self.claims: "list[tuple[int, ...]]" = [()] * 4
        self._hand = bytearray(5)

    def clear(self) -> None:
        """Reset for a new deal."""
        for seat in range(4):
            self.announced[seat] = self.claims[seat] = ()

    def announce(self, seat: int, kind: int) -> int:
        """Announce a meld for a seat; return 0 or a refusal.

        `kind` is one of `MeldKinds`. A scanned hand must be complete. It must have this meld and
        all melds that the seat has announced before.
        """
        refused = self.bars(seat, kind)
        if refused:
            return refused
        claims = self.claims[seat] + (kind,)
        if self.audit.scanned:
            if self.audit.held(seat) < self.house.cards:
                return Answers.HAND_SHORT
            if not self._holds(seat, self.audit.hands[seat], claims):
                return Offences.FALSE_MELD
        self.announced[seat] = self.claims[seat] = claims
        return 0

    def bars(self, seat: int, kind: int) -> int:
        """Return why a seat may not announce this kind, 0 if it may; its hand is not looked at."""
        house = self.house
        if kind > MeldKinds.CARRE:
            return Answers.BAD_EVENT
        without = self.auction.contract == Bids.NO_TRUMPS
        if not house.melds or (without and not (house.no_trump and kind == MeldKinds.CARRE)):
            return Answers.NOT_HERE
        if self.audit.left[seat] < house.cards:
            return Answers.LATE
        return Offences.FALSE_MELD if len(self.claims[seat]) == _MOST_MELDS else 0

    def to_show(self) -> int:
        """Return a mask of the seats whose melds are lost unless they are shown now.

        Call it after the first trick, before the next card.
        """
        seats = 0
        if self._is_any():
            for hidden in self._find_hidden():
                seats |= 1 << hidden.seat
        return seats

    def close(self) -> None:
        """Drop the melds that should have been shown before the second trick, and were not.

        A side must show its melds unless the other side has announced a higher kind. If it does
        not show them, log an offence, except if the highest kinds of both sides are equal and the
        other side has shown its meld.
        """
        if self._is_any():
            for hidden in self._find_hidden():
                claims = _without(self.claims[hidden.seat], hidden.claims)
                self.claims[hidden.seat] = tuple(claims)
                if not hidden.is_given_in:
                    plays = self.audit.plays
                    self.conduct.note(hidden.seat, Offences.MELD_NOT_SHOWN, 0, plays)

    def settle(self) -> None:
        """Log false melds, and store the valid melds in `melds`, once all cards have been laid."""
        for seat in range(4):
            laid = self.audit.laid[seat]
            if not self._holds(seat, laid, self.announced[seat]):
                self.conduct.note(seat, Offences.FALSE_MELD, 0, self.audit.plays)
            self.find(seat, laid, self.claims[seat])

    def borne(self, seat: int) -> "Sequence[Meld]":
        """Return the claimed melds of a seat that its known and laid cards prove.

        The melds are also stored in `melds`.
        """
        hand = self._hand
        for suit in range(4):
            hand[suit] = self.audit.hands[seat][suit] | self.audit.laid[seat][suit]
        return self.find(seat, hand, self.claims[seat])

    def find(self, seat: int, hand: bytearray, claims: "Sequence[int]") -> "Sequence[Meld]":
        """Return the claimed melds that are in a hand, and store them in `melds`."""
        return self.melds.find(seat, hand, self.auction.contract, claims)

    def _holds(self, seat: int, hand: bytearray, claims: "Sequence[int]") -> bool:
        """Return whether all claimed melds are in a hand."""
        return len(self.find(seat, hand, claims)) == len(claims)

    def _is_any(self) -> bool:
        """Return whether a meld was announced."""
        for announced in self.announced:
            if announced:
                return True
        return False

    def _find_hidden(self) -> list[Hidden]:
        """Return the claims that are lost unless their cards are shown."""
        if self.house.contest == choices.CONTEST_ONE:
            return self._find_hidden_of(ALL_KINDS)
        return self._find_hidden_of(SEQUENCES) + self._find_hidden_of(CARRES)

    def _find_hidden_of(self, group: bytes) -> list[Hidden]:
        """Return the claims of a group of kinds that are lost unless their cards are shown.

        Kinds of one group are compared with each other.
        """
        found: list[Hidden] = []
        for side in range(2):
            mine = self._highest(side, group, False)
            theirs = self._highest(side ^ 1, group, False)
            if self.house.contest == choices.CONTEST_CARRE and group == SEQUENCES:
                # If the other side has announced a carré, this side shows no sequences. If only
                # this side has announced a carré, it shows all of its sequences.
                if self._has_carre(side ^ 1):
                    continue
                if self._has_carre(side):
                    theirs = -1
            if mine >= 0 and mine >= theirs:
                # Once the other side has shown an equal kind, this side may keep its melds hidden,
                # for example because its cards are lower.
                is_given_in = mine == theirs == self._highest(side ^ 1, group, True)
                for seat in range(4):
                    claims = self._hidden(seat, group) if self.house.side(seat) == side else []
                    if claims:
                        found.append(Hidden(seat, claims, is_given_in))
        return found

    def _hidden(self, seat: int, group: bytes) -> list[int]:
        """Return the claims of a seat in a group of kinds, except those that its cards prove."""
        claims = [kind for kind in self.claims[seat] if kind in group]
        return _without(claims, [meld.kind for meld in self.borne(seat)])

    def _has_carre(self, side: int) -> bool:
        """Return whether a side has announced a carré."""
        return self._highest(side, CARRES, False) >= 0

    def _highest(self, side: int, group: bytes, borne: bool) -> int:
        """Return the highest kind of a group that a side has announced, -1 for none.

        With `borne`, count only melds that are proved by known and laid cards.
        """
        best = -1
        for seat in range(4):
            if self.house.side(seat) == side:
                if borne:
                    said = [meld.kind for meld in self.borne(seat)]
                else:
                    said = list(self.announced[seat])
                for kind in said:
                    if kind in group:
                        best = max(best, kind)
        return best


def _without(claims: "Sequence[int]", gone: "Sequence[int]") -> list[int]:
    """Return `claims` without one item for each kind in `gone`."""
    left = list(claims)
    for kind in gone:
        if kind in left:
            left.remove(kind)
    return left
