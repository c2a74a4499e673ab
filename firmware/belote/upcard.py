"""The card turned up: who gets it, what it is exchanged for, and the one below the pack."""

from micropython import const

from belote import choices
from codes import answers, seats

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.announcements import Announcements
    from belote.audit import Audit
    from belote.house import House


class Upcard:
    """`card` is the one turned up, -1 for none; `taker` the seat that got it; `bottom` tells
    whether the bottom was shown."""

    def __init__(self, house: "House", audit: "Audit", announcements: "Announcements") -> None:
        self.house = house
        self.audit = audit
        self.announcements = announcements
        self.clear()

    def clear(self) -> None:
        """A new deal."""
        self.card = -1
        self.taker = seats.NOBODY
        self.bottom = 0

    def turn(self, card: int) -> int:
        """It lies on the table."""
        if self.audit.place(card):
            return answers.CARD_SEEN
        self.audit.out(card)
        self.card = card
        return 0

    def take(self, taker: int) -> None:
        """The bidding is over: it is the taker's, where it does not stay."""
        if self.house.upcard == choices.UPCARD_TAKEN and self.card >= 0:
            self.taker = taker
            self.audit.show(taker, self.card)

    def exchange(self, seat: int, arg: int = 0) -> int:
        """`seat` gives the seven of trump for it."""
        audit = self.audit
        seven = audit.trump << 3
        refused = self._unfit(seat, seven) or audit.absent(seat, seven)
        if not refused:
            audit.out(seven, seat)
            audit.out(self.card, self.taker)
            audit.show(seat, self.card)
            if self.taker != seats.NOBODY:
                audit.show(self.taker, seven)
        return refused

    def show_bottom(self, seat: int, card: int) -> int:
        """The bottom card of a pack that is not all dealt."""
        if self.house.upcard != choices.UPCARD_STAYS:
            return answers.NOT_HERE
        if self.bottom:
            return answers.NOTHING
        if self.audit.place(card):
            return answers.CARD_SEEN
        self.audit.out(card)
        self.bottom = 1
        return 0

    def _unfit(self, seat: int, seven: int) -> int:
        """Why nobody, or not `seat`, may exchange it."""
        if not self.house.seven:
            return answers.NOT_HERE
        if self.card >> 3 != self.audit.trump or self.card == seven:
            return answers.NOTHING
        if self.announcements.claims[seat] or self._is_late(seat):
            return answers.LATE
        return answers.NOT_YOURS if seat == self.taker else 0

    def _is_late(self, seat: int) -> bool:
        if self.taker != seats.NOBODY:
            return self.audit.plays > 0
        rival = seat ^ 2  # across a table of two
        return self.audit.left[rival] < self.house.cards
