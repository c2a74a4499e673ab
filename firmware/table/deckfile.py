"""Deck files: which tag is which card, as text; read, checked and written between deals only.

A line is what the tag is (a card, or a command of COMMANDS) and its UID in hexadecimal digits, or
`dead` and a card whose tag no longer answers. docs/decks.md says more.
"""

from binascii import unhexlify

from micropython import const

from belote.cards import card
from belote.cards import name as name_of
from table.deck import Deck
from table.files import names, write

# The names of command cards: those of the keys they stand for, by number, and one more.
COMMANDS = (
    "clubs",
    "diamonds",
    "hearts",
    "spades",
    "pass",
    "call",
    "rap",
    "menu",
    "undo",
    "ok",
    "mute",
    "redeal",
)

# What may be wrong; marcoria.game.decks has a sentence for each.
_NOT_A_LINE = const(1)
_NOT_A_NAME = const(2)
_NOT_A_UID = const(3)
_RANDOM = const(4)  # a phone: its UID is another one each time
_CARD_TWICE = const(5)
_UID_TWICE = const(6)
_MISSING = const(7)  # a card has no line
_TOO_MANY = const(8)  # decks
_NO_FILE = const(9)

MOST = 4  # decks
_PHONE = const(0x08)  # first byte of a UID of four
_COMMAND = const(32)  # from here on what a tag is, where the cards end
_KINDS = const(48)  # so many things a tag can be: 32 cards, and commands


_DEAD = const(99)
_DIGITS = "0123456789ABCDEF"
_RANKS = b"789tjqka"
_SUITS = b"cdhs"


class DeckError(Exception):
    """A deck file that is wrong: (what, number of the line, what stands there)."""


class Tags:
    """What one file says: the UID of each card and command, b"" where there is none."""

    def __init__(self) -> None:
        self.uids = [b""] * _KINDS
        self.dead = bytearray(4)

    def missing(self) -> int:
        """The first card without a tag, 32 if there is none."""
        card = 0
        while card < 32 and self.uids[card]:
            card += 1
        return card

    def whose(self, uid: bytes) -> int:
        """What the tag with this UID is, or -1."""
        for kind in range(_KINDS):
            if self.uids[kind] == uid:
                return kind
        return -1


def parse(data: bytes, whole: bool = True) -> Tags:
    """What a file says; raises DeckError. A file that is not `whole` may lack cards."""
    tags = Tags()
    start = number = 0
    while start < len(data):
        number += 1
        end = data.find(b"\n", start)
        if end < 0:
            end = len(data)
        _read_line(tags, data, start, end, number)
        start = end + 1
    lacks = tags.missing()
    if whole and lacks < 32:
        raise DeckError(_MISSING, number, name_of(lacks))
    return tags


def _read_line(tags: Tags, data: bytes, start: int, end: int, number: int) -> None:
    """Finds the two words of a line; read where they lie, for many small strings fill the
    heap."""
    comment = data.find(b"#", start, end)
    if comment >= 0:
        end = comment
    while end > start and data[end - 1] <= 32:
        end -= 1
    while start < end and data[start] <= 32:
        start += 1
    if start == end:
        return
    space = start
    while space < end and data[space] > 32:
        space += 1
    second = space
    while second < end and data[second] <= 32:
        second += 1
    for i in range(second, end):
        if data[i] <= 32:
            second = end
    if second == end:
        raise DeckError(_NOT_A_LINE, number, _text(data, start, end))
    kind = _card(data, start, space)
    if kind < 0:
        kind = _kind(_text(data, start, space))
    if kind == _DEAD:
        start = second
        space = end
        why = _put_dead(tags, _card(data, second, end))
    else:
        why = _put(tags, kind, data[second:end]) if kind >= 0 else _NOT_A_NAME
    if _NOT_A_UID <= why != _CARD_TWICE:
        start = second
        space = end
    if why:
        raise DeckError(why, number, _text(data, start, space))


def _card(data: bytes, start: int, end: int) -> int:
    """The card of two letters that lies there, or -1."""
    if end - start == 2:
        for kind in range(32):
            if _RANKS[kind & 7] == data[start] | 32 and _SUITS[kind >> 3] == data[start + 1] | 32:
                return kind
    return -1


def _kind(word: str) -> int:
    """What a tag of this name is, or -1."""
    if word in COMMANDS:
        return _COMMAND + COMMANDS.index(word)
    return _DEAD if word == "dead" else card(word)


def _text(data: bytes, start: int, end: int) -> str:
    try:
        return str(data[start:end], "utf8")
    except UnicodeError:
        return "?"


def _put_dead(tags: Tags, card: int) -> int:
    if card < 0:
        return _NOT_A_NAME
    tags.dead[card >> 3] |= 1 << (card & 7)
    return 0


