"""What people say in the game with their keys, told as events of the match.

CALL alone is the belote of a card that lies there, or comes within three seconds; a suit key
after it is another call.
"""

from micropython import const

import texts
from belote import choices
from codes.game import Answers, Bids, Events, Offences, Phases, Totals
from codes.table import Ticks
from table.sentences import call_of

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table

# What the suit keys say after CALL.
_CALLS = bytes((Bids.NO_TRUMPS, Bids.ALL_TRUMPS, Bids.DOUBLE, Bids.REDOUBLE))
_REDOUBLED = const(4)  # factor

_BEFORE_MS = const(3000)  # a belote called before its card
_PREFIX_MS = const(6000)  # a suit key after CALL
_FRESH_MS = const(2000)  # nobody can have read this page


class Calls:
    """Bids, melds, belotes, salt, and the agreement to a result."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.match = table.match
        self._called = [0] * 4  # CALL that waits for its card or suit: when, 0 for none
        self._reason = Answers.NOTHING  # why the last CALL was no belote
        self._phase = self._began = 0  # and when it began
        self._plays = 0

    def prefix(self, seat: int, called: bool) -> None:
        """CALL went down: what comes next may belong to it. Or something else did."""
        self._called[seat] = (self.table.now or 1) if called else 0

    # --- what a key says, by phase ----------------------------------------------------------

    def suit(self, seat: int, suit: int) -> None:
        """One of the four suit keys."""
        match = self.match
        called = self._called[seat]
        self._called[seat] = 0
        if match.phase == Phases.DONE:
            self._confirm(seat)
        elif match.phase < Phases.PLAY:
            self.bid(seat, self._as_a_call(suit) if called else suit)
        elif not called:
            self.table.show_tricks(seat)
        elif not self._happen(Events.MELD, seat, suit):
            self.table.voice.spoken.tell(texts.ANNOUNCED, seat, suit)

    def _as_a_call(self, suit: int) -> int:
        call = _CALLS[suit]
        if call == Bids.DOUBLE and self.match.auction.factor == _REDOUBLED:
            return Bids.THIRD
        return call

    def third(self, seat: int) -> None:
        """CALL alone in the bidding: what is there beside pass and the suits, if it is no
        auction. Between deals it shows the hands of the match."""
        if self.match.phase == Phases.READY and not self._fresh() and self.table.show_hands():
            return
        if self.match.house.bidding != choices.BIDDING_AUCTION:
            self.bid(seat, Bids.THIRD)

    def bid(self, seat: int, call: int) -> None:
        """A call of the bidding. The elder's first one opens the deal where no card is turned up;
        else the seat hears what is to be done first."""
        table = self.table
        if self.match.phase < Phases.BIDDING and not self._opens(seat):
            return
        refused = self._happen(Events.BID, seat, call)
        if refused:
            table.note(seat, refused)
        elif self.match.phase == Phases.PLAY:
            self._ask_for_the_rest()
        if refused == Offences.OUT_OF_TURN and call != Bids.PASS:
            table.fined(seat)

    def _ask_for_the_rest(self) -> None:
        """Tells the dealer whom to serve first, now that the bidding is over."""
        match = self.match
        house = match.house
        dealer = match.totals[Totals.DEALER]
        first = match.auction.taker if house.rest else dealer
        if house.rest != choices.REST_TAKER:
            first = first + house.step & 3
        self.table.voice.say(texts.DEAL_REST, dealer, other_seat=first)

    def _opens(self, seat: int) -> bool:
        """Whether a seat's call has opened a deal."""
        match = self.match
        table = self.table
        who = dealer = match.totals[Totals.DEALER]
        if self._fresh():
            return False
        text = 0
        if match.phase == Phases.IDLE:
            text = texts.NO_MATCH
        elif match.totals[Totals.WINNER] < 0:
            if match.phase == Phases.DEALT or match.house.upcard != choices.UPCARD_NONE:
                text = texts.DEALER_LAYS
            else:
                who = dealer + match.house.step & 3
                if seat != who:
                    text = texts.TO_SPEAK
        if text:
            table.voice.say(text, who, other_seat=table.pads.pad_of(who))
            return False
        return not self._happen(Events.DEAL, dealer, table.settings.hands)

    def belote(self, seat: int) -> None:
        """CALL alone; on the result's page, with nothing to call, they agree to it."""
        refused = self._call(seat)
        self._reason = refused
        if not refused:
            return
        if refused != Answers.NOTHING and refused != Answers.LATE:
            self._refuse(refused, seat)
        elif self.match.phase == Phases.DONE:
            self._confirm(seat)

    def salt(self, seat: int) -> int:
        """A rap; returns why it is none."""
        return self._say(Events.SALT, seat, texts.SALTED)

    def salt_or_agree(self, seat: int) -> None:
        """PASS: who called belote last takes that back; for others it is salt; on the result's
        page, with nothing to salt, they agree to it."""
        if self._called_last(seat):
            self._say(Events.UNDO, seat, texts.WITHDRAWN)
            return
        refused = self.salt(seat)
        if refused and self.match.phase == Phases.DONE:
            self._confirm(seat)
        elif refused:
            self._refuse(refused, seat)

    def _call(self, seat: int) -> int:
        match = self.match
        text = texts.CALLED if match.phase == Phases.DONE else texts.CALLED_IN_PLAY
        return self._say(Events.BELOTE, seat, text, call_of(match, match.pairs.uncalled(seat)))

    def _called_last(self, seat: int) -> bool:
        """Whether nothing came after a belote of `seat`, and nothing has come of it: who meant to
        call out may have let the key go too soon."""
        match = self.match
        is_played = match.phase == Phases.PLAY and match.totals[Totals.WINNER] < 0
        if not is_played or not match.events:
            return False
        last = match.events[-1]
        if last.kind != Events.BELOTE or last.seat != seat:
            return False
        log = match.conduct.log
        return not log or log[-1].code != Offences.FALSE_BELOTE or log[-1].seat != seat

    def _refuse(self, why: int, seat: int) -> None:
        self._called[seat] = 0
        self.table.voice.refuse(why, seat)

    def _say(self, what: int, seat: int, text: int, number: int = 0) -> int:
        """Calls belote or salt, and says so; or why not."""
        refused = self.table.happen(what, seat)
        if not refused:
            self.table.voice.spoken.tell(text, seat, number)
        elif refused < Answers.NOTED:
            return refused
        self._called[seat] = 0
        return 0

    def _confirm(self, seat: int) -> None:
        """A side agrees to the result, if that was to be seen: a key takes away what stands over
        it first."""
        table = self.table
        if table.voice.notice.text:
            table.voice.spoken.forget()
            table.voice.hush()
            self._began = table.now
        elif not self._fresh():
            table.happen(Events.CONFIRM, seat)

    def _fresh(self) -> bool:
        """Whether the phase is so new that a key was meant for the one before."""
        return (self.table.now - self._began & Ticks.MASK) < _FRESH_MS

    def _happen(self, what: int, seat: int, arg: int = 0) -> int:
        refused = self.table.happen(what, seat, arg)
        if 0 < refused < Answers.NOTED:
            self.table.voice.refuse(refused, seat)
        return refused

    # --- time -------------------------------------------------------------------------------

    def step(self, now: int) -> None:
        """Lets time pass: calls that wait for a card."""
        match = self.match
        if match.phase != self._phase:
            self._phase = match.phase
            self._began = now
        if match.audit.plays > self._plays:
            self._laid(match.audit.plays, now)
        self._plays = match.audit.plays
        for seat in range(4):
            called = self._called[seat]
            if called and (now - called & Ticks.MASK) > _PREFIX_MS:
                self._called[seat] = 0
                if match.phase == Phases.PLAY:
                    self.table.voice.refuse(self._reason, seat)

    def _laid(self, plays: int, now: int) -> None:
        """A card was laid: is it one of a belote?"""
        match = self.match
        card = match.audit.card[plays - 1]
        seat = match.audit.seat[plays - 1]
        pair = (card >> 3) * 2 + (card & 7) - 5 & 7
        if match.pairs.at[pair] != plays:
            return
        called = self._called[seat]
        other = pair ^ 1
        if called and (now - called & Ticks.MASK) <= _BEFORE_MS:
            self._call(seat)
        elif match.pairs.calls[other] & 1 and not match.house.calls:
            if match.audit.seat[match.pairs.at[other] - 1] == seat:
                self._remind(seat, call_of(match, pair))

    def _remind(self, seat: int, call: int) -> None:
        """Of the second call, which is to be made now: but for an offence that nobody can have
        seen yet."""
        if not self.table.voice.accuses_anew():
            self.table.voice.say(texts.REBELOTE, seat, number=call)
