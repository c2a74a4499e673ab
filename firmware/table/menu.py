"""Questions that people ask each other through the table.

An option is known by its text: what it says is what happens. Who wants something names an event;
it happens when those have agreed whose say it is, and at once when the director wants it.
"""

import sys

from micropython import const

# What is wished beside texts.
_JUDGE = const(1)
_UNDO_KEY = const(2)
_DIRECTED = const(256)  # and this with a text: by the director, from his menu

# Kinds of events.
_BACK = const(10)
_CALL_OUT = const(13)

_CONDUCT = const(6)
_POINTS = const(2)
_LATE = const(46)
_NOTHING = const(47)
_NOT_HERE = const(48)
_NOTED = const(128)

_TIME = const(0x3FFFFFFF)
_UNREAD = const(500)  # ms in which nobody can have read a question that is not his own
_PATIENCE = const(60000)

_AGREE = const(120)  # text
_DECLINE = const(121)  # text
_PAUSED = const(134)  # text
_RULINGS = const(148)  # text
_TAKE_BACK = const(151)  # text
_CALLS_OUT = const(153)  # text
_DECLINED = const(154)  # text

YES_NO = b"\x78\x79"  # agree, decline


class Menu:
    """`open` is the text of the question under way, 0 once there is none; `directs` tells whether
    the director asks, `wish` what is to be opened next."""

    def __init__(self, table, wish: int, seat: int) -> None:  # type: ignore[no-untyped-def]
        self.table = table
        self.match = table.match
        self.seat = seat  # who asks
        self.wish = self.open = 0
        self.directs = wish >= _DIRECTED
        self._since = 0
        self._what = self._who = self._arg = self._note = 0  # the event that is asked for
        self._count = 0  # events of the deal when it was
        self._pressed = 0  # what was, of an answer of several keys
        self._choose(wish & 255, seat, 0)

    def forget(self) -> None:
        """Gives the memory of these modules back."""
        package = sys.modules["table"]
        for name in ("menu", "seatmenu", "director", "verdict"):
            if sys.modules.pop("table." + name, None):
                delattr(package, name)

    def hears(self, seat: int) -> bool:
        """Whether a key of `seat` can be an answer: not before its question can be read."""
        if not self.open or self.directs or seat == self.seat:
            return True
        return (self.table.now - self._since & _TIME) >= _UNREAD  # type: ignore[no-any-return]

    def step(self) -> None:
        """A question that nobody answers is left; play that goes on ends a break."""
        table = self.table
        if self.open and not (table.asked and table.question == self.open):
            self.open = 0
        if self.open == _PAUSED:
            over = self.match.count != self._count
        else:
            over = (table.now - self._since & _TIME) > _PATIENCE
        if self.open and over:
            table.asked = 0
            self.answered(self.open, self.seat, -2)

    def answered(self, what: int, seat: int, choice: int) -> None:
        """The table's answer to a question: the place of an option, -1 for PASS, -2 for none."""
        table = self.table
        if not self.open:
            return
        self.open = 0
        table.hush()
        if self.directs:
            self.seat = seat
        if choice >= 0:
            self._choose(table.options[choice], seat, choice)
        elif what == _TAKE_BACK and choice == -1:
            self._agreed()
        else:
            self._left(what, seat)

    def _left(self, what: int, seat: int) -> None:
        if self.table.options is YES_NO:
            self._choose(_DECLINE, seat, 0)

    def _choose(self, option: int, seat: int, choice: int) -> None:
        """An option was chosen, or its key pressed."""
        if option == _AGREE:
            self._agreed()
        elif option == _DECLINE:
            if seat != self.seat and not self.directs:
                self.table.say(_DECLINED, self.seat)
        elif option == _TAKE_BACK:
            self._take_back(seat)
        else:
            self._want(_CALL_OUT, seat, 0, 0)
            self._ask(_CALLS_OUT, 1 << seat, YES_NO)

    def _take_back(self, seat: int) -> None:
        if self.match.totals[_CONDUCT] >= _POINTS:
            self.table.refuse(_NOT_HERE, seat)
            return
        card = self._last_card(seat)
        if card >= 0:
            self._want(_BACK, seat, 0, 0)
            self._ask(_TAKE_BACK, self._others(seat), YES_NO, card)

    def _last_card(self, seat: int) -> int:
        """The card laid last, if `seat` laid it; else -1."""
        audit = self.match.audit
        play = audit.plays - 1
        if play < 0 or audit.seat[play] != seat:
            self.table.refuse(_NOTHING, seat)
            return -1
        return audit.card[play]  # type: ignore[no-any-return]

    def _others(self, seat: int) -> int:
        return 1 << (seat ^ 2) if self.match.house.shift else 10 >> (seat & 1)

    def _ask(self, text: int, who: int, options: bytes, card: int = 0) -> None:
        table = self.table
        if text >= _AGREE:  # a sentence about an offence is there already
            table.say(text, self.seat, card, ms=0)
        self.open = text
        self._since = table.now
        table.ask(self, text, who, text, options)

    def _want(self, what: int, who: int, arg: int, note: int) -> None:
        self._what = what
        self._who = who
        self._arg = arg
        self._note = note
        self._count = self.match.count

    def _agreed(self) -> None:
        if self._count != self.match.count:
            self.table.refuse(_LATE, self.seat)
        elif self._happen(self._what, self._who, self._arg) and self._note:
            self.table.journal.add(self._note, self.seat, 0)

    def _happen(self, what: int, who: int, arg: int = 0) -> bool:
        result = self.table.happen(what, who, arg)
        if 0 < result < _NOTED:
            self.table.refuse(result, self.seat)
            return False
        return True


def open_menu(table, wish: int, seat: int) -> Menu:  # type: ignore[no-untyped-def]
    """The menu that a seat wishes."""
    if wish == _TAKE_BACK or wish == _CALLS_OUT:
        return Menu(table, wish, seat)
    if wish == _JUDGE:
        from table.verdict import Verdict

        return Verdict(table, wish, seat)
    if wish == _RULINGS or wish == _UNDO_KEY:
        from table.director import Director

        return Director(table, wish, seat)
    from table.seatmenu import SeatMenu

    return SeatMenu(table, wish, seat)
