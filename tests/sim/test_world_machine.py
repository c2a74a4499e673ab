"""The stand-ins for `machine` and `esp32`: their functions, and misuse that raises."""

import pytest

import board as wiring
from boards import FREE, TAKEN, Cpython
from marcoria.board.generate import made_for
from marcoria.sim.chips.kernel import SimFault
from marcoria.sim.cpython.backend import Cpython as AnyBoard

pytestmark = pytest.mark.pins

LIGHTS = wiring.LIGHTS_PIN
READERS = {
    "sck": wiring.READERS_SCK,
    "mosi": wiring.READERS_MOSI,
    "miso": wiring.READERS_MISO,
}
I2C = {"scl": wiring.KEYS_SCL, "sda": wiring.KEYS_SDA}


@pytest.fixture
def board():
    board = Cpython(seed=1)
    yield board
    board.close()


@pytest.fixture
def machine(board):
    return board.load("machine")


def raised(board, text):
    with pytest.raises(SimFault, match=text):
        board.world.faults.check()


def test_functions_that_are_not_simulated_raise(machine):
    for name in ("ADC", "mem32", "lightsleep", "Timer"):
        with pytest.raises(NotImplementedError, match=f"machine.{name} is not modelled: docs/own"):
            getattr(machine, name)
    with pytest.raises(AttributeError):
        machine.SPIBus  # noqa: B018
    with pytest.raises(AttributeError):
        machine.Pin.board  # noqa: B018
    with pytest.raises(AttributeError):
        machine.SPI(wiring.READERS_SPI, **READERS).read_into  # noqa: B018


def test_a_pin_drives_its_net(board, machine):
    net = board.world.gpio.nets[LIGHTS]
    pin = machine.Pin(LIGHTS, machine.Pin.OUT, value=1)
    assert net.level == 1 and pin.value() == 1
    pin.off()
    assert net.level == 0
    pin(1)
    assert net.level == 1
    pin.toggle()
    assert net.level == 0 and pin() == 0
    pin.init(machine.Pin.IN, machine.Pin.PULL_UP)
    assert pin() == 1
    assert machine.Pin(LIGHTS) is pin and repr(pin) == f"Pin({LIGHTS})"


def test_a_pin_keeps_its_pull_until_another_is_set(board, machine):
    pin = machine.Pin(FREE[0], machine.Pin.IN, machine.Pin.PULL_UP)
    pin.init(machine.Pin.OUT, value=0)
    pin.init(machine.Pin.IN)
    assert pin() == 1
    pin.init(pull=machine.Pin.PULL_DOWN)
    assert machine.Pin(FREE[0], machine.Pin.IN)() == 0
    board.world.faults.check()
    for none in (None, 0, machine.Pin.PULL_UP | machine.Pin.PULL_DOWN):
        pin.init(machine.Pin.IN, machine.Pin.PULL_UP)
        pin.init(machine.Pin.IN, none)
        pin()
        raised(board, "floats")


def test_an_output_without_a_value_is_low(board, machine):
    select = wiring.READERS_CS[0]
    machine.Pin(select, machine.Pin.OUT)
    assert board.world.gpio.nets[select].level == 0


def test_open_drain_lets_go(board, machine):
    free = FREE[0]
    net = board.world.gpio.nets[free]
    net.set_pull(1)
    board.world.gpio.outside[free] = 1
    pin = machine.Pin(free, machine.Pin.OPEN_DRAIN, value=1)
    assert net.level == 1
    net.drive("other", 0)
    assert pin() == 0
    net.drive("other", None)
    pin.off()
    assert net.level == 0
    board.world.faults.check()


def test_pins_cost_time(board, machine):
    pin = machine.Pin(LIGHTS, machine.Pin.OUT)
    before = board.now
    pin.on()
    pin.value()
    assert board.now - before == 10


