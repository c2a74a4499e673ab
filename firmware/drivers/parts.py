"""The table's parts, opened on the pins that the pin map says.

Each driver is loaded with its part, so that light comes first, and one which is broken takes no
other along.
"""

import sys

import machine
from machine import I2C, PWM, SPI, Pin
from micropython import const

from codes.display import DisplayStates

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from drivers.buzzer import Buzzer
    from drivers.console import Console
    from drivers.flashlog import Log
    from drivers.mcp23017 import Expander
    from drivers.mfrc522 import Readers
    from drivers.ssd1683 import Display
    from drivers.ws2812 import Lights

_HZ = const(240000000)  # the chip starts with two thirds of it
_RAPS = const(0x4040)  # their bits, or those of keys, which may be told as soon
_READERS = const(4)  # in TOUCHED: the seats that have one
_IMAGE = const(7500)  # bytes of the display's page
_BUS_US = const(5000)  # of an I2C bus that hangs

# What starts the board anew: at once, and when nobody has fed it for so long.
restart = machine.reset
Watchdog = machine.WDT


# From this one on `framebuf.blit` takes what is copied as a tuple.
_OLDEST = (1, 26)


class Unfit(Exception):
    """The board cannot be a table: why, in one sentence."""


def check(version: tuple = sys.implementation.version) -> None:
    """Unfit if the image of MicroPython is not one for the table."""
    if tuple(version[:2]) < _OLDEST:
        raise Unfit("MicroPython is older than 1.26: flash the table's image")


def hurry() -> int:
    """Full speed; returns why the board has started."""
    machine.freq(_HZ)
    return machine.reset_cause()


def celsius() -> int:
    """How warm the chip is; 53 means that it has no sensor, as some ESP32 have none."""
    import esp32

    if hasattr(esp32, "mcu_temperature"):
        found: int = esp32.mcu_temperature()  # which the stubs do not know
        return found
    return (esp32.raw_temperature() - 32) * 5 // 9


def _output(number: "int | None", level: int = 0) -> "Any":
    """Return an output pin, None for a part that was not built. A pin's number may be 0."""
    return None if number is None else Pin(number, Pin.OUT, value=level)


def open_lights(board: "ModuleType") -> "Lights":
    from drivers.ws2812 import Lights

    return Lights(_output(board.LIGHTS_PIN), board.LIGHTS_COUNT, board.LIGHTS_MA)


def open_buzzer(board: "ModuleType") -> "Buzzer":
    from drivers.buzzer import Buzzer

    number = board.BUZZER_PIN
    return Buzzer(None if number is None else PWM(Pin(number), freq=1000, duty_u16=0))


def open_display(board: "ModuleType", image: bytearray) -> "Display":
    """The display, and in `image` what it will show."""
    from drivers.ssd1683 import Display

    if board.DISPLAY_SPI is None:
        # Wires to nowhere.
        absent = Display(None, bool, bool, bool, bool, image)  # type: ignore[arg-type]
        absent.state = DisplayStates.MISSING
        return absent
    spi = SPI(
        board.DISPLAY_SPI,
        baudrate=board.DISPLAY_HZ,
        sck=Pin(board.DISPLAY_SCK),
        mosi=Pin(board.DISPLAY_MOSI),
        miso=None,
    )
    cs = Pin(board.DISPLAY_CS, Pin.OUT, value=1)
    dc = Pin(board.DISPLAY_DC, Pin.OUT, value=0)
    reset = Pin(board.DISPLAY_RST, Pin.OUT, value=1)
    return Display(spi, cs, dc, reset, Pin(board.DISPLAY_BUSY, Pin.IN), image)


def open_readers(board: "ModuleType") -> "Readers":
    from drivers.mfrc522 import Readers

    spi = SPI(
        board.READERS_SPI,
        baudrate=board.READERS_HZ,
        sck=Pin(board.READERS_SCK),
        mosi=Pin(board.READERS_MOSI),
        miso=Pin(board.READERS_MISO),
    )
    selects = tuple([_output(number, 1) for number in board.READERS_CS])
    reset = Pin(board.READERS_RST, Pin.OUT, value=1)
    return Readers(spi, selects, reset, board.TOUCHED[_READERS])


def open_keys(board: "ModuleType") -> "list[Expander]":
    from drivers.mcp23017 import Expander

    i2c = I2C(  # type: ignore[call-overload]  # the stubs lack `timeout`
        board.KEYS_I2C,
        scl=Pin(board.KEYS_SCL),
        sda=Pin(board.KEYS_SDA),
        freq=board.KEYS_HZ,
        timeout=_BUS_US,
    )
    expanders = []
    for i, address in enumerate(board.KEYS_ADDRESSES):
        line = Pin(board.KEYS_INT[i], Pin.IN)
        keys = board.KEYS[16 * i : 16 * i + 16]
        expanders.append(Expander(i2c, address, keys, line, _RAPS))
    return expanders


def open_console() -> "Console":
    """The serial port."""
    from drivers.console import Console

    return Console()


def open_journal(board: "ModuleType") -> "Log":
    """The journal's partition; Unfit if the flash has none."""
    from esp32 import Partition

    from drivers.flashlog import Log

    found = Partition.find(Partition.TYPE_DATA, label=board.JOURNAL)
    if not found:
        raise Unfit("no journal partition: flash the table's image")
    return Log(found[0])


class Parts:
    """All of them, but for the journal's flash and for the lights, which are there before."""

    def __init__(self, board: "ModuleType", lights: "Lights") -> None:
        self.lights = lights
        self.readers = open_readers(board)
        self.expanders = open_keys(board)
        self.buzzer = open_buzzer(board)
        self.console = open_console()
        self.image = bytearray(b"\xff" * _IMAGE)  # what the display is to show
        self.display = open_display(board, self.image)
