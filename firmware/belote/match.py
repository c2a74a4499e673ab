"""A match as a sequence of events: `apply` is the only way its state changes.

An event is a kind, a seat and a 16-bit argument; four bytes hold it. docs/events.md lists
the kinds and the codes that `apply` returns: 0 accepted, below 128 refused with nothing changed,
from 128 on accepted with an infraction (the code without its top bit) noted in the log.
"""

from micropython import const

from belote import choices
from belote.auction import OPEN, TAKEN, Auction
from belote.audit import Audit
from belote.cards import COUNT, TRUMP_BEATS
from belote.house import House
from belote.melds import Melds
from belote.score import Score
from belote.trick import Trick, why
from codes import answers, bids, disciplines, events, offences, outcomes, phases, rulings, totals

# When an event may happen, by kind: a bit for each phase; whether also after the end of the match;
# whether its argument is a card.
_WHEN = b"\x00\x7f\x02\x02\x02\x9c\x84\x08\x10\x90\x30\x30\x30\x10\x90\x10\x90\x3c\x60\x7e\x7e"
_AFTER_THE_END = const(0x40)
_OF_A_CARD = const(0x80)

# Infractions, a bit each.
_KEYED = const(0xFC40)  # those a person notes: out-of-turn, and misdeal to signal
_FORFEITED = const(0x103BE)
_FINED = const(0x17C46)

_MOST = const(198)  # events of a deal; two more places are for the confirmation

# Flags of a king or queen of trump that was laid.
_CALLED = const(1)
_CALLED_LATE = const(2)
_FALSE = const(4)


