"""The MFRC522 model, checked statement by statement against the chip's data sheet (rev 3.9).

Numbers in the headings are sections of the data sheet.
"""

import random
from pathlib import Path

import pytest

import testenv
from marcoria.build.mpy import compile_file, compile_tree
from marcoria.paths import CHIPS
from marcoria.sim.chips.buses import SpiBus
from marcoria.sim.chips.iso14443.frames import FDT, us, with_crc
from marcoria.sim.chips.iso14443.tag import Tag
from marcoria.sim.chips.kernel import Faults, SimFault
from marcoria.sim.chips.mfrc522 import registers as m
from marcoria.sim.chips.pins import Net
from marcoria.sim.vm.vm import VM
from mfrc522_hosts import Lean, Library, OneByOne, Rig, frame, ready, self_check

UID4 = bytes.fromhex("11223344")
UID7 = bytes.fromhex("04a1b2c3d4e5f6")
REQA = b"\x26"


@pytest.fixture
def rig():
    """Return a bench whose chip has started but is not initialised; accesses take no time."""
    bench = Rig(call_us=0)
    bench.wait(1000)
    return bench


@pytest.fixture
def asking():
    """Return a bench whose chip has the field on and a timer of 300 us; accesses take no time."""
    return ready(call_us=0)


def lay(rig, *tags, coupling=1.0):
    for tag in tags:
        rig.field.put(tag, coupling)
    rig.wait(6000)
    return tags[0]


def prepare(rig, data):
    """Write data and the command Transceive; the chip sends the data when StartSend is set."""
    rig.write(m.COMMAND, m.IDLE)
    rig.write(m.FIFO_LEVEL, m.FLUSH)
    rig.write(m.COM_IRQ, 0x7F)
    rig.write(m.FIFO_DATA, *data)
    rig.write(m.COMMAND, m.TRANSCEIVE)


def until(rig, register, mask, limit=10000):
    """Wait until one of these bits is set; return the wait in microseconds."""
    start = rig.clock.now
    while not rig.read(register) & mask:
        rig.wait(1)
        assert rig.clock.now - start < limit
    return rig.clock.now - start


def activate(rig, uid):
    """Select the card with the driver `Library`."""
    rig.call_us = 50
    host = Library(rig)
    rig.wait(6000)
    assert host.uid() == uid
    rig.call_us = 0
    rig.wait(200)


def found(rig):
    return [what for _, what in rig.faults.found]


# --- 8.1.2: SPI --------------------------------------------------------------------------------


def spi(rig, data):
    data = bytearray(data)
    rig.chip.port.select()
    rig.chip.port.exchange(data, 0, len(data))
    rig.chip.port.deselect()
    return bytes(data)


def test_the_address_is_in_bits_6_to_1_and_bit_7_reads(rig):
    assert spi(rig, [0x37 << 1 | 0x80, 0])[1] == 0x92
    spi(rig, [0x24 << 1, 0x55])
    assert rig.read(0x24) == 0x55


def test_each_byte_of_a_read_is_the_next_address(rig):
    assert spi(rig, [0xEE, 0xA2, 0xAE, 0])[1:] == bytes([0x92, 0x3F, 0x84])


def test_all_bytes_of_a_write_go_to_the_same_register(rig):
    spi(rig, [0x12, 1, 2, 3])
    assert rig.read(m.FIFO_LEVEL) == 3
    spi(rig, [0x24 << 1, 7, 8, 9])
    assert rig.read(0x24, 0x25) == [9, 0x87]


def test_an_access_may_be_spread_over_several_calls(rig):
    rig.chip.port.select()
    rig.call(bytearray([0x92]))
    data = bytearray(1)
    rig.write(m.FIFO_DATA, 0xAB)
    rig.chip.port.select()
    rig.call(bytearray([0x92]))
    rig.call(data)
    rig.chip.port.deselect()
    assert data[0] == 0xAB


def test_the_last_address_of_a_read_is_not_read(rig):
    rig.write(m.FIFO_DATA, 1, 2, 3)
    assert spi(rig, [0x92, 0x92])[1] == 1
    assert rig.read(m.FIFO_LEVEL) == 2


def test_only_the_part_that_is_sent_is_replaced(rig):
    data = bytearray([9, 0xEE, 0, 9])
    rig.chip.port.select()
    rig.chip.port.exchange(data, 1, 2)
    assert data == bytearray([9, 0, 0x92, 9])


def test_spi_above_10_mhz_is_a_fault(rig):
    select = Net("cs", rig.faults, 1)
    bus = SpiBus("spi", rig.clock, rig.faults)
    bus.add(rig.chip.port, select, 10_000_000)
    select.drive("host", 0)
    bus.exchange(bytearray([0xEE, 0]), 0, 2, 10_000_000)
    assert not rig.faults.found
    bus.exchange(bytearray([0xEE, 0]), 0, 2, 10_000_001)
    with pytest.raises(SimFault, match="10000001 Hz"):
        rig.faults.check()


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_a_dead_line_reads_the_same_everywhere(rig, level):
    select = Net("cs", rig.faults, 1)
    bus = SpiBus("spi", rig.clock, rig.faults)
    bus.add(rig.chip.port, select, 10_000_000)
    bus.stuck = level
    select.drive("host", 0)
    data = bytearray([0xEE, 0])
    bus.exchange(data, 0, 2, 1_000_000)
    assert data[1] == level


# --- 9: registers ------------------------------------------------------------------------------

RESETS = """
    01 20  02 80  03 00  04 14  05 00  06 00  07 21  08 00  0a 00  0b 08  0c 10  0d 00  0e a0
    11 3f  12 00  13 00  14 80  15 00  16 10  17 84  18 84  19 4d  1c 62  1d 00  1f eb
    21 ff  22 ff  24 26  26 48  27 88  28 20  29 20  2a 00  2b 00  2c 00  2d 00  2e 00  2f 00
    31 00  32 00  33 80  34 00  35 00  36 40  37 92  38 00  39 00  3a 00  3b 00
"""


def registers(rig):
    """Return the values of all registers but FIFOData, by address."""
    return {i: rig.read(i) for i in range(64) if i != m.FIFO_DATA}


def reset_values():
    fields = RESETS.split()
    return {int(a, 16): int(v, 16) for a, v in zip(fields[::2], fields[1::2], strict=True)}


def test_reset_values(rig):
    assert registers(rig).items() >= reset_values().items()


def test_soft_reset_sets_all_registers_back(rig):
    for register in range(64):
        if register not in (m.COMMAND, m.FIFO_DATA, m.CONTROL):
            rig.write(register, 0x55)
    rig.write(m.FIFO_DATA, 1, 2, 3)
    rig.write(m.COMMAND, m.SOFT_RESET)
    rig.wait(100)
    assert registers(rig).items() >= reset_values().items()


@pytest.mark.parametrize(
    "register, bits",
    [
        (m.ERROR, 0),
        (m.STATUS1, 0),
        (m.CRC_RESULT_H, 0),
        (m.CRC_RESULT_L, 0),
        (m.T_COUNTER_H, 0),
        (m.VERSION, 0),
        (m.DIV_IEN, 0x94),
        (m.WATER_LEVEL, 0x3F),
        (m.CONTROL, 0),
        (m.BIT_FRAMING, 0x77),
        (m.COLL, 0x80),
        (m.MODE, 0xAB),
        (m.TX_MODE, 0xF8),
        (m.RX_MODE, 0xFC),
        (m.TX_CONTROL, 0xFB),
        (m.TX_ASK, 0x40),
        (m.RF_CFG, 0x70),
        (m.T_RELOAD_L, 0xFF),
    ],
)
def test_which_bits_can_be_written(rig, register, bits):
    before = rig.read(register)
    rig.write(register, 0xFF)
    high = rig.read(register)
    rig.write(register, 0x00)
    low = rig.read(register)
    assert (high & bits, low & bits) == (bits, 0)
    assert high & ~bits == low & ~bits == before & ~bits


@pytest.mark.parametrize("version", [0x92, 0x91, 0x88, 0x12, 0xB2])
def test_version(version):
    assert Rig(version=version).read(m.VERSION) == version


