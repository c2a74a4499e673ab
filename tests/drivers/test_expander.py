"""Tests of the keys' driver on a simulated expander with bouncing contacts."""

import pytest

import board
from codes.table import Contacts
from drivers import mcp23017
from table_rig import Rig

pytestmark = pytest.mark.pins

# Numbers of keys in board.KEYS. Expander 0 has the keys of N and E, and expander 1 has the keys of
# S and W.
N_CLUBS, N_PASS, N_CALL, N_RAP, MENU, E_CLUBS, E_HEARTS, E_RAP = 0, 4, 5, 6, 7, 8, 10, 14


class Keys(Rig):
    """A table with only the keys of one expander in use."""

    def __init__(self, number=0, **options):
        super().__init__(**options)
        self.chip = self.world.expanders[number]
        self.driver = self.expander(number)
        self.run_for(self.driver, 200)

    def events(self, ms=0):
        """Run the driver for `ms`; return the events that were not fetched yet."""
        self.run_for(self.driver, ms)
        return list(iter(self.driver.event, 0))

    def transfers(self, ms):
        """Run the driver for `ms`; return the number of its writes and reads on the bus."""
        before = self.world.processor.i2c_calls
        self.run_for(self.driver, ms)
        return self.world.processor.i2c_calls - before


def test_a_bouncing_key_is_pressed_and_released_once():
    for seed in range(20):
        keys = Keys(seed=seed)
        keys.world.press("C", "N", ms=120)
        assert keys.events(300) == [N_CLUBS | Contacts.PRESSED, N_CLUBS | Contacts.RELEASED]


def test_every_key_has_its_number():
    for number in (0, 1):
        keys = Keys(number)
        for bit in range(16):
            name = [
                name for name, net in keys.world.keys.nets.items() if net is keys.chip.pins[bit]
            ]
            keys.world.keys.press(name[0], 60)
            assert [event & 31 for event in keys.events(200)] == [16 * number + bit] * 2


def test_a_press_is_reported_within_35_ms():
    keys = Keys()
    keys.world.hold("H", "E")
    took = keys.run(keys.driver, lambda: keys.driver.held)
    assert took <= 35 and keys.events() == [E_HEARTS | Contacts.PRESSED]


def test_several_keys_at_once():
    keys = Keys()
    keys.world.hold("CALL", "N")
    keys.world.hold("PASS", "N")
    assert sorted(keys.events(100)) == [N_PASS | Contacts.PRESSED, N_CALL | Contacts.PRESSED]
    keys.world.release("CALL", "N")
    assert keys.events(100) == [N_CALL | Contacts.RELEASED]


def test_a_key_held_since_before_the_start_is_pressed():
    keys = Keys()
    keys.world.hold("MENU")
    keys.driver = keys.expander()
    assert keys.events(100) == [MENU | Contacts.PRESSED]


def test_a_contact_shorter_than_the_debounce_is_ignored():
    keys = Keys()
    net = keys.world.keys.nets["N C"]
    for turn in range(20):
        net.drive("a hair", 0)
        keys.run_for(keys.driver, 3 + turn % 6)
        net.drive("a hair", None)
        keys.run_for(keys.driver, 40)
    assert keys.events(100) == []


def test_a_knock_between_two_samples_is_one_event():
    for seed in range(20):
        keys = Keys(seed=seed, late_ms=8)
        keys.world.rap("E")
        assert keys.events(300) == [E_RAP | Contacts.PRESSED, E_RAP | Contacts.RELEASED]
        net = keys.world.keys.nets["N RAP"]
        net.drive("a knuckle", 0)
        keys.world.wait(300)
        net.drive("a knuckle", None)
        assert keys.events(300) == [N_RAP | Contacts.PRESSED, N_RAP | Contacts.RELEASED]


def test_at_rest_it_reads_only_every_50_ms_and_in_one_transfer():
    keys = Keys()
    # In a second the driver takes 18 to 20 samples and checks the settings once or twice. A sample
    # or a check is one transfer, which counts as two: the write of an address, and a read.
    assert 36 <= keys.transfers(1000) <= 44


def test_without_the_interrupt_line_keys_are_reported_later():
    keys = Keys()
    keys.chip.interrupts = (None, None)
    for _ in range(10):
        keys.world.press("C", "N", ms=100)
        assert keys.events(250) == [N_CLUBS | Contacts.PRESSED, N_CLUBS | Contacts.RELEASED]


def test_no_step_is_longer_than_promised():
    keys = Keys()
    keys.longest_us = 0
    keys.chip.power_off()
    keys.chip.power_on()
    keys.world.faults.found.clear()
    keys.world.wait(1_000_000)
    keys.step(keys.driver)
    assert 0.7 * mcp23017.Expander.LONGEST_US < keys.longest_us <= mcp23017.Expander.LONGEST_US


