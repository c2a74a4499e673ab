"""Methods of `SimTable`, tested on both backends."""

from functools import partial

import pytest

import testenv
from board import READERS_SPI
from boards import FREE
from marcoria.sim.chips.kernel import SimFault
from marcoria.sim.simtable import SimTable as AnyTable
from readers_program import OPEN_READERS

pytestmark = pytest.mark.pins

SimTable = partial(AnyTable, profile=testenv.PROFILE)
_READERS_BUS = f"spi_buses.{READERS_SPI}.stuck"
# A program that reads cards with the driver and keys without a driver, and prints what it has
# read. It also lights the LEDs of a pad with a card, and sounds the buzzer for each key.
PROGRAM = (
    OPEN_READERS
    + """
from machine import I2C, PWM, bitstream

strip = Pin(board.LIGHTS_PIN, Pin.OUT, value=0)
leds = bytearray(3 * board.LIGHTS_COUNT)
pwm = PWM(Pin(board.BUZZER_PIN), freq=880, duty_u16=0)
i2c = I2C(board.KEYS_I2C, scl=Pin(board.KEYS_SCL), sda=Pin(board.KEYS_SDA), freq=board.KEYS_HZ)
edges = bytearray(2)

def on_edge(expander):
    def handler(pin):
        edges[expander] = 1
    return handler

for expander, address in enumerate(board.KEYS_ADDRESSES):
    i2c.writeto_mem(address, 0x0A, bytes([0x40]))
    i2c.writeto_mem(address, 0x0C, bytes([255, 255]))
    i2c.writeto_mem(address, 0x04, bytes([255, 255]))
    line = Pin(board.KEYS_INT[expander], Pin.IN)
    line.irq(on_edge(expander), Pin.IRQ_FALLING)

async def pads():
    while True:
        wait = readers.step(time.ticks_ms())
        table = readers.pads
        for seat in range(4):
            if table.changed >> seat & 1:
                print("pad", seat, table.state[seat], time.ticks_ms(), bytes(table.uid[seat]))
                for led in range(8):
                    leds[24 * seat + 3 * led + 2] = 90 if table.state[seat] == 1 else 0
                bitstream(strip, 0, (400, 850, 800, 450), leds)
                time.sleep_ms(1)
        table.changed = 0
        await asyncio.sleep_ms(wait)

async def keys():
    while True:
        for expander, address in enumerate(board.KEYS_ADDRESSES):
            if edges[expander]:
                seen = i2c.readfrom_mem(address, 0x0E, 4)
                edges[expander] = 0
                for bit in range(16):
                    if (seen[bit >> 3] & ~seen[2 + (bit >> 3)]) >> (bit & 7) & 1:
                        print("key", board.KEYS[16 * expander + bit])
                        pwm.duty_u16(32768)
                        await asyncio.sleep_ms(30)
                        pwm.duty_u16(0)
                i2c.readfrom_mem(address, 0x12, 2)
        await asyncio.sleep_ms(2)

asyncio.create_task(keys())
asyncio.run(pads())
"""
)


@pytest.fixture(params=["cpython", "vm"])
def backend(request):
    return request.param


def test_a_card_a_key_and_a_rap(backend):
    with SimTable(backend, seed=5, program=PROGRAM) as table:
        table.until(500)
        assert table.lights()["S"] == [(0, 0, 0)] * 8
        table.put("7H", seat="S")
        assert table.cards()["S"] == ["7H"]
        took = table.now
        table.until(lambda: table.lights()["S"] == [(0, 0, 90)] * 8, limit_ms=1000)
        assert table.now - took < 200
        assert "pad 2 1 " in table.printed
        table.press("♥", "W")
        assert table.keys() == ["W H"]
        table.until(lambda: "key 26" in table.printed, limit_ms=200)
        table.until(300)
        assert table.keys() == []
        table.rap("N")
        table.until(lambda: "key 6" in table.printed, limit_ms=200)
        table.until(100)
        tones = table.tones()
        assert len(tones) >= 2 and tones[0][1] == 880 and 28_000 < tones[0][2] < 40_000
        table.lift("7H")
        table.until(lambda: table.lights()["S"] == [(0, 0, 0)] * 8, limit_ms=1000)
        assert table.faults() == []
        assert len(table.screen()) == 400 * 300
        with pytest.raises(TimeoutError):
            table.until(lambda: False, limit_ms=20)


def test_a_table_without_power_and_again_with_it(backend):
    with SimTable(backend, seed=5, program=PROGRAM) as table:
        table.put("7H", seat="E")
        table.until(lambda: table.lights()["E"][0] == (0, 0, 90))
        table.cut_power()
        assert table.lights()["E"][0] == (0, 0, 0) and table.cards()["E"] == ["7H"]
        before = len(table.printed)
        table.until(1000)
        assert len(table.printed) == before
        table.boot()
        table.until(lambda: table.lights()["E"][0] == (0, 0, 90), limit_ms=1000)


def test_orders_reach_the_models(backend):
    with SimTable(backend, seed=5, program=PROGRAM) as table:
        table.until(1000)
        table.set(_READERS_BUS, 0xFF)
        assert table.get(_READERS_BUS) == 0xFF
        table.until(lambda: table.printed.count(" 5 ") == 4, limit_ms=20_000)
        table.set(_READERS_BUS, None)
        table.order("keys.stick", "S PASS")
        table.until(1000)
        assert table.keys() == ["S PASS"]


def test_misuse_is_raised_and_kept(backend):
    source = f"from machine import Pin\nPin({FREE[0]}, Pin.IN).value()\n"
    with SimTable(backend) as table:
        with pytest.raises(SimFault, match="floats"):
            table.boot(source)
            table.until(10)
        [(chip, what)] = table.faults()
        assert chip == "esp32" and f"GPIO {FREE[0]}" in what


def story(backend, seed):
    """Lay four cards and press four keys.

    Return what the program has printed, all tones, the lights, the time, and the number of SPI
    calls.
    """
    with SimTable(backend, seed=seed, program=PROGRAM) as table:
        for card, seat in zip(("7H", "AS", "QC", "TD"), "NESW", strict=True):
            table.put(card, seat)
            table.until(300)
            table.press("PASS", seat)
            table.until(250)
        return (
            table.printed,
            table.tones(),
            table.lights(),
            table.now,
            table.get("processor.spi_calls"),
        )


@pytest.mark.soak(keep=1)
def test_a_seed_repeats_a_run(backend):
    assert story(backend, 11) == story(backend, 11)
    assert story(backend, 11) != story(backend, 12)


def test_two_tables_at_once_are_independent():
    with SimTable(seed=1, program=PROGRAM) as one, SimTable(seed=2, program=PROGRAM) as other:
        one.put("7H", seat="N")
        for _ in range(20):
            one.until(25)
            other.until(25)
        assert one.lights()["N"][0] == (0, 0, 90) and other.lights()["N"][0] == (0, 0, 0)


def test_there_are_two_backends():
    with pytest.raises(ValueError, match="cpython or vm"):
        SimTable(backend="rust")
