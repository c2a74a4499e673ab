"""A match as a sequence of events, which `Match.apply` accepts or refuses.

An event is a kind, a seat and a 16-bit argument. docs/events.md lists the kinds and the codes that
`apply` returns. 0: the event is accepted. Below 128: the event is refused, and nothing changes.
From 128 on: the event is accepted, and an offence is logged, whose code is 128 less. If several
offences are logged, it is the code of the first.
"""

from micropython import const

from belote import choices
from belote.announcements import Announcements
from belote.auction import TAKEN, UNDECIDED, Auction
from belote.audit import Audit
from belote.conduct import Conduct
from belote.event import Event
from belote.pairs import Pairs
from belote.play import Play
from belote.standing import Standing
from belote.tally import Tally
from belote.trick import Trick
from codes.game import Answers, Disciplines, Endings, Events, Offences, Phases, Rulings, Totals

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from belote.house import House

# By kind of event: a bit for each phase in which the event is accepted, the lowest for IDLE, and
# two flags. The flags say that the event is also accepted after the end of the match, and that
# its argument must be a card.
_AFTER_THE_END = const(0x40)
_OF_A_CARD = const(0x80)
_WHEN = const(
    b"\x00"
    b"\x7f"  # MATCH: any time
    b"\x02"  # TARGET, DISCIPLINE, DEAL: READY
    b"\x02"
    b"\x02"
    b"\x9c"  # SCAN: a card, DEALT to PLAY
    b"\x84"  # UPCARD: a card, DEALT
    b"\x08"  # BID: BIDDING
    b"\x10"  # MELD: PLAY
    b"\x90"  # CARD: a card, PLAY
    b"\x30"  # BACK, BELOTE, SALT: PLAY and DONE
    b"\x30"
    b"\x30"
    b"\x10"  # CALL_OUT: PLAY
    b"\x90"  # SHOW: a card, PLAY
    b"\x10"  # SEVEN: PLAY
    b"\x90"  # BOTTOM: a card, PLAY
    b"\x3c"  # OFFENCE: DEALT to DONE
    b"\x60"  # CONFIRM: DONE, after the end too
    b"\x7e"  # RULING, UNDO: all phases but IDLE, after the end too
    b"\x7e"
)
# The most events of a deal, besides its confirmation, that older programs can read. After these
# events `apply` accepts only BACK, CONFIRM, UNDO and the kinds up to DEAL. It refuses others with
# FULL, which tells players to finish the deal or to undo something.
_MOST_EVENTS = const(198)
_BOTH_SIDES = const(3)
# Mask of the offences that a person may report: out-of-turn, and all from misdeal to signal.
_SEEN = const(0xFC40)


