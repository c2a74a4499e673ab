"""A match as a sequence of events: `apply` is the only way its state changes.

An event is a kind, a seat and a 16-bit argument. docs/events.md lists the kinds and the codes that
`apply` returns: 0 accepted, below 128 refused with nothing changed, from 128 on accepted with an
offence (the code without its top bit) noted in the log.
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
from codes import answers, disciplines, endings, events, offences, phases, rulings, totals

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from belote.house import House

# When an event may happen: a bit for each phase, IDLE first; whether also after the end of the
# match; and whether its argument is a card.
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
    b"\x7e"  # RULING, UNDO: after MATCH
    b"\x7e"
)
# Events of a deal, as many as older programs can read; the confirmation comes on top. Whoever does
# still more is told to finish the deal or to undo something.
_MOST_EVENTS = const(198)
_BOTH_SIDES = const(3)
_SEEN = const(0xFC40)  # offences that a person notes, a bit each: out-of-turn, misdeal to signal


class Match:
    """One match of one house. `events` are those of the deal under way, which started from the
    totals `before`. The parts are there to be read: `standing` (and its
    `totals`), `conduct`, `auction`, `play`, `trick`, `audit`, `announcements` (and their `melds`),
    `pairs` and `tally` (and its `score`)."""

    def __init__(self, house: "House") -> None:
        self.before = [0] * totals.COUNT
        self.use(house)

    def use(self, house: "House") -> None:
        """From now on the rules of `house` hold; there is no match yet."""
        self.house = house
        self.phase = phases.IDLE
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
        self._handlers = self._what_hears()

    def _what_hears(self) -> "tuple[Callable[[int, int], int], ...]":
        """Who lets an event happen, by its kind."""
        return (
            self._match,  # no event has number 0
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
        """Totals have been restored: the next deal may come."""
        self.phase = phases.READY

    def apply(self, kind: int, seat: int, arg: int = 0) -> int:
        """Lets one event happen, or refuses it."""
        refused = self._unfit(kind, seat, arg)
        if refused:
            return refused
        conduct = self.conduct
        logged = len(conduct.log)
        result = self._handlers[kind](seat, arg)
        if result or kind == events.BACK or kind == events.UNDO:
            return result
        if kind <= events.DEAL:
            self.events = []  # what was before is not taken back any more
        if self.events or kind == events.DEAL:
            self.events.append(Event(kind, seat, arg))
        if self.phase >= phases.PLAY:
            self._take_stock(kind)
        return answers.NOTED | conduct.log[logged].code if len(conduct.log) > logged else 0

    def _unfit(self, kind: int, seat: int, arg: int) -> int:
        """Why such an event cannot happen at all, or not now."""
        if not events.MATCH <= kind <= events.UNDO or (arg | seat) & ~0xFFFF:
            return answers.BAD_EVENT
        when = _WHEN[kind]
        if kind != events.RULING and (seat > 3 or self.house.shift & seat):
            return answers.NOT_A_SEAT
        if self.totals[totals.WINNER] >= 0 and not when & _AFTER_THE_END:
            return answers.MATCH_OVER
        if not when >> self.phase & 1:
            return answers.NOT_NOW
        if when & _OF_A_CARD and arg > 31:
            return answers.NOT_A_CARD
        if seat != self.totals[totals.DEALER] and (kind == events.DEAL or kind == events.UPCARD):
            return answers.WRONG_DEALER
        if len(self.events) >= _MOST_EVENTS and kind > events.DEAL:
            if kind != events.BACK and kind != events.CONFIRM and kind != events.UNDO:
                return answers.FULL
        return 0

    def _take_stock(self, kind: int) -> None:
        """What follows from an event of the play: false belotes, and the result after the last
        card and whenever something has changed it."""
        self.pairs.expose()
        if self.audit.over():
            self.phase = phases.DONE
            if kind != events.CONFIRM:
                self.tally.settle()

    # Between deals.

    def _match(self, seat: int, mark: int) -> int:
        if mark != self.house.mark:
            return answers.WRONG_HOUSE
        self.standing.start(seat)
        self.phase = phases.READY
        self.clear()
        return 0

    def clear(self) -> None:
        """Nothing of a deal has happened."""
        self.conduct.clear()
        self.auction.start(0, -1, 0)
        self.play.clear()
        self.audit.start()
        self.announcements.clear()
        self.trick.start(0)
        self.pairs.clear()
        self.tally.clear()

    # The deal and the bidding.

    def _deal(self, seat: int, scanned: int) -> int:
        for total in range(totals.COUNT):
            self.before[total] = self.totals[total]
        self.clear()
        self.audit.scanned = scanned
        self.phase = phases.DEALT
        if self.house.upcard == choices.UPCARD_NONE:
            self._open()
        return 0

    def turn_up(self, seat: int, card: int) -> int:
        refused = self.play.turn_up(card)
        if not refused:
            self._open()
        return refused

    def _open(self) -> None:
        """The elder speaks first."""
        second = self.totals[totals.THROWN_IN]
        self.auction.start(self.standing.elder(), self.play.upcard >> 3, second)
        self.phase = phases.BIDDING

    def _bid(self, seat: int, call: int) -> int:
        auction = self.auction
        if seat != auction.seat:
            return offences.OUT_OF_TURN
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
        """The bidding is over: the elder leads."""
        auction = self.auction
        self.play.start(auction.contract, self.standing.elder(), auction.taker)
        self.phase = phases.PLAY

    def _annul(self) -> None:
        """The deal ends without a score; fines are due all the same."""
        self.conduct.levy(self.totals)
        self.phase = phases.READY

    # Taking back.

    def _undo(self, seat: int, arg: int) -> int:
        if not self.events:
            return answers.NOTHING
        self._replay(self.events[:-1])
        return 0

    def _back(self, seat: int, arg: int) -> int:
        if self.totals[totals.CONDUCT] >= disciplines.POINTS:
            return answers.NOT_HERE
        audit = self.audit
        play = audit.plays - 1
        if play < 0 or audit.seat[play] != seat:
            return answers.NOTHING
        card = audit.card[play]
        kept = list(self.events)
        at = len(kept) - 1
        while kept[at].kind != events.CARD:
            if kept[at].kind == events.BELOTE and kept[at].seat == seat:
                kept.pop(at)  # what he called with the card goes with it
            at -= 1
        kept.pop(at)
        self._replay(kept)
        return 0 if audit.scanned else self.apply(events.SHOW, seat, card)

    def _replay(self, kept: "list[Event]") -> None:
        """Let those events of the deal happen again, and no others."""
        for total in range(totals.COUNT):
            self.totals[total] = self.before[total]
        self.phase = phases.READY
        self.events = []
        for event in kept:
            self.apply(event.kind, event.seat, event.arg)

    # The end of a deal.

    def _confirm(self, seat: int, arg: int) -> int:
        tally = self.tally
        side = 1 << self.house.side(seat)
        if tally.agreed & side:
            return answers.NOTHING
        tally.agreed |= side
        if tally.agreed == _BOTH_SIDES:
            self.events = []
            tally.close()
            self.phase = phases.READY
        return 0

    def _offence(self, seat: int, code: int) -> int:
        """What a person saw."""
        if not _SEEN >> code & 1:
            return answers.BAD_EVENT
        misdeal = code == offences.MISDEAL
        if misdeal and seat != self.totals[totals.DEALER]:
            return answers.WRONG_DEALER
        plays = self.audit.plays
        self.conduct.note(seat, code, plays, plays)
        if misdeal:
            self._annul()
        return 0

    def _ruling(self, kind: int, arg: int) -> int:
        ready = self.phase == phases.READY
        standing = self.standing
        if kind < rulings.VOID or kind == rulings.HANGING:
            place = kind if kind < rulings.VOID else totals.HANGING
            standing.given[place] = arg - rulings.NO_POINTS
            return 0
        if kind == rulings.GIVE:
            if arg == rulings.INSTEAD:
                standing.played(standing.given)
                self.phase = phases.READY
            standing.give()
            if self.phase == phases.READY:
                standing.finish()
            return 0
        if kind == rulings.AWARD and arg <= rulings.NEITHER:
            if arg == rulings.NEITHER:
                standing.reopen()
            else:
                standing.won_by(arg, endings.AWARDED)
            return 0
        if kind == rulings.PARDON:
            return answers.NOTHING if ready else self.conduct.pardon(arg)
        if kind == rulings.VOID:
            self.phase = phases.READY
            return answers.NOTHING if ready else 0
        if kind != rulings.NEW_DEALER:
            return answers.BAD_EVENT
        if not ready:
            return answers.NOT_NOW
        if arg > 3 or self.house.shift & arg:
            return answers.NOT_A_SEAT
        self.totals[totals.DEALER] = arg
        return 0
