"""Tests of the lights' driver on the simulated strip: colours, current and frames."""

import pytest
from machine import Pin

import board
from drivers.ws2812 import Lights
from table_rig import Rig

pytestmark = pytest.mark.pins


class Strip(Rig):
    """A table with only the lights in use."""

    def __init__(self, limit_ma=board.LIGHTS_MA):
        super().__init__()
        self.chip = self.world.lights
        self.driver = self.lights()
        self.world.wait(10_000)
        if limit_ma != board.LIGHTS_MA:
            self.driver = Lights(Pin(board.LIGHTS_PIN), board.LIGHTS_COUNT, limit_ma)
        self.chip.limit_ma = limit_ma
        self.bytes = []
        bits = self.world.processor.bits

        def noting(n, data, timing):
            self.bytes.append(bytes(data))
            bits(n, data, timing)

        self.world.processor.bits = noting

    def fill(self, colour):
        for light in range(board.LIGHTS_COUNT):
            self.driver.set(light, colour)

    def show(self):
        """Show the colours and wait; return whether a frame was sent."""
        before = self.world.clock.now
        shown = self.driver.show(self.ms)
        self.longest_us = max(self.longest_us, self.world.clock.now - before)
        self.world.wait(10_000)
        self.world.faults.check()
        return shown


def test_each_light_shows_its_colour():
    strip = Strip()
    strip.driver.set(0, 0xFF0102)
    strip.driver.set(31, 0x0304FA)
    assert strip.show()
    colours = strip.chip.colours()
    assert colours[0] == (255, 1, 2) and colours[31] == (3, 4, 250) and colours[1] == (0, 0, 0)
    assert strip.bytes[0][:3] == b"\x01\xff\x02", "green is sent first"


def test_the_first_frame_is_sent_even_if_it_is_black():
    strip = Strip()
    assert strip.show() and strip.bytes == [bytes(96)]


def test_a_frame_is_sent_only_if_something_changed():
    strip = Strip()
    strip.driver.set(3, 0x0A141E)
    assert strip.show() and not strip.show()
    strip.driver.set(3, 0x0A141E)
    assert not strip.show()
    strip.driver.set(3, 0x0A141F)
    assert strip.show() and len(strip.bytes) == 2


def test_frames_are_repeated_in_case_one_is_lost():
    strip = Strip()
    strip.driver.set(3, 0x0A141E)
    strip.chip.to_lose = 1
    sent = strip.ms
    assert strip.show() and strip.chip.colours()[3] == (0, 0, 0)
    assert not strip.show(), "no light has changed"
    assert not strip.driver.repeat(sent + 499, 500) and strip.driver.repeat(sent + 500, 500)
    assert not strip.driver.repeat(sent + 999, 500)
    strip.world.wait(10_000)
    strip.world.faults.check()
    assert strip.chip.colours()[3] == (10, 20, 30) and strip.bytes[0] == strip.bytes[1]


def test_a_repeated_frame_does_not_delay_a_change():
    strip = Strip()
    strip.show()
    strip.driver.set(3, 0x0A141E)
    assert not strip.driver.repeat(strip.ms + 1000, 500) and len(strip.bytes) == 1


def test_two_frames_are_never_too_close():
    strip = Strip()
    for turn in range(100):
        strip.fill(turn << 16)
        strip.driver.show(strip.ms)
        strip.world.wait(1000)
        strip.world.faults.check()
    strip.world.wait(10_000)
    strip.show()
    assert strip.chip.colours()[31] == (99, 0, 0), "the last change is sent too"
    assert 5 < len(strip.bytes) < 20


@pytest.mark.parametrize("limit_ma", [60, 500, 1000, 1500])
def test_all_lights_white_draw_no_more_than_the_limit(limit_ma):
    strip = Strip(limit_ma)
    strip.fill(0xFFFFFF)
    strip.show()
    drawn = strip.chip.milliamps()
    assert limit_ma * 0.9 - 8 < drawn <= limit_ma
    first = strip.chip.colours()[0]
    assert all(colour == first for colour in strip.chip.colours()) and first[0] == first[1]


def test_colours_below_the_limit_are_not_dimmed():
    strip = Strip()
    strip.fill(0x4D4D4D)
    strip.show()
    assert strip.chip.colours()[0] == (77, 77, 77)
    assert strip.chip.milliamps() < board.LIGHTS_MA


def test_the_limit_applies_after_the_brightness():
    strip = Strip()
    strip.driver.brightness = 64
    strip.fill(0xFFFFFF)
    strip.show()
    assert strip.chip.colours()[0] == (64, 64, 64)
    strip.driver.brightness = 0
    strip.fill(0xFFFFFE)
    strip.show()
    assert strip.chip.colours()[0] == (0, 0, 0)


def test_current_may_reach_the_limit_but_not_exceed_it():
    strip = Strip(132)  # mA: 32 for the dark LEDs, and 100 for five bytes of 255
    strip.driver.set(0, 0xFFFFFF)
    strip.driver.set(1, 0xFFFF00)
    strip.show()
    assert strip.chip.colours()[:2] == [(255, 255, 255), (255, 255, 0)]
    strip.driver.set(1, 0xFFFF01)
    strip.show()
    assert strip.chip.colours()[:2] == [(254, 254, 254), (254, 254, 0)]


def test_a_limit_below_the_current_of_black_lights_keeps_them_black():
    strip = Strip(20)
    strip.chip.limit_ma = None
    strip.fill(0xFFFFFF)
    strip.show()
    assert strip.chip.colours()[0] == (0, 0, 0)


def test_a_show_takes_no_longer_than_documented():
    strip = Strip()
    strip.fill(0x010203)
    strip.show()
    # The simulated time includes only the transmission. The documented limit also includes the
    # bytecode that dims the colours.
    assert 900 < strip.longest_us <= Lights.LONGEST_US - 1000