def _put(tags: Tags, kind: int, digits: bytes) -> int:
    """Why these digits cannot be the UID of that, 0 if they are."""
    try:
        uid = unhexlify(digits)
    except ValueError:
        return _NOT_A_UID
    if len(uid) not in (4, 7, 10):
        return _NOT_A_UID
    if len(uid) == 4 and uid[0] == _PHONE:
        return _RANDOM
    if tags.uids[kind]:
        return _CARD_TWICE
    if tags.whose(uid) >= 0:
        return _UID_TWICE
    tags.uids[kind] = uid
    return 0


def write_tags(path: str, tags: Tags) -> bool:
    """Writes the file that says this; whether it could."""
    return write(path, _put_tags, tags)


def _put_tags(tags: Tags, file) -> None:  # type: ignore[no-untyped-def]
    # A digit at a time, each a string that is there already: many small ones fill the heap.
    for kind in range(_KINDS):
        uid = tags.uids[kind]
        if uid:
            file.write(name_of(kind) if kind < _COMMAND else COMMANDS[kind - _COMMAND])
            file.write(" ")
            for byte in uid:
                file.write(_DIGITS[byte >> 4])
                file.write(_DIGITS[byte & 15])
            file.write("\n")
    for kind in range(_COMMAND):
        if tags.dead[kind >> 3] >> (kind & 7) & 1:
            file.write("dead ")
            file.write(name_of(kind))
            file.write("\n")


def read(path: str, whole: bool = True) -> Tags:
    """What the file says; raises DeckError."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        raise DeckError(_NO_FILE, 0, path)
    return parse(data, whole)


class Loading:
    """Fills `deck` with all decks of a folder, one a step, for all at once take much memory; and
    makes `active` the one that is played with, or else the first one.

    A file that is wrong, or has a tag of an earlier one, is left out; `wrong` is the last such:
    (its name, what is wrong, number of the line, what stands there)."""

    def __init__(self, deck: Deck, folder: str, active: str) -> None:
        self.deck = deck
        self.folder = folder
        self.active = active.encode()
        self.files = names(folder, ".deck")
        self.loaded: list[bytes] = []
        self.dead: list[bytearray] = []
        self.known: dict[bytes, int] = {}
        self.wrong: tuple | None = None

    def step(self) -> bool:
        """Reads the next file; whether there was one."""
        if not self.files:
            self._finish()
            return False
        file = self.files.pop(0)
        loaded = self.loaded
        try:
            if len(loaded) == MOST:
                raise DeckError(_TOO_MANY, 0, file)
            tags = read(self.folder + "/" + file + ".deck")
            _join(self.known, tags, len(loaded))
            loaded.append(file.encode())
            self.dead.append(tags.dead)
        except DeckError as error:
            self.wrong = (file,) + error.args
        return True

    def _finish(self) -> None:
        deck = self.deck
        loaded = self.loaded
        deck.names = loaded
        deck.dead = self.dead
        deck.active = loaded.index(self.active) if self.active in loaded else 0
        deck.changed = False
        _pack(deck, self.known)


def load(deck: Deck, folder: str, active: str) -> tuple | None:
    """All of it at once; returns what was `wrong`."""
    loading = Loading(deck, folder, active)
    while loading.step():
        pass
    return loading.wrong


def _join(known: dict, tags: Tags, number: int) -> None:
    """Adds a deck's tags to those of the others. Decks may share command cards."""
    for kind in range(_KINDS):
        uid = tags.uids[kind]
        value = _value(kind, number)
        if uid and known.get(uid, value) != value:
            raise DeckError(_UID_TWICE, 0, uid.hex())
    for kind in range(_KINDS):
        if tags.uids[kind]:
            known[tags.uids[kind]] = _value(kind, number)


def _value(kind: int, number: int) -> int:
    return 7 << 5 | kind - _COMMAND if kind >= _COMMAND else number << 5 | kind


def _pack(deck: Deck, known: dict) -> None:
    """Sorts the tags into one row of bytes, all as wide as the widest UID."""
    width = 0
    for uid in known:
        width = max(width, len(uid))
    tags = bytearray(len(known) * (width + 1))
    at = 0
    for uid in sorted(known):
        for i in range(len(uid)):
            tags[at + i] = uid[i]
        at += width + 1
        tags[at - 1] = known[uid]
    deck.width = width
    deck.tags = tags


def save(deck: Deck, folder: str) -> bool:
    """Writes into the files what they are still to learn; whether it could."""
    active = deck.active
    saved = True
    for i in range(len(deck.names)):
        deck.active = i
        saved = _update(deck, folder + "/" + deck.names[i].decode() + ".deck") and saved
    deck.active = active
    deck.changed = not saved
    return saved


def _update(deck: Deck, path: str) -> bool:
    try:
        old = read(path)
    except DeckError:
        return False
    new = Tags()
    new.uids[:] = old.uids
    new.dead = deck.dead[deck.active]
    for kind in range(_COMMAND):
        uid = old.uids[kind]
        is_now = deck.find(bytearray(uid + bytes(10 - len(uid))), len(uid))
        if is_now < 32:
            new.uids[is_now] = uid
    if new.uids == old.uids and new.dead == old.dead:
        return True
    return write_tags(path, new)
