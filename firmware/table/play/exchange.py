"""What some houses do with cards before the first trick: the bottom card is shown, and the seven
of trump exchanged for the card turned up. Other houses have nothing of it."""

from micropython import const

import texts
from belote import choices
from codes.game import Events, Phases, Seats, Totals

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from table.table import Table

    Happen = Callable[[int, int, int], int]


class Exchange:
    """Looks at the cards that are about to be taken for plays, and lets happen what they are."""

    def __init__(self, table: "Table", happen: "Happen") -> None:
        self.table = table
        self.match = table.match
        self.happen = happen
        self._seat = Seats.NOBODY  # who has shown the seven
        self.resume()

    def resume(self) -> None:
        """Find out whether the seven was shown before the table was started again: it was led."""
        audit = self.match.audit
        self._seat = Seats.NOBODY
        if audit.plays and self._may_exchange(audit.seat[0], audit.card[0]):
            self._seat = audit.seat[0]

    def _bottom_due(self) -> bool:
        match = self.match
        return (
            match.house.upcard == choices.UPCARD_STAYS
            and not match.play.bottom
            and not match.audit.plays
        )

    def asks(self, wanted: int) -> bool:
        """Return whether the dealer has to show the bottom card, beside whoever is to lead."""
        match = self.match
        leads = wanted == 1 << match.trick.seat and match.phase == Phases.PLAY
        return leads and self._bottom_due()

    def takes(self, seat: int, card: int) -> bool:
        """Take a card that is no play; return whether it is none."""
        match = self.match
        if self._bottom_due() and seat == match.totals[Totals.DEALER]:
            if card != match.play.upcard:
                self.happen(Events.BOTTOM, seat, card)
            return True
        # Who led the seven in an earlier deal may have taken the card turned up in this one.
        seven = match.auction.contract << 3
        if card == match.play.upcard and seat == self._seat and self._may_exchange(seat, seven):
            self._exchange(seat)
            return True
        if not self._may_exchange(seat, card):
            return False
        self._seat = seat
        if seat == match.trick.seat:
            return False
        table = self.table
        table.voice.say(texts.SHOW_UPCARD, seat, 0, table.pads.pad_of(seat))
        return True

    def _exchange(self, seat: int) -> None:
        """Give the card turned up for the seven, which was taken for a lead if it could be one."""
        audit = self.match.audit
        self._seat = Seats.NOBODY
        if audit.plays and audit.card[0] == self.match.auction.contract << 3:
            self.happen(Events.UNDO, seat, 0)
        if not self.happen(Events.SEVEN, seat, 0):
            self.table.voice.exchanged(seat)

    def _may_exchange(self, seat: int, card: int) -> bool:
        """Return whether a card may be the seven of one who exchanges it."""
        match = self.match
        return bool(
            match.house.seven
            and card == match.auction.contract << 3
            and match.play.upcard >> 3 == match.auction.contract
            and not match.announcements.claims[seat]
            and match.audit.plays < match.house.players
            and (match.house.upcard == choices.UPCARD_STAYS or seat != match.auction.taker)
        )
