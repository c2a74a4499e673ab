"""Functions that load, check and write deck files, which say which tag is which card.

A line has a card or a name of COMMANDS, and then the UID of its tag in hexadecimal digits. Another
kind of line has the word `dead` and a card whose tag no longer answers. docs/decks.md says more.
"""

from binascii import hexlify, unhexlify

from micropython import const

from codes.game import card_of, name_of
from table.files.deck import Deck
from table.files.storage import names, write
from table.files.storage import read as read_file

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import TextIO

# Names of the command cards, by the number that `Keys.command` gets: first the keys of a seat,
# then the director's keys, and then `redeal`, which stands for no key.
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

# Errors of a deck file.
NOT_A_LINE = const(1)
NOT_A_NAME = const(2)
NOT_A_UID = const(3)
PHONES_UID = const(4)  # a phone's UID, which changes each time
CARD_TWICE = const(5)
UID_TWICE = const(6)
CARD_MISSING = const(7)  # a card has no line
TOO_MANY = const(8)  # more decks than MOST
NO_FILE = const(9)

FOLDER = "/bar/decks"
ENDING = ".deck"
MOST = 4  # maximum number of decks that a table loads
_WHOLE_DECK = const(8192)  # maximum number of bytes of a file, comments included
_PHONES_BYTE = const(0x08)  # first byte of a phone's UID, which has four bytes
FIRST_KEY = const(32)  # the first kind of a command card; lower kinds are cards
_KINDS = const(48)  # kinds of tags in a file (not `TagKinds`): 32 cards, at most 16 commands


_DEAD_LINE = const(99)  # stands in place of a kind: the line is about a dead tag


class DeckError(Exception):
    """Error in a deck file, with the arguments (code, number of the line, text that is wrong).

    The number is 0 if the file is missing, too long or unreadable, if there are too many decks,
    or if another deck has the tag.
    """


class Tags:
    """Tags of one deck file.

    `uids` has the UID of each card and command, b"" if there is none. `dead` has the cards whose
    tag is dead: a byte for each suit, with a bit for each rank.
    """

    def __init__(self) -> None:
        self.uids = [b""] * _KINDS
        self.dead = bytearray(4)

    def missing(self) -> int:
        """Return the first card without a tag, 32 if there is none."""
        card = 0
        while card < 32 and self.uids[card]:
            card += 1
        return card

    def whose(self, uid: bytes) -> int:
        """Return the kind of the tag with this UID, -1 if no tag has it."""
        for kind in range(_KINDS):
            if self.uids[kind] == uid:
                return kind
        return -1


def parse(data: bytes, whole: bool = True) -> Tags:
    """Parse a deck file and return its tags; raise DeckError if it is wrong.

    If `whole` is False, the file may lack cards.
    """
    tags = Tags()
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    number = 0
    for line in lines:
        number += 1
        _read_line(tags, line, number)
    lacks = tags.missing()
    if whole and lacks < 32:
        raise DeckError(CARD_MISSING, number, name_of(lacks))
    return tags


def _read_line(tags: Tags, line: bytes, number: int) -> None:
    """Parse a line into `tags`; raise DeckError if it is wrong."""
    words = line.split(b"#")[0].split()
    if not words:
        return
    if len(words) != 2:
        raise DeckError(NOT_A_LINE, number, _text(line.split(b"#")[0].strip()))
    first, second = words
    kind = _kind(first)
    if kind == _DEAD_LINE:
        why = _put_dead(tags, card_of(_text(second)))
        first = second
    elif kind < 0:
        why = NOT_A_NAME
    else:
        why = _put(tags, kind, second)
    if why:
        wrong = second if NOT_A_UID <= why != CARD_TWICE else first
        raise DeckError(why, number, _text(wrong))


def _kind(word: bytes) -> int:
    """Return the kind that a word names, _DEAD_LINE for `dead`, -1 for any other word."""
    name = _text(word)
    if name in COMMANDS:
        return FIRST_KEY + COMMANDS.index(name)
    return _DEAD_LINE if name == "dead" else card_of(name)


def _text(data: bytes) -> str:
    try:
        return str(data, "utf8")
    except UnicodeError:
        return "?"


def _put_dead(tags: Tags, card: int) -> int:
    if card < 0:
        return NOT_A_NAME
    tags.dead[card >> 3] |= 1 << (card & 7)
    return 0


