"""Test tables with a real match and deck, pads that the test sets, and a list as the journal.

`Rig` only applies events; `CardRig` also reads the cards on its pads.
"""

import gc

from belote import housefile
from belote.housefile import load
from belote.match import Match
from codes.game import CONTRACTS, SEATS, Events, card_of, name_of
from codes.table import PadStates
from drivers.mfrc522_pads import Pads
from table.files.deck import Deck
from table.play.cards import Cards
from table.table import Table
from testenv import VM

FOLDER = housefile.__file__[: housefile.__file__.rfind("/")] + "/houses/"
KINDS = (
    " MATCH TARGET DISCIPLINE DEAL SCAN UPCARD BID MELD CARD BACK BELOTE SALT CALL_OUT SHOW SEVEN"
    " BOTTOM OFFENCE CONFIRM RULING UNDO"
).split(" ")
OF_A_CARD = ("SCAN", "UPCARD", "CARD", "SHOW", "BOTTOM")
TICK = 10  # ms from step to step

_houses = {}
_decks = []


def house(name, **changes):
    """Return a house with some keys changed; load it only at the first call."""
    key = name + str(sorted(changes.items()))
    if key not in _houses:
        with open(FOLDER + name + ".house", encoding="utf-8") as file:
            text = "\n" + file.read()
        for word in changes:
            start = text.find("\n" + word + ": ")
            assert start >= 0, word
            end = text.find("\n", start + 1)
            text = text[:start] + "\n" + word + ": " + str(changes[word]) + text[end:]
        _houses[key] = load(text)
    return _houses[key]


def uid_of(card, deck=0):
    """Return the UID of a card of deck 0 or 1; if `deck` is 7, of the command card `card`."""
    return bytes((4, deck, card, 0x5C, 0xA5, 0x11, 0x80))


def deck():
    """Return the decks shared by all tests: two decks, the first active, and command cards."""
    if not _decks:
        made = Deck()
        made.names = [b"blue", b"red"]
        made.dead = [bytearray(4), bytearray(4)]
        made.width = 7
        for number in (0, 1, 7):
            for card in range(32):
                made.tags += uid_of(card, number) + bytes((number << 5 | card,))
        made.count = len(made.tags) // 8
        _decks.append(made)
    _decks[0].active = 0
    return _decks[0]


_OF_AN_EVENT = 2048  # largest heap use that an event may have, in bytes


class Journal:
    """Journal that keeps its records, or only counts them while `keeps` is false."""

    epoch = 0x1234

    def __init__(self):
        self.adds = []
        self.keeps = True
        self.count = 0

    def add(self, kind, seat, arg):
        """Add a record."""
        self.count += 1
        if self.keeps:
            self.adds.append((kind, seat, arg))
        return True