class Match:
    """One match of one house. The parts are there to be read: `auction`, `trick`, `audit`,
    `melds`, `score`, `totals`, and `log`, four bytes an infraction: code, seat, the play it
    is about and how many cards had been laid when it was certain."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.events = bytearray(4 * _MOST + 8)
        self.count = 0
        self.log = bytearray(4 * 40)
        self.logged = 0
        self.totals = [0] * totals.COUNT
        self.before = [0] * totals.COUNT
        self.auction = Auction(house)
        self.trick = Trick(house)
        self.audit = Audit(house, self._note)
        self.melds = Melds(house)
        self.score = Score(house)
        self.shift = 0 if house.players == 4 else 1
        self.step = self.trick.step
        self.announced = bytearray(4)
        self.claims = bytearray(4)  # what is left of them when the first trick is cleared
        self.points = [0, 0]  # of the cards taken
        self.tricks = [0, 0]
        self.fair = [0, 0]  # what discipline adds to each side
        # By suit and king: the play after which it lay there (0: not yet), and how it was called.
        self.pair_at = bytearray(8)
        self.pair_call = bytearray(8)
        self.hand = bytearray(5)
        self.totals[totals.WINNER] = -1
        self.phase = phases.IDLE
        self._clear()

    def side(self, seat: int) -> int:
        return seat >> self.shift & 1

    def apply(self, what: int, seat: int, arg: int = 0) -> int:
        """Lets one event happen, or refuses it."""
        if not events.MATCH <= what <= events.UNDO or (arg | seat) & ~0xFFFF:
            return answers.BAD_EVENT
        when = _WHEN[what]
        if what != events.RULING and (seat > 3 or self.shift & seat):
            return answers.NOT_A_SEAT
        if self.totals[totals.WINNER] >= 0 and not when & _AFTER_THE_END:
            return answers.MATCH_OVER
        if not when >> self.phase & 1:
            return answers.NOT_NOW
        if when & _OF_A_CARD and arg > 31:
            return answers.NOT_A_CARD
        if (
            self.count >= _MOST
            and what > events.DEAL
            and what not in (events.BACK, events.CONFIRM, events.UNDO)
        ):
            return answers.FULL
        logged = self.logged
        result = _HANDLERS[what](self, seat, arg)
        if result or what == events.BACK or what == events.UNDO:
            return result
        if self.count or what == events.DEAL:
            self._record(what, seat, arg)
        if self.phase >= phases.PLAY:
            if self.called:
                self._false_belotes()
            if self.phase == phases.DONE and what != events.CONFIRM:
                self._tally()
        return answers.NOTED | self.log[logged * 4] if self.logged > logged else 0

    def _record(self, what: int, seat: int, arg: int) -> None:
        tape = self.events
        at = self.count * 4
        tape[at] = what
        tape[at + 1] = seat
        tape[at + 2] = arg & 255
        tape[at + 3] = arg >> 8
        self.count += 1

    # Between deals.

    def _match(self, seat: int, mark: int) -> int:
        if mark != self.house.mark:
            return answers.WRONG_HOUSE
        sums = self.totals
        for i in range(totals.COUNT):
            sums[i] = 0
        sums[totals.DEALER] = seat
        sums[totals.POINTS] = self.house.target
        sums[totals.CONDUCT] = self.house.discipline
        sums[totals.WINNER] = -1
        self.count = 0
        self.phase = phases.READY
        self._clear()
        return 0

    def _target(self, seat: int, points: int) -> int:
        return self._set(totals.POINTS, points, 9999)

    def _discipline(self, seat: int, conduct: int) -> int:
        return self._set(totals.CONDUCT, conduct, disciplines.FORFEIT)

    def _set(self, total: int, value: int, most: int) -> int:
        if value > most or (total == totals.POINTS and not value):
            return answers.BAD_EVENT
        self.totals[total] = value
        self.count = 0
        return 0

    def _deal(self, seat: int, scanned: int) -> int:
        sums = self.totals
        if seat != sums[totals.DEALER]:
            return answers.WRONG_DEALER
        for i in range(totals.COUNT):
            self.before[i] = sums[i]
        self.count = 0
        self._clear()
        self.scanned = scanned
        self.phase = phases.DEALT
        if self.house.upcard == choices.UPCARD_NONE:
            self._open(-1)
        return 0

    def _clear(self) -> None:
        self.logged = self.salted = self.bottom = self.scanned = self.agreed = 0
        self.suspects = self.counting = self.called_for = self.called = self.unshown = 0
        self.upcard = self.caller = self.contract = self.last = -1
        self.audit.start()
        self.melds.clear()
        self.trick.start(0)
        for i in range(8):
            self.pair_at[i] = self.pair_call[i] = 0
        for i in range(4):
            self.announced[i] = self.claims[i] = 0
        for i in range(2):
            self.points[i] = self.tricks[i] = self.fair[i] = 0

    # The deal.

    def _scan(self, seat: int, card: int) -> int:
        audit = self.audit
        if not self.scanned or audit.plays:
            return answers.NOT_NOW
        if audit.place(card):
            return answers.CARD_SEEN
        if self.held(seat) >= self.house.cards - (0 if self.phase == phases.PLAY else 3):
            return answers.HAND_FULL
        audit.show(seat, card)
        return 0

    def held(self, seat: int) -> int:
        """How many cards of a hand are known."""
        held = 0
        for mask in self.audit.hands[seat]:
            held += COUNT[mask]
        return held

    def _absent(self, seat: int, card: int) -> int:
        """Why `card` cannot be in the hand of `seat`, 0 if it can."""
        audit = self.audit
        if audit.hands[seat][card >> 3] >> (card & 7) & 1:
            return 0
        if audit.place(card):
            return answers.CARD_SEEN
        return answers.NOT_HELD if self.held(seat) >= audit.left[seat] else 0

    def _turn_up(self, seat: int, card: int) -> int:
        if seat != self.totals[totals.DEALER]:
            return answers.WRONG_DEALER
        if self.audit.place(card):
            return answers.CARD_SEEN
        self.audit.out(card)
        self._open(card)
        return 0

    def _open(self, upcard: int) -> None:
        self.upcard = upcard
        elder = self.totals[totals.DEALER] + self.step & 3
        self.auction.start(elder, upcard >> 3, self.totals[totals.THROWN_IN])
        self.phase = phases.BIDDING

    def _bid(self, seat: int, call: int) -> int:
        auction = self.auction
        if seat != auction.seat:
            return offences.OUT_OF_TURN
        refused = auction.call(call & 255, call >> 8)
        if refused:
            return refused
        if auction.state == TAKEN:
            self.play()
        elif auction.state != OPEN:
            sums = self.totals
            sums[totals.DEALER] = sums[totals.DEALER] + self.step & 3
            sums[totals.THROWN_IN] ^= 1
            self._annul()
        return 0

    def _annul(self) -> None:
        """The deal ends without a score; fines are due all the same."""
        self._fines()
        for side in range(2):
            self.totals[side] += self.fair[side]
        self.phase = phases.READY

    def play(self) -> None:
        """The bidding is over: the elder leads."""
        auction = self.auction
        self.contract = auction.contract
        self.trick.contract(auction.contract)
        self.trick.start(self.totals[totals.DEALER] + self.step & 3)
        self.audit.trump = self.trick.trump
        if self.house.upcard == choices.UPCARD_TAKEN and self.upcard >= 0:
            self.audit.show(auction.taker, self.upcard)
        self.phase = phases.PLAY

    def _seven(self, seat: int, arg: int) -> int:
        audit = self.audit
        upcard = self.upcard
        seven = self.contract << 3
        if not self.house.seven:
            return answers.NOT_HERE
        if upcard >> 3 != self.contract or upcard == seven:
            return answers.NOTHING
        taken = self.house.upcard == choices.UPCARD_TAKEN
        rival = seat ^ 2  # across a table of two
        if self.claims[seat] or (audit.plays if taken else audit.left[rival] < self.house.cards):
            return answers.LATE
        taker = self.auction.taker if taken else 4
        if seat == taker:
            return answers.NOT_YOURS
        refused = self._absent(seat, seven)
        if not refused:
            audit.out(seven, seat)
            audit.out(upcard, taker)
            audit.show(seat, upcard)
            if taken:
                audit.show(taker, seven)
        return refused

    def _bottom(self, seat: int, card: int) -> int:
        if self.house.upcard != choices.UPCARD_STAYS:
            return answers.NOT_HERE
        if self.bottom:
            return answers.NOTHING
        if self.audit.place(card):
            return answers.CARD_SEEN
        self.audit.out(card)
        self.bottom = 1
        return 0

    # Play.

    def _card(self, seat: int, card: int) -> int:
        trick = self.trick
        audit = self.audit
        if seat != trick.seat:
            return offences.OUT_OF_TURN
        denies = trick.denies(card)
        refused = self._absent(seat, card)
        if self.scanned and not refused:
            refused = self._refused(seat, card, denies)
        if refused:
            return refused
        if audit.plays == self.house.players:
            self._melds_shown()
        suit = card >> 3
        rank = card & 7
        audit.play(seat, card, denies, trick.led)
        trick.lay(card)
        if (rank == 5 or rank == 6) and trick.beats[suit] is TRUMP_BEATS:
            self.pair_at[suit * 2 + rank - 5] = audit.plays
        if trick.count == self.house.players:
            self._trick_done()
        return 0

    def _refused(self, seat: int, card: int, denies: int) -> int:
        """Why a card may not be laid from a known hand."""
        audit = self.audit
        trick = self.trick
        if not audit.plays:
            for other in range(4):
                if self.held(other) < audit.left[other]:
                    return answers.HAND_SHORT
        return why(card, trick.led, trick.trump, denies, audit.hands[seat])

    def _trick_done(self) -> None:
        trick = self.trick
        winner = trick.winner
        side = self.side(winner)
        self.points[side] += trick.points
        self.tricks[side] += 1
        if trick.points:
            self.counting |= 1 << side
        trick.start(winner)
        self.suspects = self.audit.suspects()
        if self.audit.left[winner]:
            return
        self.last = side
        self.phase = phases.DONE
        for seat in range(4):
            laid = self.audit.laid[seat]
            announced = self.announced[seat]
            if self.melds.find(seat, laid, self.contract, announced) != announced:
                self._note(seat, offences.FALSE_MELD, 0)
            self.melds.find(seat, laid, self.contract, self.claims[seat])

    def _back(self, seat: int, arg: int) -> int:
        if self.totals[totals.CONDUCT] >= disciplines.POINTS:
            return answers.NOT_HERE
        play = self.audit.plays - 1
        if play < 0 or self.audit.seat[play] != seat:
            return answers.NOTHING
        card = self.audit.card[play]
        at = self.count * 4 - 4
        while self.events[at] != events.CARD:
            at -= 4
        self._replay(self.count, at, seat)
        return 0 if self.scanned else self.apply(events.SHOW, seat, card)

    def _undo(self, seat: int, arg: int) -> int:
        if not self.count:
            return answers.NOTHING
        self._replay(self.count - 1, -1, 4)
        return 0

    def _replay(self, count: int, without: int, caller: int) -> None:
        """Lets the first events of the deal happen again, but for the card at `without` and
        what `caller` called with it."""
        tape = self.events
        for i in range(totals.COUNT):
            self.totals[i] = self.before[i]
        self.phase = phases.READY
        self.count = 0
        for at in range(0, count * 4, 4):
            what = tape[at]
            seat = tape[at + 1]
            if at != without and (at < without or what != events.BELOTE or seat != caller):
                self.apply(what, seat, tape[at + 2] | tape[at + 3] << 8)

    # Announcements.

    def _meld(self, seat: int, size: int) -> int:
        house = self.house
        if size > 3:
            return answers.BAD_EVENT
        if not house.melds or (
            self.contract == bids.NO_TRUMPS and not (house.no_trump and size == 3)
        ):
            return answers.NOT_HERE
        if self.audit.left[seat] < house.cards:
            return answers.LATE
        claims = self.claims[seat]
        total = 1
        for other in range(0, 8, 2):
            total += claims >> other & 3
        if total > 3:
            return offences.FALSE_MELD
        claims += 1 << size * 2
        if self.scanned:
            if self.held(seat) < house.cards:
                return answers.HAND_SHORT
            if self.melds.find(seat, self.audit.hands[seat], self.contract, claims) != claims:
                return offences.FALSE_MELD
        self.announced[seat] = self.claims[seat] = claims
        return 0

    def _show(self, seat: int, card: int) -> int:
        if self.audit.had(seat, card):
            return 0
        refused = self._absent(seat, card)
        if not refused:
            self.audit.show(seat, card)
        return refused

    def _borne(self, seat: int) -> int:
        hand = self.hand
        for suit in range(4):
            hand[suit] = self.audit.hands[seat][suit] | self.audit.laid[seat][suit]
        return self.melds.find(seat, hand, self.contract, self.claims[seat])

    def to_show(self) -> int:
        """The seats, a bit each, that the table asks to show melds when the first trick is
        complete; who gives in to melds as high need not."""
        self.unshown = 16
        self._melds_shown()
        unshown = self.unshown & 15
        self.unshown = 0
        return unshown

    def _melds_shown(self) -> None:
        """The first trick is cleared: a side that announced no less than the other has shown
        its melds, or loses them."""
        if self.house.contest == choices.CONTEST_ONE:
            self._group_shown(0, 4)
        else:
            self._group_shown(0, 3)
            self._group_shown(3, 4)

    def _group_shown(self, low: int, high: int) -> None:
        fours = self.house.contest == choices.CONTEST_CARRE and low == 0
        for side in range(2):
            mine = self._highest(side, low, high, False)
            theirs = self._highest(side ^ 1, low, high, False)
            if fours and self._highest(side, 3, 4, False) > 0:
                theirs = -1
            if mine < 0 or mine < theirs or (fours and self._highest(side ^ 1, 3, 4, False) > 0):
                continue
            # Of equal kinds the lower need not be shown.
            beaten = mine == theirs == self._highest(side ^ 1, low, high, True)
            for seat in range(4):
                if self.side(seat) == side:
                    self._hide(seat, (1 << high * 2) - (1 << low * 2), beaten)

    def _hide(self, seat: int, kinds: int, beaten: bool) -> None:
        """Drops the claims of those kinds whose cards have not been seen, or only tells who
        made them, if `to_show` wants to know."""
        hidden = (self.claims[seat] & kinds) - (self._borne(seat) & kinds)
        if self.unshown:
            if hidden:
                self.unshown |= 1 << seat
            return
        self.claims[seat] -= hidden
        if hidden and not beaten:
            self._note(seat, offences.MELD_NOT_SHOWN, 0)

    def _highest(self, side: int, low: int, high: int, shown: bool) -> int:
        """The highest kind that a side announced, -1 for none."""
        best = -1
        for seat in range(4):
            if self.side(seat) == side:
                claims = self._borne(seat) if shown else self.announced[seat]
                for size in range(low, high):
                    if claims >> size * 2 & 3 and size > best:
                        best = size
        return best

    def _window(self, pair: int) -> int:
        """For a king or queen of trump: 0 not laid, or its call can no longer be changed;
        1 the call is in time; 2 it is late."""
        at = self.pair_at[pair]
        plays = self.audit.plays
        if not at:
            return 0
        if plays == at:
            return 1
        players = self.house.players
        return (
            2
            if self.house.late == choices.LATE_SALT and plays < (at // players + 1) * players
            else 0
        )

    def _belote(self, seat: int, arg: int) -> int:
        audit = self.audit
        pair = -1
        refused = answers.NOTHING
        for i in range(8):
            at = self.pair_at[i]
            if at and audit.seat[at - 1] == seat and not self.pair_call[i] & _CALLED:
                if not self._window(i):
                    refused = answers.LATE
                elif pair < 0 or at > self.pair_at[pair]:
                    pair = i
        if pair < 0:
            return refused
        window = self._window(pair)
        other = pair ^ 1
        at = self.pair_at[other]
        if self.house.calls and at and audit.seat[at - 1] == seat:
            return answers.LATE
        if self.house.order and not pair & 1 and not 0 < at < self.pair_at[pair]:
            return answers.NOT_NOW
        if self.scanned and not audit.had(seat, (other >> 1) << 3 | (other & 1) + 5):
            return offences.FALSE_BELOTE
        self.called = 1
        self.pair_call[pair] = _CALLED if window == 1 else _CALLED | _CALLED_LATE
        return 0

    def _salt(self, seat: int, arg: int) -> int:
        if self.house.late != choices.LATE_SALT:
            return answers.NOT_HERE
        salted = 0
        for pair in range(8):
            window = self._window(pair)
            if not window or self.side(self.audit.seat[self.pair_at[pair] - 1]) == self.side(seat):
                continue
            if window == 1 and self.phase != phases.DONE:
                continue
            if self.pair_call[pair] & (_CALLED | _CALLED_LATE) != _CALLED:
                salted |= 1 << (pair >> 1)
        if not salted & ~self.salted:
            return answers.NOTHING
        self.salted |= salted
        return 0

    def _false_belotes(self) -> None:
        """Notes calls whose other card is known to have been elsewhere."""
        audit = self.audit
        for pair in range(8):
            if self.pair_call[pair] & (_CALLED | _FALSE) == _CALLED:
                other = (pair >> 1) << 3 | 6 - (pair & 1)
                at = self.pair_at[pair] - 1
                seat = audit.seat[at]
                if not audit.had(seat, other) and (
                    self.phase == phases.DONE or audit.place(other)
                ):
                    self.pair_call[pair] |= _FALSE
                    self._note(seat, offences.FALSE_BELOTE, at)

    def belotes(self, side: int) -> int:
        """What the belotes of a side are worth, as called so far."""
        worth = 0
        for suit in range(4):
            queen = self.pair_at[suit * 2]
            king = self.pair_at[suit * 2 + 1]
            if not queen or not king or self.salted >> suit & 1:
                continue
            seat = self.audit.seat[queen - 1]
            if seat != self.audit.seat[king - 1] or self.side(seat) != side:
                continue
            calls = (self.pair_call[suit * 2] & 1) + (self.pair_call[suit * 2 + 1] & 1)
            if calls == 2 or (calls and self.house.calls):
                worth += 20
        return worth

    def _call_out(self, seat: int, arg: int) -> int:
        rule = self.house.call_out
        trick = self.trick
        side = self.side(seat)
        audit = self.audit
        house = self.house
        if not rule:
            return answers.NOT_HERE
        if self.caller >= 0:
            return answers.NOT_NOW
        if rule == choices.CALL_OUT_LEAD:
            if not audit.plays or trick.count or seat != trick.seat:
                return answers.NOT_YOURS
            self.caller = seat
            self.called_for = self.points[side] + self.belotes(side)
            return 0
        if audit.plays >= house.players * (house.cards - 1):
            return answers.LATE
        if not self.counting >> side & 1:
            return answers.NOT_YOURS
        for other in range(4):
            self._borne(other)  # finds the melds that have been seen
        self._contest()
        self._fines()
        reached = self.totals[side] + self.points[side] + self.fair[side]
        reached += self.score.melds[side] + self.belotes(side)
        if reached < self.totals[totals.POINTS]:
            self._note(seat, offences.FALSE_CALL_OUT, audit.plays)
        else:
            self.totals[totals.WINNER] = side
        return 0

    # Infractions.

    def _note(self, seat: int, code: int, play: int) -> None:
        at = self.logged * 4
        if at < len(self.log):
            self.log[at] = code
            self.log[at + 1] = seat
            self.log[at + 2] = play
            self.log[at + 3] = self.audit.plays
            self.logged += 1
            self._judge()

    def _judge(self) -> None:
        """Gives the match to the other side if one has lost it."""
        loser = self._loser()
        if loser >= 0:
            self.totals[totals.WINNER] = loser ^ 1

    def _loser(self) -> int:
        """The side whose offence loses the match, -1 for none: a forfeit, or a false call-out
        under every discipline. Of several the play that came first counts."""
        loser = -1
        first = 255
        log = self.log
        for at in range(0, self.logged * 4, 4):
            code = log[at]
            forfeit = self.totals[totals.CONDUCT] == disciplines.FORFEIT and _FORFEITED >> code & 1
            if forfeit or code == offences.FALSE_CALL_OUT:
                if log[at + 2] < first:
                    first = log[at + 2]
                    loser = self.side(log[at + 1])
        return loser

    def _fines(self) -> None:
        """What the discipline of points takes and gives."""
        self.fair[0] = self.fair[1] = 0
        if self.totals[totals.CONDUCT] != disciplines.POINTS:
            return
        fine = self.house.fine
        for at in range(0, self.logged * 4, 4):
            code = self.log[at]
            side = self.side(self.log[at + 1])
            if _FINED >> code & 1:
                self.fair[side] -= fine
                if code == offences.REVOKE:
                    self.fair[side ^ 1] += fine

    def _offence(self, seat: int, code: int) -> int:
        if not _KEYED >> code & 1:
            return answers.BAD_EVENT
        if code == offences.MISDEAL and seat != self.totals[totals.DEALER]:
            return answers.WRONG_DEALER
        self._note(seat, code, self.audit.plays)
        if code == offences.MISDEAL:
            self._annul()
        return 0

    def _ruling(self, what: int, arg: int) -> int:
        sums = self.totals
        ready = self.phase == phases.READY
        if what < rulings.VOID:
            sums[what] += arg - rulings.NO_POINTS
            if ready and sums[totals.WINNER] < 0:
                self._finish()
        elif what == rulings.VOID:
            if ready:
                return answers.NOTHING
            self.phase = phases.READY
        elif what == rulings.AWARD:
            if arg > rulings.NEITHER:
                return answers.BAD_EVENT
            sums[totals.WINNER] = arg if arg < rulings.NEITHER else -1
        elif what == rulings.PARDON:
            if ready or arg >= self.logged or self.log[arg * 4] >= offences.PARDONED:
                return answers.NOTHING
            if self._loser() >= 0:
                sums[totals.WINNER] = -1
            self.log[arg * 4] |= offences.PARDONED
            self._judge()
        elif what == rulings.NEW_DEALER:
            if not ready:
                return answers.NOT_NOW
            if arg > 3 or self.shift & arg:
                return answers.NOT_A_SEAT
            sums[totals.DEALER] = arg
        else:
            return answers.BAD_EVENT
        return 0

    # The count.

    def _contest(self) -> None:
        """What each side's melds are worth."""
        melds = self.score.melds
        elder = self.totals[totals.DEALER] + self.step & 3
        self.melds.score(elder, self.step, self.shift, melds)
        for side in range(2):
            if self.house.counting_trick and not self.counting >> side & 1:
                melds[side] = 0

    def _tally(self) -> None:
        """Counts the hand that has been played; a side that agreed to another count is asked
        again."""
        self.agreed = 0
        score = self.score
        auction = self.auction
        self._contest()
        for side in range(2):
            score.cards[side] = self.points[side] + (10 if side == self.last else 0)
            score.tricks[side] = self.tricks[side]
            barred = self.house.counting_trick and not self.counting >> side & 1
            score.belote[side] = 0 if barred else self.belotes(side)
        taker = self.side(auction.taker)
        score.settle(
            self.contract, auction.level, taker, auction.factor, self.totals[totals.HANGING]
        )
        self._fines()
        for side in range(2):
            score.score[side] += self.fair[side]

    def _confirm(self, seat: int, arg: int) -> int:
        side = 1 << self.side(seat)
        if self.agreed & side:
            return answers.NOTHING
        self.agreed |= side
        if self.agreed == 3:
            self._close()
        return 0

    def _close(self) -> None:
        """The hand's result is final."""
        self.count = 0
        sums = self.totals
        score = self.score
        house = self.house
        outcome = score.outcome
        made = outcome == outcomes.MADE or outcome == outcomes.CAPOT
        taker = self.side(self.auction.taker)
        if self.caller >= 0 and sums[totals.WINNER] < 0:
            side = self.side(self.caller)
            failed = (
                side == taker
                and not made
                and outcome < outcomes.SCORED
                and outcome != outcomes.LITIGE
            )
            if failed or sums[side] + self.called_for + score.melds[side] < sums[totals.POINTS]:
                self._note(self.caller, offences.FALSE_CALL_OUT, self.audit.plays)
            else:
                sums[totals.WINNER] = side
        for side in range(2):
            sums[side] += score.score[side]
        sums[totals.HANGING] = score.hanging
        sums[totals.THROWN_IN] = 0
        if house.next:
            if score.score[0] != score.score[1]:
                sums[totals.DEALER] = 0 if score.score[0] > score.score[1] else 2
        else:
            sums[totals.DEALER] = sums[totals.DEALER] + self.step & 3
        self.phase = phases.READY
        if sums[totals.WINNER] >= 0:
            return
        if (
            house.third == choices.THIRD_MATCH
            and self.auction.factor == 8
            and outcome != outcomes.LITIGE
        ):
            sums[totals.WINNER] = taker if made else taker ^ 1
        elif house.end_capot or score.capot < 0:
            self._finish()

    def _finish(self) -> None:
        """Ends the match if a side is past the target and ahead."""
        sums = self.totals
        if sums[0] != sums[1] and max(sums[0], sums[1]) >= sums[totals.POINTS]:
            sums[totals.WINNER] = 0 if sums[0] > sums[1] else 1

    def fani(self) -> bool:
        """Whether the match was won against a side without a point."""
        winner = self.totals[totals.WINNER]
        return winner >= 0 and not self.totals[winner ^ 1]


_HANDLERS = (
    Match._match,  # no event has number 0
    Match._match,
    Match._target,
    Match._discipline,
    Match._deal,
    Match._scan,
    Match._turn_up,
    Match._bid,
    Match._meld,
    Match._card,
    Match._back,
    Match._belote,
    Match._salt,
    Match._call_out,
    Match._show,
    Match._seven,
    Match._bottom,
    Match._offence,
    Match._confirm,
    Match._ruling,
    Match._undo,
)
