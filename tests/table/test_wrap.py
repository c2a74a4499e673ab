"""Tests of durations across the wrap of the millisecond counter every twelve days."""

from codes.table import Ticks
from keyskit import MUTE, PASS, KeyRig
from menukit import TAKEN
from tablekit import TICK

LEFT = (50, 150, 600, 2900)  # ms before the wrap


class Late(KeyRig):
    """A table with a method `begin_anew_in`, which sets its clock to `ms` before the wrap."""

    def begin_anew_in(self, ms):
        self.table.now = Ticks.MASK + 1 - ms - 5000
        self.wait(1000)
        self.press("W", "C")  # answers the question about a break
        self.wait(3560)
        self.told()

    def wait(self, ms):
        for _ in range(0, ms, TICK):
            self.step()

    def step(self):
        self.table.now = (self.now + TICK & Ticks.MASK) - TICK
        KeyRig.step(self)


def late(line, ms):
    rig = Late(discipline=1)
    rig.play(line)
    rig.begin_anew_in(ms)
    return rig


def test_a_sentence_stays_as_long_across_the_wrap():
    for left in LEFT:
        rig = late(TAKEN, left)
        rig.table.voice.say(40, ms=3000)
        rig.wait(2900)
        assert rig.table.voice.notice.text == 40, left
        rig.wait(200)
        assert rig.table.voice.notice.text == 0, left
        yield


def test_a_bouncing_key_counts_once_across_the_wrap():
    for left in LEFT:
        rig = late("DEAL N; UPCARD N 9H", left)
        rig.down("W", PASS)
        rig.wait(40)
        rig.up("W", PASS)
        rig.wait(40)
        rig.down("W", PASS)
        rig.wait(40)
        rig.up("W", PASS)
        assert rig.told() == "BID W 6", left
        rig.wait(300)
        assert rig.press("S", PASS) == "BID S 6", left
        yield


def test_a_later_press_counts_again_across_the_wrap():
    for left in LEFT:
        rig = late(TAKEN, left)
        before = rig.settings.volume
        rig.centre(MUTE)
        rig.wait(left + 500)
        rig.centre(MUTE)
        assert rig.settings.volume == (before - 2 & 3), left
        yield


def test_a_key_is_held_as_long_across_the_wrap():
    for left in LEFT:
        rig = late(TAKEN + "; CARD W 7C", left)
        rig.down("W", PASS)
        rig.wait(900)
        assert not rig.table.dialogue.asked, left
        rig.wait(300)
        assert rig.table.dialogue.asked, left
        yield


def test_a_question_waits_as_long_across_the_wrap():
    for left in LEFT:
        rig = late(TAKEN + "; CARD W 7C", left)
        rig.hold("W", PASS)
        asked = rig.table.dialogue.asked
        assert asked
        rig.wait(50000)
        assert rig.table.dialogue.asked == asked, left
        rig.wait(12000)
        assert not rig.table.dialogue.asked, left
        yield