class Rig:
    """A table with a match of a house, before the first deal."""

    def __init__(self, name="piedicavallo", dealer="N", discipline=-1, **changes):
        self.house = house(name, **changes)
        self.match = Match(self.house)
        self.pads = Pads(4)
        self.deck = deck()
        self.journal = Journal()
        self.settings = Chosen()
        self.table = Table(self.match, self.journal, self.pads, self.deck, self.settings)
        self.table.step(1000)
        assert self.happen("MATCH %s %d" % (dealer, self.house.mark)) == 0
        if discipline >= 0:
            assert self.happen("DISCIPLINE N %d" % discipline) == 0
        self.journal.adds.clear()

    # --- events -----------------------------------------------------------------------------

    def happen(self, event):
        """Apply an event such as "BID W pass" or "CARD N 7S" and return its result."""
        words = event.split()
        arg = words[2] if len(words) > 2 else "0"
        if words[0] == "BID":
            number = (CONTRACTS + ("pass", "double", "redouble", "third")).index(arg)
        elif words[0] in OF_A_CARD:
            number = card_of(arg)
        else:
            number = int(arg)
        seat = SEATS.find(words[1])
        if seat < 0:
            seat = int(words[1])
        return self.table.happen(getattr(Events, words[0]), seat, number)

    def tell(self, line):
        """Apply events that have semicolons between them; fail if one is refused."""
        for event in line.split(";"):
            result = self.happen(event)
            assert not result or result >= 128, "%s: %d" % (event, result)

    def told(self):
        """Return the records since the last call as text, such as "CARD N 7S; note 42 N 6"."""
        lines = []
        for kind, seat, arg in self.journal.adds:
            if kind > 20:
                lines.append("note %d %s %d" % (kind, SEATS[seat], arg))
            elif KINDS[kind] in OF_A_CARD:
                lines.append("%s %s %s" % (KINDS[kind], SEATS[seat], name_of(arg)))
            else:
                lines.append("%s %s %d" % (KINDS[kind], SEATS[seat], arg))
        self.journal.adds.clear()
        return "; ".join(lines)

    # --- cards on pads ----------------------------------------------------------------------

    @property
    def now(self):
        return self.table.now

    def see(self, seat, uid):
        """Let the reader of a seat read a UID twice, as a real reader does."""
        pad = SEATS.index(seat)
        for _ in range(2):
            self.pads.read(pad, bytearray(uid + bytes(10 - len(uid))), len(uid), self.now)

    def put(self, seat, word, deck=0):
        """Put a card on a pad."""
        self.see(seat, uid_of(card_of(word), deck))

    def take(self, *seats):
        """Lift the cards from these pads, or from all pads if none is given."""
        for seat in seats or SEATS:
            for _ in range(3):
                self.pads.miss(SEATS.index(seat), self.now)

    def crowd(self, seat):
        """Put a second card on a pad."""
        for _ in range(2):
            self.pads.crowd(SEATS.index(seat), self.now)

    def become(self, seat, state):
        """Set the state of a pad directly."""
        self.pads.become(SEATS.index(seat), state, self.now)

    def lose(self, seat):
        """Let a reader stop answering."""
        self.become(seat, PadStates.FAULT)

    def mangle(self, seat):
        """Put a tag with unreadable answers on a pad."""
        self.become(seat, PadStates.UNREADABLE)

    # --- display and lights -----------------------------------------------------------------

    def notice(self):
        """Return the number of the sentence on the display, 0 for none."""
        return self.table.voice.notice.text

    def asked(self):
        """Return the number of the question's text, and the letters of the asked seats.

        Return (0, "") if there is no question.
        """
        who = "".join(seat for i, seat in enumerate(SEATS) if self.table.dialogue.asked >> i & 1)
        return (self.table.dialogue.question if who else 0, who)

    def lamps(self):
        """Return four letters for what the lights of N, E, S and W show.

        "-" is off, T turn, C clear the pad, S scan, A asked, H shared pad, W winning seat.
        """
        return "".join("-TCSAHW"[lamp] for lamp in self.table.lamps)

    def step(self):
        """Let one tick pass, in which readers read the cards on their pads again."""
        self.table.step(self.now + TICK)
        pads = self.pads
        for pad in range(4):
            if pads.state[pad] == PadStates.PRESENT:
                pads.read(pad, pads.uid[pad], pads.uid_len[pad], self.now)

    def wait(self, ms):
        """Let time pass tick by tick."""
        until = self.now + ms
        while self.now < until:
            self.step()


class Chosen:
    """The settings used by cards and keys."""

    def __init__(self):
        self.hands = 0
        self.volume = 3
        self.pin = ""


class CardRig(Rig):
    """A table that reads the cards on its pads."""

    def __init__(self, name="piedicavallo", dealer="N", discipline=-1, scanned=0, **changes):
        Rig.__init__(self, name, dealer, discipline, **changes)
        self.turn = -1  # the pad that is polled most often; -1: none
        self.commands = []
        self.settings.hands = scanned
        self.cards = Cards(self.table, self, self.command)
        for _ in range(3):
            for pad in range(4):
                self.pads.miss(pad, self.now)
        self.step()

    def command(self, seat, number):
        self.commands.append((seat, number))

    def step(self):
        """Let one tick pass and let the table handle its pads."""
        Rig.step(self)
        self.cards.step(self.now)

    def show(self, seat, word, deck=0):
        """Pass a card over a pad: put it there, wait a moment, lift it."""
        self.put(seat, word, deck)
        self.wait(550)
        self.take(seat)
        self.step()

    def lay(self, seat, word, deck=0):
        """Put a card on a pad and let the table read it; return the new records."""
        self.put(seat, word, deck)
        self.step()
        return self.told()


def judged(rig):
    """Run `rig.cards.step` once; in the VM, fail if it uses more heap than an event may."""
    before = gc.mem_alloc() if VM else 0
    rig.cards.step(rig.now)
    used = gc.mem_alloc() - before if VM else 0
    assert used <= _OF_AN_EVENT, used
