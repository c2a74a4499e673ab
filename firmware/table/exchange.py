"""What some houses do with cards before the first trick: the bottom card is shown, and the seven
of trump exchanged for the card turned up. Loaded for those houses only."""

from micropython import const

_BOTTOM = const(16)
_SEVEN = const(15)
_UNDO = const(20)
_PLAY = const(4)
_DEALER = const(3)
_STAYS = const(1)
_NOBODY = const(4)

_SHOW_UPCARD = const(95)  # text


class Exchange:
    """Looks at the cards that `cards` is about to take for plays."""

    def __init__(self, cards) -> None:  # type: ignore[no-untyped-def]
        self.cards = cards
        self.match = match = cards.match
        self._seat = _NOBODY  # who has shown the seven
        seat = match.audit.seat[0]
        if match.audit.plays and self._may_exchange(seat, match.audit.card[0]):
            self._seat = seat  # before the table was started again

    def _bottom_due(self) -> bool:
        match = self.match
        return match.house.upcard == _STAYS and not match.upcard.bottom and not match.audit.plays

    def asks(self) -> bool:
        """Whether the dealer has to show the bottom card, beside whoever is to lead."""
        match = self.match
        leads = self.cards.wanted == 1 << match.trick.seat and match.phase == _PLAY
        return leads and self._bottom_due()

    def takes(self, seat: int, card: int) -> bool:
        """Whether a card is no play."""
        match = self.match
        if self._bottom_due() and seat == match.totals[_DEALER]:
            if card != match.upcard.card:
                self.cards.happen(_BOTTOM, seat, card)
            return True
        # Who led the seven in an earlier deal may have taken the card turned up in this one.
        seven = match.auction.contract << 3
        if card == match.upcard.card and seat == self._seat and self._may_exchange(seat, seven):
            self._exchange(seat)
            return True
        if not self._may_exchange(seat, card):
            return False
        self._seat = seat
        if seat == match.trick.seat:
            return False
        self.cards.table.say(_SHOW_UPCARD, seat)
        return True

    def _exchange(self, seat: int) -> None:
        """The card turned up follows the seven, which was taken for a lead if it could be one."""
        audit = self.match.audit
        self._seat = _NOBODY
        if audit.plays and audit.card[0] == self.match.auction.contract << 3:
            self.cards.happen(_UNDO, seat, 0)
        self.cards.happen(_SEVEN, seat, 0)

    def _may_exchange(self, seat: int, card: int) -> bool:
        """Whether a card may be the seven of one who exchanges it."""
        match = self.match
        return (
            match.house.seven
            and card == match.auction.contract << 3
            and match.upcard.card >> 3 == match.auction.contract
            and not match.announcements.claims[seat]
            and match.audit.plays < match.house.players
            and (match.house.upcard == _STAYS or seat != match.auction.taker)
        )
