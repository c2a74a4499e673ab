"""The play of a hand: cards scanned, shown and laid, trick after trick."""

from micropython import const

from belote.cards import TRUMP_BEATS
from belote.trick import why
from codes import answers, offences

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.announcements import Announcements
    from belote.audit import Audit
    from belote.conduct import Conduct
    from belote.house import House
    from belote.pairs import Pairs
    from belote.tally import Tally
    from belote.trick import Trick

_KEPT_BACK = const(3)  # cards of a hand that are dealt after the bidding


class Play:
    """Brings the cards that are laid to all whom they concern."""

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

    def scan(self, seat: int, card: int, complete: bool) -> int:
        """A card of a hand, before the first one is laid; those that are dealt after the bidding
        only once the hands are `complete`."""
        audit = self.audit
        if not audit.scanned or audit.plays:
            return answers.NOT_NOW
        if audit.place(card):
            return answers.CARD_SEEN
        if audit.held(seat) >= self.house.cards - (0 if complete else _KEPT_BACK):
            return answers.HAND_FULL
        audit.show(seat, card)
        return 0

    def show(self, seat: int, card: int) -> int:
        """A card is seen in the hand of `seat`."""
        audit = self.audit
        if audit.had(seat, card):
            return 0
        refused = audit.absent(seat, card)
        if not refused:
            audit.show(seat, card)
        return refused

    def lay(self, seat: int, card: int) -> int:
        """The next card of the trick."""
        trick = self.trick
        audit = self.audit
        if seat != trick.seat:
            return offences.OUT_OF_TURN
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
        return 0

    def _broken(self, seat: int, card: int, denies: int) -> int:
        """Why a card may not be laid from a known hand."""
        audit = self.audit
        trick = self.trick
        if not audit.plays:
            for other in range(4):
                if audit.held(other) < audit.left[other]:
                    return answers.HAND_SHORT
        return why(card, trick.led, trick.trump, denies, audit.hands[seat])

    def _take(self) -> None:
        """The trick is complete."""
        trick = self.trick
        winner = trick.winner
        self.tally.take(winner, trick.points)
        trick.start(winner)
        self.conduct.suspects = self.audit.suspects()
        if self.audit.over():
            self.tally.last = self.house.side(winner)
            self.announcements.check()
