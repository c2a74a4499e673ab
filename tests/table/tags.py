"""Decks for the tests: tags with made-up UIDs, files of them, and a folder to keep them in."""

import os

from codes.game import name_of
from table.files.deck import Deck
from table.files.decks import load

_made = []


def new_folder():
    """An empty folder, which nobody else has."""
    try:
        from tempfile import TemporaryDirectory
    except ImportError:
        path = "/folder%d" % len(_made)
        _made.append(path)
        os.mkdir(path)
        return path
    _made.append(TemporaryDirectory())  # gone with the last of the tests
    return _made[-1].name


def put(path, text):
    """Writes a file."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def get(path):
    """The text of a file."""
    with open(path, encoding="utf-8") as file:
        return file.read()


def uid_of(card, deck=0):
    """The UID of a card of deck 0, 1, ..., in no order at all."""
    scattered = (card * 37 + deck * 11 + 5) % 256
    return bytes((4, scattered, 0xA0 + deck, card, 0x5C, scattered ^ card, 0x80))


def text(deck=0, without="", more=""):
    """A deck file, without some cards and with some more lines."""
    lines = []
    for card in range(32):
        if name_of(card) not in without:
            lines.append(name_of(card) + " " + uid_of(card, deck).hex())
    return "\n".join(lines) + "\n" + more


def padded(uid):
    """A UID as a reader has it."""
    return bytearray(uid + bytes(10 - len(uid)))


def look(deck, uid):
    """What the deck says of a UID."""
    return deck.find(padded(uid), len(uid))


def load_all(files, active=""):
    """The decks of a folder with these files, the folder, and what `load` says of them."""
    folder = new_folder()
    for file in files:
        put(folder + "/" + file, files[file])
    deck = Deck()
    wrong = load(deck, folder, active)
    return deck, folder, wrong
