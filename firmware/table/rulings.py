"""The menus that are seldom opened: a seat's own, the director's, and what follows an offence.

It is loaded when somebody wants one, and dropped afterwards.
"""

from micropython import const

from table.menu import YES_NO, Menu

# Kinds of events.
_DEAL = const(4)
_SCAN = const(5)
_UPCARD = const(6)
_CARD = const(9)
_SEVEN = const(15)
_OFFENCE = const(17)
_RULING = const(19)
_UNDOING = const(20)

_OF_CARDS = const(0x14260)  # kinds with a card in their argument: SCAN UPCARD CARD SHOW BOTTOM

_READY = const(1)
_DEALER = const(3)
_WINNER = const(7)
_VOID = const(2)
_AWARD = const(3)
_NEITHER = const(2)
_PARDONING = const(4)
_NEW_DEALER = const(5)
_NO_POINTS = const(0x8000)
_OUT_OF_TURN = const(6)
_MISDEAL = const(10)
_SIGNAL = const(15)
_PARDONED = const(128)
_MATCH_POINTS = const(2)  # rounding

_NOT_NOW = const(33)
_LATE = const(46)
_NOTHING = const(47)

_EVERYONE = const(15)
_LAST_PLAY = const(31)  # plays before the last one where all cards are played
_ALL_CARDS = const(496)  # their sum
_MOST = const(24)  # events that a card read wrongly may take with it: some seconds

# Notes in the journal.
_BY_HAND = const(37)
_DEAD = const(38)
_EXCHANGED = const(39)
_DEALT_AGAIN = const(40)
_PAUSE = const(43)
_GOES_ON = const(44)
_ABANDONED = const(45)

# What is wished beside texts.
_JUDGE = const(1)
_UNDO_KEY = const(2)

_OFFENCES = const(16)
_MANUAL = const(122)  # text
_SWAPPED = const(123)  # text
_REDEAL = const(124)  # text
_UNDO = const(125)  # text
_SEVEN_OF_TRUMP = const(126)  # text
_POINTS_FOR = const(127)  # text
_PARDON = const(128)  # text
_OFFENCE_OF = const(129)  # text
_AWARDED = const(130)  # text
_REOPEN = const(131)  # text
_NEXT_DEALER = const(132)  # text
_SETTINGS = const(133)  # text
_PAUSED = const(134)  # text
_SERVICE = const(135)  # text
_PLUS_TEN = const(136)  # text
_PLUS_ONE = const(138)  # text
_MINUS_ONE = const(139)  # text
_ANOTHER = const(140)  # text
_RESUME = const(141)  # text
_ABANDON = const(142)  # text
_TO_OTHERS = const(143)  # text
_DIRECTOR = const(144)  # text
_THIS_KEY = const(145)  # text
_SEAT_MENU = const(146)  # text
_PIN = const(147)  # text
_RULINGS = const(148)  # text
_WHICH_SUIT = const(149)  # text
_WHICH_RANK = const(150)  # text
_IS_IT = const(152)  # text
_WRONG_PIN = const(197)  # text

_SEARCH = b"\x78\x8c\x79"  # agree, another, decline
_SUITS = b"\x91\x91\x91\x91"  # this key
_RANKS = b"\x91\x91\x91\x91\x91\x91\x91\x91"
_CHANGES = b"\x88\x89\x8a\x8b"  # plus-ten, minus-ten, plus-one, minus-one
_OF_A_SEAT = b"\x7a\x7c\x7d\x7e\x7b"  # manual, redeal, undo, seven-of-trump, swapped
# Undo, points-for, pardon, redeal; offence-of, awarded, reopen, next-dealer; paused, settings,
# service, manual; swapped.
_OF_THE_DIRECTOR = b"\x7d\x7f\x80\x7c\x81\x82\x83\x84\x86\x85\x87\x7a\x7b"
# Settings, undo, pardon, reopen; points-for, service: when the match is over.
_AT_THE_END = b"\x85\x7d\x80\x83\x7f\x87"
_AT_REST = b"\x8d\x8e"  # resume, abandon
_INJURED = b"\x79\x8f\x90"  # decline, to-others, director


