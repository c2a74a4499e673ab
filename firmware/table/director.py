"""The director's menu, behind his PIN.

It is loaded when somebody wants it, and dropped afterwards.
"""

from micropython import const

from table.menu import YES_NO, Menu

# Kinds of events.
_OFFENCE = const(17)
_RULING = const(19)
_UNDOING = const(20)

_READY = const(1)
_DEALER = const(3)
_WINNER = const(7)
_AWARD = const(3)
_NEITHER = const(2)
_PARDONING = const(4)
_NEW_DEALER = const(5)
_NO_POINTS = const(0x8000)
_OUT_OF_TURN = const(6)
_MISDEAL = const(10)
_SIGNAL = const(15)
_PARDONED = const(128)

_NOT_NOW = const(33)
_NOTHING = const(47)

_EVERYONE = const(15)

# What is wished beside texts.
_UNDO_KEY = const(2)
_DIRECTED = const(256)  # and this with a text

_OFFENCES = const(16)
_MANUAL = const(122)  # text
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
_THIS_KEY = const(145)  # text
_PIN = const(147)  # text
_RULINGS = const(148)  # text
_WRONG_PIN = const(197)  # text

_SEARCH = b"\x78\x8c\x79"  # agree, another, decline
_SUITS = b"\x91\x91\x91\x91"  # this key
_CHANGES = b"\x88\x89\x8a\x8b"  # plus-ten, minus-ten, plus-one, minus-one
# Undo, points-for, pardon, redeal; offence-of, awarded, reopen, next-dealer; paused, settings,
# service, manual; swapped.
_OF_THE_DIRECTOR = b"\x7d\x7f\x80\x7c\x81\x82\x83\x84\x86\x85\x87\x7a\x7b"
# Settings, undo, pardon, reopen; points-for, service: when the match is over.
_AT_THE_END = b"\x85\x7d\x80\x83\x7f\x87"


class Director(Menu):
    """What is wished: that the director comes, it may be to undo something."""

    def _direct(self) -> None:
        """The director comes: his PIN first, if he has one."""
        self.directs = True
        self._pressed = 1
        if self.table.settings.pin:
            self._ask(_PIN, _EVERYONE, _SUITS)
        else:
            self._admit()

    def _admit(self) -> None:
        if self._what == _UNDOING:
            self._want(_UNDOING, 0, 0, 0)
            self._ask(_UNDO, _EVERYONE, YES_NO)
        else:
            over = self.match.totals[_WINNER] >= 0
            self._ask(_RULINGS, _EVERYONE, _AT_THE_END if over else _OF_THE_DIRECTOR)

    def _key(self, choice: int) -> None:
        """One of the suit keys that spell the PIN."""
        self._pressed = self._pressed << 2 | choice
        if self._pressed < 256:
            self._ask(_PIN, _EVERYONE, _SUITS)
            return
        pin = 1
        for key in self.table.settings.pin:
            pin = pin << 2 | key
        if self._pressed == pin:
            self._admit()
        else:
            self.table.say(_WRONG_PIN)

    def _choose(self, option: int, seat: int, choice: int) -> None:
        side = self.match.house.side(seat)
        if option == _RULINGS or option == _UNDO_KEY:
            if option == _UNDO_KEY:
                self._want(_UNDOING, 0, 0, 0)
            self._direct()
        elif option == _THIS_KEY:
            self._key(choice)
        elif option == _POINTS_FOR:
            self._ask(_RULINGS, _EVERYONE, _CHANGES)
        elif _PLUS_TEN <= option <= _MINUS_ONE:
            points = 1 if option >= _PLUS_ONE else 10
            self._happen(_RULING, side, _NO_POINTS + (-points if option & 1 else points))
            self._ask(_RULINGS, _EVERYONE, _CHANGES)
        elif option == _PARDON:
            self._pardon(self.match.conduct.logged - 1)
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
        elif option == _SETTINGS and self.match.phase > _READY and self.match.totals[_WINNER] < 0:
            self.table.refuse(_NOT_NOW, seat)
        elif option == _SETTINGS or option == _SERVICE or option == _PAUSED:
            self.wish = option
        elif _MANUAL <= option <= _SEVEN_OF_TRUMP:
            self.wish = option | _DIRECTED
        else:
            Menu._choose(self, option, seat, choice)

    def _pardon(self, entry: int) -> None:
        """Asks whether an entry of the log is pardoned, or one before it."""
        log = self.match.conduct.log
        while entry >= 0 and log[entry * 4] >= _PARDONED:
            entry -= 1
        if entry < 0:
            self.table.refuse(_NOTHING, self.seat)
        else:
            self.table.offence(entry)
            self._want(_RULING, _PARDONING, entry, 0)
            self._ask(_OFFENCES + log[entry * 4], _EVERYONE, _SEARCH)

    def _accuse(self, code: int) -> None:
        """Asks whether an offence that only people see is noted."""
        if code == _OUT_OF_TURN + 1:
            code = _MISDEAL
        elif code > _SIGNAL:
            code = _OUT_OF_TURN
        who = self.match.totals[_DEALER] if code == _MISDEAL else self.seat
        self.table.say(_OFFENCES + code, who, ms=0)
        self._want(_OFFENCE, who, code, 0)
        self._ask(_OFFENCES + code, _EVERYONE, _SEARCH)
