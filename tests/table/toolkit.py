"""A table between deals for tests of tools: the set-up menu, an enrolment, a draw.

It has real settings and decks in a temporary folder, and passes keys and cards to the tool.
"""

import tags
from belote import housefile
from belote.match import Match
from codes.game import SEATS, card_of
from drivers.mfrc522_pads import Pads
from table.files.deck import Deck
from table.files.decks import load
from table.files.settings import Settings
from table.table import Table

KEYS = "CDHS-+"  # the suits, PASS (-) and CALL (+)
HOUSES = housefile.__file__[: housefile.__file__.rfind("/")] + "/houses/"
FOUND = ("piedicavallo", "salotto", "bulgarian")
LANGUAGES = {"bg": "Български", "en": "English", "it": "Italiano"}

_houses = {}


def house(name):
    """Return a house; load it only at the first call."""
    if name not in _houses:
        with open(HOUSES + name + ".house", encoding="utf-8") as file:
            _houses[name] = housefile.load(file.read())
    return _houses[name]


# A path below a file, where nothing can be written.
IN_A_FILE = "/a/belote/houses/salotto.house/x"


class Journal:
    """Stand-in for the journal: `adds` has the records that `Bench.events` has not returned."""

    def __init__(self):
        self.adds = []

    def add(self, kind, seat, arg):
        """Add a record to `adds`; return True, as the journal does after a successful write."""
        self.adds.append((kind, seat, arg))
        return True


class Bench:
    """A table with a tool; `files` are written to its folder `decks`."""

    def __init__(self, name="piedicavallo", files=None):
        folder = tags.new_folder()
        for inside in (
            "/bar",
            "/bar/decks",
            "/bar/houses",
            "/a",
            "/a/belote",
            "/a/belote/houses",
        ):
            tags.os.mkdir(folder + inside)
        for house_name in FOUND:
            with open(HOUSES + house_name + ".house", encoding="utf-8") as file:
                tags.put(folder + "/a/belote/houses/" + house_name + ".house", file.read())
        for inside in ("/a/ui", "/a/ui/words"):
            tags.os.mkdir(folder + inside)
        for code in LANGUAGES:
            own = "language: " + LANGUAGES[code] + "\n"
            tags.put(folder + "/a/ui/words/" + code + ".words", own)
        for file in files or {}:
            tags.put(folder + "/bar/decks/" + file, files[file])
        self.folder = folder
        self.settings = Settings(folder)
        self.settings.house = name
        self.deck = Deck()
        load(self.deck, folder + "/bar/decks", "")
        self.journal = Journal()
        self.pads = Pads(4)
        self.table = Table(Match(house(name)), self.journal, self.pads, self.deck, self.settings)
        self.tool = None
        self.over = False
        self.take()

    def press(self, seat, keys):
        """Press keys of a seat one after the other: "D+C" is diamonds, CALL, clubs.

        Return whether a question to this seat was open when the last key was pressed.
        """
        for key in keys:
            mine = self.table.dialogue.answer(SEATS.index(seat), KEYS.index(key))
        self.step()
        return mine

    def put(self, seat, what, deck=0):
        """Put a card or a tag on a pad.

        `what` is a card, such as "7S", of the deck with the number `deck`, or the UID of a tag.
        """
        uid = tags.uid_of(card_of(what), deck) if isinstance(what, str) else what
        pad = SEATS.index(seat)
        for _ in range(2):
            self.pads.read(pad, tags.padded(uid), len(uid), 0)
        self.step()

    def take(self):
        """Lift all cards."""
        for pad in range(4):
            for _ in range(3):
                self.pads.miss(pad, 0)
        self.step()

    def reload(self):
        load(self.deck, self.folder + "/bar/decks", self.settings.deck)

    def step(self):
        """Let the tool run one step."""
        if self.tool:
            self.tool.step(0)
            self.over = self.tool.over

    def lamps(self):
        """Return the lamps of N, E, S and W as four letters: "A" is asked, "-" is off.

        `Rig.lamps` in tablekit.py explains the other letters.
        """
        return "".join(["-TCSAHW"[lamp] for lamp in self.table.lamps])

    def events(self):
        """Return kind, seat and argument of each record since the last call."""
        adds = self.journal.adds
        self.journal.adds = []
        return adds