class Match:
    """One match in one house.

    `events` are the events of the current deal, `before` the totals at the start of the deal.
    Other code may read the parts: `standing` (and its `totals`), `conduct`, `auction`, `play`,
    `trick`, `audit`, `announcements` (and their `melds`), `pairs` and `tally` (and its `score`).
    """

    def __init__(self, house: "House") -> None:
        self.before = [0] * Totals.COUNT
        self.use(house)

    def use(self, house: "House") -> None:
        """Drop any match under way, and use the rules of `house` from now on."""
        self.house = house
        self.phase = Phases.IDLE
        self.events: list[Event] = []
        self.standing = standing = Standing(house)
        self.totals = standing.totals
        self.conduct = conduct = Conduct(house, standing)
        self.auction = auction = Auction(house)
        self.trick = trick = Trick(house)
        self.audit = audit = Audit(house, conduct.note)
        self.announcements = announcements = Announcements(house, auction, audit, conduct)
        self.melds = announcements.melds
        self.pairs = pairs = Pairs(house, audit, conduct)
        self.tally = tally = Tally(
            house, standing, conduct, auction, trick, audit, announcements, pairs
        )
        self.score = tally.score
        self.play = Play(house, conduct, trick, audit, announcements, pairs, tally)
        self._handlers = self._event_handlers()

    def _event_handlers(self) -> "tuple[Callable[[int, int], int], ...]":
        """Return the handlers of events, indexed by kind.

        A handler gets the seat and the argument of an event, and returns 0 or a refusal. Only
        `_back` may also return NOTED plus an offence.
        """
        return (
            self._match,  # filler: no event has number 0
            self._match,
            self.standing.set_target,
            self.standing.set_discipline,
            self._deal,
            self.play.scan,
            self.turn_up,
            self._bid,
            self.announcements.announce,
            self.play.lay,
            self._back,
            self.pairs.call,
            self.pairs.salt,
            self.tally.call_out,
            self.play.show,
            self.play.exchange,
            self.play.show_bottom,
            self._offence,
            self._confirm,
            self._ruling,
            self._undo,
        )

    def resume(self) -> None:
        """Set the phase to READY; the caller has restored the totals."""
        self.phase = Phases.READY

    def apply(self, kind: int, seat: int, arg: int = 0) -> int:
        """Apply one event; return 0, a refusal, or NOTED plus the first new offence's code."""
        refused = self._unfit(kind, seat, arg)
        if refused:
            return refused
        conduct = self.conduct
        logged = len(conduct.log)
        result = self._handlers[kind](seat, arg)
        if result or kind == Events.BACK or kind == Events.UNDO:
            return result
        if kind <= Events.DEAL:
            self.events = []  # earlier events cannot be undone any more
        if self.events or kind == Events.DEAL:
            self.events.append(Event(kind, seat, arg))
        if self.phase >= Phases.PLAY:
            self._take_stock(kind)
        return Answers.NOTED | conduct.log[logged].code if len(conduct.log) > logged else 0

    def _unfit(self, kind: int, seat: int, arg: int) -> int:
        """Return the refusal of an event that must not reach its handler, else 0."""
        if not Events.MATCH <= kind <= Events.UNDO or (arg | seat) & ~0xFFFF:
            return Answers.BAD_EVENT
        when = _WHEN[kind]
        if kind != Events.RULING and (seat > 3 or self.house.shift & seat):
            return Answers.NOT_A_SEAT
        if self.totals[Totals.WINNER] >= 0 and not when & _AFTER_THE_END:
            return Answers.MATCH_OVER
        if not when >> self.phase & 1:
            return Answers.NOT_NOW
        if when & _OF_A_CARD and arg > 31:
            return Answers.NOT_A_CARD
        if seat != self.totals[Totals.DEALER] and (kind == Events.DEAL or kind == Events.UPCARD):
            return Answers.WRONG_DEALER
        if len(self.events) >= _MOST_EVENTS and kind > Events.DEAL:
            if kind != Events.BACK and kind != Events.CONFIRM and kind != Events.UNDO:
                return Answers.FULL
        return 0

    def _take_stock(self, kind: int) -> None:
        """Log false belotes; if all cards are laid, end the play and score the hand.

        A CONFIRM does not score the hand again, because that would reset the confirmations.
        """
        self.pairs.expose()
        if self.audit.over():
            self.phase = Phases.DONE
            if kind != Events.CONFIRM:
                self.tally.settle()

    # Start of a match.

    def _match(self, seat: int, mark: int) -> int:
        """Start a new match, in which `seat` deals first, if `mark` is the mark of the house."""
        if mark != self.house.mark:
            return Answers.WRONG_HOUSE
        self.standing.start(seat)
        self.phase = Phases.READY
        self.clear()
        return 0

    def clear(self) -> None:
        """Reset all parts for a new deal."""
        self.conduct.clear()
        self.auction.start(0, -1, 0)
        self.play.clear()
        self.audit.start()
        self.announcements.clear()
        self.trick.start(0)
        self.pairs.clear()
        self.tally.clear()

    # Events of the deal and of the bidding.

    def _deal(self, seat: int, scanned: int) -> int:
        """Save the totals for an undo, and start a deal; `scanned` is 1 for scanned hands."""
        for total in range(Totals.COUNT):
            self.before[total] = self.totals[total]
        self.clear()
        self.audit.scanned = scanned
        self.phase = Phases.DEALT
        if self.house.upcard == choices.UPCARD_NONE:
            self._open()
        return 0

    def turn_up(self, seat: int, card: int) -> int:
        """Turn up a card and open the bidding; return 0 or a refusal."""
        refused = self.play.turn_up(card)
        if not refused:
            self._open()
        return refused

    def _open(self) -> None:
        """Open the bidding, in which the elder speaks first."""
        second = self.totals[Totals.THROWN_IN]
        self.auction.start(self.standing.elder(), self.play.upcard >> 3, second)
        self.phase = Phases.BIDDING

    def _bid(self, seat: int, call: int) -> int:
        """Apply a call; if the call ends the bidding, start the play or end the deal."""
        auction = self.auction
        if seat != auction.seat:
            return Offences.OUT_OF_TURN
        refused = auction.call(call)
        if refused:
            return refused
        if auction.state == TAKEN:
            self.lead()
        elif auction.state != UNDECIDED:
            self.standing.pass_out()
            self._annul()
        return 0

    def lead(self) -> None:
        """Start the play after the bidding; the elder leads."""
        auction = self.auction
        self.play.start(auction.contract, self.standing.elder(), auction.taker)
        self.phase = Phases.PLAY

    def _annul(self) -> None:
        """End the deal without a score; only fines change the totals (see `Conduct.levy`)."""
        self.conduct.levy(self.totals)
        self.phase = Phases.READY

    def has_called_last(self, seat: int) -> bool:
        """Return whether the last event is a belote call of `seat`, made in play and not false."""
        is_played = self.phase == Phases.PLAY and self.totals[Totals.WINNER] < 0
        if not is_played or not self.events:
            return False
        last = self.events[-1]
        return last.kind == Events.BELOTE and last.seat == seat and not self.pairs.is_last_false()

    # Events that undo others.

    def _undo(self, seat: int, arg: int) -> int:
        """Take back the last event of the deal."""
        if not self.events:
            return Answers.NOTHING
        self._replay(self.events[:-1])
        return 0

    def _back(self, seat: int, arg: int) -> int:
        """Take back the last card if `seat` laid it, and the belote that was called for this card.

        In a blind deal the card becomes a shown card. Refuse if the match would be over without
        the card. For example, the card has proved an offence, and a ruling has pardoned a later
        false call-out. Without the card, the log has one offence less. Then the index in the
        ruling no longer means the false call-out, and the false call-out loses the match.
        """
        if self.totals[Totals.CONDUCT] >= Disciplines.POINTS:
            return Answers.NOT_HERE
        audit = self.audit
        play = audit.plays - 1
        if play < 0 or audit.seat[play] != seat:
            return Answers.NOTHING
        card = audit.card[play]
        events = self.events
        kept = list(events)
        at = len(kept) - 1
        call = -1  # the first call of `seat` after the card: the others are for older cards
        while kept[at].kind != Events.CARD:
            if kept[at].kind == Events.BELOTE and kept[at].seat == seat:
                call = at
            at -= 1
        if call >= 0 and self.pairs.is_called(card):
            kept.pop(call)
        kept.pop(at)
        self._replay(kept)
        result = 0 if audit.scanned else self.apply(Events.SHOW, seat, card)
        if self.totals[Totals.WINNER] >= 0:
            result = Answers.MATCH_OVER
        if 0 < result < Answers.NOTED:
            self._replay(events)
        return result

    def _replay(self, kept: "list[Event]") -> None:
        """Go back to the start of the deal, and apply the events in `kept` again."""
        for total in range(Totals.COUNT):
            self.totals[total] = self.before[total]
        self.phase = Phases.READY
        self.events = []
        for event in kept:
            self.apply(event.kind, event.seat, event.arg)

    # Confirmations, offences reported by people, and rulings.

    def _confirm(self, seat: int, arg: int) -> int:
        """Confirm the result for the side of `seat`; the second confirmation closes the deal."""
        tally = self.tally
        side = 1 << self.house.side(seat)
        if tally.agreed & side:
            return Answers.NOTHING
        tally.agreed |= side
        if tally.agreed == _BOTH_SIDES:
            self.events = []
            tally.close()
            self.phase = Phases.READY
        return 0

    def _offence(self, seat: int, code: int) -> int:
        """Log an offence that a person has reported; a misdeal ends the deal."""
        if not _SEEN >> code & 1:
            return Answers.BAD_EVENT
        misdeal = code == Offences.MISDEAL
        if misdeal and seat != self.totals[Totals.DEALER]:
            return Answers.WRONG_DEALER
        plays = self.audit.plays
        self.conduct.note(seat, code, plays, plays)
        if misdeal:
            self._annul()
        return 0

    def _ruling(self, kind: int, arg: int) -> int:
        """Apply a ruling of the director; `kind` is stored in place of an event's seat."""
        ready = self.phase == Phases.READY
        standing = self.standing
        if kind < Rulings.VOID or kind == Rulings.HANGING:
            place = kind if kind < Rulings.VOID else Totals.HANGING
            standing.given[place] = arg - Rulings.NO_POINTS
            return 0
        if kind == Rulings.GIVE:
            if arg == Rulings.INSTEAD:
                standing.played(standing.given)
                self.phase = Phases.READY
            standing.give()
            if self.phase == Phases.READY:
                standing.finish()
            return 0
        if kind == Rulings.AWARD and arg <= Rulings.NEITHER:
            self.conduct.settle()
            if arg == Rulings.NEITHER:
                standing.reopen()
            else:
                standing.won_by(arg, Endings.AWARDED)
            return 0
        if kind == Rulings.PARDON:
            return Answers.NOTHING if ready else self.conduct.pardon(arg)
        if kind == Rulings.VOID:
            self.phase = Phases.READY
            return Answers.NOTHING if ready else 0
        if kind != Rulings.NEW_DEALER:
            return Answers.BAD_EVENT
        if not ready:
            return Answers.NOT_NOW
        if arg > 3 or self.house.shift & arg:
            return Answers.NOT_A_SEAT
        self.totals[Totals.DEALER] = arg
        return 0
