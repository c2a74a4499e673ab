"""The bidding: taking or passing an upcard, naming another suit, or an auction."""

from micropython import const

from belote import choices
from codes.game import Answers, Bids

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.house import House

UNDECIDED = const(0)
TAKEN = const(1)
THROWN_IN = const(2)


class Auction:
    """The bidding of one deal.

    `seat` speaks next, and `suit` is the suit of the upcard, -1 without an upcard. `second` says
    whether a second round may follow. `contract` is -1 before the first bid. `factor` is 1; each
    doubling of the last bid multiplies it by 2. `taker`, `contract` and `factor` are final once
    `state` is TAKEN.
    """

    def __init__(self, house: "House") -> None:
        self.house = house
        self.start(0, -1, 0)

    def start(self, elder: int, suit: int, second: int) -> None:
        """Open the bidding, in which `elder` speaks first.

        `suit` is the suit of the upcard, -1 without an upcard. `second` says whether a second
        round may follow in this deal. Only houses with `bidding: once` use it. With
        `bidding: suit` a second round may always follow. An auction never has a second round.
        """
        bidding = self.house.bidding
        self.seat = self.taker = elder
        self.suit = suit
        once = bidding == choices.BIDDING_ONCE
        self.second = second if once else bidding == choices.BIDDING_SUIT
        self.contract = -1
        self.factor = self.round = 1
        self.passes = self.state = 0

    def call(self, call: int) -> int:
        """Apply the call of the seat that speaks; return 0, or the reason why it is refused."""
        if call > Bids.THIRD:
            return Answers.BAD_CALL
        if call == Bids.PASS:
            self._pass()
            return 0
        refused = (
            self._bid(call) if self.house.bidding == choices.BIDDING_AUCTION else self._take(call)
        )
        if not refused:
            self.seat = self.house.after(self.seat)
        return refused

    def _pass(self) -> None:
        """Count a pass, which may end the round or the bidding."""
        self.passes += 1
        self.seat = self.house.after(self.seat)
        players = self.house.players
        if self.contract >= 0:
            if self.passes == players - 1:
                self.state = TAKEN
        elif self.passes == players:
            if self.second and self.round == 1:
                self.round = 2
                self.passes = 0
            else:
                self.state = THROWN_IN

    def _take(self, call: int) -> int:
        """Take the upcard, or name a suit in a second round; return 0 or a refusal."""
        if call > 3:
            return Answers.BAD_CALL
        any_suit = self.round == 2 and self.house.bidding == choices.BIDDING_ONCE
        if not any_suit and (self.round == 1) != (call == self.suit):
            return Answers.UPCARD_SUIT
        self.taker = self.seat
        self.contract = call
        self.state = TAKEN
        return 0

    def _bid(self, call: int) -> int:
        """Bid a contract or double in an auction; return 0 or a refusal."""
        if call > Bids.PASS:
            return self._double(call)
        if call <= self.contract:
            return Answers.TOO_LOW
        self.contract = call
        self.taker = self.seat
        self.factor = 1
        self.passes = 0
        return 0

    def _double(self, call: int) -> int:
        """Double, redouble or double a third time; return 0 or a refusal.

        The opponents of the last bidder may double. Then the bidder's side may redouble. Then the
        opponents may double a third time, if the house has a third doubling.
        """
        factor = 1 << call - Bids.DOUBLE
        house = self.house
        mine = house.side(self.seat) == house.side(self.taker)
        unfit = self.factor != factor or mine != (call == Bids.REDOUBLE)
        if unfit or self.contract < 0 or (call == Bids.THIRD and not house.third):
            return Answers.NO_DOUBLE
        self.factor = factor * 2
        last = 8 if house.third else 4
        if self.contract == Bids.ALL_TRUMPS and self.factor == last:
            self.state = TAKEN
        self.passes = 0
        return 0
