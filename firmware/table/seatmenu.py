"""A seat's own menu: what the players of one side wish, and the other side agrees to.

It is loaded when somebody wants it, and dropped afterwards.
"""

from micropython import const

from table.menu import YES_NO, Menu

# Kinds of events.
_DEAL = const(4)
_SCAN = const(5)
_UPCARD = const(6)
_CARD = const(9)
_SEVEN = const(15)
_RULING = const(19)
_UNDOING = const(20)


_READY = const(1)
_VOID = const(2)

_LATE = const(46)

_EVERYONE = const(15)
_LAST_PLAY = const(31)  # plays before the last one where all cards are played
_ALL_CARDS = const(496)  # their sum

# Notes in the journal.
_BY_HAND = const(37)
_DEAD = const(38)
_EXCHANGED = const(39)
_DEALT_AGAIN = const(40)
_PAUSE = const(43)
_GOES_ON = const(44)
_ABANDONED = const(45)

_MANUAL = const(122)  # text
_SWAPPED = const(123)  # text
_REDEAL = const(124)  # text
_UNDO = const(125)  # text
_SEVEN_OF_TRUMP = const(126)  # text
_SETTINGS = const(133)  # text
_PAUSED = const(134)  # text
_RESUME = const(141)  # text
_ABANDON = const(142)  # text
_THIS_KEY = const(145)  # text
_SEAT_MENU = const(146)  # text
_WHICH_SUIT = const(149)  # text
_WHICH_RANK = const(150)  # text
_IS_IT = const(152)  # text

_SUITS = b"\x91\x91\x91\x91"  # this key
_RANKS = b"\x91\x91\x91\x91\x91\x91\x91\x91"
_OF_A_SEAT = b"\x7a\x7c\x7d\x7e\x7b"  # manual, redeal, undo, seven-of-trump, swapped
_AT_REST = b"\x8d\x8e"  # resume, abandon


class SeatMenu(Menu):
    """What a seat has wished: `_SEAT_MENU` itself, or one of its options, or a break."""

    def _left(self, what: int, seat: int) -> None:
        if what == _PAUSED:
            self._choose(_RESUME, seat, 0)
        else:
            Menu._left(self, what, seat)

    def _choose(self, option: int, seat: int, choice: int) -> None:
        if option == _SEAT_MENU:
            self._ask(_SEAT_MENU, 1 << seat, _OF_A_SEAT)
        elif option == _MANUAL or option == _SWAPPED:
            read = 0 if option == _MANUAL else self._last_card(seat)
            self._want(_CARD, seat, read, _BY_HAND if option == _MANUAL else _EXCHANGED)
            if option == _MANUAL and self.match.audit.plays == _LAST_PLAY:
                self._name(self._missing())
            elif read >= 0:
                self._ask(_WHICH_SUIT, 1 << seat, _SUITS)
        elif option == _THIS_KEY:
            if self.table.question == _WHICH_SUIT:
                self._pressed = choice << 3
                self._ask(_WHICH_RANK, 1 << self.seat, _RANKS)
            else:
                self._name(self._pressed | choice)
        elif option == _REDEAL:
            self._propose(_REDEAL, _RULING, _VOID, 0, _DEALT_AGAIN, 0)
        elif option == _UNDO:
            self._propose(_UNDO, _UNDOING, seat, 0, 0, 0)
        elif option == _SEVEN_OF_TRUMP:
            self._happen(_SEVEN, seat)
        elif option == _PAUSED:
            self._want(0, 0, 0, 0)
            self.table.journal.add(_PAUSE, seat, 0)
            self._ask(_PAUSED, _EVERYONE, _AT_REST)
        elif option == _RESUME:
            self.table.journal.add(_GOES_ON, seat, 0)
        elif option == _ABANDON:
            self.seat = seat
            self._propose(_ABANDON, _RULING, _VOID, 0, _ABANDONED, 0)
        else:
            Menu._choose(self, option, seat, choice)

    def _name(self, card: int) -> None:
        """The card that no pad has read, or that was taken for another."""
        self._propose(_IS_IT, _CARD, self.seat, card | self._arg << 8, self._note, card)

    def _missing(self) -> int:
        """The one card that was not laid when all others were."""
        card = _ALL_CARDS
        for play in range(_LAST_PLAY):
            card -= self.match.audit.card[play]
        return card

    def _propose(self, text: int, what: int, who: int, arg: int, note: int, card: int) -> None:
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
            from table.swapped import swap

            swap(table, self.seat, card & 255, card >> 8)
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
