"""Belote and rebelote: calls for king and queen of trump, and salt for late or missing calls."""

from micropython import const

from belote import choices
from codes.game import Answers, Offences

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.audit import Audit
    from belote.conduct import Conduct
    from belote.house import House

_QUEEN = const(5)  # rank of a queen; a king's is one more
_WORTH = const(20)

# How a card was called.
_WAS_CALLED = const(1)
_WAS_LATE = const(2)
_WAS_FALSE = const(4)

# When a card may be called: not now; in time; or late, when opponents may salt the belote.
_CLOSED = const(0)
_IN_TIME = const(1)
_SALTABLE = const(2)


class Pairs:
    """The kings and queens of trump, by index: `suit * 2` for a queen, and 1 more for the king.

    `at` has the number of the play in which the card was laid, from 1 on; 0 if it was not laid.
    `calls` has flags that say how the card was called.
    """

    def __init__(self, house: "House", audit: "Audit", conduct: "Conduct") -> None:
        self.house = house
        self.audit = audit
        self.conduct = conduct
        self.at = bytearray(8)
        self.calls = bytearray(8)
        self.clear()

    def clear(self) -> None:
        """Reset for a new deal."""
        self.salted = 0  # mask of the suits whose belote was salted, and so is worth nothing
        self._last = 0  # index of the card that was called last
        for card in range(8):
            self.at[card] = self.calls[card] = 0

    def lay(self, card: int) -> None:
        """Store that a card of a trump suit was laid, if it is a king or queen."""
        place = _place(card)
        if place >= 0:
            self.at[place] = self.audit.plays

    def call(self, seat: int, arg: int) -> int:
        """Call the last uncalled king or queen that `seat` laid; return 0 or a refusal."""
        refused = self.bars_call(seat)
        if refused:
            return refused
        found = self.uncalled(seat)
        audit = self.audit
        if audit.scanned and not audit.had(seat, _card(found ^ 1)):
            return Offences.FALSE_BELOTE
        in_time = self._window(found) == _IN_TIME
        self.calls[found] = _WAS_CALLED if in_time else _WAS_CALLED | _WAS_LATE
        self._last = found
        return 0

    def is_called(self, card: int) -> bool:
        """Return whether a card is a king or queen of trump that was called."""
        place = _place(card)
        return place >= 0 and self.calls[place] != 0

    def is_last_false(self) -> bool:
        """Return whether the last call was proved false."""
        return self.calls[self._last] & _WAS_FALSE != 0

    def bars_call(self, seat: int) -> int:
        """Return why `seat` may not call now, 0 if it may; its hand is not looked at."""
        house = self.house
        found = self.uncalled(seat)
        if found < 0:
            return Answers.NOTHING
        if self._window(found) == _CLOSED:
            return Answers.LATE
        at = self.at[found ^ 1]
        if house.calls and at and self.audit.seat[at - 1] == seat:
            return Answers.LATE
        if house.order and not found & 1 and not 0 < at < self.at[found]:
            return Answers.NOT_NOW
        return 0

    def salt(self, seat: int, arg: int) -> int:
        """Salt all belotes that `seat` may salt now; return 0 or a refusal."""
        if self.house.late != choices.LATE_SALT:
            return Answers.NOT_HERE
        salted = self.saltable(seat)
        if not salted:
            return Answers.NOTHING
        self.salted |= salted
        return 0

    def saltable(self, seat: int) -> int:
        """Return a mask of the suits whose belotes `seat` may salt now."""
        side = self.house.side(seat)
        found = 0
        for card in range(8):
            window = self._window(card)
            if not window or (window == _IN_TIME and not self.audit.over()):
                continue
            owner = self.audit.seat[self.at[card] - 1]
            theirs = self.house.side(owner) != side
            if theirs and self.calls[card] & (_WAS_CALLED | _WAS_LATE) != _WAS_CALLED:
                found |= 1 << (card >> 1)
        return found & ~self.salted

    def expose(self) -> None:
        """Log false belotes: their callers certainly did not have the other card of the pair."""
        if not any(self.calls):
            return
        audit = self.audit
        for card in range(8):
            if self.calls[card] & (_WAS_CALLED | _WAS_FALSE) == _WAS_CALLED:
                other = _card(card ^ 1)
                at = self.at[card] - 1
                seat = audit.seat[at]
                if not audit.had(seat, other) and (audit.over() or audit.place(other)):
                    self.calls[card] |= _WAS_FALSE
                    self.conduct.note(seat, Offences.FALSE_BELOTE, at, audit.plays)

    def worth(self, side: int) -> int:
        """Return the points of a side's belotes as called so far."""
        worth = 0
        audit = self.audit
        for suit in range(4):
            queen = self.at[suit * 2]
            king = self.at[suit * 2 + 1]
            if not queen or not king or self.salted >> suit & 1:
                continue
            seat = audit.seat[queen - 1]
            if seat == audit.seat[king - 1] and self.house.side(seat) == side:
                calls = self.calls[suit * 2] & _WAS_CALLED
                calls += self.calls[suit * 2 + 1] & _WAS_CALLED
                if calls == 2 or (calls and self.house.calls):
                    worth += _WORTH
        return worth

    def uncalled(self, seat: int) -> int:
        """Return the index of the last king or queen that `seat` laid and has not called.

        Return -1 if there is none.
        """
        found = -1
        last = 0
        for card in range(8):
            at = self.at[card]
            if at > last and self.audit.seat[at - 1] == seat and not self.calls[card]:
                last = at
                found = card
        return found

    def _window(self, card: int) -> int:
        """Return `_IN_TIME`, `_SALTABLE` or `_CLOSED`; a card that was not laid is `_CLOSED`."""
        at = self.at[card]
        plays = self.audit.plays
        if not at:
            return _CLOSED
        if plays == at:
            return _IN_TIME
        if self.house.late != choices.LATE_SALT:
            return _CLOSED
        players = self.house.players
        return _SALTABLE if plays < (at // players + 1) * players else _CLOSED


def _place(card: int) -> int:
    """Return the index of a king or queen in `Pairs.at`, -1 for another card."""
    king = (card & 7) - _QUEEN
    return (card >> 3) * 2 + king if 0 <= king <= 1 else -1


def _card(place: int) -> int:
    """Return the card that has the index `place` in `Pairs.at`."""
    return (place >> 1) << 3 | _QUEEN + (place & 1)
