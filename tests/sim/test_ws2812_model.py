"""The model of the WS2812 strip, checked against its data sheet."""

import pytest

from marcoria.sim.chips.kernel import Clock, Faults, SimFault
from marcoria.sim.chips.ws2812 import BIT_NS, RESET_US, Ws2812


class Strip(Ws2812):
    def __init__(self, count=4, limit_ma=None):
        super().__init__(Clock(), Faults(), count, limit_ma)

    def send(self, data, timing=BIT_NS):
        """Send a frame and wait for the reset time after it."""
        self.frame(data, timing)
        self.clock.advance(10 * len(data) + RESET_US)


@pytest.fixture
def strip():
    return Strip()


def test_green_comes_first_and_the_nearest_led_takes_the_first_bytes(strip):
    strip.send(bytes(range(1, 13)))
    assert strip.colours() == [(2, 1, 3), (5, 4, 6), (8, 7, 9), (11, 10, 12)]


def test_a_frame_is_shown_after_the_reset_time(strip):
    strip.frame(b"\xff" * 12)
    strip.clock.advance(120 + RESET_US - 1)
    assert strip.colours()[0] == (0, 0, 0)
    strip.clock.advance(1)
    assert strip.colours() == [(255, 255, 255)] * 4


def test_a_short_frame_keeps_later_leds_and_a_long_one_overflows(strip):
    strip.send(b"\x10" * 12)
    strip.send(b"\x20" * 6)
    assert [led[0] for led in strip.colours()] == [0x20, 0x20, 0x10, 0x10]
    strip.send(b"\x30" * 30)
    assert [led[0] for led in strip.colours()] == [0x30] * 4
    strip.faults.check()


def test_the_next_frame_must_wait(strip):
    strip.frame(b"\0" * 12)
    strip.clock.advance(120 + RESET_US - 50)
    strip.frame(b"\0" * 12)
    with pytest.raises(SimFault, match="latched"):
        strip.faults.check()


def test_half_an_led_is_a_fault(strip):
    strip.send(b"\0" * 4)
    with pytest.raises(SimFault, match="within an LED"):
        strip.faults.check()


@pytest.mark.parametrize("i", range(4))
def test_bits_with_wrong_times_are_a_fault(strip, i):
    timing = list(BIT_NS)
    timing[i] += 150
    strip.send(b"\0" * 3, timing)
    strip.faults.check()
    timing[i] += 1
    strip.send(b"\0" * 3, timing)
    with pytest.raises(SimFault, match="ns"):
        strip.faults.check()


def test_current(strip):
    assert strip.milliamps() == 4
    strip.send(b"\xff" * 12)
    assert strip.milliamps() == 4 + 4 * 60
    strip.send(b"\0\x80\0" * 4)
    assert 44 <= strip.milliamps() <= 46
    assert strip.peak_ma == 244


def test_more_than_the_supply_gives_is_a_fault():
    strip = Strip(limit_ma=100)
    strip.send(b"\x30" * 12)
    strip.faults.check()
    strip.send(b"\xff" * 12)
    with pytest.raises(SimFault, match="244 mA, the supply gives 100"):
        strip.faults.check()


def test_a_broken_led_stops_those_behind_it(strip):
    strip.broken_at = 2
    strip.send(b"\x10" * 12)
    assert [led[0] for led in strip.colours()] == [0x10, 0x10, 0, 0]


def test_a_power_cut_turns_the_lights_off(strip):
    strip.send(b"\xff" * 12)
    strip.power_on()
    assert strip.colours() == [(0, 0, 0)] * 4
