"""Tests of the buzzer's driver on the simulated buzzer: frequency, length, volume of tones."""

import pytest

from drivers import buzzer
from table_rig import Rig

pytestmark = pytest.mark.pins

CARD, REFUSED, TRICK, DONE = range(4)


class Sounds(Rig):
    """A table with only the buzzer in use; `duties` lists the PWM duties that were set."""

    def __init__(self, volume=3):
        super().__init__()
        self.duties = []
        pwm = self.world.processor.pwm

        def noting(n, hz, duty):
            self.duties.append(duty)
            pwm(n, hz, duty)

        self.world.processor.pwm = noting
        self.driver = self.buzzer(volume)

    def play(self, cue, ms=1000):
        """Play a short sound, run the driver for `ms`, and return the tones as (Hz, ms)."""
        heard = len(self.world.buzzer.tones)
        self.driver.play(cue)
        self.run_for(self.driver, ms)
        tones = self.world.buzzer.tones[heard:]
        return [(hz, round(length / 1000)) for _, hz, length in tones]


def test_the_cues_are_short_and_differ():
    sounds = Sounds()
    cues = [sounds.play(cue) for cue in (CARD, REFUSED, TRICK, DONE)]
    assert len({str(cue) for cue in cues}) == 4
    for cue in cues:
        assert 1 <= len(cue) <= 3 and sum(ms for _, ms in cue) <= 400
        assert all(200 <= hz <= 4000 for hz, _ in cue)


def test_tones_and_pauses_have_their_length():
    sounds = Sounds()
    tones = sounds.play(REFUSED)
    assert [hz for hz, _ in tones] == [400, 400] and all(100 <= ms <= 102 for _, ms in tones)
    first, second = sounds.world.buzzer.tones
    assert 50_000 <= second[0] - first[0] - first[2] <= 52_000


def test_the_buzzer_is_silent_before_and_after_a_cue():
    sounds = Sounds()
    sounds.run_for(sounds.driver, 500)
    assert sounds.world.buzzer.tones == []
    sounds.play(CARD)
    assert sounds.world.buzzer.hz == 0 and sounds.driver.step(sounds.ms) == 1000


def test_a_step_returns_the_ms_until_the_next_one():
    driver = Sounds().driver
    driver.play(CARD)
    assert [driver.step(now) for now in (100, 101, 139)] == [40, 39, 1]
    assert driver.step(140) == 1000 and driver.pwm.duty_u16() == 0


def test_a_new_cue_replaces_the_old_one():
    sounds = Sounds()
    sounds.play(DONE, 30)
    assert len(sounds.play(CARD)) == 1
    assert sounds.world.buzzer.hz == 0


@pytest.mark.parametrize("volume", [1, 2, 3])
def test_the_volume_sets_the_duty(volume):
    sounds = Sounds(volume)
    sounds.play(CARD)
    assert max(sounds.duties) == buzzer._DUTIES[volume] <= 32768
    assert list(buzzer._DUTIES) == sorted(set(buzzer._DUTIES))


def test_volume_off_is_silent():
    sounds = Sounds(0)
    assert sounds.play(DONE) == []
    sounds.driver.volume = 1
    assert sounds.play(DONE) != []
    sounds.driver.play(DONE)
    sounds.run_for(sounds.driver, 20)
    sounds.driver.volume = 0
    sounds.run_for(sounds.driver, 500)
    assert sounds.world.buzzer.hz == 0, "turning the sound off ends the cue after the current tone"


def test_no_step_is_longer_than_promised():
    sounds = Sounds()
    sounds.play(DONE)
    assert 0 < sounds.longest_us <= buzzer.Buzzer.LONGEST_US