def test_bits_that_clear_themselves_read_0(asking):
    asking.write(m.CONTROL, m.T_START_NOW | m.T_STOP_NOW)
    asking.write(m.FIFO_LEVEL, m.FLUSH)
    prepare(asking, REQA)
    asking.write(m.BIT_FRAMING, 0x87)
    assert asking.read(m.CONTROL, m.FIFO_LEVEL, m.BIT_FRAMING) == [0x10, 0, 7]


# --- 8.3: FIFO ---------------------------------------------------------------------------------


def test_the_fifo_gives_back_64_bytes_in_order(rig):
    rig.write(m.FIFO_DATA, *range(64))
    assert rig.read(m.FIFO_LEVEL) == 64
    assert rig.read(*[m.FIFO_DATA] * 64) == list(range(64))
    assert rig.read(m.FIFO_LEVEL) == 0
    rig.faults.check()


def test_the_65th_byte_is_lost_and_sets_buffer_ovfl(rig):
    rig.write(m.FIFO_DATA, *range(65))
    assert rig.read(m.FIFO_LEVEL, m.ERROR) == [64, m.BUFFER_OVFL]
    assert rig.read(m.COM_IRQ) & m.ERR_IRQ
    assert found(rig) == ["FIFO overflow: 64 bytes are in it"]
    assert rig.read(*[m.FIFO_DATA] * 64) == list(range(64))


def test_flush_clears_the_fifo_and_buffer_ovfl(rig):
    rig.write(m.FIFO_DATA, *range(65))
    rig.write(m.FIFO_LEVEL, m.FLUSH)
    assert rig.read(m.FIFO_LEVEL, m.ERROR) == [0, 0]


def test_reading_an_empty_fifo_is_a_fault(rig):
    rig.write(m.FIFO_DATA, 1)
    rig.read(m.FIFO_DATA, m.FIFO_DATA)
    assert found(rig) == ["FIFO read while empty"]


@pytest.mark.parametrize(
    "length, high, low", [(60, 1, 0), (59, 0, 0), (4, 0, 1), (5, 0, 0), (0, 0, 1), (64, 1, 0)]
)
def test_hi_alert_and_lo_alert_at_a_water_level_of_4(rig, length, high, low):
    rig.write(m.WATER_LEVEL, 4)
    for byte in range(length):
        rig.write(m.FIFO_DATA, byte)
    status = rig.read(m.STATUS1)
    assert (status >> 1 & 1, status & 1) == (high, low)


def test_alert_interrupts_tell_that_a_level_was_reached(rig):
    rig.write(m.WATER_LEVEL, 4)
    rig.write(m.COM_IRQ, 0x7F)
    rig.write(m.FIFO_DATA, *range(59))
    assert rig.read(m.COM_IRQ) == 0
    rig.write(m.FIFO_DATA, 59)
    assert rig.read(m.COM_IRQ) == m.HI_ALERT_IRQ
    rig.read(*[m.FIFO_DATA] * 55)
    assert rig.read(m.COM_IRQ) == m.HI_ALERT_IRQ
    rig.read(m.FIFO_DATA)
    assert rig.read(m.COM_IRQ) == m.HI_ALERT_IRQ | m.LO_ALERT_IRQ
    rig.write(m.COM_IRQ, 0x7F)
    rig.read(m.FIFO_DATA)
    assert rig.read(m.COM_IRQ) == 0


@pytest.mark.parametrize("length, alert", [(8, 0), (9, m.LO_ALERT_IRQ)])
def test_a_flush_from_above_the_water_level_is_a_low_alert(rig, length, alert):
    rig.write(m.FIFO_DATA, *range(length))
    rig.write(m.COM_IRQ, 0x7F)
    rig.write(m.FIFO_LEVEL, m.FLUSH)
    assert rig.read(m.COM_IRQ) == alert


# --- 8.4: interrupts ---------------------------------------------------------------------------


def test_set1_sets_the_marked_bits_and_its_absence_clears_them(rig):
    rig.write(m.COM_IRQ, 0x7F)
    assert rig.read(m.COM_IRQ) == 0
    rig.write(m.COM_IRQ, 0x80 | 0x31)
    assert rig.read(m.COM_IRQ) == 0x31
    rig.write(m.COM_IRQ, 0x20)
    assert rig.read(m.COM_IRQ) == 0x11


def test_set2_sets_and_clears_bits_of_div_irq(rig):
    rig.write(m.DIV_IRQ, 0xFF)
    assert rig.read(m.DIV_IRQ) == 0x14
    rig.write(m.DIV_IRQ, 0x04)
    assert rig.read(m.DIV_IRQ) == 0x10


def with_pin(pull=1):
    net = Net("irq", Faults(), pull)
    rig = Rig(call_us=0, irq=net)
    rig.wait(1000)
    return rig, net


def test_the_pin_is_an_open_drain_that_pulls_low(rig):
    rig, net = with_pin()
    assert net.drivers == {}
    rig.write(m.COM_IEN, 0x81)
    rig.write(m.COM_IRQ, 0x81)
    assert (net.level, rig.read(m.STATUS1) & 0x10) == (0, 0x10)
    rig.write(m.COM_IRQ, 0x01)
    assert net.drivers == {}
    assert rig.read(m.STATUS1) & 0x10 == 0


def test_irq_push_pull_drives_both_levels():
    rig, net = with_pin(pull=None)
    rig.write(m.DIV_IEN, 0x84)
    assert net.level == 1
    rig.write(m.DIV_IRQ, 0x84)
    assert net.level == 0
    rig.write(m.COM_IEN, 0x00)
    assert net.level == 1  # IRqInv is 0, so the pin has the level of the bit IRq


def test_only_enabled_interrupts_reach_the_pin():
    rig, net = with_pin()
    rig.write(m.COM_IRQ, 0xFF)
    assert net.level == 1
    for bit in range(7):
        rig.write(m.COM_IEN, 0x80 | 1 << bit)
        assert net.level == 0
        rig.write(m.COM_IRQ, 1 << bit)
        assert net.level == 1


def test_the_pin_falls_when_the_timer_runs_out_between_accesses():
    rig, net = with_pin()
    edges = []
    net.watch(lambda level: edges.append((rig.clock.now, level)))
    rig.write(m.COM_IEN, 0x80 | m.TIMER_IRQ)
    rig.write(m.T_PRESCALER, 169)
    rig.write(m.T_RELOAD_L, 39)
    start = rig.clock.now
    rig.write(m.CONTROL, m.T_START_NOW)
    rig.wait(5000)
    assert edges == [(start + 1000, 0)]


def test_the_pin_falls_when_an_answer_arrives():
    net = Net("irq", Faults(), 1)
    rig = ready(call_us=0, irq=net)
    lay(rig, Tag(UID4))
    edges = []
    net.watch(lambda level: edges.append((rig.clock.now - start, level)))
    rig.write(m.COM_IEN, 0x80 | m.RX_IRQ)
    prepare(rig, REQA)
    start = rig.clock.now
    rig.write(m.BIT_FRAMING, 0x87)
    rig.wait(5000)
    assert edges == [(346, 0)]
    rig.write(m.COM_IRQ, m.RX_IRQ)
    assert edges[1:] == [(5000, 1)]


def test_several_chips_share_the_pin():
    faults = Faults()
    net = Net("irq", faults, 1)
    rigs = [Rig(call_us=0, irq=net) for _ in range(2)]
    rigs[1].chip.interrupts.name = "other"
    for rig in rigs:
        rig.write(m.COM_IEN, 0x81)
        rig.write(m.COM_IRQ, 0x81)
    rigs[0].write(m.COM_IRQ, 0x01)
    assert net.level == 0
    rigs[1].write(m.COM_IRQ, 0x01)
    assert net.level == 1
    assert not faults.found


