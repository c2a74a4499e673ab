"""Calls that players make with keys: bids, melds, belote, salt, and the agreement to a result.

In the play, the key CALL alone calls belote for the card just laid, or for a card laid within the
next three seconds. If a suit key follows, the two keys together make another call.
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

# Bids of the suit keys after CALL, in the order of the keys.
_CALLS = bytes((Bids.NO_TRUMPS, Bids.ALL_TRUMPS, Bids.DOUBLE, Bids.REDOUBLE))
_REDOUBLED = const(4)  # factor of a redoubled contract

_BEFORE_MS = const(3000)  # how long before a card is laid its belote may be called
_PREFIX_MS = const(6000)  # how long CALL waits for a suit key
_FRESH_MS = const(2000)  # how long a phase counts as new: no player can have read its page yet


class Calls:
    """Handler of bids, melds, belote, salt, and the agreement to a result."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.match = table.match
        # By seat: the time in ms of a CALL that waits for its card or suit key; 0 for none.
        self._called = [0] * 4
        self._reasons = [Answers.NOTHING] * 4  # by seat: why its last CALL was no belote
        # The phase at the last step, and the time in ms at which it began
        self._phase = self._began = 0
        self._plays = 0

    def prefix(self, seat: int, called: bool) -> None:
        """Remember when CALL was pressed, or forget it if `called` is False.

        The next key or card may belong to the CALL.
        """
        # As 0 stands for none, a CALL at time 0 counts as pressed 1 ms before.
        self._called[seat] = (self.table.now or Ticks.MASK) if called else 0

    # --- meaning of the keys, by phase ------------------------------------------------------

    def suit(self, seat: int, suit: int) -> None:
        """Handle a suit key: make a bid, show the tricks, or agree to a result that is shown.

        After CALL the key makes another bid before the play, and announces a meld in the play.
        """
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
        """Handle CALL alone before the play.

        Between deals it shows the sheet of hands, if there is one. Otherwise it does nothing in a
        house with an auction. In other houses it makes the call THIRD. These houses always refuse
        this call, and the display says why.
        """
        if self.match.phase == Phases.READY and not self._fresh() and self.table.show_hands():
            return
        if self.match.house.bidding != choices.BIDDING_AUCTION:
            self.bid(seat, Bids.THIRD)

    def bid(self, seat: int, call: int) -> None:
        """Make a bid, one of `Bids`; if the match refuses it, show and note why.

        In a house without an upcard, the first bid of the elder opens the deal.
        """
        table = self.table
        if self.match.phase < Phases.BIDDING and not self._opens(seat):
            return
        refused = self._happen(Events.BID, seat, call)
        if refused:
            table.note(seat, refused)
        elif self.match.phase == Phases.PLAY:
            self._ask_for_the_rest()
        # Without an auction, THIRD only stands for the key CALL, which is no bid.
        is_bid = call < Bids.PASS or self.match.house.bidding == choices.BIDDING_AUCTION
        if refused == Offences.OUT_OF_TURN and call != Bids.PASS and is_bid:
            table.fined(seat)

    def _ask_for_the_rest(self) -> None:
        """Show the dealer where to begin dealing the rest of the cards: the bidding is over."""
        match = self.match
        house = match.house
        dealer = match.totals[Totals.DEALER]
        first = match.auction.taker if house.rest else dealer
        if house.rest != choices.REST_TAKER:
            first = first + house.step & 3
        self.table.voice.say(texts.DEAL_REST, dealer, other_seat=first)

    def _opens(self, seat: int) -> bool:
        """Open a deal for the first bid of a seat; return whether that was possible.

        If it was not, the display says what has to be done first. In the first two seconds of a
        phase the key is ignored instead.
        """
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
        """Handle CALL alone in the play: call belote, or agree to a result that is shown.

        If there is no card to call and no result, CALL goes on waiting for a card or a suit key.
        """
        refused = self._call(seat)
        self._reasons[seat] = refused or Answers.NOTHING
        if not refused:
            return
        if refused != Answers.NOTHING and refused != Answers.LATE:
            self._refuse(refused, seat)
        elif self.match.phase == Phases.DONE:
            self._confirm(seat)

    def salt(self, seat: int) -> int:
        """Salt an opponent's belote that was not called in time; return 0, or a refusal's code."""
        return self._say(Events.SALT, seat, texts.SALTED)

    def salt_or_agree(self, seat: int) -> None:
        """Handle PASS in the play: take a belote back, salt, or agree to a result that is shown.

        If the last event is a belote that this seat called in the play, PASS takes it back.
        Otherwise PASS salts. If that is refused, PASS agrees to the result; while there is no
        result, the refusal is shown.
        """
        # A player who meant to call out may have released CALL too soon, which has called belote.
        if self.match.has_called_last(seat):
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

    def _refuse(self, why: int, seat: int) -> None:
        self._called[seat] = 0
        self.table.voice.refuse(why, seat)

    def _say(self, what: int, seat: int, text: int, number: int = 0) -> int:
        """Apply a belote, salt or undo; return 0, or the refusal's code.

        Announce it, unless an offence was noted: then `happen` has announced the offence.
        """
        refused = self.table.happen(what, seat)
        if not refused:
            self.table.voice.spoken.tell(text, seat, number)
        elif refused < Answers.NOTED:
            return refused
        self._called[seat] = 0
        return 0

    def _confirm(self, seat: int) -> None:
        """Agree to the result for the seat's side.

        If a sentence covers the result, only remove this sentence and the calls that wait for the
        display. Do nothing while the result is so new that nobody can have read it.
        """
        table = self.table
        if table.voice.notice.text:
            table.voice.spoken.forget()
            table.voice.hush()
            self._began = table.now
        elif not self._fresh():
            table.happen(Events.CONFIRM, seat)

    def _fresh(self) -> bool:
        """Return whether the phase is so new that a key was meant for what was shown before it."""
        return (self.table.now - self._began & Ticks.MASK) < _FRESH_MS

    def _happen(self, what: int, seat: int, arg: int = 0) -> int:
        refused = self.table.happen(what, seat, arg)
        if 0 < refused < Answers.NOTED:
            self.table.voice.refuse(refused, seat)
        return refused

    # --- calls that wait for a card ---------------------------------------------------------

    def step(self, now: int) -> None:
        """Call belote for a card that CALL waited for; drop a CALL that has waited too long."""
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
                    self.table.voice.refuse(self._reasons[seat], seat)

    def _laid(self, plays: int, now: int) -> None:
        """Call belote or remind of the second call, if the last card is a king or queen of trump.

        Call belote if the seat pressed CALL in the last three seconds. Otherwise remind the seat
        if it has called the other card of the pair, and the house has a call for each card.
        `plays` is the number of cards laid.
        """
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
        """Remind a seat to make the second call of a belote.

        Do nothing if the display shows a sentence about an offence that nobody can have read yet.
        """
        if not self.table.voice.accuses_anew():
            self.table.voice.say(texts.REBELOTE, seat, number=call)
