"""Decks for tests: made-up UIDs, deck files, and temporary folders."""

import os

from codes.game import name_of
from table.files.deck import Deck
from table.files.decks import load

_made = []


def new_folder():
    """Create an empty folder and return its path."""
    try:
        from tempfile import TemporaryDirectory
    except ImportError:
        path = "/folder%d" % len(_made)
        _made.append(path)
        os.mkdir(path)
        return path
    _made.append(TemporaryDirectory())  # deleted after the last test
    return _made[-1].name


def put(path, text):
    """Write a file."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def get(path):
    """Return the text of a file."""
    with open(path, encoding="utf-8") as file:
        return file.read()


def uid_of(card, deck=0):
    """Return a made-up UID for a card; the UIDs are not in the order of the cards."""
    scattered = (card * 37 + deck * 11 + 5) % 256
    return bytes((4, scattered, 0xA0 + deck, card, 0x5C, scattered ^ card, 0x80))


def text(deck=0, without="", more=""):
    """Return the text of a deck file.

    `without` names the cards to leave out, such as "9H QD". `more` has lines to append.
    """
    lines = []
    for card in range(32):
        if name_of(card) not in without:
            lines.append(name_of(card) + " " + uid_of(card, deck).hex())
    return "\n".join(lines) + "\n" + more


def padded(uid):
    """Return a UID padded to ten bytes, as a reader stores it."""
    return bytearray(uid + bytes(10 - len(uid)))


def look(deck, uid):
    """Return the result of `Deck.find` for a UID: a card or a kind of tag."""
    return deck.find(padded(uid), len(uid))


def load_all(files, active=""):
    """Write deck files to a folder and load it; return decks, folder and result of `load`."""
    folder = new_folder()
    for file in files:
        put(folder + "/" + file, files[file])
    deck = Deck()
    wrong = load(deck, folder, active)
    return deck, folder, wrong
