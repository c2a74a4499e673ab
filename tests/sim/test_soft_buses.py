"""Software SPI and I2C, and deprecated calls, behave alike on both backends."""

import pytest

import board as wiring
from boards import Cpython, VmBackend

pytestmark = pytest.mark.pins

PINS = f"sck=Pin({wiring.READERS_SCK}), mosi=Pin({wiring.READERS_MOSI})"
PINS += f", miso=Pin({wiring.READERS_MISO})"
VERSION = f"""
cs = Pin({wiring.READERS_CS[0]}, Pin.OUT, value=0)
time.sleep_ms(100)
got = bytearray(2)
spi.write_readinto(b"\\xee\\0", got)
print("version", hex(got[1]), len(spi.read(3)))
"""
I2C = f"scl=Pin({wiring.KEYS_SCL}), sda=Pin({wiring.KEYS_SDA})"
EXPANDER = """
print(bus.scan(), bus.readfrom_mem(0x20, 0, 2))
bus.writeto_mem(0x20, 0x0C, b"\\x5a")
print(bus.writevto(0x20, [b"\\x0c", b"\\xa5"]), bus.readfrom_mem(0x20, 0x0C, 1))
try:
    bus.readfrom(0x50, 1)
except OSError as error:
    print(error.args[0])
"""


@pytest.fixture(params=[Cpython, VmBackend], ids=["cpython", "vm"])
def board(request):
    board = request.param(seed=1)
    yield board
    board.close()


def printed(board, *lines):
    """Run a program of these lines and return its output; misuse of a chip raises SimFault."""
    source = "\n".join(["import time, machine", "from machine import *", *lines])
    before = len(board.printed)
    board.boot(source.replace("\\\\", "\\"))
    board.run_until(board.now + 100)
    return board.printed[before:]


def test_soft_spi_moves_bytes_slowly(board):
    made = f"spi = machine.SoftSPI(baudrate=2_000_000, {PINS})"
    assert printed(board, made, VERSION) == "version 0x92 3\n"
    before = board.now
    printed(board, made, VERSION)
    fast = board.now - before
    before = board.now
    printed(board, made.replace("2_000_000", "100_000"), VERSION)
    assert board.now - before - fast == 5 * 80 - 5 * 10


def test_spi_without_an_id_is_soft_spi_with_a_warning(board):
    warning = "Warning: SPI(-1, ...) is deprecated, use SoftSPI(...) instead\n"
    for made in (
        f"spi = SPI(baudrate=100000, polarity=0, phase=0, {PINS})\nspi.init()",
        f"spi = SPI(-1, 100000, {PINS})",
    ):
        assert printed(board, made, VERSION) == warning + "version 0x92 3\n"


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        ("sck=Pin(1), mosi=Pin(2)", "must specify all of sck/mosi/miso"),
        (f"bits=7, {PINS}", "bits must be 8"),
        (f"firstbit=1, {PINS}", "firstbit must be MSB"),
    ],
)
def test_soft_spi_requires_all_pins_and_usual_bytes(board, made, sentence):
    source = f"""
try:
    machine.SoftSPI(100_000, {made})
except ValueError as error:
    print(error)
"""
    assert printed(board, source) == f"{sentence}\n"


def test_soft_spi_needs_eight_bits_and_stays_open(board):
    source = f"""
spi = machine.SoftSPI(100_000, {PINS})
spi.deinit()
try:
    spi.init(bits=7)
except ValueError as error:
    print(error)
"""
    assert printed(board, source, VERSION) == "bits must be 8\nversion 0x92 3\n"


@pytest.mark.soak(keep=3)
@pytest.mark.parametrize("made", ["machine.SoftI2C(", "I2C(", "I2C(1, freq=100_000, "])
def test_i2c_of_each_kind_reaches_the_expander(board, made):
    text = printed(board, f"bus = {made}{I2C})", EXPANDER)
    assert text == "[32, 33] b'\\xff\\xff'\n2 b'\\xa5'\n19\n"


def test_an_unmodelled_call_is_explained_in_a_sentence(board):
    source = """
import machine
for what in ("ADC(1)", "Timer(0)", "UART(1)", "RTC()"):
    try:
        eval("machine." + what)
    except NotImplementedError as error:
        print(error)
print(hasattr(machine, "SoftSPI"), hasattr(machine, "PowerPlant"))
machine.idle()
from machine import TouchPad
"""
    with pytest.raises(Exception, match="TouchPad is not modelled: docs/own-driver"):
        printed(board, source)
    lines = board.printed.splitlines()
    assert lines[0] == "machine.ADC is not modelled: docs/own-driver.md lists what is"
    assert [line.split()[0] for line in lines[1:]] == [
        *("machine.Timer", "machine.UART", "machine.RTC"),
        "True",
    ]
    assert lines[4] == "True False"
