"""What people do with cards, told as events of the match.

What comes to lie on a pad waits there until it can be judged, once; then it is settled, whatever
was said of it, until it is lifted. Nothing else is remembered that matters: whose card is wanted,
and which cards belong to the trick, is asked of the match at each step, so that it does not
matter who moved the match on, or back.
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

_HOVER_MS = const(300)  # lifted sooner, a card was never laid
_STEADY_MS = const(500)  # so long the card lies that opens a deal
_LATE_MS = const(2000)  # then it is no slip of the hand


class Cards:
    """What lies on the pads at first, for they may have served something else before, is compared
    and not played. `command(seat, number)` hears of command cards; the `readers` are told which
    pad to visit most, in `turn`."""

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
        self._swept = 0  # when the trick was swept before its last card
        self._fresh = True

    def resume(self) -> None:
        """The pads served something else, or the match is another one."""
        self._fresh = True
        self._swept = 0
        self.exchange.resume()

    def step(self, now: int) -> None:
        """Looks at what changed on the pads, and at what has waited there long enough."""
        lying = self.pads
        changed = lying.changed
        self.wanted.look()
        if not self._fresh:
            for pad in range(4):
                if changed >> pad & 1:
                    self.news(pad)
            stage = self.laid.stage
            for pad in range(4):
                if stage[pad] and self._settles(pad):
                    stage[pad] = SETTLED
            self._sweep()
        elif max(lying.state) < PadStates.UNKNOWN:
            self._fresh = False
            compare(self)
        lying.changed = 0
        self._light()

    def news(self, pad: int) -> None:
        """Something came to lie on a pad, or went; a card lifted at once, before anything
        followed, was never laid."""
        match = self.match
        last = match.events[-1] if match.events else None
        laid = self.laid
        if last and last.kind == Events.CARD and last.arg == laid.card[pad]:
            reads = self.pads.state[pad] != PadStates.FAULT and not laid.lost >> pad & 1
            lay = self.pads.since[pad] - laid.came[pad] & Ticks.MASK
            if reads and lay < _HOVER_MS:
                self.happen(Events.UNDO, last.seat, 0)
        laid.notice(pad)

    # --- judging ----------------------------------------------------------------------------

    def _settles(self, pad: int) -> bool:
        """Judges what is on a pad, if it is time; whether that is done."""
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
        """One tag lies there."""
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
        """Two readers see the same card."""
        stage = self.laid.stage
        if late and stage[pad] == WAITS:
            stage[pad] = TOLD
            if stage[other]:
                stage[other] = TOLD
            self.table.journal.add(Notes.CROSSTALK, pad, other)
            self.tell(texts.LIFT_CARD, pad, self.laid.card[pad], other)

    def _lifted(self, pad: int) -> None:
        """A card of the trick stays played though it was taken away."""
        laid = self.laid
        card = laid.card[pad]
        settled = laid.lost or self._swept or laid.elsewhere(card, pad) >= 0
        if not settled and laid.in_trick(card):
            self.table.voice.say(texts.STAYS_PLAYED, laid.owner(pad), card)

    def _garbled(self, pad: int, state: int) -> bool:
        """What lies there is not one card; whether that matters now."""
        seat = self.laid.owner(pad)
        wanted = self.wanted
        scans = wanted.lamp == Lamps.SCAN
        if state == PadStates.CROWDED and self._on_upcard(pad):
            return self._early(pad, seat, TagKinds.UNKNOWN)
        if not wanted.seats >> seat & 1 or not (scans or self.match.phase == Phases.PLAY):
            return False
        self.tell(PAD_TEXTS[state], seat)
        return True

    def _on_upcard(self, pad: int) -> bool:
        """Whether the card that was alone on a pad before is the one that the bidding is about."""
        match = self.match
        return match.phase == Phases.BIDDING and self.laid.card[pad] == match.play.upcard

    def _stranger(self, pad: int, seat: int, tag: int, late: bool) -> bool:
        """No card of this deck."""
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
        deck = table.deck  # which may have found something else meanwhile
        deck.find(self.pads.uid[pad], self.pads.uid_len[pad])
        table.voice.call(deck.names[deck.other])
        self.tell(texts.OTHER_PACK, seat)
        if self.match.phase == Phases.READY:
            self.doubt.ask_for_pack(seat)
        return True

    def _mixed(self, pad: int) -> int:
        """Sixteen bits made of a tag's number, which tell nobody what it is."""
        mixed = self.table.journal.epoch
        for byte in self.pads.uid[pad]:
            mixed = mixed * 31 + byte & 0xFFFF
        return mixed

    def _judged(self, pad: int, seat: int, card: int, late: bool) -> bool:
        """A card of this deck, alone on its pad."""
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
        """A card of a hand, or one too many for it."""
        if self.happen(Events.SCAN, seat, card) == Answers.HAND_FULL:
            self.doubt.ask_about_too_many(seat)

    def _early(self, pad: int, seat: int, card: int) -> bool:
        """A card before the bidding is over, but for the one turned up where it belongs; whether
        that was no slip of the hand, and is told."""
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
        """A card before a deal: the next look at it, if it opens the deal, is the match's."""
        dealer = self.match.totals[Totals.DEALER]
        if self.wanted.seats >> seat & 1:
            return self.happen(Events.DEAL, dealer, self.table.settings.hands) != 0
        if late:
            self.tell(texts.DEALER_LAYS, dealer, 0, self.pads.pad_of(dealer))
        return late

    def _played(self, pad: int, seat: int, card: int, late: bool) -> bool:
        """A card in the play."""
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
        """Whether a seat shows a card of its melds."""
        if not self.table.showing >> seat & 1:
            return False
        if not self.match.audit.had(seat, card):
            self.happen(Events.SHOW, seat, card)
        return True

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
            self.doubt.ask_for_misdeal(turn)
        elif self.laid.first(seat) >= 0:
            table.note(seat, Answers.LATE)
            self.tell(texts.FIRST_STAYS, seat, self.laid.first(seat), turn)
        elif not table.fined(seat):
            table.note(seat, Offences.OUT_OF_TURN)
            self.tell(texts.WRONG_PAD, seat, card, turn)

    def _sweep(self) -> None:
        """Notices that the trick was taken from the table before its last card was read."""
        match = self.match
        if match.phase != Phases.PLAY or match.trick.count != match.house.players - 1:
            self._swept = 0
        elif not self._swept and max(self.pads.state) == PadStates.ABSENT:
            self._swept = self.table.now | 1
            self.tell(texts.SHOW_AGAIN, match.trick.seat)

    # --- telling ----------------------------------------------------------------------------

    def happen(self, what: int, seat: int, card: int) -> int:
        """Lets an event happen, and answers in sound, or in words if it is refused."""
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
        """Says what is wrong, in words, light and sound."""
        self.table.voice.say(text, seat, card, other, 0, number)
        self.table.voice.alarm(seat)

    def _light(self) -> None:
        """The lamps of the seats, and the pad that the readers should look at most."""
        match = self.match
        playing = match.phase == Phases.PLAY
        pad = self.pads.pad_of(match.trick.seat) if playing else NO_PAD
        self.readers.turn = pad
        for seat in range(4):
            self.table.lamps[seat] = self._lamp(seat, pad)

    def _lamp(self, seat: int, turn: int) -> int:
        """What a seat's lights say; `turn` is the pad on which the next card will lie."""
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
        """What the lights say of who has laid and waits for the others."""
        match = self.match
        trick = match.trick
        wins = match.phase == Phases.PLAY and trick.count and seat == trick.winner
        return Lamps.WINS if wins else Lamps.OFF

    def _must_clear(self, seat: int, turn: int) -> bool:
        """What is settled must go, but for the card turned up, and cards of the trick unless
        somebody else needs their pad; who is to bid has the light of his turn."""
        laid = self.laid
        phase = self.match.phase
        if not PadStates.ABSENT < self.pads.state[seat] < PadStates.FAULT or laid.stage[seat]:
            return False
        if phase == Phases.DEALT or phase == Phases.BIDDING:
            return bool(self.wanted.early >> seat & 1) and seat != self.match.auction.seat
        return seat == turn or not laid.in_trick(laid.card[seat])

    def _share(self, seat: int) -> None:
        """Names the pad of a seat whose own does not read, when its turn comes; who never had one
        knows."""
        table = self.table
        came = table.lamps[seat] != Lamps.SHARED and self.pads.state[seat] != PadStates.NONE
        if came and not table.voice.notice.text and self.match.phase != Phases.BIDDING:
            table.voice.say(texts.READER_LOST, seat, 0, self.pads.pad_of(seat))
