"""Tests of the display's driver on the simulated chip: images, bus traffic and failures."""

import random

import pytest

import board
import testenv
from codes.display import DisplayStates, Refreshes
from drivers import ssd1683
from marcoria.sim.chips.ssd1683.chip import Ssd1683
from marcoria.sim.chips.ssd1683.memory import RED
from table_rig import Rig

pytestmark = pytest.mark.pins

BLACK, WHITE = 20, 235  # grey values of full black and full white
BITS = range(7, -1, -1)  # bits from left to right
GHOST = 30  # largest error of a grey value after a partial refresh


@pytest.fixture(autouse=True, params=[True, False], ids=["ping-pong", "plain"])
def panel(request, monkeypatch):
    """Run each test on panels that swap their two RAMs after a partial refresh, and on others."""
    monkeypatch.setattr(Ssd1683, "ping_pong", request.param)


class Screen(Rig):
    """A table with only the display in use; `sent` lists the commands that the display got."""

    def __init__(self, **options):
        super().__init__(**options)
        self.chip = self.world.display
        self.driver = self.display()
        self.sent = []
        self.listen()

    def listen(self):
        """Record each command and its data in `sent`; of an image, only the sizes of its parts."""
        spi = self.world.processor.spi

        def noting(bus, data, start, count, baud):
            if self.chip.dc.level == 0:
                self.sent.append(f"{data[start]:02x}")
            elif count < 5:
                self.sent[-1] += " " + bytes(data[start : start + count]).hex()
            else:
                self.sent[-1] += f" +{count}"
            spi(bus, data, start, count, baud)

        self.world.processor.spi = noting

    def show(self, *how):
        """Run one refresh to its end; return the milliseconds it took."""
        self.driver.show(*how)
        return self.run(self.driver, self.rests)

    def rests(self):
        return self.driver.state != DisplayStates.BUSY

    def draw(self, top, bottom, byte=0):
        self.image[top * 50 : bottom * 50] = bytes([byte]) * ((bottom - top) * 50)

    def grey(self, y):
        """Return the grey of a pixel in line `y` of the image; check that both halves show it."""
        seen = self.chip.seen()
        grey = seen[(150 + y) * 400 + 200]
        assert abs(grey - seen[(149 - y) * 400 + 199]) < 2 * GHOST
        return grey

    def assert_exact(self):
        """Assert that each pixel is fully black or white according to the image."""
        seen = bytes(self.chip.seen())
        pixels = bytes(WHITE if byte >> bit & 1 else BLACK for byte in self.image for bit in BITS)
        # Do not assert the equality itself: pytest takes minutes to show where images differ.
        lower, upper = seen[60_000:] == pixels, seen[:60_000] == pixels[::-1]
        assert lower and upper

    def assert_old_ram_right(self):
        """Assert that the RAM for the previous image holds the image that is shown."""
        turned = bytes(int(f"{byte:08b}"[::-1], 2) for byte in reversed(self.image))
        assert self.chip.memory.rams[RED] == turned + self.image


def halves(code):
    """Return the commands that fill a RAM; the command `code` writes to this RAM.

    The addresses increase in the lower half and decrease in the upper half.
    """
    return [
        *["11 03", "44 0031", "45 96002b01", "4e 00", "4f 9600", code + " +3752 +3748"],
        *["11 00", "44 3100", "45 95000000", "4e 31", "4f 9500", code + " +500" * 15],
    ]


RESET = ["12", "01 2b0100", "18 80"]


def test_the_first_refresh_is_always_full():
    screen = Screen()
    screen.draw(0, 150)
    took = screen.show(Refreshes.PARTIAL)
    assert screen.driver.state == DisplayStates.FREE and 4000 < took < 5000
    screen.assert_exact()
    assert screen.sent == [
        *RESET,
        *halves("24"),
        *["3c 05", "21 4000", "22 f7", "20"],
        *halves("26"),
    ]


def test_a_partial_refresh_sends_the_image_to_both_rams():
    screen = Screen()
    screen.show()
    screen.sent.clear()
    screen.draw(95, 105)
    took = screen.show(Refreshes.PARTIAL)
    assert 700 < took < 800
    assert screen.sent == [*halves("24"), *["3c 80", "21 0000", "22 ff", "20"], *halves("26")]
    screen.assert_old_ram_right()
    assert abs(screen.grey(100) - BLACK) < GHOST and screen.grey(50) == WHITE


def test_both_halves_show_the_image_facing_their_side():
    screen = Screen()
    screen.image[:] = random.Random(testenv.SEED).randbytes(7_500)
    screen.show()
    screen.assert_exact()
    screen.assert_old_ram_right()


def test_a_fast_refresh_leaves_no_ghosts():
    screen = Screen()
    screen.show()
    screen.draw(0, 150)
    screen.show(Refreshes.PARTIAL)
    screen.draw(0, 150, 0xF0)
    screen.sent.clear()
    took = screen.show(Refreshes.FAST)
    assert 1400 < took < 1700
    assert screen.sent[12:17] == ["3c 05", "21 4000", "1a 6e", "22 d7", "20"]
    screen.assert_exact()