def test_milliseconds_may_begin_again_at_any_time():
    keys = Keys()
    keys.world.clock.now = ((1 << 30) - 100) * 1000
    step = keys.driver.step
    keys.driver.step = lambda ms: step(ms & 0x3FFFFFFF)
    keys.events(50)
    for _ in range(5):
        keys.world.press("C", "N", ms=60)
        assert keys.events(150) == [N_CLUBS | Contacts.PRESSED, N_CLUBS | Contacts.RELEASED]


def test_new_events_replace_the_oldest_unread_ones():
    keys = Keys()
    for _ in range(20):
        keys.world.press("C", "N", ms=60)
        keys.run_for(keys.driver, 150)
    events = keys.events()
    assert len(events) == 31 and events[-1] == N_CLUBS | Contacts.RELEASED


def test_a_press_before_the_first_step_is_reported():
    keys = Keys()
    keys.driver = keys.expander()
    keys.world.press("C", "N", ms=50)
    keys.world.wait(70_000)
    assert keys.events(300) == [N_CLUBS | Contacts.PRESSED, N_CLUBS | Contacts.RELEASED]


def test_a_press_during_a_long_step_of_another_task_is_reported():
    keys = Keys()
    keys.world.press("C", "N", ms=60)
    keys.world.wait(120_000)
    assert keys.events(300) == [N_CLUBS | Contacts.PRESSED, N_CLUBS | Contacts.RELEASED]


# --- failures ------------------------------------------------------------------------------------


def test_a_stuck_key_is_reported_after_10_s_and_then_ignored():
    keys = Keys()
    keys.world.keys.stick("N PASS")
    assert keys.events(10_000) == [N_PASS | Contacts.PRESSED]
    assert keys.events(1_200) == [N_PASS | Contacts.STUCK]
    assert keys.events(60_000) == [] and keys.driver.stuck == 1 << N_PASS
    keys.world.press("C", "N", ms=60)
    assert keys.events(200) == [N_CLUBS | Contacts.PRESSED, N_CLUBS | Contacts.RELEASED], (
        "the other keys work"
    )
    keys.world.keys.free("N PASS")
    assert keys.events(200) == [N_PASS | Contacts.FREED] and keys.driver.stuck == 0
    keys.world.press("PASS", "N", ms=60)
    assert keys.events(200) == [N_PASS | Contacts.PRESSED, N_PASS | Contacts.RELEASED]


def test_an_unplugged_expander_is_lost_and_found_again():
    keys = Keys()
    keys.world.hold("C", "N")
    assert keys.events(100) == [N_CLUBS | Contacts.PRESSED]
    keys.chip.unplug()
    took = keys.run(keys.driver, lambda: keys.driver.lost)
    assert 300 < took < 400 and keys.driver.errors == 7
    assert keys.events() == [N_CLUBS | Contacts.RELEASED], (
        "keys of a lost expander count as released"
    )
    assert keys.transfers(10_000) <= 11, "a lost expander is tried once a second"
    errors = keys.driver.errors
    keys.chip.plug()
    took = keys.run(keys.driver, lambda: not keys.driver.lost)
    assert took <= 1051 and keys.driver.errors == errors
    assert keys.events(100) == [N_CLUBS | Contacts.PRESSED]


def test_a_single_failed_transfer_is_repeated():
    keys = Keys()
    keys.world.press("C", "N", ms=100)
    keys.run_for(keys.driver, 8)
    keys.chip.connected = False
    keys.run(keys.driver, lambda: keys.driver.errors)
    keys.chip.connected = True
    assert keys.events(300) == [N_CLUBS | Contacts.PRESSED, N_CLUBS | Contacts.RELEASED]
    assert not keys.driver.lost and keys.driver.errors == 1


class Deaf(Keys):
    """Keys on a bus that fails for some time, while the chip keeps working.

    `fail` calls `then` after the first failed transfer. The bus works again `ms` after this
    failure, or when `then` returns if that is later.
    """

    def fail(self, ms, then):
        self.chip.connected = False
        self.run(self.driver, lambda: self.driver.errors)
        end = self.ms + ms
        then(self)
        self.run_for(self.driver, max(0, end - self.ms))
        self.chip.connected = True


def _press(keys, key, ms=60, seat="N"):
    keys.world.press(key, seat, ms=ms)
    keys.run_for(keys.driver, ms + 10)


@pytest.mark.parametrize("ms", [1, 5, 10, 15, 20, 30])
def test_keys_work_after_a_short_failure_of_the_bus(ms):
    keys = Deaf()
    keys.fail(ms, lambda keys: None)
    assert keys.events(60) == [] and not keys.driver.lost
    keys.world.press("PASS", "N", ms=60)
    assert keys.events(150) == [N_PASS | Contacts.PRESSED, N_PASS | Contacts.RELEASED]


def test_a_press_that_begins_while_the_bus_fails_is_reported():
    keys = Deaf()
    keys.fail(15, lambda keys: keys.world.press("C", "N", ms=60))
    assert keys.events(200) == [N_CLUBS | Contacts.PRESSED, N_CLUBS | Contacts.RELEASED]


