"""What people say with keys, told as events of the match.

PASS and CALL count when they are let go, for each may become something else: held for a second,
or pressed together. CALL alone is the belote of a card that lies there, or comes within three
seconds; a suit key after it is another call.
"""

from micropython import const

# Kinds of events.
_DEAL = const(4)
_BID = const(7)
_MELD = const(8)
_BELOTE = const(11)
_SALT = const(12)
_CONFIRM = const(18)

# Phases.
_DEALT = const(2)
_BIDDING = const(3)
_PLAY = const(4)
_DONE = const(5)

# Totals.
_DEALER = const(3)
_CONDUCT = const(6)
_WINNER = const(7)

# Keys of a seat after its four suits.
_PASS = const(4)
_CALL = const(5)
_RAP = const(6)
_CENTRE = const(7)  # MENU, UNDO, OK, MUTE: one a seat
_BOTH = const(0x30)
_PASS_DOWN = const(0x10)
_REDEALS = const(11)  # a command card

# Bids: pass, and what suit keys say after CALL: no trumps, all trumps, double, redouble.
_PASSES = const(6)
_CALLS = b"\x04\x05\x07\x08"
_DOUBLE = const(7)
_THIRD = const(9)
_REDOUBLED = const(4)  # factor
_AUCTION = const(2)
_NO_UPCARD = const(2)

_POINTS = const(2)  # discipline
_EVERYONE = const(15)
_OUT_OF_TURN = const(6)
_PROVED = const(0x1003E)  # codes of plays
_NOT_NOW = const(33)
_NOTED = const(128)
_NOTHING = const(47)

_TIME = const(0x3FFFFFFF)
_TWICE = const(250)  # ms: nobody means to press a key again so soon
_HELD = const(1000)
_STUCK = const(9000)
_BEFORE = const(3000)  # a belote called before its card
_PREFIX = const(6000)  # a suit key after CALL
_FRESH = const(2000)  # nobody can have read this page
_IDLE_MS = const(900000)

_READ = const(0)  # sound

# What is wished beside texts.
_JUDGE = const(1)
_UNDO_KEY = const(2)

_TO_SPEAK = const(233)  # text
_DEALER_LAYS = const(93)  # text
_NO_MATCH = const(249)  # text
_REDEAL = const(124)  # text
_PAUSED = const(134)  # text
_SERVICE = const(135)  # text
_SEAT_MENU = const(146)  # text
_PIN = const(147)  # text
_RULINGS = const(148)  # text
_TAKE_BACK = const(151)  # text
_CALLS_OUT = const(153)  # text
_REBELOTE = const(156)  # text
_ANNOUNCED = const(157)  # text
_CALLED = const(158)  # text
_SALTED = const(159)  # text