def test_an_alarm_is_set_only_for_an_interrupt_that_is_enabled():
    rig, _ = with_pin()
    set_timer(rig, 169, 39)
    rig.write(m.CONTROL, m.T_START_NOW)
    assert rig.clock.alarms == []
    rig.write(m.COM_IEN, 0x80 | m.TIMER_IRQ)
    rig.write(m.CONTROL, m.T_START_NOW)
    assert len(rig.clock.alarms) == 1
    rig.wait(10)
    rig.write(m.CONTROL, m.T_START_NOW)
    assert len(rig.clock.alarms) == 1  # the new alarm replaces the earlier one
    rig.write(m.CONTROL, m.T_STOP_NOW)
    assert rig.clock.alarms == []


# --- 8.5: timer --------------------------------------------------------------------------------


def set_timer(rig, prescaler, reload, mode=0):
    rig.write(m.T_MODE, mode | prescaler >> 8)
    rig.write(m.T_PRESCALER, prescaler & 255)
    rig.write(m.T_RELOAD_H, reload >> 8)
    rig.write(m.T_RELOAD_L, reload & 255)
    rig.write(m.COM_IRQ, 0x7F)


def run_out(rig, limit=40_000_000):
    """Start the timer and wait until it ends; return the time in microseconds."""
    start = rig.clock.now
    rig.write(m.CONTROL, m.T_START_NOW)
    low, high = 0, limit
    while rig.read(m.STATUS1) & 0x08:
        rig.wait(max((rig.chip.timer.at - rig.clock.now) - 1, 1))
        low = rig.clock.now - start
        assert low < high
    assert rig.read(m.COM_IRQ) & m.TIMER_IRQ
    return rig.clock.now - start


@pytest.mark.parametrize(
    "prescaler, reload, seconds",
    [
        (4095, 65535, 39.59),  # the longest delay of the data sheet
        (169, 999, 25e-3),  # 1000 steps of 25 us, each of 339 clocks
        (169, 0, 25e-6),
        (3390, 30, 15.5e-3),
        (0, 13559, 1e-3),
    ],
)
def test_the_delay_is_prescaler_times_2_plus_1_times_reload_plus_1(
    rig, prescaler, reload, seconds
):
    exact = (2 * prescaler + 1) * (reload + 1) / 13.56
    assert exact == pytest.approx(seconds * 1e6, rel=1e-3)
    set_timer(rig, prescaler, reload)
    assert run_out(rig) == pytest.approx(exact, abs=1)


@pytest.mark.parametrize("version, clocks", [(0x92, 2 * 169 + 2), (0x91, 2 * 169 + 1)])
def test_only_version_2_has_t_prescal_even(version, clocks):
    rig = Rig(call_us=0, version=version)
    rig.wait(1000)
    set_timer(rig, 169, 999)
    rig.write(m.DEMOD, 0x5D)
    assert run_out(rig) == us(clocks * 1000)


def test_the_counter_counts_down_to_0(rig):
    set_timer(rig, 169, 300)
    rig.write(m.CONTROL, m.T_START_NOW)
    assert rig.read(m.T_COUNTER_H, m.T_COUNTER_L) == [1, 44]
    rig.wait(25 * 100 + 1)
    assert rig.read(m.T_COUNTER_H, m.T_COUNTER_L) == [0, 201]
    rig.wait(10_000)
    assert rig.read(m.T_COUNTER_H, m.T_COUNTER_L) == [0, 0]


def test_t_stop_now_keeps_the_count(rig):
    set_timer(rig, 169, 100)
    rig.write(m.CONTROL, m.T_START_NOW)
    rig.wait(25 * 51 + 1)
    assert rig.read(m.STATUS1) & 0x08
    rig.write(m.CONTROL, m.T_STOP_NOW)
    rig.wait(100_000)
    assert rig.read(m.T_COUNTER_L, m.STATUS1) == [50, 0x21]
    assert not rig.read(m.COM_IRQ) & m.TIMER_IRQ


def test_a_new_reload_value_counts_from_the_next_start(rig):
    set_timer(rig, 169, 39)
    rig.write(m.CONTROL, m.T_START_NOW)
    rig.write(m.T_RELOAD_L, 3)
    assert until(rig, m.COM_IRQ, m.TIMER_IRQ) == 1000
    rig.write(m.COM_IRQ, 0x7F)
    rig.write(m.CONTROL, m.T_START_NOW)
    assert until(rig, m.COM_IRQ, m.TIMER_IRQ) == 100


def test_t_auto_restart_goes_on(rig):
    set_timer(rig, 169, 3, m.T_AUTO_RESTART)
    rig.write(m.CONTROL, m.T_START_NOW)
    for _ in range(3):
        assert until(rig, m.COM_IRQ, m.TIMER_IRQ) == 100
        rig.write(m.COM_IRQ, 0x7F)
    rig.wait(1_000_030)
    assert rig.read(m.STATUS1) & 0x08
    assert rig.read(m.COM_IRQ) & m.TIMER_IRQ
    rig.write(m.COM_IRQ, 0x7F)
    assert until(rig, m.COM_IRQ, m.TIMER_IRQ) == 70


def test_t_auto_starts_it_at_the_end_of_the_frame(asking):
    prepare(asking, REQA)
    asking.write(m.BIT_FRAMING, 0x87)
    assert until(asking, m.COM_IRQ, m.TX_IRQ) == 76
    assert until(asking, m.COM_IRQ, m.TIMER_IRQ) == 300


def test_an_answers_fifth_bit_stops_it(asking):
    lay(asking, Tag(UID4))
    prepare(asking, REQA)
    asking.write(m.BIT_FRAMING, 0x87)
    start = asking.clock.now
    asking.wait(76 + 91 + 40)
    assert asking.read(m.STATUS1) & 0x08
    asking.wait(10)
    assert not asking.read(m.STATUS1) & 0x08
    until(asking, m.COM_IRQ, m.RX_IRQ)
    assert asking.clock.now - start == 346
    asking.wait(5000)
    assert not asking.read(m.COM_IRQ) & m.TIMER_IRQ


def test_without_t_auto_the_protocol_does_not_start_the_timer(asking):
    asking.write(m.T_MODE, 0)
    assert not asking.read(m.STATUS1) & 0x08
    prepare(asking, REQA)
    asking.write(m.BIT_FRAMING, 0x87)
    asking.wait(2000)
    assert asking.read(m.COM_IRQ) == m.TX_IRQ


def test_the_timer_does_not_end_the_reception(asking):
    asking.write(m.T_RELOAD_L, 0)
    lay(asking, Tag(UID4))
    data, _, error = frame(asking, REQA, 7)
    assert data is None
    asking.wait(400)
    assert asking.read(m.COM_IRQ) & (m.RX_IRQ | m.TIMER_IRQ) == m.RX_IRQ | m.TIMER_IRQ
    assert asking.read(m.FIFO_LEVEL, m.ERROR) == [2, 0]
    assert error == 0


# --- 9.3.2.2, 9.3.3.1, 10.3.1.4: CRC coprocessor ------------------------------------------------


def calc(rig, data, mode=0x3D):
    rig.write(m.MODE, mode)
    rig.write(m.DIV_IRQ, 0x04)
    rig.write(m.FIFO_DATA, *data)
    rig.write(m.COMMAND, m.CALC_CRC)
    until(rig, m.DIV_IRQ, m.CRC_IRQ)
    rig.write(m.COMMAND, m.IDLE)
    return rig.read(m.CRC_RESULT_H) << 8 | rig.read(m.CRC_RESULT_L)


@pytest.mark.parametrize(
    "mode, data, crc",
    [
        (0x3D, "0000", 0x1EA0),  # CRC_A
        (0x3D, "1234", 0xCF26),
        (0x3C, "313233343536373839", 0x2189),  # check value of CRC-16/KERMIT
        (0x3F, "313233343536373839", 0x6F91),  # check value of CRC-16/MCRF4XX
    ],
)
def test_crc_with_a_preset(rig, mode, data, crc):
    assert calc(rig, bytes.fromhex(data), mode) == crc
    assert rig.read(m.FIFO_LEVEL) == 0


def test_msb_first(rig):
    # MSBFirst reverses the bits of each byte of the data and of the result. The CRC is then that
    # of XMODEM, 0x31C3. The test accepts its two bytes in either order.
    value = calc(rig, b"123456789", 0xBC)
    assert sorted([value >> 8, value & 255]) == sorted([0x31, 0xC3])


