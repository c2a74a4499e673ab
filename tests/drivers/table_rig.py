"""A simulated table for tests of drivers: real drivers, simulated chips and virtual time."""

from collections.abc import Callable
from typing import Any

import _board
from machine import I2C, PWM, SPI, Pin

import board
from drivers.buzzer import Buzzer
from drivers.mcp23017 import Expander
from drivers.ssd1683 import Display
from drivers.ws2812 import Lights
from marcoria.sim.chips.world import World

# Longest virtual time of a loop before a test fails.
PATIENCE_MS = 60_000


class Rig:
    """A simulated table with its power on; a test opens the drivers that it needs.

    `journal` says whether the flash has a partition for the journal.
    """

    def __init__(self, seed: int = 1, journal: bool = True, late_ms: int = 0) -> None:
        self.world = World(board, seed=seed, journal=journal)
        # From now on `machine` and `esp32` act on this table, as when firmware is loaded.
        _board.connect(self.world.processor)
        self.late_us = late_ms * 1000  # delay between two steps, as caused by other tasks
        self.longest_us = 0
        self.image = bytearray(b"\xff" * 7_500)

    @property
    def ms(self) -> int:
        return int(self.world.clock.now // 1000)

    def display(self, hz: int = board.DISPLAY_HZ) -> Display:
        spi = SPI(
            board.DISPLAY_SPI,
            baudrate=hz,
            sck=Pin(board.DISPLAY_SCK),
            mosi=Pin(board.DISPLAY_MOSI),
            miso=None,
        )
        outputs = [
            Pin(board.DISPLAY_CS, Pin.OUT, value=1),
            Pin(board.DISPLAY_DC, Pin.OUT, value=0),
            Pin(board.DISPLAY_RST, Pin.OUT, value=1),
        ]
        return Display(spi, *outputs, Pin(board.DISPLAY_BUSY, Pin.IN), self.image)

    def expander(self, number: int = 0) -> Expander:
        i2c = I2C(
            board.KEYS_I2C,
            scl=Pin(board.KEYS_SCL),
            sda=Pin(board.KEYS_SDA),
            freq=board.KEYS_HZ,
        )
        line = Pin(board.KEYS_INT[number], Pin.IN)
        keys = board.KEYS[16 * number : 16 * number + 16]
        address = board.KEYS_ADDRESSES[number]
        return Expander(i2c, address, keys, line, brief=0x4040)

    def lights(self) -> Lights:
        return Lights(Pin(board.LIGHTS_PIN, Pin.OUT), board.LIGHTS_COUNT, board.LIGHTS_MA)

    def buzzer(self, volume: int = 3) -> Buzzer:
        return Buzzer(PWM(Pin(board.BUZZER_PIN), freq=1000, duty_u16=0), volume)

    def step(self, driver: Any) -> int:
        """Run one step of a driver, and return the ms until its next step.

        Update `longest_us`, and fail if a chip was misused.
        """
        before = self.world.clock.now
        wait: int = driver.step(self.ms)
        self.longest_us = max(self.longest_us, self.world.clock.now - before)
        self.world.faults.check()
        return wait

    def run(self, driver: Any, until: Callable[[], bool], patience_ms: int = PATIENCE_MS) -> int:
        """Run steps until `until()` is true; return the milliseconds it took.

        A step follows when it is due, but after at least 0.1 ms and at most 10 ms; `late_us` is
        added to this time.
        """
        start = self.ms
        while not until():
            assert self.ms - start < patience_ms, "the condition did not become true"
            wait_us = self.step(driver) * 1000
            self.world.wait(min(max(wait_us, 100), 10_000) + self.late_us)
        return self.ms - start

    def run_for(self, driver: Any, ms: int) -> None:
        """Run steps for this many milliseconds."""
        end = self.ms + ms
        self.run(driver, lambda: self.ms >= end, ms + 1000)
