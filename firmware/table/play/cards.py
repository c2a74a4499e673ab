"""Judging of the cards on the pads, which turns pad readings into match events.

A card on a pad is judged at each step until the result is certain. Then the pad is settled,
whatever the result was: it is not judged again until its card or its state changes.

The seats whose card is wanted and the cards of the trick are read from the match at each step, so
an undo or a ruling needs no handling here.
"""

from micropython import const

import texts
from codes.game import Answers, Events, Offences, Phases, Seats, Totals
from codes.journal import Notes
from codes.table import Cues, Lamps, PadStates, TagKinds, Ticks
from table.play.demand import Demand
from table.play.doubt import Doubt
from table.play.exchange import Exchange
from table.play.pad_cards import NO_PAD, SETTLED, TOLD, WAITS, Laid
from table.play.pad_check import compare
from table.sentences import PAD_TEXTS

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from drivers.mfrc522 import Readers
    from table.table import Table

_HOVER_MS = const(300)  # a card lifted sooner than this counts as never laid
_STEADY_MS = const(500)  # how long a card must lie to open a deal, or to count as laid too early
# After a computer has asked to use the readers, no card is played for this time. A computer that
# needs more time must ask again before the time is over.
_ASKED_MS = const(15_000)
# A wrong card that lies this long is reported; a shorter touch may be a slip.
_LATE_MS = const(2000)