def test_crc_ready_crc_ok_and_the_time_it_takes(rig):
    rig.write(m.MODE, 0x3D)
    rig.write(m.FIFO_DATA, *with_crc(b"\x93\x70" + bytes(5)))
    assert rig.read(m.STATUS1) & 0x60 == 0x20
    rig.write(m.COMMAND, m.CALC_CRC)
    assert rig.read(m.STATUS1) & 0x60 == 0
    assert until(rig, m.DIV_IRQ, m.CRC_IRQ) == us(8 * 9)
    assert rig.read(m.STATUS1) & 0x60 == 0x60


def test_crc_continues_with_bytes_that_follow(rig):
    rig.write(m.MODE, 0x3D)
    rig.write(m.COMMAND, m.CALC_CRC)
    for byte in b"\x12\x34":
        rig.write(m.FIFO_DATA, byte)
    rig.wait(10)
    assert rig.read(m.CRC_RESULT_L, m.CRC_RESULT_H) == [0x26, 0xCF]
    assert rig.read(m.COMMAND) == m.CALC_CRC  # CalcCRC runs until another command


# --- 10.3: commands ----------------------------------------------------------------------------


def test_idle_by_the_host_sets_no_idle_irq(rig):
    rig.write(m.COM_IRQ, 0x7F)
    rig.write(m.COMMAND, m.IDLE)
    assert rig.read(m.COM_IRQ, m.COMMAND) == [0, 0]


@pytest.mark.parametrize("command", [5, 6, 9, 10, 11, 13])
def test_an_unknown_command_ends_in_idle_with_idle_irq(rig, command):
    rig.write(m.COM_IRQ, 0x7F)
    rig.write(m.COMMAND, command)
    assert rig.read(m.COM_IRQ, m.COMMAND) == [m.IDLE_IRQ, 0]


def test_mem_moves_25_bytes_in_and_out(rig):
    rig.write(m.FIFO_DATA, *range(1, 31))
    rig.write(m.COM_IRQ, 0x7F)
    rig.write(m.COMMAND, m.MEM)
    assert rig.read(m.COMMAND, m.FIFO_LEVEL) == [0, 5]
    assert rig.read(m.COM_IRQ) & m.IDLE_IRQ
    rig.write(m.FIFO_LEVEL, m.FLUSH)
    rig.write(m.COMMAND, m.MEM)
    assert rig.read(*[m.FIFO_DATA] * 25) == list(range(1, 26))


def test_mem_waits_for_all_its_arguments(rig):
    rig.write(m.FIFO_DATA, *range(24))
    rig.write(m.COMMAND, m.MEM)
    assert rig.read(m.COMMAND, m.FIFO_LEVEL) == [m.MEM, 24]
    rig.write(m.FIFO_DATA, 24)
    assert rig.read(m.COMMAND, m.FIFO_LEVEL) == [0, 0]


def memory(rig):
    rig.write(m.FIFO_LEVEL, m.FLUSH)
    rig.write(m.COMMAND, m.MEM)
    return rig.read(*[m.FIFO_DATA] * 25)


def test_generate_random_id_overwrites_10_bytes_of_the_memory(rig):
    rig.write(m.FIFO_DATA, *range(25))
    rig.write(m.COMMAND, m.MEM)
    rig.write(m.COM_IRQ, 0x7F)
    rig.write(m.COMMAND, m.RANDOM_ID)
    assert rig.read(m.COM_IRQ, m.COMMAND) == [m.IDLE_IRQ, 0]
    kept = memory(rig)
    assert kept[:10] != list(range(10))
    assert kept[10:] == list(range(10, 25))


def test_the_memory_outlasts_resets():
    reset = Net("rst", Faults(), 1)
    rig = Rig(call_us=0, reset=reset)
    rig.wait(1000)
    rig.write(m.FIFO_DATA, *range(25))
    rig.write(m.COMMAND, m.MEM)
    rig.write(m.COMMAND, m.SOFT_RESET)
    reset.drive("host", 0)
    reset.drive("host", 1)
    rig.wait(1000)
    assert memory(rig) == list(range(25))


def test_no_cmd_change_leaves_the_command(rig):
    rig.write(m.COMMAND, m.TRANSCEIVE)
    rig.write(m.COMMAND, m.RCV_OFF | m.NO_CMD_CHANGE)
    assert rig.read(m.COMMAND) == m.RCV_OFF | m.TRANSCEIVE


def test_transmit_ends_with_the_fifo(asking):
    asking.write(m.COM_IRQ, 0x7F)
    asking.write(m.FIFO_DATA, 0x93, 0x20)
    asking.write(m.COMMAND, m.TRANSMIT)
    assert until(asking, m.COM_IRQ, m.IDLE_IRQ) == us(19 * 128)
    assert asking.read(m.COM_IRQ, m.COMMAND) == [m.TX_IRQ | m.IDLE_IRQ, 0]


def test_receive_hears_the_answer_to_a_transmit(asking):
    lay(asking, Tag(UID4))
    asking.write(m.BIT_FRAMING, 7)
    asking.write(m.FIFO_DATA, 0x26)
    asking.write(m.COMMAND, m.TRANSMIT)
    until(asking, m.COM_IRQ, m.TX_IRQ)
    asking.write(m.BIT_FRAMING, 0)
    asking.write(m.COM_IRQ, 0x7F)
    asking.write(m.COMMAND, m.RECEIVE)
    until(asking, m.COM_IRQ, m.IDLE_IRQ)
    assert asking.read(m.COM_IRQ, m.COMMAND) == [m.RX_IRQ | m.IDLE_IRQ, 0]
    assert asking.read(m.FIFO_DATA, m.FIFO_DATA) == [4, 0]


def test_transceive_does_not_end_by_itself(asking):
    lay(asking, Tag(UID4))
    assert frame(asking, REQA, 7)[0] == [4, 0]
    assert asking.read(m.COMMAND) == m.TRANSCEIVE
    assert not asking.read(m.COM_IRQ) & m.IDLE_IRQ


def test_transceive_can_be_started_again_without_a_new_command(asking):
    lay(asking, Tag(UID4))
    frame(asking, REQA, 7)
    asking.write(m.FIFO_DATA, 0x93, 0x20)
    asking.write(m.COM_IRQ, 0x7F)
    asking.write(m.BIT_FRAMING, 0x80)
    until(asking, m.COM_IRQ, m.RX_IRQ)
    assert asking.read(*[m.FIFO_DATA] * 5) == [0x11, 0x22, 0x33, 0x44, 0x44]
    asking.faults.check()


def test_a_long_frame_can_be_filled_up_while_it_is_sent(asking):
    asking.write(m.FIFO_DATA, *bytes(40))
    asking.write(m.COMMAND, m.TRANSMIT)
    asking.wait(us((1 + 30 * 9) * 128))
    assert asking.read(m.FIFO_LEVEL) == 9
    asking.write(m.FIFO_DATA, *bytes(40))
    asking.write(m.COM_IRQ, 0x7F)
    rest = 80 * 9 + 1 - (1 + 30 * 9)
    assert until(asking, m.COM_IRQ, m.TX_IRQ) == pytest.approx(us(rest * 128), abs=1)
    asking.faults.check()


def test_modem_state(asking):
    lay(asking, Tag(UID4))
    state = lambda: asking.read(m.STATUS2) & 7  # noqa: E731
    assert state() == m.M_IDLE
    prepare(asking, REQA)
    assert state() == m.M_WAIT_SEND
    asking.write(m.BIT_FRAMING, 0x87)
    assert state() == m.M_TRANSMITTING
    asking.wait(76)
    assert state() == m.M_RX_WAIT
    asking.wait(us(4 * 128))
    assert state() == m.M_WAIT_DATA
    asking.wait(91 - us(4 * 128) + 1)
    assert state() == m.M_RECEIVING
    asking.wait(200)
    assert state() == m.M_WAIT_SEND