class Rulings(Menu):
    """Opens what is wished: a text of the constants above."""

    def __init__(self, table, wish: int, seat: int) -> None:  # type: ignore[no-untyped-def]
        self._read = -1  # the card that another was taken for
        self._suit = 0
        self._keys = 0  # of the PIN, pressed
        self._right = 0  # and right
        self._undoes = False  # whether the PIN is for that
        Menu.__init__(self, table, _DIRECTOR if wish == _RULINGS else wish, seat)

    def _direct(self) -> None:
        """The director comes: his PIN first, if he has one."""
        self.directs = True
        if self.table.settings.pin:
            self._ask(_PIN, _EVERYONE, _SUITS)
        else:
            self._admit()

    def _admit(self) -> None:
        if self._undoes:
            self._want(_UNDOING, 0)
            self._ask(_UNDO, _EVERYONE, YES_NO)
        else:
            over = self.match.totals[_WINNER] >= 0
            self._ask(_RULINGS, _EVERYONE, _AT_THE_END if over else _OF_THE_DIRECTOR)

    def _judge(self, entry: int) -> None:
        """The discipline leaves it to the others what follows an offence."""
        log = self.match.log
        if entry >= 0:
            self.seat = log[entry * 4 + 1]
            self.table.offence(entry)
            self._ask(_OFFENCES + log[entry * 4], self._others(self.seat), _INJURED)

    def _left(self, what: int, seat: int) -> None:
        if what == _PAUSED:
            self._choose(_RESUME, seat, 0)
        else:
            Menu._left(self, what, seat)

    def _choose(self, option: int, seat: int, choice: int) -> None:
        if self.directs:
            self.seat = seat
        side = self.match.side(seat)
        if option == _THIS_KEY:
            self._key(choice)
        elif option == _MANUAL or option == _SWAPPED:
            self._read = -1 if option == _MANUAL else self._last_card(seat)
            if option == _MANUAL and self.match.audit.plays == _LAST_PLAY:
                self._name(self._missing())
            elif option == _MANUAL or self._read >= 0:
                self._ask(_WHICH_SUIT, 1 << seat, _SUITS)
        elif option == _REDEAL:
            self._propose(_REDEAL, _RULING, _VOID, 0, _DEALT_AGAIN)
        elif option == _UNDO:
            self._propose(_UNDO, _UNDOING, seat)
        elif option == _SEVEN_OF_TRUMP:
            self._happen(_SEVEN, seat)
        elif option == _POINTS_FOR:
            self._ask(_RULINGS, _EVERYONE, _CHANGES)
        elif _PLUS_TEN <= option <= _MINUS_ONE:
            points = 1 if option >= _PLUS_ONE else 10
            self._happen(_RULING, side, _NO_POINTS + (-points if option & 1 else points))
            self._ask(_RULINGS, _EVERYONE, _CHANGES)
        elif option == _PARDON:
            self._pardon(self.match.logged - 1)
        elif option == _OFFENCE_OF:
            self._accuse(_OUT_OF_TURN)
        elif option == _ANOTHER:
            if self._what == _RULING:
                self._pardon(self._arg - 1)
            else:
                self._accuse(self._arg + 1)
        elif option == _AWARDED:
            self._happen(_RULING, _AWARD, side)
        elif option == _REOPEN:
            self._happen(_RULING, _AWARD, _NEITHER)
        elif option == _NEXT_DEALER:
            self._happen(_RULING, _NEW_DEALER, seat)
        elif option == _PAUSED:
            self.directs = False
            self._want(0, 0)
            self.table.journal.add(_PAUSE, seat, 0)
            self._ask(_PAUSED, _EVERYONE, _AT_REST)
        elif option == _RESUME:
            self.table.journal.add(_GOES_ON, seat, 0)
        elif option == _ABANDON:
            self.seat = seat
            self._propose(_ABANDON, _RULING, _VOID, 0, _ABANDONED)
        elif option == _TO_OTHERS:
            self._to_others(side)
        elif option == _SEAT_MENU:
            self._ask(_SEAT_MENU, 1 << seat, _OF_A_SEAT)
        elif option == _JUDGE:
            self._judge(self.match.logged - self.table.untold - 1)
        elif option == _DIRECTOR or option == _UNDO_KEY:
            self._undoes = option == _UNDO_KEY
            self._direct()
        elif option == _SETTINGS and self.match.phase > _READY and self.match.totals[_WINNER] < 0:
            self.table.refuse(_NOT_NOW, seat)
        elif option == _SETTINGS or option == _SERVICE:
            self.wish = option
        else:
            Menu._choose(self, option, seat, choice)

    def _key(self, choice: int) -> None:
        """One of the suit keys that spell a PIN or a card."""
        table = self.table
        if table.question == _PIN:
            self._right += table.settings.pin[self._keys] == choice
            self._keys += 1
            if self._keys < 4:
                self._ask(_PIN, _EVERYONE, _SUITS)
            elif self._right == 4:
                self._admit()
            else:
                table.say(_WRONG_PIN)
        elif table.question == _WHICH_SUIT:
            self._suit = choice << 3
            self._ask(_WHICH_RANK, 1 << self.seat, _RANKS)
        else:
            self._name(self._suit | choice)

    def _name(self, card: int) -> None:
        """The card that no pad has read, or that was taken for another."""
        note = _BY_HAND if self._read < 0 else _EXCHANGED
        self._propose(_IS_IT, _CARD, self.seat, card, note, card)

    def _missing(self) -> int:
        """The one card that was not laid when all others were."""
        card = _ALL_CARDS
        for play in range(_LAST_PLAY):
            card -= self.match.audit.card[play]
        return card

    def _propose(
        self, text: int, what: int, who: int, arg: int = 0, note: int = 0, card: int = 0
    ) -> None:
        """Asks the other side whether an event may happen; the director need not."""
        self._want(what, who, arg, note)
        if self.directs:
            self._agreed()
        else:
            self._ask(text, self._others(self.seat), YES_NO, card)

    def _agreed(self) -> None:
        table = self.table
        note = self._note
        card = self._arg
        if self._count != self.match.count:
            table.refuse(_LATE, self.seat)
        elif note == _ABANDONED:
            table.happen(_RULING, _VOID)
            table.journal.add(note, self.seat, 0)
            self.wish = _SETTINGS
        elif note == _EXCHANGED:
            self._exchange(card)
        elif note == _BY_HAND:
            if self._by_hand(card):
                table.journal.add(note, self.seat, card)
                table.journal.add(_DEAD, self.seat, card)
                table.deck.bury(card)
        else:
            Menu._agreed(self)

    def _by_hand(self, card: int) -> bool:
        """A card that no pad reads: of a hand, turned up, or laid."""
        table = self.table
        seat = self.seat
        if self.match.phase == _READY:
            table.happen(_DEAL, seat, table.settings.hands)
        return (
            not table.happen(_SCAN, seat, card)
            or not table.happen(_UPCARD, seat, card)
            or self._happen(_CARD, seat, card)
        )

    def _exchange(self, card: int) -> None:
        """Two cards were enrolled in each other's place: what happened since one of them was
        first seen in this deal happens again with the other."""
        table = self.table
        match = self.match
        events = match.events
        count = match.count
        first = 0
        while first < count and self._other(first, card) == events[first * 4 + 2]:
            first += 1
        if count - first > _MOST:
            table.refuse(_NOT_NOW, self.seat)
            return
        while match.count > first:
            table.happen(_UNDOING, self.seat)
        table.deck.swap(card, self._read)
        table.journal.add(_EXCHANGED, self.seat, card | self._read << 8)
        for event in range(first, count):
            at = event * 4
            arg = self._other(event, card) | events[at + 3] << 8
            if not self._happen(events[at], events[at + 1], arg):
                break
        table.pads.changed = _EVERYONE

    def _other(self, event: int, card: int) -> int:
        """The low byte of an event's argument: of the two exchanged cards, the other one."""
        events = self.match.events
        arg: int = events[event * 4 + 2]
        if _OF_CARDS >> events[event * 4] & 1:
            if arg == card:
                return self._read
            if arg == self._read:
                return card
        return arg

    def _pardon(self, entry: int) -> None:
        """Asks whether an entry of the log is pardoned, or one before it."""
        log = self.match.log
        while entry >= 0 and log[entry * 4] >= _PARDONED:
            entry -= 1
        if entry < 0:
            self.table.refuse(_NOTHING, self.seat)
        else:
            self.table.offence(entry)
            self._want(_RULING, _PARDONING, entry)
            self._ask(_OFFENCES + log[entry * 4], _EVERYONE, _SEARCH)

    def _accuse(self, code: int) -> None:
        """Asks whether an offence that only people see is noted."""
        if code == _OUT_OF_TURN + 1:
            code = _MISDEAL
        elif code > _SIGNAL:
            code = _OUT_OF_TURN
        who = self.match.totals[_DEALER] if code == _MISDEAL else self.seat
        self.table.say(_OFFENCES + code, who, ms=0)
        self._want(_OFFENCE, who, code)
        self._ask(_OFFENCES + code, _EVERYONE, _SEARCH)

    def _to_others(self, side: int) -> None:
        """The deal ends as if the other side had failed, melds apart."""
        match = self.match
        if self._happen(_RULING, _VOID):
            points = match.house.fail or (16 if match.house.rounding == _MATCH_POINTS else 162)
            self.table.happen(_RULING, side, _NO_POINTS + points)
            self.table.happen(_RULING, _NEW_DEALER, match.totals[_DEALER] + match.step & 3)