def test_a_press_that_ends_while_the_bus_fails_is_reported():
    keys = Deaf()
    keys.world.hold("C", "N")
    keys.run(keys.driver, lambda: keys.driver._one)
    assert keys.events() == []
    keys.fail(15, lambda keys: keys.world.release("C", "N"))
    assert keys.events(200) == [N_CLUBS | Contacts.PRESSED, N_CLUBS | Contacts.RELEASED]


def test_an_unsampled_press_is_reported_and_others_may_be_missed():
    keys = Deaf()
    keys.fail(150, lambda keys: _press(keys, "C"))
    assert keys.events(200) == [
        N_CLUBS | Contacts.PRESSED,
        N_CLUBS | Contacts.MISSED,
        N_CLUBS | Contacts.RELEASED,
    ]
    assert not keys.driver.lost
    assert keys.events(3000) == []


def test_each_port_keeps_its_first_press():
    keys = Deaf()
    keys.fail(250, lambda keys: (_press(keys, "C"), _press(keys, "H", seat="E")))
    told = keys.events(200)
    assert sorted(told) == sorted(
        bit | kind
        for bit, kind in (
            (N_CLUBS, Contacts.PRESSED),
            (N_CLUBS, Contacts.RELEASED),
            (N_CLUBS, Contacts.MISSED),
            (E_HEARTS, Contacts.PRESSED),
            (E_HEARTS, Contacts.RELEASED),
            (E_CLUBS, Contacts.MISSED),
        )
    )


def test_without_any_press_none_is_missed():
    keys = Deaf()
    keys.fail(250, lambda keys: None)
    assert keys.events(200) == [] and not keys.driver.lost


def test_a_key_held_while_the_bus_fails_stays_held():
    keys = Deaf()
    keys.world.hold("C", "N")
    assert keys.events(100) == [N_CLUBS | Contacts.PRESSED]
    keys.fail(200, lambda keys: None)
    assert keys.events(200) == []
    keys.world.release("C", "N")
    assert keys.events(200) == [N_CLUBS | Contacts.RELEASED]


def test_a_chip_reset_while_the_bus_fails_may_have_missed_a_press():
    keys = Deaf()
    keys.fail(100, lambda keys: (keys.chip.power_off(), keys.chip.power_on()))
    keys.world.faults.found.clear()
    assert keys.events(200) == [N_CLUBS | Contacts.MISSED, E_CLUBS | Contacts.MISSED]
    keys.world.press("C", "N", ms=60)
    assert keys.events(200) == [N_CLUBS | Contacts.PRESSED, N_CLUBS | Contacts.RELEASED]


def test_the_first_press_while_the_chip_is_lost_is_reported_later():
    keys = Keys()
    keys.chip.connected = False
    keys.run(keys.driver, lambda: keys.driver.lost)
    keys.world.press("C", "N", ms=60)
    keys.run_for(keys.driver, 100)
    keys.chip.connected = True
    assert keys.events(1500) == [
        N_CLUBS | Contacts.PRESSED,
        N_CLUBS | Contacts.MISSED,
        N_CLUBS | Contacts.RELEASED,
    ]


def test_an_expander_that_lost_its_settings_gets_them_again():
    keys = Keys()
    keys.chip.power_off()
    keys.chip.power_on()
    keys.world.faults.found.clear()
    keys.world.wait(1_000_000)
    keys.step(keys.driver)
    assert keys.driver.errors == 1 and not keys.driver.lost
    assert keys.events() == [N_CLUBS | Contacts.MISSED, E_CLUBS | Contacts.MISSED], (
        "keys cause no interrupt without the settings"
    )
    keys.world.press("C", "N", ms=60)
    assert keys.events(200) == [N_CLUBS | Contacts.PRESSED, N_CLUBS | Contacts.RELEASED]


@pytest.mark.parametrize("iocon", [0x80, 0xA2, 0x20])
def test_settings_in_any_state_are_corrected(iocon):
    keys = Keys()
    keys.chip.write_register(0, 5, iocon)
    keys.world.wait(1_000_000)
    keys.world.faults.found.clear()
    for _ in range(3):
        keys.driver.step(keys.ms)
        keys.world.wait(1_000_000)
    keys.world.faults.found.clear()
    assert keys.chip.iocon == 0x40 and not keys.driver.lost
    keys.events()
    keys.world.press("C", "N", ms=60)
    assert keys.events(200) == [N_CLUBS | Contacts.PRESSED, N_CLUBS | Contacts.RELEASED]


def test_a_bus_held_low_is_a_lost_expander():
    keys = Keys()
    keys.world.i2c_buses[board.KEYS_I2C].stuck = True
    keys.run(keys.driver, lambda: keys.driver.lost)
    keys.world.i2c_buses[board.KEYS_I2C].stuck = False
    keys.run(keys.driver, lambda: not keys.driver.lost)
    keys.world.press("C", "N", ms=60)
    assert keys.events(200) == [N_CLUBS | Contacts.PRESSED, N_CLUBS | Contacts.RELEASED]