class Cards:
    """Judge of the cards on the four pads.

    At the start, and after a menu or a computer has used the pads, the cards on the pads are
    compared with the match and not played. `command(seat, number)` is called for a command card;
    `number` is its index in `decks.COMMANDS`. `readers.turn` is set to the pad that the readers
    should poll most.
    """

    def __init__(
        self, table: "Table", readers: "Readers", command: "Callable[[int, int], None]"
    ) -> None:
        self.table = table
        self.match = table.match
        self.pads = table.pads
        self.readers = readers
        self.command = command
        self.exchange = Exchange(table, self.happen)
        self.wanted = Demand(table, self.exchange)
        self.laid = Laid(table, self.wanted)
        self.doubt = Doubt(self)
        self._swept = 0  # time when pads were cleared before a trick's last card was read, or 0
        self._fresh = True
        self._is_held = False
        self._held_at = 0

    def hold(self) -> None:
        """Play no card for 15 seconds, because a computer uses the readers.

        During a deal this has no effect.
        """
        self._is_held = True
        self._held_at = self.table.now

    def resume(self) -> None:
        """Let `step` compare the pads with the match again, because a menu has used the pads."""
        self._fresh = True
        self._swept = 0
        self.exchange.resume()

    def step(self, now: int) -> None:
        """Judge the pads that are not settled, and set the lamps of the seats.

        At the start, after a menu, and after a computer has used the readers, judge no pad until
        each reader has polled its pad. Then first compare the pads with the match.
        """
        pads = self.pads
        changed = pads.changed
        self.wanted.look()
        if self._is_held:
            held = self.table.now - self._held_at & Ticks.MASK
            self._is_held = held < _ASKED_MS and self.match.phase <= Phases.READY
        if self._is_held:
            self._fresh = True
        elif not self._fresh:
            for pad in range(4):
                if changed >> pad & 1:
                    self.news(pad)
            stage = self.laid.stage
            for pad in range(4):
                if stage[pad] and self._settles(pad):
                    stage[pad] = SETTLED
            self._sweep()
        elif max(pads.state) < PadStates.UNKNOWN:
            self._fresh = False
            compare(self)
        pads.changed = 0
        self._light()

    def news(self, pad: int) -> None:
        """Handle a change of a pad's card or of its reader.

        A card that is lifted within 300 ms, before another event has happened, counts as never
        laid: its event is undone.
        """
        match = self.match
        last = match.events[-1] if match.events else None
        laid = self.laid
        if last and last.kind == Events.CARD and last.arg == laid.card[pad]:
            reads = self.pads.state[pad] != PadStates.FAULT and not laid.lost >> pad & 1
            lay = self.pads.since[pad] - laid.came[pad] & Ticks.MASK
            if reads and lay < _HOVER_MS:
                self.happen(Events.UNDO, last.seat, 0)
        laid.notice(pad)

    # --- judging the cards on the pads ------------------------------------------------------

    def _settles(self, pad: int) -> bool:
        """Judge what lies on a pad, unless it is too soon; return whether the pad is settled."""
        state = self.pads.state[pad]
        waited = self.table.now - self.pads.since[pad] & Ticks.MASK
        late = waited >= _LATE_MS
        if state == PadStates.PRESENT:
            return self._settles_tag(pad, waited, late)
        if late and state == PadStates.ABSENT:
            self._lifted(pad)
        elif late and state < PadStates.FAULT:
            return self._garbled(pad, state)
        return late

    def _settles_tag(self, pad: int, waited: int, late: bool) -> bool:
        """Judge the single tag on a pad; return whether the pad is settled."""
        laid = self.laid
        card = laid.card[pad]
        other = laid.elsewhere(card, pad)
        if other >= 0 and card < TagKinds.OTHER_DECK:
            self._read_twice(pad, other, late)
            return False
        if self.match.phase == Phases.READY and waited < _STEADY_MS:
            return False
        seat = laid.owner(pad)
        if card >= TagKinds.OTHER_DECK:
            return self._stranger(pad, seat, card, late)
        return self._judged(pad, seat, card, late)

    def _read_twice(self, pad: int, other: int, late: bool) -> None:
        """Report, once, a card that two readers see at the same time."""
        stage = self.laid.stage
        if late and stage[pad] == WAITS:
            stage[pad] = TOLD
            if stage[other]:
                stage[other] = TOLD
            self.table.journal.add(Notes.CROSSTALK, pad, other)
            self.tell(texts.LIFT_CARD, pad, self.laid.card[pad], other)

    def _lifted(self, pad: int) -> None:
        """Show that a card of the trick stays played although it was taken off its pad.

        Show nothing if the card lies on another pad, or if a seat has no working reader. Show
        nothing either if the pads were cleared before the last card of the trick was read.
        """
        laid = self.laid
        card = laid.card[pad]
        settled = laid.lost or self._swept or laid.elsewhere(card, pad) >= 0
        if not settled and laid.in_trick(card):
            self.table.voice.say(texts.STAYS_PLAYED, laid.owner(pad), card)

    def _garbled(self, pad: int, state: int) -> bool:
        """Report a pad that holds no single readable card; return whether the pad is settled.

        The pad is reported only while a card of its seat is wanted, in the play or for a scanned
        hand. A second card on the upcard counts as laid too early.
        """
        seat = self.laid.owner(pad)
        wanted = self.wanted
        scans = wanted.lamp == Lamps.SCAN
        if state == PadStates.CROWDED and self._on_upcard(pad):
            return self._early(pad, seat, TagKinds.UNKNOWN)
        if not wanted.seats >> seat & 1 or not (scans or self.match.phase == Phases.PLAY):
            return False
        self.tell(PAD_TEXTS[state], seat, other=pad)
        return True

    def _on_upcard(self, pad: int) -> bool:
        """Return whether the card read last on a pad is the upcard of the bidding under way."""
        match = self.match
        return match.phase == Phases.BIDDING and self.laid.card[pad] == match.play.upcard

    def _stranger(self, pad: int, seat: int, tag: int, late: bool) -> bool:
        """Handle a tag that is no card of the active deck; return whether the pad is settled."""
        table = self.table
        if tag == TagKinds.UNKNOWN:
            if late:
                table.journal.add(Notes.FOREIGN, seat, self._mixed(pad))
                self.tell(texts.UNKNOWN_TAG, seat)
            return late
        if tag >= TagKinds.COMMAND:
            asked = table.dialogue.asked or self.wanted.seats or 1 << self.wanted.speaker()
            self.command(self.laid.owner(pad, asked), tag - TagKinds.COMMAND)
            return True
        # Look the tag up again: `deck.other` may belong to a tag on another pad by now.
        deck = table.deck
        deck.find(self.pads.uid[pad], self.pads.uid_len[pad])
        table.voice.call(deck.names[deck.other])
        self.tell(texts.OTHER_PACK, seat)
        if self.match.phase == Phases.READY:
            self.doubt.ask_for_pack(seat)
        return True

    def _mixed(self, pad: int) -> int:
        """Return a 16-bit hash of the UID on a pad.

        The journal's epoch is hashed with it, so that the journal does not reveal the UID.
        """
        mixed = self.table.journal.epoch
        for byte in self.pads.uid[pad]:
            mixed = mixed * 31 + byte & 0xFFFF
        return mixed

    def _judged(self, pad: int, seat: int, card: int, late: bool) -> bool:
        """Judge a card of the active deck, alone on its pad; return whether the pad is settled."""
        match = self.match
        audit = match.audit
        wanted = self.wanted
        phase = match.phase
        if phase == Phases.READY:
            return self._opens(seat, late) if wanted.seats else self._early(pad, seat, card)
        if not wanted.seats or phase == Phases.DONE:
            return True
        dealer = match.totals[Totals.DEALER]
        short = wanted.lamp == Lamps.SCAN and wanted.seats >> seat & 1 != 0
        scans = audit.scanned != 0 and not audit.plays and (short or phase < Phases.PLAY)
        if scans and card != match.play.upcard and not audit.had(seat, card):
            if phase == Phases.DEALT and seat == dealer and not short:
                self.happen(Events.UPCARD, seat, card)
            else:
                self._scan(seat, card)
        elif phase == Phases.BIDDING:
            return self._early(pad, seat, card)
        elif phase == Phases.DEALT and seat == dealer and not scans:
            self.happen(Events.UPCARD, seat, card)
        return scans or phase < Phases.PLAY or self._played(pad, seat, card, late)

    def _scan(self, seat: int, card: int) -> None:
        """Add a card to a scanned hand; ask about a card that is one too many."""
        if self.happen(Events.SCAN, seat, card) == Answers.HAND_FULL:
            self.doubt.ask_about_too_many(seat)

    def _early(self, pad: int, seat: int, card: int) -> bool:
        """Mark a pad in `wanted.early` if its card was laid before the bidding is over.

        Return whether the pad is settled. The upcard is allowed on the dealer's pad. If any other
        card lies on a pad for half a second, `seat` is warned. No card is early while hands are
        scanned, or while no seat has to bid.
        """
        match = self.match
        wanted = self.wanted
        turned_up = self.pads.pad_of(match.totals[Totals.DEALER])
        if wanted.speaker() == Seats.NOBODY or wanted.lamp == Lamps.SCAN:
            return True
        if card == match.play.upcard and pad == turned_up:
            return True
        if (self.table.now - self.laid.came[pad] & Ticks.MASK) < _STEADY_MS:
            return False
        wanted.early |= 1 << pad
        self.table.voice.alarm(seat)
        return True

    def _opens(self, seat: int, late: bool) -> bool:
        """Open a deal if a card of `seat` is wanted; return whether the pad is settled.

        When the deal is open, the card is judged again, as a card of this deal. A card of another
        seat is reported if it lies for two seconds.
        """
        dealer = self.match.totals[Totals.DEALER]
        if self.wanted.seats >> seat & 1:
            return self.happen(Events.DEAL, dealer, self.table.settings.hands) != 0
        if late:
            self.tell(texts.DEALER_LAYS, dealer, 0, self.pads.pad_of(dealer))
        return late

    def _played(self, pad: int, seat: int, card: int, late: bool) -> bool:
        """Judge a card in the play; return whether the pad is settled."""
        match = self.match
        turn = match.trick.seat
        play = self.laid.play_of(card)
        if play:
            return self._again(pad, seat, play, late)
        if self.exchange.takes(seat, card):
            return True
        audit = match.audit
        if audit.scanned and not audit.plays and not audit.place(card):
            self._scan(seat, card)
            return True
        if self.table.showing:
            return self._shown(seat, card) or (late and seat != turn)
        if self._swept and seat != turn:
            lay_before = self.laid.came[pad] - self._swept - _LATE_MS & Ticks.MASK
            if lay_before > Ticks.MASK >> 1:
                if late:
                    self.tell(texts.SHOW_AGAIN, turn)
                return late
            seat = turn
        if seat == turn:
            if not self.happen(Events.CARD, seat, card) and not match.trick.count:
                self.table.sound(Cues.OVER if match.phase == Phases.DONE else Cues.TRICK)
            return True
        if late:
            self._out_of_turn(seat, card, turn)
        return late

    def _shown(self, seat: int, card: int) -> bool:
        """Record a shown card if the seat is asked for its melds; return whether it is asked."""
        if not self.table.showing >> seat & 1:
            return False
        if not self.match.audit.had(seat, card):
            self.happen(Events.SHOW, seat, card)
        return True

    def _again(self, pad: int, seat: int, play: int, late: bool) -> bool:
        """Handle a card that was played before in this deal; return whether the pad is settled.

        `play` is the number of that play, counted from 1. A card of the current trick is not
        reported: a player has put it back. A card of the last trick may be swept across the pad:
        it is reported only if it stays there, or after the next lead. A card of an older trick is
        reported at once.
        """
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
        trick = (play - 1) // players + 1
        self.tell(texts.ALREADY_PLAYED, seat, self.laid.card[pad], by, trick)
        return True

    def _out_of_turn(self, seat: int, card: int, turn: int) -> None:
        match = self.match
        table = self.table
        if match.house.shift & seat:
            self.happen(Events.CARD, seat, card)
        elif not match.audit.left[seat]:
            table.voice.say(texts.MISDEALT, seat, card, turn)
            self.doubt.ask_for_misdeal(seat, turn)
        elif self.laid.first(seat) >= 0:
            table.note(seat, Answers.LATE)
            self.tell(texts.FIRST_STAYS, seat, self.laid.first(seat), turn)
        elif not table.fined(seat):
            table.note(seat, Offences.OUT_OF_TURN)
            self.tell(texts.WRONG_PAD, seat, card, turn)

    def _sweep(self) -> None:
        """Ask for the last card of a trick if the pads were cleared before it was read."""
        match = self.match
        if match.phase != Phases.PLAY or match.trick.count != match.house.players - 1:
            self._swept = 0
        elif not self._swept and max(self.pads.state) == PadStates.ABSENT:
            self._swept = self.table.now | 1
            self.tell(texts.SHOW_AGAIN, match.trick.seat)

    # --- events, sentences and lamps --------------------------------------------------------

    def happen(self, what: int, seat: int, card: int) -> int:
        """Apply an event and return the answer of the match.

        An accepted event makes a sound; a refusal is written to the journal and explained.
        """
        table = self.table
        result = table.happen(what, seat, card)
        if not result:
            table.sound(Cues.READ)
        elif result < Answers.NOTED:
            table.note(seat, result)
            table.voice.refuse(result, seat, card)
        self.wanted.look()
        return result

    def tell(self, text: int, seat: int, card: int = 0, other: int = 0, number: int = 0) -> None:
        """Report a mistake on the display, with the seat's lights and with a sound."""
        self.table.voice.say(text, seat, card, other, 0, number)
        self.table.voice.alarm(seat)

    def _light(self) -> None:
        """Set the lamps of the seats, and the pad that the readers should poll most."""
        match = self.match
        playing = match.phase == Phases.PLAY
        pad = self.pads.pad_of(match.trick.seat) if playing else NO_PAD
        self.readers.turn = pad
        for seat in range(4):
            self.table.lamps[seat] = self._lamp(seat, pad)

    def _lamp(self, seat: int, turn: int) -> int:
        """Return the lamp of a seat; `turn` is the pad for the next card, or NO_PAD."""
        table = self.table
        wanted = self.wanted
        if table.dialogue.asked >> seat & 1:
            return Lamps.ASKED
        lamp = wanted.lamp if wanted.seats >> seat & 1 else Lamps.OFF
        if lamp > Lamps.TURN and self.match.phase != Phases.READY:
            return lamp
        if self._must_clear(seat, turn):
            return Lamps.CLEAR
        if lamp and self.laid.lost >> seat & 1:
            self._share(seat)
            return Lamps.SHARED
        return lamp or self._standing(seat)

    def _standing(self, seat: int) -> int:
        """Return the lamp of a seat that waits: WINS if its card is winning so far, else OFF."""
        match = self.match
        trick = match.trick
        wins = match.phase == Phases.PLAY and trick.count and seat == trick.winner
        return Lamps.WINS if wins else Lamps.OFF

    def _must_clear(self, seat: int, turn: int) -> bool:
        """Return whether a settled card must be taken off a pad.

        In the phases DEALT and BIDDING, only a card laid too early must be taken off, and not
        while its seat is to bid: then the seat's lights show the turn. In other phases each card
        must be taken off. But a card of the trick may stay until its pad is needed for the next
        card.
        """
        laid = self.laid
        phase = self.match.phase
        if not PadStates.ABSENT < self.pads.state[seat] < PadStates.FAULT or laid.stage[seat]:
            return False
        if phase == Phases.DEALT or phase == Phases.BIDDING:
            return bool(self.wanted.early >> seat & 1) and seat != self.match.auction.seat
        return seat == turn or not laid.in_trick(laid.card[seat])

    def _share(self, seat: int) -> None:
        """Show which pad a seat with a lost reader has to use, when its turn comes.

        A seat that was built without a reader always uses another pad and needs no sentence. Do
        nothing in the bidding, or if the display shows another sentence.
        """
        table = self.table
        came = table.lamps[seat] != Lamps.SHARED and self.pads.state[seat] != PadStates.NONE
        if came and not table.voice.notice.text and self.match.phase != Phases.BIDDING:
            table.voice.say(texts.READER_LOST, seat, 0, self.pads.pad_of(seat))