def _put(tags: Tags, kind: int, digits: bytes) -> int:
    """Parse a UID into `tags`; return an error code, or 0."""
    try:
        uid = unhexlify(digits)
    except ValueError:
        return NOT_A_UID
    if len(uid) not in (4, 7, 10):
        return NOT_A_UID
    if len(uid) == 4 and uid[0] == _PHONES_BYTE:
        return PHONES_UID
    if tags.uids[kind]:
        return CARD_TWICE
    if tags.whose(uid) >= 0:
        return UID_TWICE
    tags.uids[kind] = uid
    return 0


def write_tags(path: str, tags: Tags) -> bool:
    """Write a deck file; return whether that succeeded."""
    return write(path, _put_tags, tags)


def _put_tags(tags: Tags, file: "TextIO") -> None:
    for kind in range(_KINDS):
        uid = tags.uids[kind]
        if uid:
            name = name_of(kind) if kind < FIRST_KEY else COMMANDS[kind - FIRST_KEY]
            file.write("%s %s\n" % (name, hexlify(uid).decode().upper()))
    for kind in range(FIRST_KEY):
        if tags.dead[kind >> 3] >> (kind & 7) & 1:
            file.write("dead %s\n" % name_of(kind))


def read(path: str, whole: bool = True) -> Tags:
    """Load a deck file and return its tags; raise DeckError if it is missing, too long or wrong.

    If `whole` is False, the file may lack cards.
    """
    try:
        data = read_file(path, _WHOLE_DECK)
    except (OSError, ValueError):
        raise DeckError(NO_FILE, 0, path)
    return parse(data, whole)


def load(deck: Deck, folder: str, active: str) -> tuple | None:
    """Fill `deck` with the decks of a folder; use the deck named `active`, or else the first one.

    A file is skipped if it is wrong, if an earlier file has one of its tags, or if MOST decks are
    loaded already. Return the error of the last skipped file, as (file, code, number of the line,
    text that is wrong), or None if no file was skipped.
    """
    wrong = None
    loaded: list[bytes] = []
    dead: list[bytearray] = []
    known: dict[bytes, int] = {}
    for file in names(folder, ENDING):
        try:
            if len(loaded) == MOST:
                raise DeckError(TOO_MANY, 0, file)
            tags = read(folder + "/" + file + ENDING)
            _join(known, tags, len(loaded))
            loaded.append(file.encode())
            dead.append(tags.dead)
        except DeckError as error:
            wrong = (file,) + error.args
    deck.folder = folder
    deck.names = loaded
    deck.dead = dead
    deck.active = loaded.index(active.encode()) if active.encode() in loaded else 0
    deck.changed = False
    _pack(deck, known)
    return wrong


def _join(known: dict, tags: Tags, number: int) -> None:
    """Add the tags of a deck to `known`; raise DeckError if another deck has one of them.

    Two decks may have the same tag only if it stands for the same command in both.
    """
    for kind in range(_KINDS):
        uid = tags.uids[kind]
        value = _value(kind, number)
        if uid and known.get(uid, value) != value:
            raise DeckError(UID_TWICE, 0, uid.hex())
    for kind in range(_KINDS):
        if tags.uids[kind]:
            known[tags.uids[kind]] = _value(kind, number)


def _value(kind: int, number: int) -> int:
    return 7 << 5 | kind - FIRST_KEY if kind >= FIRST_KEY else number << 5 | kind


def _pack(deck: Deck, known: dict) -> None:
    """Pack the tags into one array, sorted by UID and all as wide as the widest UID."""
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


def save(deck: Deck) -> bool:
    """Write the changes of all decks to their files; return False if a change is not written."""
    if not deck.changed:
        return True
    active = deck.active
    saved = True
    for i in range(len(deck.names)):
        deck.active = i
        saved = _update(deck, deck.folder + "/" + deck.names[i].decode() + ENDING) and saved
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
    for kind in range(FIRST_KEY):
        uid = old.uids[kind]
        now = deck.find(bytearray(uid + bytes(10 - len(uid))), len(uid))
        if now < 32:
            new.uids[now] = uid
    if new.uids == old.uids and new.dead == old.dead:
        return True
    return write_tags(path, new)
