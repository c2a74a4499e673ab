"""The table's parts, opened on the pins of the pin map (`board.py`).

Each driver is imported when its part is opened. So the lights come on first, and an error in a
driver cannot stop the parts opened before.
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

_HZ = const(240000000)  # the chip starts with two thirds of this clock
# Mask of an expander's bits for rap sensors. A key on such a bit is reported like a rap: at the
# first sample, without debouncing.
_RAPS = const(0x4040)
_READERS = const(4)  # index in `board.TOUCHED` of the mask of seats with a reader
_IMAGE = const(7500)  # bytes of the display's image
_BUS_US = const(5000)  # timeout of a transfer on an I2C bus that hangs

# `restart` restarts the board at once. A `Watchdog` restarts the board if it is not fed within its
# timeout.
restart = machine.reset
Watchdog = machine.WDT


# The first version of MicroPython whose `framebuf.blit` takes a tuple as its source.
_OLDEST = (1, 26)


class Unfit(Exception):
    """Error whose message says in one sentence why the board cannot be a table."""


def check(version: tuple = sys.implementation.version) -> None:
    """Raise Unfit if the board's version of MicroPython is too old for the table."""
    if tuple(version[:2]) < _OLDEST:
        raise Unfit("MicroPython is older than 1.26: flash the table's image")


def hurry() -> int:
    """Set the clock to full speed; return the cause of the start."""
    machine.freq(_HZ)
    return machine.reset_cause()


def celsius() -> int:
    """Return the chip's temperature in degrees Celsius; it is 53 on an ESP32 without a sensor."""
    import esp32

    if hasattr(esp32, "mcu_temperature"):
        found: int = esp32.mcu_temperature()  # missing in the stubs
        return found
    return (esp32.raw_temperature() - 32) * 5 // 9


def _output(number: "int | None", level: int = 0) -> "Any":
    """Return the pin `number` (0 is a pin too) as an output that begins at `level`.

    Return None if `number` is None, because the part was not built.
    """
    return None if number is None else Pin(number, Pin.OUT, value=level)


def open_lights(board: "ModuleType") -> "Lights":
    """Return the lights in front of the seats."""
    from drivers.ws2812 import Lights

    return Lights(_output(board.LIGHTS_PIN), board.LIGHTS_COUNT, board.LIGHTS_MA)


def open_buzzer(board: "ModuleType") -> "Buzzer":
    """Return the buzzer."""
    from drivers.buzzer import Buzzer

    number = board.BUZZER_PIN
    return Buzzer(None if number is None else PWM(Pin(number), freq=1000, duty_u16=0))


def open_display(board: "ModuleType", image: bytearray) -> "Display":
    """Return the display, which will show `image`; its state is MISSING if it was not built."""
    from drivers.ssd1683 import Display

    if board.DISPLAY_SPI is None:
        # `bool` takes the place of each pin: it can be called, and does nothing.
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
    """Return the readers of all pads."""
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
    """Return the expanders of the keys."""
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
    """Return the serial port."""
    from drivers.console import Console

    return Console()


def open_journal(board: "ModuleType") -> "Log":
    """Return the log in the journal's partition; raise Unfit if the flash has none."""
    from esp32 import Partition

    from drivers.flashlog import Log

    found = Partition.find(Partition.TYPE_DATA, label=board.JOURNAL)
    if not found:
        raise Unfit("no journal partition: flash the table's image")
    return Log(found[0])


class Parts:
    """All parts of the table except the journal's flash; the lights are already open."""

    def __init__(self, board: "ModuleType", lights: "Lights") -> None:
        self.lights = lights
        self.readers = open_readers(board)
        self.expanders = open_keys(board)
        self.buzzer = open_buzzer(board)
        self.console = open_console()
        self.image = bytearray(b"\xff" * _IMAGE)
        self.display = open_display(board, self.image)
