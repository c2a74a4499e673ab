"""Enrolling tags: a new deck card by card, a card in another's place, cards that do what keys do.
Whoever has opened this loads the decks again when it is over.

The display names the card to lay next; any pad takes it. Each one is written at once, so that a
power cut loses none. A new deck stays a file `.new` until all 32 cards are there; the old deck is
in use until then, and PASS stops in between: the next time it goes on where it stopped.
"""

import os

from micropython import const

from table.deck import COMMAND, UNKNOWN, Deck
from table.deckfile import COMMANDS, DeckError, Tags, read, save, write_tags
from table.files import names
from table.laying import Laying
from table.opening import light, seats
from table.settings import Settings
from table.table import ASKED, OVER, READ, SCAN, Table

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

_CLEAR_PAD = const(82)  # text
_THIS_KEY = const(145)  # text
_WHICH_RANK = const(150)  # text
_REPLACE_CARD = const(171)  # text
_NEXT_ONE = const(176)  # text
_LAST_AGAIN = const(179)  # text
_NOT_SAVED = const(199)  # text
_DECK_WRONG = const(201)  # text
_LAY_CARD = const(203)  # text
_IS_ENROLLED = const(204)  # text
_IS_OF_DECK = const(205)  # text
_NO_TAG = const(206)  # text
_LAY_FOR_KEY = const(207)  # text
_TAKEN_FOR_KEY = const(208)  # text
_DECK_COMPLETE = const(209)  # text

_LAY = const(0)  # the question under way
_SUIT = const(1)
_RANK = const(2)
_KEYS = const(32)  # what a tag is, from here on: a key


class Tagging(Laying):
    """Tags for what is listed in `kinds`, one after the other, in the file `path`. What that has
    is read in the first step, `_begin()`."""

    _begin: "Any"

    def __init__(self, table: Table, settings: Settings, deck: Deck, path: str) -> None:
        Laying.__init__(self, table)
        self.settings = settings
        self.deck = deck
        self.folder = settings.folder + "/decks"
        self.path = path
        self.kinds = bytes(range(32))
        self.at = 0
        self.kept = b""  # the tag taken last, which may lie there still
        self.tags: "Any" = None

    def step(self, now: int) -> None:
        """As above. What takes memory has steps of its own: what is enrolled is read, or all that
        was asked for is."""
        if self.tags is None and not self.over:
            self._begin()
        elif 0 < len(self.kinds) == self.at and not self.over:
            self._finish()
        else:
            Laying.step(self, now)

    def answered(self, what: int, seat: int, choice: int) -> None:
        """The one option of the question, or -1: enough for now."""
        if choice < 0:
            self._close()
        else:
            self.kept = b""
            self._other()

    def _other(self) -> None:
        self.at = (self.at + 1) % len(self.kinds)
        self._ask()

    # --- one tag ----------------------------------------------------------------------------

    def _waits(self) -> bool:
        return self.at < len(self.kinds)

    def _take(self, seat: int) -> None:
        pads = self.table.pads
        uid = bytes(pads.uid[seat][: pads.uid_len[seat]])
        if uid == self.kept:
            return
        kind = self.kinds[self.at]
        why = self._why_not(uid, kind)
        if why:
            self._refuse(seat, why, max(0, self.tags.whose(uid)))
            return
        old = self.tags.uids[kind]
        self.tags.uids[kind] = uid
        if kind < _KEYS:
            self.tags.dead[kind >> 3] &= ~(1 << (kind & 7)) & 255
        if not write_tags(self.path, self.tags):
            self.tags.uids[kind] = old
            self._refuse(seat, _NOT_SAVED)
            return
        self.kept = uid
        self.table.cue = READ
        self.at += 1
        if self.at < len(self.kinds):
            self._ask()

    def _why_not(self, uid: bytes, kind: int) -> int:
        """The sentence that says why this tag cannot be that; 0 if it can."""
        whose = self.tags.whose(uid)
        if whose == kind:
            return 0
        if 0 <= whose < _KEYS > kind:
            return _IS_ENROLLED
        deck = self.deck
        deck.other = deck.active
        found = deck.find(bytearray(uid + bytes(10 - len(uid))), len(uid))
        if whose < 0 and (found == UNKNOWN or found - COMMAND == kind - _KEYS >= 0):
            return 0
        if kind >= _KEYS:
            return _TAKEN_FOR_KEY
        key = whose - _KEYS if whose >= 0 else found - COMMAND
        self.table.label = COMMANDS[key].upper().encode() if key >= 0 else deck.names[deck.other]
        return _IS_OF_DECK

    def _refuse(self, seat: int, sentence: int, other: int = 0) -> None:
        if sentence == _CLEAR_PAD:
            sentence = _TAKEN_FOR_KEY if self.kinds[self.at] >= _KEYS else _NO_TAG
        Laying._refuse(self, seat, sentence, other)

    # --- what the display says --------------------------------------------------------------

    def _ask(self, sentence: int = 0, seat: int = 0, other: int = 0) -> None:
        table = self.table
        kind = self.kinds[self.at]
        if kind >= _KEYS:
            table.label = COMMANDS[kind - _KEYS].upper().encode()
            sentence = sentence or _LAY_FOR_KEY
        sentence = sentence or _LAY_CARD
        table.say(sentence, seat, kind & 31, 0, other & 31, kind + 1, 0)
        who = seats(table)
        light(table, who, SCAN)
        for seat in range(4):
            table.fill[seat] = self.at * 8 // len(self.kinds)
        table.ask(self, _LAY, who, sentence, self._options())

    def _options(self) -> bytes:
        return bytes((_NEXT_ONE,))

    def _finish(self) -> None:
        self._close()
        self.table.cue = OVER


