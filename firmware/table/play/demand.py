"""Seats whose card or key is wanted now, computed from the match at each step."""

from micropython import const

import texts
from belote import choices
from codes.game import Phases, Seats, Totals
from codes.table import Lamps

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.play.exchange import Exchange
    from table.table import Table

# Masks of the seats that have not agreed to a result. The first three masks are for four players,
# the last three for two. In each group the index is the mask of the sides that have agreed.
_AGREE = b"\x0f\x0a\x05\x05\x04\x01"
_LATER = const(3)  # how many cards of a hand are dealt after the bidding


class Demand:
    """Seats whose card or key is wanted, and the reason.

    `seats` is the mask of these seats, and `lamp` is what their lights show. Seats that have to
    show melds are also in `table.showing`. `early` is a mask of the pads on which a card was laid
    before the bidding was over.
    """

    def __init__(self, table: "Table", exchange: "Exchange") -> None:
        self.table = table
        self.match = table.match
        self.exchange = exchange
        self.seats = 0
        self.lamp = Lamps.OFF
        self.early = 0
        self._due = 0  # mask of the seats that have to show melds
        self._count = 0  # number of events when `_due` was computed

    def look(self) -> None:
        """Update the wanted seats, and request a bottom card, a meld or a bid that is due."""
        match = self.match
        phase = match.phase
        self.lamp = Lamps.TURN
        self.seats = self.table.showing = 0
        if phase == Phases.DONE:
            self.lamp = Lamps.ASKED
            self.seats = _AGREE[match.house.shift * 3 + match.tally.agreed]
        elif match.totals[Totals.WINNER] >= 0 or phase == Phases.IDLE:
            pass
        elif phase == Phases.READY:
            self._for_a_deal()
        else:
            self._in_a_deal(phase)
        self._request()

    def _for_a_deal(self) -> None:
        match = self.match
        if self.table.settings.hands:
            self.lamp = Lamps.SCAN
            self.seats = _AGREE[match.house.shift * 3]
        elif match.house.upcard != choices.UPCARD_NONE:
            self.seats = 1 << match.totals[Totals.DEALER]

    def _in_a_deal(self, phase: int) -> None:
        match = self.match
        if match.audit.scanned and not match.audit.plays:
            self._hands_to_scan(phase)
        if phase == Phases.PLAY:
            showing = self._to_show()
            if showing:
                self.lamp = Lamps.ASKED
                self.seats = self.table.showing = showing
        if not self.seats:
            self.seats = 1 << self._whose_turn(phase)

    def _whose_turn(self, phase: int) -> int:
        match = self.match
        if phase == Phases.PLAY:
            return match.trick.seat
        return match.auction.seat if phase == Phases.BIDDING else match.totals[Totals.DEALER]

    def speaker(self) -> int:
        """Return the seat that has to bid before the next card is laid, or NOBODY.

        With blind hands and without an upcard, the elder has to bid between deals: this bid opens
        the deal.
        """
        match = self.match
        if match.phase == Phases.BIDDING:
            return match.auction.seat
        if match.phase == Phases.READY and not self.seats and match.totals[Totals.WINNER] < 0:
            return match.standing.elder()
        return Seats.NOBODY

    def _hands_to_scan(self, phase: int) -> None:
        match = self.match
        later = 0 if phase == Phases.PLAY else _LATER
        for seat in range(4):
            held = self.table.fill[seat] = match.audit.held(seat)
            if match.audit.left[seat] - held > later:
                self.lamp = Lamps.SCAN
                self.seats |= 1 << seat

    def _to_show(self) -> int:
        """Return a mask of the seats that have to show melds now.

        It is 0 except between the first trick and the next card. Seats that have no more melds to
        show are left out.
        """
        match = self.match
        if match.audit.plays != match.house.players:
            self.table.shown = self._due = self._count = 0
        elif len(match.events) != self._count:
            self._count = len(match.events)
            self._due = match.announcements.to_show()
        return self._due & ~self.table.shown

    def _request(self) -> None:
        """Request what is due: the bottom card, a meld, or a bid.

        A bid is requested only if somebody has laid a card too early (see `early`). If nothing is
        due, end the last request.
        """
        table = self.table
        if self.exchange.asks(self.seats):
            dealer = self.match.totals[Totals.DEALER]
            self.seats |= 1 << dealer
            table.voice.request(texts.SHOW_BOTTOM, dealer, table.pads.pad_of(dealer))
        elif table.showing:
            first = table.showing & -table.showing
            seat = (first >> 1) - (first >> 3)
            table.voice.request(texts.SHOW_MELD, seat, table.pads.pad_of(seat))
        elif self.early and self.speaker() != Seats.NOBODY:
            auction = self.match.house.bidding == choices.BIDDING_AUCTION
            table.voice.request(texts.CALL_FIRST if auction else texts.BID_FIRST, self.speaker())
        else:
            table.voice.request(0, 0)
