"""The stand-ins for `machine` and `esp32`: what a board's have, and what a board would not do."""

import pytest

from marcoria.sim.chips.faults import SimFault
from marcoria.sim.cpython.backend import Cpython


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


def test_what_is_not_simulated_raises(machine):
    for name in ("ADC", "mem32", "lightsleep", "Timer"):
        with pytest.raises(AttributeError):
            getattr(machine, name)
    with pytest.raises(AttributeError):
        machine.Pin.board  # noqa: B018
    with pytest.raises(AttributeError):
        machine.SPI(2, sck=18, mosi=23, miso=19).read_into  # noqa: B018


def test_a_pin_drives_its_net(board, machine):
    net = board.world.gpio.nets[26]
    pin = machine.Pin(26, machine.Pin.OUT, value=1)
    assert net.level == 1 and pin.value() == 1
    pin.off()
    assert net.level == 0
    pin(1)
    assert net.level == 1
    pin.toggle()
    assert net.level == 0 and pin() == 0
    pin.init(machine.Pin.IN, machine.Pin.PULL_UP)
    assert pin() == 1
    assert machine.Pin(26) is pin and repr(pin) == "Pin(26)"


def test_an_output_without_a_value_is_low(board, machine):
    machine.Pin(5, machine.Pin.OUT)
    assert board.world.gpio.nets[5].level == 0


def test_open_drain_lets_go(board, machine):
    net = board.world.gpio.nets[27]
    net.set_pull(1)
    board.world.gpio.outside[27] = 1
    pin = machine.Pin(27, machine.Pin.OPEN_DRAIN, value=1)
    assert net.level == 1
    net.drive("other", 0)
    assert pin() == 0
    net.drive("other", None)
    pin.off()
    assert net.level == 0
    board.world.faults.check()


def test_pins_cost_time(board, machine):
    pin = machine.Pin(26, machine.Pin.OUT)
    before = board.now
    pin.on()
    pin.value()
    assert board.now - before == 10


def test_pins_that_cannot(board, machine):
    for number in (40, -1, "D5"):
        with pytest.raises(ValueError):
            machine.Pin(number)
    with pytest.raises(ValueError, match="only be input"):
        machine.Pin(34, machine.Pin.OUT)
    with pytest.raises(ValueError):
        machine.Pin(26, 9)


def test_a_floating_input_is_a_fault(board, machine):
    assert machine.Pin(13, machine.Pin.IN).value() == 0
    raised(board, "floats")


def test_the_flash_has_its_own_pins(board, machine):
    machine.Pin(7, machine.Pin.IN)
    raised(board, "flash")


def test_inputs_have_no_pull_inside(board, machine):
    machine.Pin(35, machine.Pin.IN, machine.Pin.PULL_UP)
    raised(board, "no pull")


def test_interrupts_come_after_the_call_and_not_within_another(board, machine):
    log = []
    pin = machine.Pin(27, machine.Pin.IN, machine.Pin.PULL_UP)
    net = board.world.gpio.nets[27]

    def handler(which):
        log.append((which, pin.value()))
        if len(log) == 1:
            net.drive("key", None)
            pin.value()  # time passes here, and yet no second handler runs in this one
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


def test_only_the_wanted_edge_interrupts(board, machine):
    log = []
    pin = machine.Pin(27, machine.Pin.IN, machine.Pin.PULL_UP)
    pin.irq(log.append, machine.Pin.IRQ_FALLING)
    net = board.world.gpio.nets[27]
    for level in (0, None, 0, None):
        net.drive("key", level)
    board.world.wait(1)
    assert log == [pin, pin]


def test_spi_is_one_object_a_bus_and_a_whole_part_of_80_mhz(board, machine):
    pins = {"sck": machine.Pin(18), "mosi": machine.Pin(23), "miso": machine.Pin(19)}
    spi = machine.SPI(2, baudrate=3_000_000, **pins)
    assert spi._baud == 80_000_000 // 27
    again = machine.SPI(2, baudrate=10_000_000)
    assert again is spi and spi._baud == 10_000_000
    spi.init(baudrate=8_000_000)
    assert spi._baud == 8_000_000
    board.world.faults.check()
    with pytest.raises(ValueError):
        machine.SPI(3)


def test_spi_moves_bytes_and_takes_its_time(board, machine):
    spi = machine.SPI(2, baudrate=4_000_000, sck=18, mosi=23, miso=19)
    select = machine.Pin(5, machine.Pin.OUT, value=0)
    board.world.wait(100_000)
    before = board.now
    got = bytearray(2)
    spi.write_readinto(b"\xee\0", got)  # VersionReg
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
    assert board.world.spi_calls == 4 and board.world.spi_bytes == 7


def test_what_is_written_is_not_changed(board, machine):
    spi = machine.SPI(2, baudrate=4_000_000, sck=18, mosi=23, miso=19)
    data = bytearray(b"\x12\x34")
    spi.write(data)
    assert data == b"\x12\x34"


def test_a_bus_on_other_pins_is_a_fault(board, machine):
    machine.SPI(2, sck=machine.Pin(14), mosi=23, miso=19)
    raised(board, "wired to")
    machine.SPI(1, sck=14, mosi=13)  # MISO left to its default: GPIO12, which nobody may touch
    raised(board, "12")
    machine.I2C(1, scl=22, sda=21)
    raised(board, "nothing is wired to I2C 1")


def test_spi_in_another_mode_is_a_fault(board, machine):
    machine.SPI(2, polarity=1, phase=1, sck=18, mosi=23, miso=19)
    raised(board, "mode 0")


def test_i2c_reads_registers(board, machine):
    i2c = machine.I2C(0, scl=machine.Pin(22), sda=machine.Pin(21), freq=400_000)
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
    assert board.now - before == 50 + 2 * 45 // 2 + 3 * 45 // 2  # nine bits of 2.5 us a byte
    board.world.faults.check()


def test_i2c_errors_are_the_boards(board, machine):
    i2c = machine.I2C(0, scl=22, sda=21, timeout=5_000)
    with pytest.raises(OSError) as nobody:
        i2c.readfrom(0x50, 1)
    assert nobody.value.args == (19,)
    board.world.i2c_buses[0].stuck = True
    before = board.now
    with pytest.raises(OSError) as stuck:
        i2c.readfrom(0x20, 1)
    assert stuck.value.args == (116,) and board.now - before == 5_000


def test_bitstream_reaches_the_lights_and_blocks(board, machine):
    pin = machine.Pin(26, machine.Pin.OUT)
    before = board.now
    machine.bitstream(pin, 0, (400, 850, 800, 450), b"\x01\x02\x03" * 32)
    assert board.now - before == 32 * 30
    board.world.wait(1000)
    assert board.world.colours()["W"] == [(2, 1, 3)] * 8
    board.world.faults.check()
    machine.bitstream(machine.Pin(27, machine.Pin.OUT), 0, (400, 850, 800, 450), b"\0" * 3)
    raised(board, "does not drive")


def test_lights_need_an_output(board, machine):
    machine.bitstream(machine.Pin(26, machine.Pin.IN), 0, (400, 850, 800, 450), b"\0" * 3)
    raised(board, "does not drive")


def test_pwm_plays_the_buzzer(board, machine):
    pwm = machine.PWM(machine.Pin(25), freq=440, duty_u16=0)
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


def test_the_rest_of_machine(board, machine):
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
    journal.writeblocks(3, b"\xff" * 4096)  # without an offset it erases
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