class Enrol(Tagging):
    """A new deck."""

    def __init__(self, table: Table, settings: Settings, deck: Deck, deck_name: str) -> None:
        Tagging.__init__(
            self, table, settings, deck, settings.folder + "/decks/" + deck_name + ".new"
        )
        self.name = deck_name

    def _begin(self) -> None:
        try:
            os.mkdir(self.folder)
        except OSError:
            pass  # it is there already; if not, the first card tells
        try:
            self.tags = read(self.path, False)
        except DeckError:
            self.tags = Tags()  # nothing was enrolled yet
        self.at = self.tags.missing()
        if self.at == 32:
            self._finish()
        else:
            self._ask()

    def _options(self) -> bytes:
        return bytes((_LAST_AGAIN,)) if self.at else b""

    def _other(self) -> None:
        """The card laid last was another one than the display had said."""
        self.at -= 1
        self.tags.uids[self.at] = b""
        write_tags(self.path, self.tags)
        self._ask()

    def _finish(self) -> None:
        try:
            os.rename(self.path, self.folder + "/" + self.name + ".deck")
        except OSError:
            self.at = 31
            self.tags.uids[31] = self.kept = b""
            self._ask(_NOT_SAVED)
            return
        self.settings.deck = self.name
        self.settings.save()
        Tagging._finish(self)
        self.table.label = self.name.encode()
        self.table.say(_DECK_COMPLETE)


class Change(Tagging):
    """Something of the active deck."""

    def __init__(self, table: Table, settings: Settings, deck: Deck) -> None:
        path = settings.folder + "/decks/" + deck.names[deck.active].decode() + ".deck"
        Tagging.__init__(self, table, settings, deck, path)

    def _begin(self) -> None:
        try:
            self.tags = read(self.path)
            self._ask_first()
        except DeckError as error:
            self.table.label = self.deck.names[self.deck.active]
            self._close()
            self.table.say(_DECK_WRONG, number=error.args[1])

    def _ask_first(self) -> None:
        self._ask()


class Replace(Change):
    """A card gets another tag: those whose tags are known to be dead are asked for first, any
    other is chosen by its suit and rank."""

    def _ask_first(self) -> None:
        dead = self.tags.dead
        self.kinds = bytes([card for card in range(32) if dead[card >> 3] >> (card & 7) & 1])
        self.suit = 0
        if self.kinds:
            self._ask()
        else:
            self._which(_SUIT, _REPLACE_CARD, 4)

    def _which(self, what: int, sentence: int, keys: int, seat: int = 0) -> None:
        table = self.table
        self.kinds = b""
        table.say(0, seat, ms=0)
        light(table, seats(table), ASKED)
        table.ask(self, what, seats(table), sentence, bytes((_THIS_KEY,) * keys))

    def _other(self) -> None:
        if self.at + 1 < len(self.kinds):
            Tagging._other(self)
        else:
            self._which(_SUIT, _REPLACE_CARD, 4)

    def answered(self, what: int, seat: int, choice: int) -> None:
        """The suit, the rank, or as above."""
        if what == _LAY or choice < 0:
            Tagging.answered(self, what, seat, choice)
        elif what == _SUIT:
            self.suit = choice
            self._which(_RANK, _WHICH_RANK, 8, seat)
        else:
            self.kinds = bytes((self.suit << 3 | choice,))
            self.at = 0
            self._ask()


class Keys(Change):
    """Tags that do what keys do; they stand in the active deck's file and work with every deck."""

    def _ask_first(self) -> None:
        self.kinds = bytes([_KEYS + key for key in (4, 5, 7, 8, 9, 10, 11, 0, 1, 2, 3)])
        Change._ask_first(self)


def open_enrol(what: int, table: Table, settings: Settings) -> Tagging:
    """What the menu asked for: 1 a new deck, 2 a replaced card, 3 command cards."""
    deck = table.deck
    folder = settings.folder + "/decks"
    if deck.changed:
        save(deck, folder)
    if what == 1:
        return Enrol(table, settings, deck, _new_name(folder))
    return (Replace if what == 2 else Keys)(table, settings, deck)


def _new_name(folder: str) -> str:
    """Of the deck that was begun, or the first free one."""
    begun = names(folder, ".new")
    if begun:
        return str(begun[0])
    taken = names(folder, ".deck")
    number = 1
    while "deck-%d" % number in taken:
        number += 1
    return "deck-%d" % number
