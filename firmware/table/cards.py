"""What people do with cards, told as events of the match.

What comes to lie on a pad waits there until it can be judged, once; then it is settled, whatever
was said of it, until it is lifted. Nothing else is remembered that matters: whose card is wanted,
and which cards belong to the trick, is asked of the match at each step, so that it does not
matter who moved the match on, or back.
"""

from micropython import const

# Kinds of events.
_DEAL = const(4)
_SCAN = const(5)
_UPCARD = const(6)
_CARD = const(9)
_SHOW = const(14)
_UNDO = const(20)

# Phases.
_READY = const(1)
_DEALT = const(2)
_BIDDING = const(3)
_PLAY = const(4)
_DONE = const(5)
_DEALING = const(2)  # the bit of DEALT and BIDDING alone

# Totals.
_DEALER = const(3)
_WINNER = const(7)

# Lamps.
_OFF = const(0)
_TURN = const(1)
_CLEAR = const(2)
_SCANS = const(3)
_ASKED = const(4)
_SHARED = const(5)

# Sounds.
_READ = const(0)
_REFUSED = const(1)
_TRICK = const(2)
_OVER = const(3)

# Seats that have not agreed to the result, by the sides that have; and with two players.
_AGREE = b"\x0f\x0a\x05\x05\x04\x01"

# What is to be done about a pad.
_SETTLED = const(0)
_WAITS = const(1)
_TOLD = const(2)  # waits on; that it must has been said

# States of a pad.
_ABSENT = const(0)
_PRESENT = const(1)
_FAULT = const(5)
_UNKNOWN = const(6)

# Tags that are no card of this deck, as `Deck.find` says.
_OTHER_DECK = const(32)
_COMMAND = const(64)
_NO_CARD = const(255)

_TIME = const(0x3FFFFFFF)
_HOVER = const(300)  # ms: lifted sooner, a card was never laid
_STEADY = const(500)  # so long the card lies that opens a deal
_LATE = const(2000)  # then it is no slip of the hand

_OUT_OF_TURN = const(6)
_STAYS = const(1)
_NO_UPCARD = const(2)
_NOTED = const(128)

# Notes in the journal.
_FOREIGN = const(34)
_CROSSTALK = const(35)

_TROUBLE = const(78)  # + the state of a pad: 80 one-card, 81 press-card, 82 clear-pad
_READER_LOST = const(83)  # text
_READER_BACK = const(84)  # text
_UNKNOWN_TAG = const(85)  # text
_OTHER_PACK = const(86)  # text
_LIFT_CARD = const(87)  # text
_ALREADY_PLAYED = const(88)  # text
_WRONG_PAD = const(90)  # text
_SHOW_AGAIN = const(91)  # text
_STAYS_PLAYED = const(92)  # text
_DEALER_LAYS = const(93)  # text
_SHOW_MELD = const(94)  # text
_CHANGE_PACK = const(98)  # text
_MISDEALT = const(102)  # text
_SHOW_BOTTOM = const(103)  # text


