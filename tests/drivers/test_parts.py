"""Tests of all parts except the readers, with `onboard/parts.py`, and of unsuitable boards."""

import ast
from pathlib import Path

import pytest

import testenv
from codes.display import DisplayStates
from marcoria.sim.simtable import SimTable, open_bar

pytestmark = pytest.mark.pins

FOLDER = Path(__file__).with_name("onboard")
PRESSES = (("C", "N", 0), ("CALL", "W", 29), ("MENU", None, 7), ("S", "E", 11), ("RAP", "S", 22))


def play(backend):
    """Press keys and rap; return screen, lights, tones, printed lines and counts of refreshes."""
    with SimTable(
        backend=backend, seed=3, folders=(FOLDER,), profile=testenv.PROFILE, program="parts"
    ) as table:
        table.until(5500)
        for key, seat, _ in PRESSES:
            if key == "RAP":
                table.rap(seat)
            else:
                table.press(key, seat)
            table.until(1500)
        return {
            "screen": table.screen(),
            "lights": table.lights(),
            "tones": [(hz, round(us / 10_000)) for _, hz, us in table.tones()],
            "printed": table.printed.splitlines(),
            "counters": dict(table.get("display.strokes.counters")),
        }


@pytest.fixture(scope="module")
def played():
    return {backend: play(backend) for backend in ("cpython", "vm")}


@pytest.mark.parametrize("backend", ["cpython", "vm"])
def test_each_key_shows_itself_on_every_part(played, backend):
    seen = played[backend]
    numbers = [number for _, _, number in PRESSES]
    records = ["0 " + bytes([number] * 16).hex() for number in numbers]
    assert seen["printed"] == ["ready", *records], "the program reads the records from the log"
    colours = [colour for seat in "NESW" for colour in seen["lights"][seat]]
    lit = [i for i, colour in enumerate(colours) if colour != (0, 0, 0)]
    assert lit == sorted(numbers)
    for number in numbers:
        line = 150 + number % 15 * 10 + 5
        for pixel in (line * 400 + 20, (299 - line) * 400 + 379):
            assert seen["screen"][pixel] < 60, f"the band of key {number}"
    assert seen["counters"]["partial"] == len(PRESSES)
    assert len(seen["tones"]) >= len(PRESSES)


_STOCK = """
import board
from drivers import parts
try:
    parts.open_journal(board)
except parts.Unfit as error:
    print(error)
"""


@pytest.mark.parametrize("backend", ["cpython", "vm"])
def test_a_board_without_a_journal_partition_is_reported(backend):
    with SimTable(backend=backend, journal=False) as table:
        table.boot(_STOCK)
        assert table.printed == "no journal partition: flash the table's image\n"


@pytest.mark.parametrize("backend", ["cpython", "vm"])
def test_an_unsuitable_board_says_why_and_waits_to_be_flashed(backend):
    with open_bar(backend, 1, journal=False) as table:
        table.until(20_000)
        assert table.printed == (
            "The table cannot start: no journal partition: flash the table's image.\n"
        )
        assert {led for leds in table.lights().values() for led in leds} == {(64, 0, 0)}
        assert table.get("power")


_OLD = """
from drivers import parts
parts.check()
parts.check((1, 26, 0))
parts.check((2, 0, 0, ""))
try:
    parts.check((1, 25, 3))
except parts.Unfit as error:
    print(error)
"""


@pytest.mark.parametrize("backend", ["cpython", "vm"])
def test_an_image_that_is_too_old_is_reported(backend):
    with SimTable(backend=backend) as table:
        table.boot(_OLD)
        assert table.printed == "MicroPython is older than 1.26: flash the table's image\n"


_WATCHED = """
import time
import board
from codes.display import DisplayStates, Refreshes
from drivers.ssd1683 import Display
from machine import SPI, Pin
from uctypes import addressof

class Watched:
    def __init__(self, spi):
        self.spi = spi
        self.seen = set()
    def write(self, data):
        if len(data) > 4:
            self.seen.add((addressof(data) & 3, len(data)))
        self.spi.write(data)

spi = Watched(SPI(
    board.DISPLAY_SPI, baudrate=board.DISPLAY_HZ, sck=Pin(board.DISPLAY_SCK),
    mosi=Pin(board.DISPLAY_MOSI), miso=None,
))
pins = [Pin(n, Pin.OUT, value=1) for n in (board.DISPLAY_CS, board.DISPLAY_DC, board.DISPLAY_RST)]
display = Display(spi, *pins, Pin(board.DISPLAY_BUSY, Pin.IN), bytearray(7_500))
display.show(Refreshes.FULL)
while display.state == DisplayStates.BUSY:
    time.sleep_ms(display.step(time.ticks_ms()))
print(display.state, sorted(spi.seen))
"""


def test_data_for_the_display_is_aligned_for_dma():
    # Unaligned data in PSRAM would be copied first. One DMA transfer has at most 4,092 bytes.
    with SimTable(backend="vm", profile=testenv.PROFILE) as table:
        table.boot(_WATCHED)
        state, pieces = table.printed.split(" ", 1)
        assert int(state) == DisplayStates.FREE
        sizes = [size for place, size in ast.literal_eval(pieces) if place == 0]
        assert len(sizes) == 3 and sum(sizes) == 500 + 7_500
        assert max(sizes) <= 4_092 and not any(size % 4 for size in sizes)


def test_both_backends_give_equal_results(played):
    for name in ("screen", "lights", "printed", "tones", "counters"):
        assert played["cpython"][name] == played["vm"][name], name
