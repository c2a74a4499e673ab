"""Tests of random actions with cards in every house.

The table must never crash, and must play only cards that were on pads. Its match must equal a
replay of its events.
"""

import testenv
from belote.match import Match
from codes.game import Events, name_of
from codes.table import Lamps, PadStates
from tablekit import CardRig

_HOUSES = ("piedicavallo", "salotto", "espanola-2", "espanola-4", "bulgarian", "french", "libre")
_played = [0, 0]
_STEPS = 4000 if testenv.SOAK else 250 if not testenv.VM else 150


class Dice:
    def __init__(self, seed):
        self.state = seed % 30269 + 1

    def below(self, limit):
        self.state = self.state * 171 % 30269
        return self.state % limit


class Table(CardRig):
    """A table whose journal checks each new record."""

    def __init__(self, name, scanned, dice):
        CardRig.__init__(self, name, discipline=dice.below(3), scanned=scanned)
        self.dice = dice
        self.journal.adds = self
        self.by_key = False
        self.played = 0

    def clear(self):
        """Do nothing, as this journal keeps no records."""

    def append(self, record):
        """Check a record: for some pad, its card must be the last one read there."""
        kind, _, arg = record
        if kind in (Events.CARD, Events.SCAN, Events.SHOW, Events.UPCARD) and not self.by_key:
            assert arg in list(self.cards.laid.card), name_of(arg)
            self.played += kind == Events.CARD
        if kind == Events.DEAL:
            assert arg == self.table.settings.hands

    def do_anything(self):
        """Do one random action, then let a random time pass."""
        dice = self.dice
        match = self.match
        seat = "NESW"[dice.below(4)]
        chance = dice.below(100)
        if 5 <= chance < 50 and self.cards.wanted.lamp == Lamps.SCAN:
            self.scan()
        elif chance < 45:
            if match.phase == 4 and chance < 30:
                seat = "NESW"[match.trick.seat]
            self.put(seat, name_of(dice.below(32)))
        elif chance < 70:
            self.take(seat)
        elif chance < 75:
            self.take()
        elif chance < 78:
            self.crowd(seat)
        elif chance < 80:
            self.mangle(seat)
        elif chance < 82:
            self.become(
                seat,
                (PadStates.RANDOM, PadStates.FAULT, PadStates.UNKNOWN, PadStates.ABSENT)[
                    dice.below(4)
                ],
            )
        elif chance < 84:
            self.see(seat, bytes((4, 3, 2, dice.below(256))))
        elif chance < 95:
            self.press(seat)
        else:
            self.table.passed(dice.below(4))
            self.table.dialogue.answer(dice.below(4), dice.below(6))
        self.wait((10, 50, 200, 700, 2200)[dice.below(5)])

    def scan(self):
        """Put a card that is in no known hand on the pad of a seat whose hand is not full."""
        seat = self.dice.below(4)
        card = self.dice.below(32)
        for _ in range(32):
            seat = seat + 1 - (self.cards.wanted.seats >> seat & 1) & 3
            card = card + self.match.audit.place(card) & 31
        self.put("NESW"[seat], name_of(card))

    def press(self, seat):
        """Apply a random event of the kinds that keys cause."""
        dice = self.dice
        match = self.match
        self.by_key = True
        if match.phase == 1 and match.house.upcard == 2 and not self.table.settings.hands:
            self.happen("DEAL %s 0" % "NESW"[match.totals[3]])
        elif match.phase == 3:
            suit = (
                "CDHS"[match.play.upcard >> 3] if match.play.upcard >= 0 else "CDHS"[dice.below(4)]
            )
            speaker = "NESW"[match.auction.seat]
            self.happen("BID %s %s" % (speaker, (suit, "pass")[dice.below(2)]))
        elif match.phase == 5:
            self.happen("CONFIRM " + seat)
        else:
            what = ("UNDO %s", "BACK %s", "MELD %s 0", "MELD %s 1", "SALT %s")[dice.below(5)]
            self.happen(what % seat)
        self.by_key = False

    def check(self):
        """Check that a replay of the events gives the same state; check lamps and `turn` too."""
        match = self.match
        again = Match(self.house)
        for i in range(8):
            again.totals[i] = match.before[i]
        again.phase = 1
        for event in match.events:
            again.apply(event.kind, event.seat, event.arg)
        if match.events:
            assert again.audit.plays == match.audit.plays and again.phase == match.phase
            assert again.trick.seat == match.trick.seat and len(again.conduct.log) == len(
                match.conduct.log
            )
        assert max(self.table.lamps) <= 6 and self.turn <= 4


def _run(name, scanned):
    dice = Dice(testenv.SEED + scanned)
    table = Table(name, scanned, dice)
    for _ in range(_STEPS // 25):
        for _ in range(25):
            table.do_anything()
        table.check()
        yield
    _played[scanned] += table.played


def test_blind_deals():
    for name in _HOUSES:
        for _ in _run(name, 0):
            yield
    assert _played[0] > 7


def test_scanned_deals():
    for name in _HOUSES:
        for _ in _run(name, 1):
            yield
    assert _played[1] or testenv.VM  # in the VM there may be too few steps to scan all hands