class Cards:
    """`wanted` are the seats whose cards or keys are, `showing` those of them that are asked to
    show melds. What lies on the pads at first, for they may have served something else before, is
    compared and not played. Calls `table.command(seat, number)` for command cards, and tells the
    `readers` which pad to visit most, in `turn`."""

    def __init__(self, table, readers) -> None:  # type: ignore[no-untyped-def]
        self.table = table
        self.match = table.match
        self.pads = table.pads
        self.readers = readers
        self.wanted = self.showing = 0
        self.lost = 0  # readers that do not answer
        self.card = bytearray(b"\xff" * 4)  # by pad: what lies there, or lay there last
        self.stage = bytearray(4)
        self.laid = [0] * 4  # when it came
        self._lamp = 0  # of those that are wanted
        self._due = 0  # seats that have to show melds
        self._done = 0  # seats that will not show more
        self._count = 0  # events when it was found out who has to show
        self._swept = 0  # when the trick was swept before its last card
        self.fresh = True
        self.other = None  # what this house does with cards that no other does
        house = self.match.house
        if house.seven or house.upcard == _STAYS:
            from table.exchange import Exchange

            self.other = Exchange(self)

    def step(self, now: int) -> None:
        """Looks at what changed on the pads, and at what has waited there long enough."""
        pads = self.pads
        self.look()
        if self.fresh:
            if max(pads.state) < _UNKNOWN:
                from table.resumed import resumed

                self.fresh = False
                resumed(self)
        else:
            for pad in range(4):
                if pads.changed >> pad & 1:
                    self.news(pad)
            for pad in range(4):
                if self.stage[pad] and self._settles(pad):
                    self.stage[pad] = _SETTLED
            self._sweep()
        pads.changed = 0
        self._light()

    def passed(self, seat: int) -> bool:
        """PASS of a seat that is asked to show its melds; whether it is."""
        if not self.showing >> seat & 1:
            return False
        self._done |= 1 << seat
        return True

    # --- what is to happen next -------------------------------------------------------------

    def look(self) -> None:
        """Who is wanted, and for what."""
        match = self.match
        table = self.table
        phase = match.phase
        seat = match.totals[_DEALER]
        wanted = showing = request = 0
        lamp = _TURN
        if phase == _DONE:
            lamp = _ASKED
            wanted = _AGREE[match.house.shift * 3 + match.tally.agreed]
        elif match.totals[_WINNER] < 0 and phase:
            if phase == _READY:
                if table.settings.hands:
                    lamp = _SCANS
                    wanted = _AGREE[match.house.shift * 3]
                elif match.house.upcard == _NO_UPCARD:
                    seat = 4
            elif match.audit.scanned and not match.audit.plays:
                for other in range(4):
                    held = table.fill[other] = match.audit.held(other)
                    if match.audit.left[other] - held > (0 if phase == _PLAY else 3):
                        lamp = _SCANS
                        wanted |= 1 << other
            if phase == _BIDDING:
                seat = match.auction.seat
            elif phase == _PLAY:
                seat = match.trick.seat
                showing = self._to_show()
                if showing:
                    lamp = _ASKED
                    wanted = showing
                    request = _SHOW_MELD
                    first = showing & -showing
                    seat = (first >> 1) - (first >> 3)
            wanted = wanted or 1 << seat
        self._lamp = lamp
        self.wanted = wanted & 15
        self.showing = showing
        if self.other and self.other.asks():
            request = _SHOW_BOTTOM
            seat = match.totals[_DEALER]
            self.wanted |= 1 << seat
        table.request(request, seat)

    def _to_show(self) -> int:
        """Who has to show melds: between the first trick and the next card only."""
        match = self.match
        if match.audit.plays != match.house.players:
            self._done = self._due = self._count = 0
        elif match.count != self._count:
            self._count = match.count
            self._due = match.announcements.to_show()
        return self._due & ~self._done

    # --- pads -------------------------------------------------------------------------------

    def _pad_of(self, seat: int) -> int:
        """Where a seat lays its cards: on its own pad, or the next one whose reader answers."""
        for _ in range(4):
            if self.lost >> seat & 1:
                seat = seat + 1 & 3
        return seat

    def owner(self, pad: int) -> int:
        """Whose card it is that lies on a pad."""
        if not self.wanted >> pad & 1:
            for seat in range(4):
                if self.wanted & self.lost & 1 << seat and self._pad_of(seat) == pad:
                    return seat
        return pad

    def news(self, pad: int) -> None:
        """Something came to lie on a pad, or went; a card lifted at once, before anything
        followed, was never laid."""
        pads = self.pads
        match = self.match
        events = match.events
        state = pads.state[pad]
        bit = 1 << pad
        at = match.count * 4 - 4
        if state == _FAULT:
            self.lost |= bit
            self.table.say(_READER_LOST, pad, 0, self._pad_of(pad))
        elif self.lost & bit:
            self.lost ^= bit
            self.table.say(_READER_BACK, pad)
        elif at > 0 and events[at] == _CARD and events[at + 2] == self.card[pad]:
            if (pads.seen[pad] - self.laid[pad] & _TIME) < _HOVER:
                self.happen(_UNDO, events[at + 1], 0)
        self.stage[pad] = _WAITS
        if state == _PRESENT:
            self.card[pad] = self.table.deck.find(pads.uid[pad], pads.uid_len[pad])
            self.laid[pad] = pads.since[pad]

    def elsewhere(self, card: int, pad: int) -> int:
        """Another pad than this one on which the card lies, -1 for none."""
        other = 3
        while other >= 0 and (
            other == pad or self.card[other] != card or self.pads.state[other] != _PRESENT
        ):
            other -= 1
        return other

    # --- judging ----------------------------------------------------------------------------

    def _settles(self, pad: int) -> bool:
        """Judges what is on a pad, if it is time; whether that is done."""
        state = self.pads.state[pad]
        card = self.card[pad]
        seat = self.owner(pad)
        phase = self.match.phase
        waited = self.table.now - self.pads.since[pad] & _TIME
        late = waited >= _LATE
        if state == _PRESENT:
            other = self.elsewhere(card, pad)
            if other >= 0 and card < _OTHER_DECK:
                if late and self.stage[pad] == _WAITS:
                    self.stage[pad] = _TOLD
                    if self.stage[other]:
                        self.stage[other] = _TOLD
                    self.table.journal.add(_CROSSTALK, pad, other)
                    self.tell(_LIFT_CARD, pad, card, other)
                return False
            if phase == _READY and waited < _STEADY:
                return False
            if card >= _OTHER_DECK:
                return self._stranger(pad, seat, card, late)
            return self._judged(pad, seat, card, late)
        if not late:
            return False
        if state == _ABSENT:
            settled = self.lost or self._swept or self.elsewhere(card, pad) >= 0
            if not settled and self._in_trick(card):
                self.table.say(_STAYS_PLAYED, seat, card)
        elif state < _FAULT:
            if not self.wanted >> seat & 1 or (phase != _PLAY and self._lamp != _SCANS):
                return False
            self.tell(_TROUBLE + state, seat)
        return True

    def _stranger(self, pad: int, seat: int, card: int, late: bool) -> bool:
        """No card of this deck."""
        table = self.table
        if card == _NO_CARD:
            if late:
                mixed = table.journal.epoch
                for byte in self.pads.uid[pad]:
                    mixed = mixed * 31 + byte & 0xFFFF
                table.journal.add(_FOREIGN, seat, mixed)
                self.tell(_UNKNOWN_TAG, seat)
            return late
        if card >= _COMMAND:
            table.command(seat, card - _COMMAND)
        else:
            deck = table.deck  # which may have found something else meanwhile
            deck.find(self.pads.uid[pad], self.pads.uid_len[pad])
            table.label = deck.names[deck.other]
            self.tell(_OTHER_PACK, seat)
            if self.match.phase == _READY:
                from table.doubt import Doubt

                Doubt(self, _CHANGE_PACK, seat)
        return True

    def _judged(self, pad: int, seat: int, card: int, late: bool) -> bool:
        """A card of this deck, alone on its pad."""
        match = self.match
        phase = match.phase
        dealer = match.totals[_DEALER]
        if phase == _READY:
            if self.wanted >> seat & 1:
                return self.happen(_DEAL, dealer, self.table.settings.hands) != 0
            if late and self.wanted:
                self.tell(_DEALER_LAYS, dealer)
            return late
        if not self.wanted or phase == _DONE:
            return True
        short = self._lamp == _SCANS and self.wanted >> seat & 1
        if match.audit.scanned and not match.audit.plays and (short or phase < _PLAY):
            if card != match.upcard.card and not match.audit.had(seat, card):
                turned = phase == _DEALT and seat == dealer and not short
                self.happen(_UPCARD if turned else _SCAN, seat, card)
            return True
        if phase == _DEALT and seat == dealer:
            self.happen(_UPCARD, seat, card)
        return phase < _PLAY or self._played(pad, seat, card, late)

    def _played(self, pad: int, seat: int, card: int, late: bool) -> bool:
        """A card in the play."""
        match = self.match
        trick = match.trick
        turn = trick.seat
        play = self._play_of(card)
        if play:
            return self._again(pad, seat, play, late)
        if self.other and self.other.takes(seat, card):
            return True
        if self.showing:
            if self.showing >> seat & 1:
                if not match.audit.had(seat, card):
                    self.happen(_SHOW, seat, card)
                return True
            return late and seat != turn
        if self._swept and seat != turn:
            if (self.laid[pad] - self._swept - _LATE & _TIME) > _TIME >> 1:
                if late:
                    self.tell(_SHOW_AGAIN, turn)
                return late
            seat = turn
        if seat == turn:
            if not self.happen(_CARD, seat, card) and not trick.count:
                self.table.cue = _OVER if match.phase == _DONE else _TRICK
            return True
        if late:
            self._out_of_turn(seat, card, turn)
        return late

    def _play_of(self, card: int) -> int:
        """The play in which a card was laid, the first one being 1; 0 if it was not."""
        audit = self.match.audit
        play: int = audit.plays
        while play and audit.card[play - 1] != card:
            play -= 1
        return play

    def _in_trick(self, card: int) -> bool:
        """Whether a card is in the trick on the table."""
        match = self.match
        before: int = match.audit.plays - match.trick.count
        return match.phase == _PLAY and self._play_of(card) > before

    def _again(self, pad: int, seat: int, play: int, late: bool) -> bool:
        """A card that was laid before: put back, swept over the pad, or out of an old trick."""
        match = self.match
        audit = match.audit
        players = match.house.players
        by = audit.seat[play - 1]
        if play > audit.plays - match.trick.count:
            if by == pad:
                self._swept = 0
            return True
        if play > audit.plays - players and not (match.trick.count or late):
            return False
        self.tell(_ALREADY_PLAYED, seat, self.card[pad], by, (play - 1) // players + 1)
        return True

    def _out_of_turn(self, seat: int, card: int, turn: int) -> None:
        match = self.match
        table = self.table
        if match.house.shift & seat:
            self.happen(_CARD, seat, card)
        elif not match.audit.left[seat]:
            table.say(_MISDEALT, seat, card, turn)
            from table.doubt import Doubt

            Doubt(self, _MISDEALT, turn)
        elif not table.fined(seat):
            table.note(seat, _OUT_OF_TURN)
            self.tell(_WRONG_PAD, seat, card, turn)

    def _sweep(self) -> None:
        """Notices that the trick was taken from the table before its last card was read."""
        match = self.match
        if match.phase != _PLAY or match.trick.count != match.house.players - 1:
            self._swept = 0
        elif not self._swept and max(self.pads.state) == _ABSENT:
            self._swept = self.table.now | 1
            self.tell(_SHOW_AGAIN, match.trick.seat)

    # --- telling ----------------------------------------------------------------------------

    def happen(self, what: int, seat: int, card: int) -> int:
        """Lets an event happen, and answers in sound, or in words if it is refused."""
        table = self.table
        result: int = table.happen(what, seat, card)
        if not result:
            table.cue = _READ
        elif result < _NOTED:
            table.note(seat, result)
            table.refuse(result, seat, card)
        self.look()
        return result

    def tell(self, text: int, seat: int, card: int = 0, other: int = 0, number: int = 0) -> None:
        """Says what is wrong, in words, light and sound."""
        table = self.table
        table.say(text, seat, card, other, 0, number)
        table.blink |= 1 << seat
        table.cue = _REFUSED

    def _light(self) -> None:
        """The lamps of the seats, and the pad that the readers should look at most."""
        table = self.table
        match = self.match
        phase = match.phase
        pad = self._pad_of(match.trick.seat) if phase == _PLAY else 4
        self.readers.turn = pad
        for seat in range(4):
            lamp = self._lamp if self.wanted >> seat & 1 else _OFF
            if table.asked >> seat & 1:
                lamp = _ASKED
            elif lamp <= _TURN or phase == _READY:
                if lamp and self.lost >> seat & 1:
                    lamp = _SHARED
                    if lamp != table.lamps[seat] and not table.notice.text and phase != _BIDDING:
                        table.say(_READER_LOST, seat, 0, self._pad_of(seat))
                # What is settled must go, but for the card turned up, and cards of the trick
                # unless somebody else needs their pad.
                if _ABSENT < self.pads.state[seat] < _FAULT and not (
                    self.stage[seat]
                    or phase & _DEALING
                    or (seat != pad and self._in_trick(self.card[seat]))
                ):
                    lamp = _CLEAR
            table.lamps[seat] = lamp