def test_after_every_refresh_the_old_ram_holds_the_shown_image():
    screen = Screen()
    for how in (
        Refreshes.FULL,
        Refreshes.PARTIAL,
        Refreshes.PARTIAL,
        Refreshes.FAST,
        Refreshes.PARTIAL,
        Refreshes.FULL,
        Refreshes.PARTIAL,
    ):
        screen.draw(50, 100, screen.image[3000] ^ 0x3C)
        screen.show(how)
        screen.assert_old_ram_right()


def test_successive_partial_refreshes_show_no_earlier_image():
    screen = Screen()
    screen.show()
    for byte in (0x00, 0xFF, 0x00):
        screen.draw(50, 100, byte)
        screen.show(Refreshes.PARTIAL)
    assert abs(screen.grey(75) - BLACK) < GHOST and abs(screen.grey(25) - WHITE) < GHOST


def test_a_full_refresh_follows_25_partial_ones():
    screen = Screen()
    screen.show()
    for turn in range(26):
        assert screen.chip.strokes.counters["full"] == 1
        screen.draw(0, 20, 0x0F if turn & 1 else 0xF0)
        screen.show(Refreshes.PARTIAL)
    assert (
        screen.chip.strokes.counters["full"] == 2 and screen.chip.strokes.counters["partial"] == 25
    )
    screen.assert_exact()
    screen.show(Refreshes.PARTIAL)
    assert screen.chip.strokes.counters["partial"] == 26


def test_a_request_during_a_refresh_is_refused():
    screen = Screen()
    assert screen.driver.show(Refreshes.FULL) is True
    screen.run_for(screen.driver, 1000)
    assert screen.driver.show(Refreshes.FULL) is False
    screen.run(screen.driver, screen.rests)
    assert screen.chip.strokes.counters["full"] == 1 and screen.driver.show() is True


def test_no_step_is_too_long_at_10_and_at_4_mhz():
    for hz in (board.DISPLAY_HZ, 4_000_000):
        screen = Screen()
        screen.driver = screen.display(hz)
        screen.show(Refreshes.FULL)
        screen.show(Refreshes.PARTIAL)
        screen.show(Refreshes.FAST)
        assert screen.longest_us <= ssd1683.Display.LONGEST_US <= 10_000
    assert screen.longest_us > ssd1683.Display.LONGEST_US * 0.9, (
        "the documented longest step is not far above the real one"
    )


def test_busy_is_read_at_most_once_a_step():
    screen = Screen()
    looks = []
    get = screen.world.processor.pin_get
    screen.world.processor.pin_get = lambda n: looks.append(n) or get(n)
    screen.driver.show(Refreshes.FULL)
    while screen.driver.state == DisplayStates.BUSY:
        looks.clear()
        screen.world.wait(1000 * screen.step(screen.driver) + 100)
        assert len(looks) <= 1


@pytest.mark.parametrize("late_ms", [0, 3, 45, 400])
def test_a_refresh_works_with_late_steps(late_ms):
    screen = Screen(late_ms=late_ms)
    screen.show(Refreshes.FULL)
    screen.draw(0, 20)
    screen.show(Refreshes.FAST)
    assert screen.driver.state == DisplayStates.FREE and screen.driver.failures == 0
    screen.assert_exact()


def test_a_refresh_works_with_steps_without_pause():
    screen = Screen()
    for how in (Refreshes.FULL, Refreshes.PARTIAL):
        screen.driver.show(how)
        while screen.driver.state == DisplayStates.BUSY:
            screen.step(screen.driver)
            screen.world.wait(137)
    screen.assert_exact()


def test_the_reset_line_is_low_for_10_ms_and_10_more_pass_before_a_command():
    screen = Screen()
    edges = []
    screen.chip.reset.watch(lambda level: edges.append((level, screen.ms)))
    screen.driver.show(Refreshes.FULL)
    while not screen.sent:
        screen.step(screen.driver)
        screen.world.wait(137)
    (_, fell), (_, rose) = edges
    assert 10 <= rose - fell < 20 and 10 <= screen.ms - rose < 25


def test_milliseconds_may_begin_again_at_any_time():
    screen = Screen()
    screen.world.clock.now = ((1 << 30) - 1300) * 1000
    now = screen.driver.step
    screen.driver.step = lambda ms: now(ms & 0x3FFFFFFF)
    screen.show(Refreshes.FULL)
    assert screen.driver.failures == 0
    screen.assert_exact()


def test_deep_sleep_gets_no_commands_until_the_next_request():
    screen = Screen()
    assert not screen.driver.sleep(), "the display has not been started yet"
    screen.driver.show(Refreshes.FULL)
    assert not screen.driver.sleep(), "refused during a refresh"
    screen.run(screen.driver, screen.rests)
    assert screen.driver.sleep() and screen.driver.state == DisplayStates.ASLEEP
    assert screen.sent[-1] == "10 01" and screen.chip.supply.asleep
    screen.run_for(screen.driver, 2000)
    screen.draw(0, 60)
    took = screen.show(Refreshes.PARTIAL)
    assert (
        screen.driver.state == DisplayStates.FREE and screen.driver.failures == 0 and took < 5000
    )
    screen.assert_exact()