def test_pins_refuse_unsupported_modes(board, machine):
    for number in (board.world.gpio.count, -1, "D5"):
        with pytest.raises(ValueError):
            machine.Pin(number)
    with pytest.raises(ValueError):
        machine.Pin(LIGHTS, 9)


def test_some_pins_are_only_inputs_and_have_no_pull_inside():
    board = AnyBoard(folders=(made_for("wrover"),))
    machine = board.load("machine")
    with pytest.raises(ValueError, match="only be input"):
        machine.Pin(34, machine.Pin.OUT)
    machine.Pin(35, machine.Pin.IN, machine.Pin.PULL_UP)
    raised(board, "no internal pull")


def test_a_floating_input_is_a_fault(board, machine):
    assert machine.Pin(FREE[0], machine.Pin.IN).value() == 0
    raised(board, "floats")


def test_flash_and_psram_have_their_own_pins(board, machine):
    for pin in (TAKEN[0], TAKEN[-1]):
        machine.Pin(pin, machine.Pin.IN)
        raised(board, f"GPIO {pin} belongs to the flash or the PSRAM")


@pytest.mark.parametrize(("profile", "pin"), [("s3", 22), ("wrover", 24)])
def test_some_numbers_of_pins_are_missing(profile, pin):
    board = AnyBoard(folders=(made_for(profile),))
    machine = board.load("machine")
    machine.Pin(pin, machine.Pin.OUT)
    raised(board, f"there is no GPIO {pin}")


def test_interrupts_come_after_the_call_and_not_within_another(board, machine):
    log = []
    pin = machine.Pin(FREE[0], machine.Pin.IN, machine.Pin.PULL_UP)
    net = board.world.gpio.nets[FREE[0]]

    def handler(which):
        log.append((which, pin.value()))
        if len(log) == 1:
            net.drive("key", None)
            pin.value()  # time passes here, but no second handler runs inside this handler
            log.append("end")

    pin.irq(handler, machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING)
    net.drive("key", 0)
    assert log == []
    board.world.wait(1)
    assert log == [(pin, 0), "end", (pin, 1)]
    pin.irq(None)
    net.drive("key", 0)
    board.world.wait(1)
    assert len(log) == 3


def test_an_edge_that_a_reset_causes_does_not_interrupt(board, machine):
    log = []
    first, second = sorted(FREE[:2])  # a reset releases the first pin before the second
    nets = board.world.gpio.nets
    nets[first].watch(lambda level: nets[second].drive("chip", level))
    machine.Pin(first, machine.Pin.OUT, value=1)
    machine.Pin(second, machine.Pin.IN).irq(log.append, machine.Pin.IRQ_FALLING)
    board.world.gpio.reset()
    board.world.wait(1)
    assert nets[second].level is None and log == []


def test_only_the_chosen_edge_interrupts(board, machine):
    log = []
    pin = machine.Pin(FREE[0], machine.Pin.IN, machine.Pin.PULL_UP)
    pin.irq(log.append, machine.Pin.IRQ_FALLING)
    net = board.world.gpio.nets[FREE[0]]
    for level in (0, None, 0, None):
        net.drive("key", level)
    board.world.wait(1)
    assert log == [pin, pin]


def test_an_spi_bus_is_one_object_and_divides_80_mhz_by_a_whole_number(board, machine):
    pins = {name: machine.Pin(number) for name, number in READERS.items()}
    spi = machine.SPI(wiring.READERS_SPI, baudrate=3_000_000, **pins)
    assert spi._baud == 80_000_000 // 27
    again = machine.SPI(wiring.READERS_SPI, baudrate=10_000_000, **pins)
    assert again is spi and spi._baud == 10_000_000
    spi.init(baudrate=8_000_000)
    assert spi._baud == 8_000_000
    board.world.faults.check()
    with pytest.raises(ValueError):
        machine.SPI(3)