@pytest.mark.parametrize("key, done", [(b"\xff" * 6, True), (bytes(6), False)])
def test_mf_authent_ends_when_the_card_agrees(asking, key, done):
    tag = lay(asking, Tag(UID4))
    activate(asking, UID4)
    asking.chip.keys[UID4] = b"\xff" * 6
    asking.write(m.COM_IRQ, 0x7F)
    asking.write(m.FIFO_DATA, 0x60, 4, *key, *UID4)
    asking.write(m.COMMAND, m.MF_AUTHENT)
    asking.wait(40_000)
    assert bool(asking.read(m.COM_IRQ) & m.IDLE_IRQ) == done
    assert bool(asking.read(m.STATUS2) & m.CRYPTO1_ON) == done
    assert bool(asking.read(m.COM_IRQ) & m.TIMER_IRQ) != done
    assert (tag.name() == "ACTIVE") == done
    asking.write(m.STATUS2, 0)  # only software clears Crypto1On
    assert asking.read(m.STATUS2) & m.CRYPTO1_ON == 0


def test_a_reset_ends_an_authentication(asking):
    asking.write(m.FIFO_DATA, 0x60, 4, *bytes(6), *UID4)
    asking.write(m.COMMAND, m.MF_AUTHENT)
    asking.write(m.COMMAND, m.SOFT_RESET)
    asking.wait(2000)
    asking.write(m.FIFO_DATA, 1)
    assert not asking.read(m.ERROR) & m.WR_ERR


def test_mf_authent_waits_for_its_12_bytes(asking):
    asking.write(m.FIFO_DATA, *bytes(11))
    asking.write(m.COMMAND, m.MF_AUTHENT)
    asking.wait(10_000)
    assert asking.read(m.FIFO_LEVEL) == 11
    asking.write(m.FIFO_DATA, 0)
    assert asking.read(m.FIFO_LEVEL) == 0


def test_receive_after_an_answer_hears_nothing(asking):
    lay(asking, Tag(UID4))
    frame(asking, REQA, 7)
    asking.write(m.FIFO_LEVEL, m.FLUSH)
    asking.write(m.COMMAND, m.RECEIVE)
    asking.wait(2000)
    assert asking.read(m.COMMAND, m.FIFO_LEVEL) == [m.RECEIVE, 0]


def test_crypto1_on_cannot_be_set_by_hand(rig):
    rig.write(m.STATUS2, 0xFF)
    assert rig.read(m.STATUS2) & m.CRYPTO1_ON == 0


def test_a_command_clears_all_errors_but_the_temperatures(rig):
    rig.write(m.FIFO_DATA, *bytes(65))
    rig.chip.overheat()
    assert rig.read(m.ERROR) == m.BUFFER_OVFL | m.TEMP_ERR
    rig.write(m.COMMAND, m.TRANSCEIVE)
    assert rig.read(m.ERROR) == m.TEMP_ERR


# --- frames and their times --------------------------------------------------------------------


def air_time(rig, data, bits=0):
    prepare(rig, data)
    rig.write(m.BIT_FRAMING, 0x80 | bits)
    return until(rig, m.COM_IRQ, m.RX_IRQ)


def test_air_times_of_a_7_byte_uid(asking):
    tag = lay(asking, Tag(UID7))
    start = asking.clock.now
    times = []
    for data, bits in (
        (REQA, 7),
        (b"\x93\x20", 0),
        (with_crc(b"\x93\x70" + tag.levels[0]), 0),
        (b"\x95\x20", 0),
        (with_crc(b"\x95\x70" + tag.levels[1]), 0),
    ):
        times.append(air_time(asking, data, bits))
        asking.wait(86)  # pause between an answer and the next frame
    assert times == pytest.approx([346.1, 704.9, 1129.5, 704.9, 1129.5], abs=0.6)
    assert asking.clock.now - start - 86 == pytest.approx(4360, abs=3)


def test_hlta_takes_349_us_and_is_not_answered(asking):
    tag = lay(asking, Tag(UID4))
    activate(asking, UID4)
    prepare(asking, with_crc(b"\x50\x00"))
    asking.write(m.BIT_FRAMING, 0x80)
    assert until(asking, m.COM_IRQ, m.TX_IRQ) == us(37 * 128) == 349
    assert tag.name() == "HALT"
    asking.wait(1000)
    assert not asking.read(m.COM_IRQ) & m.RX_IRQ


def test_a_card_answers_1236_carrier_cycles_after_the_frame(asking):
    lay(asking, Tag(UID4))
    prepare(asking, REQA)
    asking.write(m.BIT_FRAMING, 0x87)
    until(asking, m.COM_IRQ, m.TX_IRQ)
    start = asking.clock.now
    while asking.read(m.STATUS2) & 7 != m.M_RECEIVING:
        asking.wait(1)
    assert asking.clock.now - start == us(FDT) == 91


def test_bytes_reach_the_fifo_as_they_are_received(asking):
    lay(asking, Tag(UID4))
    frame(asking, REQA, 7)
    asking.wait(200)
    prepare(asking, b"\x93\x20")
    asking.write(m.BIT_FRAMING, 0x80)
    asking.wait(179 + 91)
    levels = []
    for _ in range(5):
        asking.wait(85)
        levels.append(asking.read(m.FIFO_LEVEL))
    assert levels == [0, 1, 2, 3, 4]


def test_tx_wait_keeps_a_distance_to_the_last_answer(asking):
    lay(asking, Tag(UID4))
    frame(asking, REQA, 7)
    prepare(asking, b"\x93\x20")
    asking.write(m.BIT_FRAMING, 0x80)
    assert asking.read(m.STATUS2) & 7 == m.M_TX_WAIT
    # The chip waits TxWait + 7 bit times. TxWait, a field of MfTx, is 2 after a reset.
    assert until(asking, m.COM_IRQ, m.TX_IRQ) == pytest.approx(us((9 + 19) * 128), abs=1)


def test_tx_last_bits(asking):
    tag = lay(asking, Tag(UID4))
    assert frame(asking, REQA, 0)[0] is None  # eight bits are no REQA
    assert tag.name() == "IDLE"
    assert frame(asking, REQA, 7)[0] == [4, 0]


@pytest.mark.parametrize("align", range(8))
def test_rx_align_is_where_the_first_bit_goes(asking, align):
    lay(asking, Tag(UID4))
    data, last, error = frame(asking, REQA, 7, align)
    value = int.from_bytes(bytes(data), "little")
    assert value == 0x0004 << align
    assert (len(data), last, error) == (2 if align == 0 else 3, align, 0)