# --- failures ------------------------------------------------------------------------------------


def test_a_stuck_busy_is_cured_by_one_reset():
    screen = Screen()
    screen.show()
    screen.draw(0, 40)
    screen.chip.jam(resets=1)
    took = screen.show(Refreshes.PARTIAL)
    assert screen.driver.state == DisplayStates.FREE and screen.driver.failures == 1
    assert 8000 < took < 13_000
    screen.assert_exact()
    screen.assert_old_ram_right()


def test_a_permanently_stuck_busy_is_a_lost_display_until_a_power_cycle():
    screen = Screen()
    screen.show()
    screen.chip.jam()
    took = screen.show()
    assert screen.driver.state == DisplayStates.LOST and screen.driver.failures == 2
    assert 16_000 < took < 17_000
    sent = len(screen.sent)
    screen.run_for(screen.driver, 5000)
    assert len(screen.sent) == sent, "a lost display gets no commands"
    screen.show()
    assert screen.driver.state == DisplayStates.LOST, "the second request fails too"
    screen.chip.power_off()
    screen.chip.power_on()
    screen.draw(0, 150)
    screen.show(Refreshes.PARTIAL)
    assert screen.driver.state == DisplayStates.FREE
    screen.assert_exact()


def test_no_command_is_sent_while_busy_is_high_at_the_start():
    screen = Screen()
    screen.chip.jam()
    screen.show()
    assert screen.driver.state == DisplayStates.LOST and screen.sent == []


def test_an_unplugged_display_is_lost_soon_and_found_again():
    screen = Screen()
    screen.show()
    screen.chip.unplug()
    took = screen.show()
    assert screen.driver.state == DisplayStates.LOST and took < 1000
    screen.chip.plug()
    screen.draw(0, 150)
    screen.show(Refreshes.PARTIAL)
    assert screen.driver.state == DisplayStates.FREE
    screen.assert_exact()


def test_an_unplugged_display_is_lost_even_with_late_steps():
    screen = Screen()
    screen.show()
    screen.chip.unplug()
    screen.late_us = 600_000
    screen.show(Refreshes.PARTIAL)
    assert screen.driver.state == DisplayStates.LOST


def test_a_display_unplugged_during_a_refresh_is_not_taken_for_done():
    screen = Screen()
    screen.driver.show(Refreshes.FULL)
    screen.run(screen.driver, lambda: screen.chip.strokes.running is not None)
    screen.run_for(screen.driver, 500)
    screen.chip.unplug()
    screen.run(screen.driver, screen.rests)
    assert screen.driver.state == DisplayStates.LOST
    screen.chip.plug()
    screen.show(Refreshes.PARTIAL)
    assert screen.driver.state == DisplayStates.FREE
    screen.assert_exact()


def test_a_panel_too_cold_to_show_anything_is_lost():
    screen = Screen()
    screen.chip.waveform.temperature = -5
    screen.show()
    assert screen.driver.state == DisplayStates.LOST


def test_a_broken_busy_wire_is_a_lost_display():
    screen = Screen()
    screen.chip.unplug_busy()
    screen.driver.show(Refreshes.FULL)
    while screen.driver.state == DisplayStates.BUSY:
        screen.world.wait(1000 * screen.driver.step(screen.ms) + 100)
    assert screen.driver.state == DisplayStates.LOST


def test_a_full_refresh_restores_a_display_that_lost_its_memory():
    screen = Screen()
    screen.show()
    screen.chip.power_off()
    screen.chip.power_on()
    screen.world.wait(50_000)
    screen.draw(0, 150)
    screen.show(Refreshes.FULL)
    screen.assert_exact()


def test_a_full_refresh_restores_disturbed_settings():
    screen = Screen()
    screen.draw(0, 50, 0xF0)
    screen.show()
    # Change a setting as noise may do: the chip now shows the lines in reverse order.
    screen.driver._send(b"\x01\x03\x2b\x01\x01")
    screen.show(Refreshes.FULL)
    screen.assert_exact()


def test_a_refresh_cut_by_a_power_cut_is_redrawn_after_the_start():
    screen = Screen()
    screen.show()
    screen.draw(0, 75)
    screen.driver.show(Refreshes.FULL)
    screen.run(screen.driver, lambda: screen.chip.strokes.running is not None)
    screen.run_for(screen.driver, 1000)
    screen.world.cut_power()
    screen.world.wait(1_000_000)
    assert screen.chip.strokes.counters["interrupted"] == 1 and screen.grey(100) != WHITE
    screen.world.power_on()
    screen.world.wait(300_000)
    screen.driver = screen.display()
    screen.show(Refreshes.PARTIAL)
    screen.assert_exact()