def test_spi_moves_bytes_and_takes_its_time(board, machine):
    spi = machine.SPI(wiring.READERS_SPI, baudrate=4_000_000, **READERS)
    select = machine.Pin(wiring.READERS_CS[0], machine.Pin.OUT, value=0)
    board.world.wait(100_000)
    before = board.now
    got = bytearray(2)
    spi.write_readinto(b"\xee\0", got)  # read VersionReg
    assert got[1] == 0x92
    assert board.now - before == 50 + 16 // 4
    select.on()
    assert spi.read(2) == b"\xff\xff"
    data = bytearray(3)
    spi.readinto(data)
    assert data == b"\xff\xff\xff"
    with pytest.raises(ValueError, match="same length"):
        spi.write_readinto(b"\0", bytearray(2))
    spi.deinit()
    with pytest.raises(OSError):
        spi.write(b"\0")
    assert board.world.processor.spi_calls == 4 and board.world.processor.spi_bytes == 7
    spi.init()
    before = board.now
    spi.write(b"\0\0")
    assert board.now - before == 50 + 16 // 4  # at the baudrate from before `deinit`


def test_a_write_does_not_change_its_buffer(board, machine):
    spi = machine.SPI(wiring.READERS_SPI, baudrate=4_000_000, **READERS)
    data = bytearray(b"\x12\x34")
    spi.write(data)
    assert data == b"\x12\x34"


def test_a_bus_on_other_pins_is_a_fault(board, machine):
    machine.SPI(wiring.READERS_SPI, **{**READERS, "sck": machine.Pin(FREE[0])})
    raised(board, "wired to")
    machine.I2C(1, scl=FREE[0], sda=wiring.KEYS_SDA)
    raised(board, "I2C 1 opened on GPIOs .* wired to")


def test_any_bus_may_be_opened_on_the_pins_that_are_wired(board, machine):
    spi = machine.SPI(3 - wiring.READERS_SPI, **READERS)
    machine.Pin(wiring.READERS_CS[0], machine.Pin.OUT, value=0)
    board.world.wait(100_000)
    got = bytearray(2)
    spi.write_readinto(b"\xee\0", got)
    assert got[1] == 0x92
    assert machine.I2C(1, **I2C).scan() == [0x20, 0x21]
    board.world.faults.check()


@pytest.mark.parametrize("pin", ["memory", "in use", "of another bus"])
def test_an_unused_miso_must_be_a_free_pin(board, machine, pin):
    display = {"sck": wiring.DISPLAY_SCK, "mosi": wiring.DISPLAY_MOSI}
    machine.SPI(wiring.DISPLAY_SPI, **display, miso=FREE[0])
    board.world.faults.check()
    taken = {
        "memory": TAKEN[0],
        "in use": wiring.READERS_RST,
        "of another bus": wiring.READERS_MISO,
    }[pin]
    machine.SPI(wiring.DISPLAY_SPI, **display, miso=taken)
    raised(board, f"{taken}.* wired to")


def test_spi_in_another_mode_is_a_fault(board, machine):
    machine.SPI(wiring.READERS_SPI, polarity=1, phase=1, **READERS)
    raised(board, "mode 0")


def test_i2c_reads_registers(board, machine):
    pins = {name: machine.Pin(number) for name, number in I2C.items()}
    i2c = machine.I2C(0, **pins, freq=400_000)
    assert i2c.scan() == [0x20, 0x21]
    assert i2c.readfrom_mem(0x20, 0x00, 2) == b"\xff\xff"
    i2c.writeto_mem(0x20, 0x0C, b"\x0f\xf0")
    data = bytearray(2)
    i2c.readfrom_mem_into(0x20, 0x0C, data)
    assert data == b"\x0f\xf0"
    assert i2c.writeto(0x20, b"\x0c") == 1
    i2c.readfrom_into(0x20, data)
    assert data == b"\x0f\xf0" and i2c.readfrom(0x20, 1) is not None
    before = board.now
    i2c.readfrom_mem_into(0x20, 0x0C, data)
    # A byte has nine bits of 2.5 us.
    assert board.now - before == 50 + 2 * 45 // 2 + 3 * 45 // 2
    board.world.faults.check()


