"""Events of single cards in a deal: turned up, scanned, shown, exchanged or laid."""

from micropython import const

from belote import choices
from belote.trick import TRUMP_BEATS, why
from codes.game import Answers, Offences, Seats

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.announcements import Announcements
    from belote.audit import Audit
    from belote.conduct import Conduct
    from belote.house import House
    from belote.pairs import Pairs
    from belote.tally import Tally
    from belote.trick import Trick

_KEPT_BACK = const(3)


class Play:
    """The cards of a deal; methods for events pass a card to the parts of the match that use it.

    `upcard` is the card turned up, -1 for none. `taker` is the seat that took the upcard into its
    hand, NOBODY for none. `bottom` is 1 once the bottom card of the pack was shown, or was noted
    as not shown. `kept_back` is how many cards of each hand are not dealt yet: three until the end
    of the bidding, then none.
    """

    def __init__(
        self,
        house: "House",
        conduct: "Conduct",
        trick: "Trick",
        audit: "Audit",
        announcements: "Announcements",
        pairs: "Pairs",
        tally: "Tally",
    ) -> None:
        self.house = house
        self.conduct = conduct
        self.trick = trick
        self.audit = audit
        self.announcements = announcements
        self.pairs = pairs
        self.tally = tally
        self.clear()

    def clear(self) -> None:
        """Reset for a new deal."""
        self.upcard = -1
        self.taker = Seats.NOBODY
        self.bottom = 0
        self.kept_back = _KEPT_BACK

    def turn_up(self, card: int) -> int:
        """Turn up a card; return 0 or a refusal."""
        if self.audit.place(card):
            return Answers.CARD_SEEN
        self.audit.out(card)
        self.upcard = card
        return 0

    def start(self, contract: int, elder: int, taker: int) -> None:
        """Start the play after the bidding; under `upcard: taken` the taker gets the upcard."""
        trick = self.trick
        self.kept_back = 0
        trick.contract(contract)
        trick.start(elder)
        self.audit.trump = trick.trump
        if self.house.upcard == choices.UPCARD_TAKEN and self.upcard >= 0:
            self.taker = taker
            self.audit.show(taker, self.upcard)

    def scan(self, seat: int, card: int) -> int:
        """Add a card to a scanned hand before the first card is laid; return 0 or a refusal."""
        audit = self.audit
        if not audit.scanned or audit.plays:
            return Answers.NOT_NOW
        if audit.place(card):
            return Answers.CARD_SEEN
        if audit.held(seat) >= self.house.cards - self.kept_back:
            return Answers.HAND_FULL
        audit.show(seat, card)
        return 0

    def show(self, seat: int, card: int) -> int:
        """Add a card to the known cards of a hand; return 0 or a refusal."""
        audit = self.audit
        if audit.had(seat, card):
            return 0
        refused = audit.absent(seat, card)
        if not refused:
            audit.show(seat, card)
        return refused

    def show_bottom(self, seat: int, card: int) -> int:
        """Show the bottom card of a pack that is not dealt out; return 0 or a refusal."""
        if self.house.upcard != choices.UPCARD_STAYS:
            return Answers.NOT_HERE
        if self.bottom:
            return Answers.NOTHING
        if self.audit.place(card):
            return Answers.CARD_SEEN
        self.audit.out(card)
        self.bottom = 1
        return 0

    def exchange(self, seat: int, arg: int) -> int:
        """Exchange the seven of trump of `seat` for the upcard; return 0 or a refusal."""
        audit = self.audit
        seven = audit.trump << 3
        refused = self.bars_exchange(seat) or audit.absent(seat, seven)
        if not refused:
            audit.out(seven, seat)
            audit.out(self.upcard, self.taker)
            audit.show(seat, self.upcard)
            if self.taker != Seats.NOBODY:
                audit.show(self.taker, seven)
        return refused

    def bars_exchange(self, seat: int) -> int:
        """Return why `seat` may not exchange the seven, 0 if it may; its hand is not looked at."""
        audit = self.audit
        seven = audit.trump << 3
        house = self.house
        if not house.seven:
            return Answers.NOT_HERE
        if self.upcard >> 3 != audit.trump or self.upcard == seven:
            return Answers.NOTHING
        # If the upcard stays, there are two players, and it is too late once the opponent has laid
        # a card. Otherwise it is too late once any player has laid a card.
        laid = audit.plays if self.taker != Seats.NOBODY else house.cards - audit.left[seat ^ 2]
        if self.announcements.claims[seat] or laid:
            return Answers.LATE
        return Answers.NOT_YOURS if seat == self.taker else 0

    def lay(self, seat: int, card: int) -> int:
        """Lay a card to the trick; return 0 or a refusal."""
        trick = self.trick
        audit = self.audit
        if seat != trick.seat:
            return Offences.OUT_OF_TURN
        denies = trick.denies(card)
        refused = audit.absent(seat, card)
        if audit.scanned and not refused:
            refused = self._broken(seat, card, denies)
        if refused:
            return refused
        players = self.house.players
        if audit.plays == players:
            self.announcements.close()
        audit.play(seat, card, denies, trick.led)
        trick.lay(card)
        if trick.beats[card >> 3] is TRUMP_BEATS:
            self.pairs.lay(card)
        if trick.count == players:
            self._take()
            if not self.bottom and self.house.upcard == choices.UPCARD_STAYS:
                # The dealer must show the bottom card before laying a card. With two players the
                # dealer plays second, so `seat` is the dealer.
                self.bottom = 1
                self.conduct.note(seat, Offences.BOTTOM_NOT_SHOWN, 0, players)
        return 0

    def _broken(self, seat: int, card: int, denies: int) -> int:
        """Return why a card may not be laid from a scanned hand, 0 if it may.

        Before the first card is laid, all hands must be scanned completely.
        """
        audit = self.audit
        trick = self.trick
        if not audit.plays:
            for other in range(4):
                if audit.held(other) < audit.left[other]:
                    return Answers.HAND_SHORT
        return why(card, trick.led, trick.trump, denies, audit.hands[seat])

    def _take(self) -> None:
        """Count the complete trick, let its winner lead the next, and update `Conduct.suspects`.

        After the last trick, check the announced melds.
        """
        trick = self.trick
        self.tally.add()
        trick.start(trick.winner)
        self.conduct.suspects = self.audit.suspects()
        if self.audit.over():
            self.announcements.settle()