@pytest.mark.parametrize("known", range(1, 32))
def test_the_rest_of_a_partly_known_byte_is_aligned(asking, known):
    tag = lay(asking, Tag(UID4))
    frame(asking, REQA, 7)
    whole, part = known >> 3, known & 7
    level = tag.levels[0]
    send = bytes([0x93, 0x20 + (whole << 4) + part]) + level[: (known + 7) // 8]
    data, last, error = frame(asking, send, part, part)
    assert data == [level[whole] & 0xFF << part, *level[whole + 1 :]]
    assert (last, error) == (0, 0)


def test_hardware_crc_is_added_checked_and_taken_off(asking):
    tag = lay(asking, Tag(UID4))
    frame(asking, REQA, 7)
    asking.write(m.TX_MODE, m.CRC_EN)
    asking.write(m.RX_MODE, m.CRC_EN)
    data, last, error = frame(asking, b"\x93\x70" + tag.levels[0])
    assert (data, last, error) == ([0x08], 0, 0)


def test_an_answer_without_crc_is_a_crc_error(asking):
    lay(asking, Tag(UID4))
    asking.write(m.RX_MODE, m.CRC_EN)
    data, _, error = frame(asking, REQA, 7)
    assert error == m.CRC_ERR
    assert data == [4, 0]
    asking.write(m.RX_MODE, 0)
    frame(asking, REQA, 7)  # the card returns from READY to IDLE
    assert frame(asking, REQA, 7)[2] == 0  # the error is cleared when the receiver starts


def test_a_nak_of_4_bits(asking):
    tag = lay(asking, Tag(UID7))
    activate(asking, UID7)
    data, last, error = frame(asking, with_crc(b"\x30\xff"))
    assert (data, last, error) == ([0], 4, 0)
    assert not asking.read(m.STATUS1) & 0x08  # four data bits are enough to stop the timer
    assert tag.name() == "IDLE"


class Mumbler(Tag):
    """Card that answers every frame with the first `count` bits of `text`."""

    def hear(self, data, bits, good):
        return (self.text, self.count, 0)


def mumbler(text, count=None):
    tag = Mumbler(UID4)
    tag.text = text
    tag.count = 8 * len(text) if count is None else count
    return tag


def test_rx_no_err_ignores_answers_shorter_than_4_bits(asking):
    lay(asking, mumbler(b"\x07", 3))
    data, last, _ = frame(asking, REQA, 7)
    assert (data, last) == ([7], 3)
    asking.write(m.RX_MODE, m.RX_NO_ERR)
    assert frame(asking, REQA, 7)[0] is None
    assert asking.read(m.FIFO_LEVEL) == 0
    assert asking.read(m.STATUS2) & 7 == m.M_WAIT_DATA
    asking.field.tags[0].count = 4
    assert frame(asking, REQA, 7)[:2] == ([7], 4)


def test_a_frame_longer_than_the_fifo_sets_buffer_ovfl(asking):
    lay(asking, mumbler(bytes(range(70))))
    prepare(asking, REQA)
    asking.write(m.BIT_FRAMING, 0x87)
    until(asking, m.COM_IRQ, m.RX_IRQ)
    assert asking.read(m.ERROR, m.FIFO_LEVEL) == [m.BUFFER_OVFL, 64]
    asking.faults.check()  # caused by the card, so not a fault of the host


def test_rx_multiple_adds_the_error_byte_and_listens_on(asking):
    lay(asking, Tag(UID4))
    asking.write(m.RX_MODE, m.RX_MULTIPLE)
    prepare(asking, REQA)
    asking.write(m.BIT_FRAMING, 0x87)
    until(asking, m.COM_IRQ, m.RX_IRQ)
    assert asking.read(*[m.FIFO_DATA] * 3) == [4, 0, 0]
    assert asking.read(m.STATUS2) & 7 == m.M_WAIT_DATA
    assert asking.read(m.STATUS1) & 0x08  # the timer is not stopped


def test_parity_disable_makes_parity_a_bit_of_data(asking):
    lay(asking, Tag(UID4))
    asking.write(m.MF_RX, m.PARITY_DISABLE)
    data, last, error = frame(asking, REQA, 7)
    # The byte 04 has one bit set, so its odd parity is 0. The odd parity of 00 is 1.
    assert int.from_bytes(bytes(data), "little") == 0x04 | 1 << 17
    assert (last, error) == (2, 0)
    asking.write(m.COLL, 0x80)
    assert frame(asking, b"\x93\x20")[0] is None  # no card accepts a frame without parity


# --- 9.3.1.15: collisions ----------------------------------------------------------------------


def collide(rig, bit, after):
    """Let the answers of two cards collide; return the bytes of the FIFO, Error and Coll.

    The cards' UIDs differ in bit number `bit`, from 1 to 32. `after` is written to Coll before
    the collision: 0x80 sets ValuesAfterColl, and 0 clears it.
    """
    other = int.from_bytes(UID4, "little") ^ 1 << bit - 1
    lay(rig, Tag(UID4), Tag(other.to_bytes(4, "little")))
    frame(rig, REQA, 7)
    rig.write(m.COLL, after)
    data, _, error = frame(rig, b"\x93\x20")
    return data, error, rig.read(m.COLL)


@pytest.mark.parametrize("bit", range(1, 33))
def test_coll_pos_counts_from_1_and_is_0_at_the_32nd_bit(asking, bit):
    data, error, coll = collide(asking, bit, 0)
    assert (error, coll) == (m.COLL_ERR, bit & 31)
    value = int.from_bytes(UID4, "little") & (1 << bit - 1) - 1
    assert bytes(data) == value.to_bytes(4, "little") + b"\0"


def test_bits_after_a_collision_are_kept_with_values_after_coll(asking):
    data, error, coll = collide(asking, 12, 0x80)
    assert (error, coll) == (m.COLL_ERR, 0x80 | 12)
    assert data == [0x11, 0x22 | 0x08, 0x33, 0x44, 0x44 | 0x08]


def test_without_a_collision_the_position_is_not_valid(asking):
    lay(asking, Tag(UID4))
    asking.write(m.COLL, 0)
    frame(asking, REQA, 7)
    assert asking.read(m.COLL) & 0x20


def test_a_collision_beyond_the_32nd_bit_has_no_position(asking):
    lay(asking, mumbler(b"\0\0\0\0\0"), mumbler(b"\0\0\0\0\1"))
    _, _, error = frame(asking, REQA, 7)
    assert error == m.COLL_ERR
    assert asking.read(m.COLL) & 0x20


def test_the_position_counts_from_the_first_bit_of_the_fifos_byte(asking):
    first, second = Tag(bytes.fromhex("11223344")), Tag(bytes.fromhex("112233c4"))
    lay(asking, first, second)
    frame(asking, REQA, 7)
    # 20 bits are known and RxAlign is 4, so the answer begins in the third byte. The UIDs differ
    # in their last bit, which is the 16th from the beginning of that byte.
    _, _, error = frame(asking, b"\x93\x44\x11\x22\x03", 4, 4)
    assert (error, asking.read(m.COLL) & 0x3F) == (m.COLL_ERR, 16)


# --- other errors ------------------------------------------------------------------------------


def mangle(rig, change):
    """Let `change(echo)` alter all later answers before the chip receives them."""
    way = rig.field._received

    def received():
        echo = way()
        echo.data = bytearray(echo.data)
        echo.collided = [0] * len(echo.data)
        echo.broken = [False] * len(echo.data)
        change(echo)
        return echo

    rig.field._received = received


def test_a_wrong_parity_bit_is_a_parity_error(asking):
    lay(asking, Tag(UID4))
    mangle(asking, lambda echo: echo.broken.__setitem__(1, True))
    data, _, error = frame(asking, REQA, 7)
    assert (data, error) == ([4, 0], m.PARITY_ERR)
    assert asking.read(m.COM_IRQ) & m.ERR_IRQ


def test_an_incomplete_byte_has_no_parity(asking):
    lay(asking, mumbler(b"\x55\x05", 12))
    mangle(asking, lambda echo: echo.broken.__setitem__(1, True))
    assert frame(asking, REQA, 7) == ([0x55, 5], 4, 0)


def test_a_mangled_start_is_a_protocol_error_and_no_answer(asking):
    lay(asking, Tag(UID4))
    mangle(asking, lambda echo: setattr(echo, "start", False))
    data, _, error = frame(asking, REQA, 7)
    assert (data, error) == (None, m.PROTOCOL_ERR)
    assert asking.read(m.COM_IRQ) & m.TIMER_IRQ


@pytest.mark.parametrize("wait_us", [80, 200, 300])
def test_writing_the_fifo_before_the_answer_is_over_is_a_write_error(asking, wait_us):
    lay(asking, Tag(UID4))
    prepare(asking, REQA)
    asking.write(m.BIT_FRAMING, 0x87)
    asking.wait(wait_us)
    asking.write(m.FIFO_DATA, 0x55)
    assert asking.read(m.ERROR) & m.WR_ERR


def test_an_overheated_antenna_is_switched_off(asking):
    asking.chip.overheat()
    assert asking.read(m.TX_CONTROL) == 0x80
    assert asking.read(m.ERROR) == m.TEMP_ERR
    assert not asking.field.on
    asking.write(m.STATUS2, 0x80)
    assert asking.read(m.ERROR) == 0


# --- antenna, modulation, receiver -------------------------------------------------------------


@pytest.mark.parametrize("bits, on", [(0x80, False), (0x81, True), (0x82, True), (0x83, True)])
def test_tx_control_switches_the_field(rig, bits, on):
    rig.write(m.TX_CONTROL, bits)
    assert rig.field.on == on
    rig.write(m.TX_CONTROL, 0x80)
    assert not rig.field.on


def test_resets_switch_the_field_off(asking):
    asking.write(m.COMMAND, m.SOFT_RESET)
    assert not asking.field.on


def test_without_100_percent_ask_no_card_understands(asking):
    lay(asking, Tag(UID4))
    asking.write(m.TX_ASK, 0)
    assert frame(asking, REQA, 7)[0] is None


@pytest.mark.parametrize("register", [m.TX_MODE, m.RX_MODE])
def test_at_other_speeds_nothing_is_heard(asking, register):
    lay(asking, Tag(UID4))
    asking.write(register, 0x10)
    assert frame(asking, REQA, 7)[0] is None


def test_212_kbd_take_half_the_time(asking):
    asking.write(m.TX_MODE, 0x10)
    prepare(asking, b"\x93\x20")
    asking.write(m.BIT_FRAMING, 0x80)
    assert until(asking, m.COM_IRQ, m.TX_IRQ) == us(19 * 64)


def test_gain_hears_weak_cards_better():
    def heard(gain):
        rig = ready(call_us=0, seed=6)
        rig.write(m.RF_CFG, gain)
        rig.field.put(Tag(UID4), 0.45)
        rig.wait(6000)
        return sum(frame(rig, REQA, 7)[0] == [4, 0] for _ in range(300))

    assert heard(0x70) > heard(0x40) > heard(0x00)


def test_coll_level_says_how_weak_a_card_still_collides(asking):
    lay(asking, Tag(UID4))
    lay(asking, Tag(bytes.fromhex("11223345")), coupling=0.7)
    errors = []
    for level in (0x84, 0x87):
        asking.write(m.RX_THRESHOLD, level)
        while frame(asking, REQA, 7)[0] is None:
            pass
        errors.append(frame(asking, b"\x93\x20")[2])
    assert errors == [m.COLL_ERR, 0]


# --- 8.6, 8.8: power, oscillator, reset ---------------------------------------------------------


def test_power_down_reads_1_until_the_chip_is_ready():
    rig = Rig(call_us=0)
    assert rig.read(m.COMMAND) == 0x30
    rig.wait(m.CRYSTAL_US + m.START_UP_US - 1)
    assert rig.read(m.COMMAND) == 0x30
    rig.wait(1)
    assert rig.read(m.COMMAND) == 0x20


def test_after_a_soft_reset_1024_clocks_pass(rig):
    rig.write(m.COMMAND, m.SOFT_RESET)
    assert rig.read(m.COMMAND) == 0x30
    rig.wait(38)  # 1024 / 27.12 MHz = 37.76 us
    assert rig.read(m.COMMAND) == 0x20


def test_soft_power_down_stops_field_and_timer_and_keeps_the_registers(asking):
    asking.write(m.FIFO_DATA, 1, 2)
    asking.write(m.CONTROL, m.T_START_NOW)
    asking.write(m.COMMAND, m.POWER_DOWN)
    assert not asking.field.on
    asking.wait(10_000)
    assert asking.read(m.COMMAND, m.T_RELOAD_L, m.FIFO_LEVEL) == [m.POWER_DOWN, 11, 2]
    asking.write(m.COMMAND, 0)
    assert asking.read(m.COMMAND) == m.POWER_DOWN
    asking.wait(m.CRYSTAL_US + m.START_UP_US)
    assert asking.read(m.COMMAND) == 0
    assert asking.field.on  # TxControl has kept its value
    asking.faults.check()


def test_nrstpd_resets():
    reset = Net("rst", Faults(), 1)
    rig = ready(call_us=0, reset=reset)
    reset.drive("host", 0)
    assert not rig.field.on
    rig.wait(10)
    reset.drive("host", 1)
    rig.wait(600)
    assert registers(rig).items() >= reset_values().items()
    rig.faults.check()


def test_a_field_asked_for_too_early_comes_with_the_oscillator():
    rig = Rig(call_us=0)
    rig.write(m.TX_CONTROL, 0x83)
    assert not rig.field.on
    rig.wait(m.CRYSTAL_US + m.START_UP_US)
    rig.read(m.VERSION)
    assert rig.field.on


# --- 16.1.1: self-test -------------------------------------------------------------------------


def run_self_test(version):
    rig = Rig(version=version)
    rig.wait(1000)
    rig.write(m.COMMAND, m.SOFT_RESET)
    rig.wait(1000)
    rig.write(m.FIFO_DATA, *bytes(25))
    rig.write(m.COMMAND, m.MEM)
    rig.write(m.AUTO_TEST, 0x09)
    rig.write(m.FIFO_DATA, 0)
    rig.write(m.COMMAND, m.CALC_CRC)
    for _ in range(255):
        if rig.read(m.FIFO_LEVEL) == 64:
            break
    rig.write(m.COMMAND, m.IDLE)
    rig.faults.check()
    return rig.read(*[m.FIFO_DATA] * 64)


@pytest.mark.parametrize(
    "version, start, end",
    [
        (0x91, [0x00, 0xC6, 0x37, 0xD5], [0x29, 0x79]),
        (0x92, [0x00, 0xEB, 0x66, 0xBA], [0x3B, 0x2F]),
    ],
)
def test_self_test(version, start, end):
    result = run_self_test(version)
    assert result[:4] == start
    assert result[-2:] == end


def test_a_clone_fails_the_self_test():
    assert run_self_test(0xB2) not in [list(good) for good in m.SELF_TEST.values()]


# --- faults that a test injects: a wedged, slow or broken reader --------------------------------


def test_a_wedged_reader_answers_and_does_nothing(asking):
    lay(asking, Tag(UID4))
    asking.chip.wedge()
    assert asking.read(m.VERSION, m.TX_CONTROL, m.T_RELOAD_L) == [0x92, 0x80, 0]
    asking.write(m.TX_CONTROL, 0x83)
    asking.write(m.T_RELOAD_L, 11)
    assert asking.read(m.TX_CONTROL, m.T_RELOAD_L) == [0x80, 0]
    prepare(asking, REQA)
    asking.write(m.BIT_FRAMING, 0x87)
    asking.wait(50_000)
    assert asking.read(m.COM_IRQ, m.COMMAND) == [0, m.TRANSCEIVE]
    assert not asking.field.on


@pytest.mark.parametrize(
    "cure, soft, hard", [("soft", True, True), ("hard", False, True), (None, False, False)]
)
def test_a_wedged_reader_recovers_by_the_right_reset(cure, soft, hard):
    reset = Net("rst", Faults(), 1)
    rig = ready(call_us=0, reset=reset)

    def healthy():
        rig.wait(1000)
        rig.write(m.TX_CONTROL, 0x83)
        rig.write(m.T_RELOAD_L, 11)
        return rig.read(m.TX_CONTROL, m.T_RELOAD_L) == [0x83, 11]

    rig.chip.wedge(cure)
    assert not healthy()
    rig.write(m.COMMAND, m.SOFT_RESET)
    assert healthy() == soft
    reset.drive("host", 0)
    reset.drive("host", 1)
    assert healthy() == hard


def test_a_slow_clone_answers_late(asking):
    lay(asking, Tag(UID4))
    asking.chip.lag_us = 400
    assert air_time(asking, REQA, 7) == 746


def test_a_field_that_does_not_come_on(asking):
    tag = lay(asking, Tag(UID4))
    asking.field.fail(True)
    assert asking.read(m.TX_CONTROL) == 0x83
    assert tag.name() == "POWER-OFF"
    assert frame(asking, REQA, 7)[0] is None
    asking.faults.check()  # no fault of the host: it cannot know that the field is off
    asking.field.fail(False)
    asking.wait(6000)
    assert frame(asking, REQA, 7)[0] == [4, 0]


# --- misuse by the host --------------------------------------------------------------------------


def test_fault_antenna_off(rig):
    rig.write(m.T_MODE, m.T_AUTO)
    prepare(rig, REQA)
    rig.write(m.BIT_FRAMING, 0x87)
    assert found(rig) == ["a frame is sent with the antenna off"]
    rig.wait(10_000)
    # TxWaitRF is set after a reset, so the chip waits for a field.
    assert rig.read(m.STATUS2, m.COM_IRQ) == [m.M_TX_WAIT, 0]
    rig.write(m.TX_CONTROL, 0x83)
    assert until(rig, m.COM_IRQ, m.TX_IRQ) == 76


def test_fault_antenna_off_and_not_waiting(rig):
    rig.write(m.MODE, 0x1D)
    prepare(rig, REQA)
    rig.write(m.BIT_FRAMING, 0x87)
    assert found(rig) == ["a frame is sent with the antenna off"]
    assert until(rig, m.COM_IRQ, m.TX_IRQ) == 76


def test_fault_authentication_with_the_antenna_off(rig):
    rig.write(m.FIFO_DATA, *bytes(12))
    rig.write(m.COMMAND, m.MF_AUTHENT)
    assert found(rig) == ["a frame is sent with the antenna off"]


def test_fault_start_send_outside_transceive(asking):
    asking.write(m.FIFO_DATA, 0x26)
    asking.write(m.BIT_FRAMING, 0x87)
    assert found(asking) == ["StartSend outside Transceive: nothing is sent"]


@pytest.mark.parametrize("wait_us", [10, 200, 5000])
def test_fault_start_send_again(asking, wait_us):
    prepare(asking, REQA)
    asking.write(m.BIT_FRAMING, 0x87)
    asking.wait(wait_us)
    asking.write(m.BIT_FRAMING, 0x87)
    assert found(asking) == ["StartSend while Transceive still sends or receives: nothing is sent"]


def test_fault_start_send_with_nothing_to_send(asking):
    prepare(asking, b"")
    asking.write(m.BIT_FRAMING, 0x87)
    assert found(asking) == ["StartSend with an empty FIFO"]


@pytest.mark.parametrize("wait_us, what", [(10, "cuts off the frame"), (250, "loses the frame")])
def test_fault_a_command_in_mid_frame(asking, wait_us, what):
    tag = lay(asking, Tag(UID4))
    prepare(asking, REQA)
    asking.write(m.BIT_FRAMING, 0x87)
    asking.wait(wait_us)
    asking.write(m.COMMAND, m.TRANSCEIVE)
    assert what in found(asking)[0]
    assert tag.name() == ("IDLE" if wait_us == 10 else "READY1")


@pytest.mark.parametrize("wait_us", [10, 250])
def test_idle_may_end_any_command(asking, wait_us):
    lay(asking, Tag(UID4))
    prepare(asking, REQA)
    asking.write(m.BIT_FRAMING, 0x87)
    asking.wait(wait_us)
    asking.write(m.COMMAND, m.IDLE)
    asking.wait(1000)
    assert not asking.read(m.COM_IRQ) & m.RX_IRQ
    asking.faults.check()


def test_fault_a_command_before_the_crc_is_ready(rig):
    rig.write(m.FIFO_DATA, *bytes(60))
    rig.write(m.COMMAND, m.CALC_CRC)
    rig.write(m.COMMAND, m.TRANSCEIVE)
    assert found(rig) == ["a command loses the result of the previous one"]


def test_fault_a_command_before_the_oscillator_runs():
    rig = Rig(call_us=0)
    rig.write(m.COMMAND, m.CALC_CRC)
    assert found(rig) == ["a command while the oscillator does not run"]


def test_fault_a_command_in_soft_power_down(asking):
    asking.write(m.COMMAND, m.POWER_DOWN | m.TRANSCEIVE)
    assert found(asking) == ["a command while the oscillator does not run"]


def test_fault_access_during_reset():
    reset = Net("rst", Faults(), 1)
    rig = Rig(call_us=0, reset=reset)
    reset.drive("host", 0)
    assert rig.read(m.VERSION) == 0
    assert found(rig) == ["access while NRSTPD is low"]


def test_fault_receiver_off(asking):
    lay(asking, Tag(UID4))
    prepare(asking, REQA)
    asking.write(m.COMMAND, m.RCV_OFF | m.NO_CMD_CHANGE)
    asking.write(m.BIT_FRAMING, 0x87)
    asking.wait(1000)
    assert not asking.read(m.COM_IRQ) & m.RX_IRQ
    assert found(asking) == ["RcvOff is set: the card's answer is not received"]


def test_fault_rx_wait_beyond_the_answer(asking):
    lay(asking, Tag(UID4))
    asking.write(m.RX_SEL, 0x80 | 10)
    assert frame(asking, REQA, 7)[0] is None
    assert found(asking) == ["RxWait is longer than a card waits: its answer is not received"]
    asking.faults.found.clear()
    asking.write(m.RX_SEL, 0x80 | 9)
    frame(asking, REQA, 7)
    assert frame(asking, REQA, 7)[0] == [4, 0]
    assert not found(asking)


# --- styles of widely used drivers --------------------------------------------------------------


@pytest.mark.parametrize("uid", [UID4, UID7, UID7 + bytes([7, 8, 9])])
@pytest.mark.parametrize("manner", [OneByOne, Library, Lean])
def test_every_style_of_driver_reads_every_card(manner, uid):
    rig = ready()
    tag = lay(rig, Tag(uid))
    host = manner(rig)
    rig.wait(6000)
    assert host.uid() == uid
    assert tag.name() == "ACTIVE"
    rig.faults.check()


@pytest.mark.parametrize("manner", [OneByOne, Library, Lean])
def test_every_style_of_driver_finds_an_empty_pad_empty(manner):
    rig = ready()
    host = manner(rig)
    rig.wait(6000)
    start = rig.chip.port.accesses
    assert host.uid() is None
    used = rig.chip.port.accesses - start
    # OneByOne polls in a loop that ignores the timer, so the loop makes all its 2000 accesses.
    assert used > 2000 if manner is OneByOne else used < 520
    rig.faults.check()


@pytest.mark.parametrize("manner", [OneByOne, Library])
def test_each_driver_with_a_set_up_works_right_after_a_hard_reset(manner):
    reset = Net("rst", Faults(), 1)
    rig = Rig(reset=reset)
    reset.drive("host", 0)
    rig.wait(100)
    reset.drive("host", 1)
    host = manner(rig)
    lay(rig, Tag(UID4))
    assert host.uid() == UID4
    rig.faults.check()


def test_the_lean_driver_needs_few_accesses():
    rig = ready()
    host = Lean(rig)
    assert host.uid() is None
    assert host.accesses == 7
    lay(rig, Tag(UID7))
    assert host.uid() == UID7
    assert host.accesses == 36


def test_a_random_host_never_breaks_the_model():
    dice = random.Random(testenv.SEED)
    for _ in range(20):
        rig = Rig(call_us=dice.choice((0, 10, 50)), seed=dice.randrange(1000))
        rig.field.noise = 0.05
        rig.field.put(Tag(UID7, start_up_us=100))
        rig.field.put(Tag(UID4, start_up_us=100), 0.5)
        for _ in range(1500):
            register = dice.choice((1, 1, 4, 9, 9, 10, 13, 13, 14, 20, 21, dice.randrange(64)))
            if dice.random() < 0.6:
                rig.write(register, dice.choice((0x0C, 0x83, 0x87, 0x40, dice.randrange(256))))
            else:
                assert all(0 <= value < 256 for value in [rig.read(register)])
            rig.wait(dice.choice((0, 1, 50, 500)))


# --- on MicroPython -----------------------------------------------------------------------------


def test_the_models_are_the_same_to_the_microsecond_in_the_vm():
    files = compile_tree(CHIPS, "/lib/marcoria/sim/chips")
    hosts = Path(__file__).with_name("mfrc522_hosts.py")
    files["/lib/mfrc522_hosts.mpy"] = compile_file(hosts, "mfrc522_hosts")
    with VM(heap_kib=16 * 1024, files=files) as vm:
        said = vm.run("import mfrc522_hosts\nprint('\\n'.join(mfrc522_hosts.self_check()))")
    assert said.split("\n")[:-1] == self_check()
