"""Test program for a table without a game: each key acts on all parts except the readers.

A press writes a record to the log, switches on the light with the key's number, and beeps. It also
blackens the key's band of the page, unless the display is busy. The steps of the drivers run with
the heap locked.
"""

import asyncio
import time

from esp32 import Partition
from machine import I2C, PWM, SPI, Pin

import board
from codes.display import DisplayStates, Refreshes
from codes.table import Contacts
from drivers import buzzer, flashlog, mcp23017, ssd1683, ws2812

try:
    from micropython import heap_lock, heap_unlock
except ImportError:  # CPython has no heap to lock

    def heap_lock():
        pass

    heap_unlock = heap_lock

BAND = 10


def open_display(image):
    pins = [Pin(board.DISPLAY_CS, Pin.OUT, value=1), Pin(board.DISPLAY_DC, Pin.OUT)]
    pins += [Pin(board.DISPLAY_RST, Pin.OUT, value=1), Pin(board.DISPLAY_BUSY, Pin.IN)]
    sck, mosi = Pin(board.DISPLAY_SCK), Pin(board.DISPLAY_MOSI)
    spi = SPI(board.DISPLAY_SPI, baudrate=board.DISPLAY_HZ, sck=sck, mosi=mosi, miso=None)
    return ssd1683.Display(spi, *pins, image)


def open_keys():
    scl, sda = Pin(board.KEYS_SCL), Pin(board.KEYS_SDA)
    i2c = I2C(board.KEYS_I2C, scl=scl, sda=sda, freq=board.KEYS_HZ)
    found = []
    for i, address in enumerate(board.KEYS_ADDRESSES):
        line = Pin(board.KEYS_INT[i], Pin.IN)
        keys = board.KEYS[16 * i : 16 * i + 16]
        found.append(mcp23017.Expander(i2c, address, keys, line, 0x4040))
    return found


class Parts:
    """All parts of the table except the readers."""

    def __init__(self):
        self.image = bytearray(b"\xff" * 7_500)
        self.display = open_display(self.image)
        self.keys = open_keys()
        self.lights = ws2812.Lights(
            Pin(board.LIGHTS_PIN, Pin.OUT), board.LIGHTS_COUNT, board.LIGHTS_MA
        )
        self.buzzer = buzzer.Buzzer(PWM(Pin(board.BUZZER_PIN), freq=1000, duty_u16=0))
        self.log = flashlog.Log(Partition(board.JOURNAL))
        self.record = bytearray(16)
        self.logged = 0
        self.results = self.log.erase(0)
        self.log.program(63, 0, self.record)  # allocates the buffer in which `program` reads back
        self.display.show(Refreshes.FULL)

    def step(self, now):
        """Run one step of each driver; return the ms until the next call."""
        wait = self.display.step(now)
        for expander in self.keys:
            wait = min(wait, expander.step(now))
            event = expander.event()
            if event & Contacts.KIND == Contacts.PRESSED:
                self.press(event & Contacts.KEY)
        self.lights.show(now)
        wait = min(wait, self.buzzer.step(now), 20)
        if self.display.state != DisplayStates.BUSY and wait > 0:
            return wait
        return 1

    def press(self, key):
        for i in range(16):
            self.record[i] = key
        self.results |= self.log.program(0, 16 * self.logged, self.record)
        self.logged += 1
        self.lights.set(key, 0x285078)
        self.buzzer.play(key & 3)
        if self.display.state != DisplayStates.BUSY:
            at = key % 15 * BAND * 50
            for i in range(at, at + 50 * BAND):
                self.image[i] = 0
            self.display.show(Refreshes.PARTIAL)


async def main():
    parts = Parts()
    written = bytearray(16)
    told = 0
    print("ready")
    while True:
        heap_lock()
        try:
            wait = parts.step(time.ticks_ms())
        finally:
            heap_unlock()
        if told < parts.logged:
            parts.results |= parts.log.read(0, 16 * told, written)
            told += 1
            print(parts.results, bytes(written).hex())
        await asyncio.sleep_ms(wait)


asyncio.run(main())