def test_i2c_errors_are_those_of_a_board(board, machine):
    i2c = machine.I2C(0, **I2C, timeout=5_000)
    with pytest.raises(OSError) as nobody:
        i2c.readfrom(0x50, 1)
    assert nobody.value.args == (19,)
    board.world.i2c_buses[0].stuck = True
    before = board.now
    with pytest.raises(OSError) as stuck:
        i2c.readfrom(0x20, 1)
    assert stuck.value.args == (116,) and board.now - before == 5_000


def test_bitstream_reaches_the_lights_and_blocks(board, machine):
    pin = machine.Pin(LIGHTS, machine.Pin.OUT)
    before = board.now
    machine.bitstream(pin, 0, (400, 850, 800, 450), b"\x01\x02\x03" * 32)
    assert board.now - before == 32 * 30
    board.world.wait(1000)
    assert board.world.colours()["W"] == [(2, 1, 3)] * 8
    board.world.faults.check()
    machine.bitstream(machine.Pin(FREE[0], machine.Pin.OUT), 0, (400, 850, 800, 450), b"\0" * 3)
    raised(board, "does not drive")


def test_lights_need_an_output(board, machine):
    machine.bitstream(machine.Pin(LIGHTS, machine.Pin.IN), 0, (400, 850, 800, 450), b"\0" * 3)
    raised(board, "does not drive")


def test_pwm_plays_the_buzzer(board, machine):
    pwm = machine.PWM(machine.Pin(wiring.BUZZER_PIN), freq=440, duty_u16=0)
    board.world.wait(1_000)
    began = board.now
    pwm.duty_u16(32_768)
    board.world.wait(50_000)
    pwm.freq(880)
    board.world.wait(20_000)
    pwm.deinit()
    (first, second) = board.world.tones()
    assert (first[1], second[1]) == (440, 880)
    assert abs(first[0] - began) < 50 and abs(first[2] - 50_000) < 50
    assert abs(second[2] - 20_000) < 50
    assert (pwm.freq(), pwm.duty_u16()) == (880, 0)
    for wrong in ({"freq": 0}, {"duty_u16": 70_000}):
        with pytest.raises(ValueError):
            machine.PWM(25, **wrong)
    machine.PWM(26)
    raised(board, "no buzzer")


def test_other_functions_of_machine(board, machine):
    assert machine.freq() == 160_000_000
    machine.freq(240_000_000)
    assert machine.freq() == 240_000_000
    with pytest.raises(ValueError):
        machine.freq(100)
    assert machine.reset_cause() == machine.PWRON_RESET
    assert len(machine.unique_id()) == 6


def test_the_partition_is_the_flash(board):
    partition = board.load("esp32").Partition
    assert partition.find() == [] and partition.find(1, label="vfs") == []
    (journal,) = partition.find(partition.TYPE_DATA, label="journal")
    assert journal.info()[3:5] == (64 * 4096, "journal")
    assert (journal.ioctl(4, 0), journal.ioctl(5, 0), journal.ioctl(9, 0)) == (64, 4096, None)
    data = bytearray(4)
    journal.writeblocks(3, b"abcd", 100)
    journal.readblocks(3, data, 100)
    assert data == b"abcd"
    journal.writeblocks(3, b"\xff" * 4096)  # without an offset, the block is erased first
    journal.readblocks(3, data, 100)
    assert data == b"\xff" * 4
    journal.writeblocks(3, b"x", 0)
    assert journal.ioctl(6, 3) == 0
    journal.readblocks(3, data)
    assert data == b"\xff" * 4
    with pytest.raises(OSError):
        journal.readblocks(64, data)
    board.world.faults.check()


def test_a_stock_partition_table_has_no_journal():
    board = Cpython(journal=False)
    partition = board.load("esp32").Partition
    assert partition.find(partition.TYPE_DATA, label="journal") == []
    with pytest.raises(OSError):
        partition("journal")
