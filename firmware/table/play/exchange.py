"""Handling of the bottom card, and of the seven of trump that is exchanged for the upcard.

In some houses the dealer shows the bottom card before the first card is led. In some houses the
seven of trump may be exchanged for the upcard. Under `upcard: taken` this must come before the
first card, under `upcard: stays` before the opponent's first card. A player who has just led the
seven may still exchange it, because this play is undone first.
"""

from micropython import const

import texts
from belote import choices
from codes.game import Answers, Events, Phases, Seats, Totals

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from table.table import Table

    Happen = Callable[[int, int, int], int]


class Exchange:
    """Filter for cards that are shown or exchanged and must not count as plays."""

    def __init__(self, table: "Table", happen: "Happen") -> None:
        self.table = table
        self.match = table.match
        self.happen = happen
        self._seat = Seats.NOBODY  # the seat that has shown the seven of trump
        self.resume()

    def resume(self) -> None:
        """Set `_seat` again after a restart or a menu.

        `_seat` becomes the player who has led the seven of trump, if it may still be exchanged.
        Otherwise it becomes NOBODY.
        """
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
        """Return whether the dealer has to show the bottom card now, before the first card is led.

        `wanted` is the mask of the seats whose card is wanted.
        """
        match = self.match
        leads = wanted == 1 << match.trick.seat and match.phase == Phases.PLAY
        return leads and self._bottom_due()

    def takes(self, seat: int, card: int) -> bool:
        """Handle the bottom card, the seven of trump, or the upcard for which it is exchanged.

        Return True if the card must not count as a play. Return False for all other cards, and for
        the seven of the player whose turn it is: this seven is shown and also played.
        """
        match = self.match
        if self._bottom_due() and seat == match.totals[Totals.DEALER]:
            if card != match.play.upcard:
                self.happen(Events.BOTTOM, seat, card)
            return True
        if card == match.play.upcard and seat == self._seat and self._may_try(seat):
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
        """Exchange the seven for the upcard; if the seven was just led, undo this play first.

        The match refuses the exchange if it comes too late.
        """
        self._seat = Seats.NOBODY
        if self._has_led(seat) and self.match.events[-1].kind == Events.CARD:
            self.happen(Events.UNDO, seat, 0)
        if not self.happen(Events.SEVEN, seat, 0):
            self.table.voice.exchanged(seat)

    def _may_exchange(self, seat: int, card: int) -> bool:
        """Return whether a card is the seven of trump and `seat` may exchange it.

        A seven that was just led may be exchanged, because `_exchange` undoes this play.
        """
        match = self.match
        if card != match.auction.contract << 3:
            return False
        bars = match.play.bars_exchange(seat)
        return not bars or (bars == Answers.LATE and self._has_led(seat))

    def _may_try(self, seat: int) -> bool:
        """Return whether an upcard laid by `seat` is meant for an exchange.

        `_seat` may come from an earlier deal. So return True only if this seat may exchange the
        seven in this deal, or if it is too late for that but the first trick is not complete: then
        the match refuses the exchange.
        """
        match = self.match
        bars = match.play.bars_exchange(seat)
        first = match.audit.plays < match.house.players
        return not bars or (bars == Answers.LATE and first)

    def _has_led(self, seat: int) -> bool:
        """Return whether `seat` has led the seven of trump, the only card laid in the deal.

        Return False if `seat` has announced a meld.
        """
        match = self.match
        audit = match.audit
        seven = match.auction.contract << 3
        is_first = audit.plays == 1 and audit.seat[0] == seat and audit.card[0] == seven
        return is_first and not match.announcements.claims[seat]
