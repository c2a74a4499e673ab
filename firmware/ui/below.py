"""The line below the scores: what the table waits for, and from whom."""

from micropython import const

import texts
from belote import choices
from codes.game import Phases, Totals

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.match import Match
    from table.table import Table


class Below:
    """A text, and what stands in it as in a notice; `update` makes it that of the moment."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._match: "Match" = table.match
        self.text = 0
        self.seat = self.other_seat = 0
        self.card = self.other_card = 0
        self.number = 0

    def update(self) -> None:
        """Looks at the match."""
        match = self._match
        self.seat = match.totals[Totals.DEALER]
        self.number = match.totals[Totals.POINTS]
        winner = match.standing.winner()
        if winner >= 0 and match.phase != Phases.DONE:
            self.text = texts.WON
            self.number = winner
        else:
            _BY_PHASE[match.phase](self, match)

    def _idle(self, match: "Match") -> None:
        self.text = texts.NO_MATCH

    def _ready(self, match: "Match") -> None:
        first = not (self._table.history.hands or match.totals[Totals.THROWN_IN])
        shuffle = match.house.shuffle
        if shuffle == choices.SHUFFLE_NEVER or (shuffle == choices.SHUFFLE_FIRST and not first):
            self.text = texts.DEALS_UNSHUFFLED
        else:
            self.text = texts.DEALS
        if first and shuffle == choices.SHUFFLE_NEVER:
            self.other_seat = self.seat ^ 2
        else:
            self.other_seat = (
                self.seat - match.house.step & 3
            )  # the neighbour who is not the elder

    def _dealt(self, match: "Match") -> None:
        self.text = texts.SCAN_HANDS if match.audit.scanned else texts.LAY_UPCARD

    def _bidding(self, match: "Match") -> None:
        self.seat = match.auction.seat
        self.card = match.play.upcard & 31
        if match.play.upcard < 0:
            self.text = texts.TO_SPEAK
        elif match.auction.round == 1:
            self.text = texts.FIRST_ROUND
        else:
            self.text = texts.SECOND_ROUND

    def _play(self, match: "Match") -> None:
        trick = match.trick
        self.seat = trick.seat - match.house.step * trick.count & 3
        suspects = match.conduct.suspects
        if suspects:
            self.text = texts.SUSPICION
            self.number = suspects
        else:
            self.number = match.audit.plays // match.house.players
            self.text = texts.TOOK if self.number else texts.LEADS

    def _done(self, match: "Match") -> None:
        self.seat = match.standing.next_dealer(match.score.score)
        if match.tally.agreed:
            self.text = texts.AGREE_SIDE
            self.number = 2 - match.tally.agreed  # the side that has not
        else:
            self.text = texts.AGREE_ALL


_BY_PHASE = {
    Phases.IDLE: Below._idle,
    Phases.READY: Below._ready,
    Phases.DEALT: Below._dealt,
    Phases.BIDDING: Below._bidding,
    Phases.PLAY: Below._play,
    Phases.DONE: Below._done,
}
