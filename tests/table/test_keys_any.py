"""Tests with random keys: the table continues, and all questions end, except one about a break."""

import testenv
import texts
from keyskit import KeyRig

PRESSES = 4000 if testenv.SOAK else 300


class Dice:
    """Random generator that returns the same numbers on CPython and in the VM."""

    def __init__(self):
        self.state = testenv.SEED * 2 + 1 & 0xFFFF

    def below(self, most):
        """Return a random number from 0 to `most` - 1."""
        self.state = self.state * 75 + 74 & 0xFFFF
        return (self.state >> 4) % most


def hammer(name, scanned):
    rig = KeyRig(name, discipline=1)
    rig.table.settings.hands = scanned
    rig.journal.keeps = False
    dice = Dice()
    for turn in range(PRESSES):
        number = dice.below(32)
        rig.keys.key(number, True, rig.now)
        for _ in range(dice.below(12)):
            rig.step()
        if dice.below(5):
            rig.keys.key(number, False, rig.now)
        advance(rig, dice)
        rig.keys.menus.grant(rig.keys.menus.wish)
        if turn % 8 == 0:
            yield
    for number in range(32):
        rig.keys.key(number, False, rig.now)
    # Let all questions time out. Each offence not announced yet may lead to another question.
    for _ in range(3 + 2 * rig.table.voice.untold):
        rig.table.step(rig.now + 61000)
        rig.step()
        rig.step()
    assert not rig.table.dialogue.asked or rig.table.dialogue.question == texts.PAUSED


def advance(rig, dice):
    """Apply the event of a random card if the match waits for a card; it may be refused.

    Before a deal, open the deal in a quarter of the cases.
    """
    match = rig.match
    card = dice.below(32)
    if match.phase == 1 and match.totals[7] < 0 and not dice.below(4):
        rig.table.happen(4, match.totals[3], rig.table.settings.hands)
    elif match.phase == 2:
        rig.table.happen(6, match.totals[3], card)
    elif match.phase == 4:
        rig.table.happen(5 if dice.below(2) else 9, match.trick.seat, card)


def test_random_keys_in_piedicavallo():
    yield from hammer("piedicavallo", 0)


def test_random_keys_with_two_players():
    yield from hammer("espanola-2", 0)


def test_random_keys_in_an_auction():
    yield from hammer("bulgarian", 0)


def test_random_keys_with_scanned_hands():
    yield from hammer("espanola-4", 1)