class Keys:
    """`menu` asks the questions that keys raise; it is loaded while there are any. `wish` is the
    text of what is to be opened for `seat`, by `tend` or by the application; 0 for nothing."""

    def __init__(self, table, cards) -> None:  # type: ignore[no-untyped-def]
        self.table = table
        self.match = table.match
        self.cards = cards
        self.menu = None
        self.wish = self.seat = 0
        self._down = bytearray(4)  # PASS and CALL
        self._since = [0] * 4  # when they were pressed
        self._called = [0] * 4  # CALL that waits for its card or suit: when, 0 for none
        self._last = self._pressed = 0  # the key pressed last, and when
        self._phase = self._began = 0  # and when it began
        self._plays = self._count = self._logged = 0
        self._busy = 0  # when something happened last
        self._reason = _NOTHING  # why the last CALL was no belote

    def request(self, text: int, seat: int) -> None:
        """Lets a menu be opened for a seat, unless somebody is being asked."""
        if self.table.asked:
            self.table.refuse(_NOT_NOW, seat)
        else:
            self.wish = text
            self.seat = seat

    def command(self, seat: int, number: int) -> None:
        """A command card does what a key does, at the seat where it lies."""
        if number == _REDEALS:
            self.request(_REDEAL, seat)
        else:
            number = number * 8 - 49 if number >= _CENTRE else seat << 3 | number
            self.key(number, True, self.table.now)
            self.key(number, False, self.table.now)

    def key(self, number: int, down: bool, now: int) -> None:
        """A key goes down or comes up. One that is stuck is told to have come up."""
        table = self.table
        seat = number >> 3
        key = number & 7
        if not down:
            self._up(seat, key, now)
            return
        again = number == self._last and (now - self._pressed & _TIME) < _TWICE
        self._last = number
        self._pressed = self._busy = now
        if again and table.question != _PIN:
            return
        if key == _CENTRE:
            self._centre(seat)
        elif key == _RAP:
            self._say(_SALT, seat, _SALTED)
        elif table.asked >> seat & 1:
            if not self.menu or self.menu.hears(seat):
                table.answer(seat, key)
        elif self.match.house.shift & seat:
            return
        elif key < _PASS:
            called = self._called[seat]
            self._called[seat] = 0
            self._down[seat] &= _PASS_DOWN
            self._suit(seat, key, called)
        else:
            self._down[seat] |= 1 << key
            self._since[seat] = now
            self._called[seat] = (now or 1) if key == _CALL else 0
            if self._down[seat] == _BOTH:
                self._down[seat] = self._called[seat] = 0
                self.request(_SEAT_MENU, seat)

    def _up(self, seat: int, key: int, now: int) -> None:
        bit = self._down[seat] & 1 << key
        self._down[seat] ^= bit
        if bit and (now - self._since[seat] & _TIME) < _STUCK:
            if self.match.phase < _PLAY:
                if key == _PASS:
                    self._bid(seat, _PASSES)
                elif self.match.house.bidding != _AUCTION:
                    self._bid(seat, _THIRD)
            elif key == _CALL or not self.cards.passed(seat):
                self._calls(seat, key)

    def _calls(self, seat: int, key: int) -> None:
        """CALL for a belote, or PASS for salt; on the result's page with nothing to call, they
        agree to it."""
        if key == _PASS:
            refused = nothing = self._say(_SALT, seat, _SALTED)
        else:
            refused = self._say(_BELOTE, seat, _CALLED)
            nothing = refused | 1 == _NOTHING  # or too late, which is one less
            self._reason = refused
        if refused:
            if nothing and self.match.phase == _DONE:
                self._confirm(seat)
            elif key == _PASS or not nothing:
                self._called[seat] = 0
                self.table.refuse(refused, seat)

    def _centre(self, key: int) -> None:
        """MENU, UNDO, OK or MUTE."""
        table = self.table
        if key == 3:
            settings = table.settings
            settings.volume = settings.volume - 1 & 3
            table.cue = _READ
        elif key == 2:
            table.hush()
            if table.asked == _EVERYONE:
                table.answer(0, 0)
        elif table.asked:
            if self.menu:
                self.menu.open = 0
            for seat in range(4):
                table.answer(seat, _PASS)
        else:
            self.request(_UNDO_KEY if key else _RULINGS, 0)

    # --- what a key says, by phase ----------------------------------------------------------

    def _suit(self, seat: int, suit: int, called: int) -> None:
        match = self.match
        if match.phase == _DONE:
            self._confirm(seat)
        elif match.phase < _PLAY:
            if called:
                suit = _CALLS[suit]
                if suit == _DOUBLE and match.auction.factor == _REDOUBLED:
                    suit = _THIRD
            self._bid(seat, suit)
        elif not called:
            self.table.refuse(_NOT_NOW, seat)
        elif not self._happen(_MELD, seat, suit):
            self._tell(_ANNOUNCED, seat, suit)

    def _bid(self, seat: int, call: int) -> None:
        """A call of the bidding. The elder's first one opens the deal where no card is turned up;
        else the seat hears what is to be done first."""
        match = self.match
        table = self.table
        who = dealer = match.totals[_DEALER]
        if match.phase < _BIDDING:
            if self._fresh():
                return
            text = 0
            if not match.phase:
                text = _NO_MATCH
            elif match.totals[_WINNER] < 0:
                if match.phase == _DEALT or match.house.upcard != _NO_UPCARD:
                    text = _DEALER_LAYS
                else:
                    who = dealer + match.house.step & 3
                    if seat != who:
                        text = _TO_SPEAK
            if text:
                table.say(text, who)
                return
            if self._happen(_DEAL, dealer, table.settings.hands):
                return
        refused = self._happen(_BID, seat, call)
        if refused:
            table.note(seat, refused)
        if refused == _OUT_OF_TURN and call != _PASSES:
            table.fined(seat)

    def _say(self, what: int, seat: int, text: int) -> int:
        """Calls belote or salt, and says so; or why not."""
        refused: int = self.table.happen(what, seat)
        if not refused:
            self._tell(text, seat)
        elif refused < _NOTED:
            return refused
        self._called[seat] = 0
        return 0

    def _tell(self, text: int, seat: int, number: int = 0) -> None:
        """Says what was called, but for an offence that is not on the display yet."""
        table = self.table
        if not table.urgent or not table.accuses():
            table.say(text, seat, number=number)

    def _confirm(self, seat: int) -> None:
        """A side agrees to the result, if that was to be seen: a key takes away what stands over
        it first."""
        table = self.table
        if table.notice.text:
            table.hush()
            self._began = table.now
        elif not self._fresh():
            table.happen(_CONFIRM, seat)

    def _fresh(self) -> bool:
        """Whether the phase is so new that a key was meant for the one before."""
        return (self.table.now - self._began & _TIME) < _FRESH  # type: ignore[no-any-return]

    def _happen(self, what: int, seat: int, arg: int = 0) -> int:
        refused: int = self.table.happen(what, seat, arg)
        if 0 < refused < _NOTED:
            self.table.refuse(refused, seat)
        return refused

    # --- time -------------------------------------------------------------------------------

    def step(self, now: int) -> None:
        """Lets time pass: keys that are held, calls that wait for a card, breaks."""
        match = self.match
        table = self.table
        if match.phase != self._phase:
            self._phase = match.phase
            self._began = now
        if self.menu:
            self.menu.step()
        if match.audit.plays > self._plays:
            self._laid(match.audit.plays, now)
        self._plays = match.audit.plays
        told = match.conduct.logged - table.untold
        if told > self._logged and match.totals[_WINNER] < 0:
            # A play was proved wrong: where nothing follows by itself, the others are asked.
            proved = _PROVED >> match.conduct.log[told * 4 - 4] & 1
            if proved and match.totals[_CONDUCT] < _POINTS and not table.asked:
                self.request(_JUDGE, 0)
        self._logged = told
        for seat in range(4):
            if self._down[seat] and (now - self._since[seat] & _TIME) >= _HELD:
                self._hold(seat)
            called = self._called[seat]
            if called and (now - called & _TIME) > _PREFIX:
                self._called[seat] = 0
                if match.phase == _PLAY:
                    table.refuse(self._reason, seat)
        if match.count != self._count or not match.phase or table.asked:
            self._count = match.count
            self._busy = now
        elif (now - self._busy & _TIME) > _IDLE_MS:
            self.request(_PAUSED, 0)

    def _hold(self, seat: int) -> None:
        """PASS or CALL held for a second."""
        passes = self._down[seat] == _PASS_DOWN
        if self.match.phase >= _PLAY and (passes or self.match.house.call_out):
            self._down[seat] = self._called[seat] = 0
            self.request(_TAKE_BACK if passes else _CALLS_OUT, seat)

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
        if called and (now - called & _TIME) <= _BEFORE:
            self._say(_BELOTE, seat, _CALLED)
        elif match.pairs.calls[other] & 1 and not match.house.calls:
            if match.audit.seat[match.pairs.at[other] - 1] == seat:
                self._tell(_REBELOTE, seat)

    def turning(self) -> bool:
        """Whether a menu will be there in a moment, it may be after another."""
        return not self.table.asked and bool(self.wish or (self.menu and self.menu.wish))

    def tend(self) -> None:
        """Loads the menu when somebody wishes it, and drops it afterwards. It takes memory and
        time: whoever calls this has both. SETTINGS (133) and SERVICE are not for it."""
        menu = self.menu
        if menu:
            if not menu.open:
                if menu.wish:
                    self.wish = menu.wish
                    self.seat = menu.seat
                self.menu = None
                menu.forget()
        elif self.wish and self.wish | 2 != _SERVICE and not self.table.asked:
            from table.menu import open_menu

            self.menu = open_menu(  # type: ignore[assignment]
                self.table, self.wish, self.seat
            )
            self.wish = 0
