"""Clock, nets, buses, faults and random numbers of the simulator."""

import pytest

from marcoria.sim.chips.buses import I2cBus, SpiBus
from marcoria.sim.chips.kernel import NEVER, Clock, Dice, Faults, SimFault
from marcoria.sim.chips.pins import Net


class Echo:
    """An SPI chip that answers each byte with its complement."""

    def __init__(self):
        self.edges = []

    def select(self):
        self.edges.append(0)

    def deselect(self):
        self.edges.append(1)

    def exchange(self, data, start, count):
        for i in range(start, start + count):
            data[i] ^= 0xFF


class Counter:
    """I2C chip with one register, which each read increments."""

    def __init__(self, works=True):
        self.works = works
        self.log = []
        self.value = 0

    def start(self, read):
        self.log.append("r" if read else "w")
        return self.works

    def write(self, byte):
        self.log.append(byte)
        self.value = byte
        return byte != 0xEE

    def read(self):
        self.value += 1
        return self.value

    def stop(self):
        self.log.append("stop")


def test_alarms_ring_in_their_order_and_at_their_time():
    clock, rang = Clock(), []
    clock.at(30, lambda: rang.append(("c", clock.now)))
    clock.at(10, lambda: rang.append(("a", clock.now)))
    clock.at(10, lambda: rang.append(("b", clock.now)))
    late = clock.at(20, lambda: rang.append("never"))
    assert clock.due == 10
    clock.cancel(late)
    clock.advance(29)
    assert rang == [("a", 10), ("b", 10)] and clock.now == 29 and clock.due == 30
    clock.advance(1)
    assert rang[-1] == ("c", 30) and clock.due == NEVER
    clock.cancel(late)


def test_an_alarm_may_set_another():
    clock, rang = Clock(), []
    clock.at(5, lambda: clock.at(5, lambda: rang.append(clock.now)))
    clock.advance(100)
    assert rang == [10] and clock.now == 100


def test_an_alarm_that_raises_leaves_the_clock_usable():
    clock, rang = Clock(), []
    clock.at(5, lambda: 1 // 0)
    clock.at(6, lambda: rang.append(clock.now))
    with pytest.raises(ZeroDivisionError):
        clock.advance(10)
    assert clock.now == 5 and clock.due == 6
    clock.advance(1)
    assert rang == [6]


def test_a_net_follows_its_drivers():
    faults = Faults()
    net, seen = Net("irq", faults, 1), []
    net.watch(seen.append)
    assert net.level == 1
    net.drive("a", 0)
    net.drive("b", 0)
    net.drive("a", None)
    assert net.level == 0
    net.drive("b", None)
    assert net.level == 1 and seen == [0, 1]
    net.set_pull(None)
    assert net.level is None
    faults.check()


def test_drivers_with_opposite_levels_are_a_fault():
    faults = Faults()
    net = Net("busy", faults)
    net.drive("a", 1)
    net.drive("b", 0)
    assert net.level == 0
    with pytest.raises(SimFault, match="a, b"):
        faults.check()
    faults.check()
    assert len(faults.log) == 1


def test_a_stuck_wire_ignores_its_drivers():
    net = Net("cs", Faults(), 1)
    net.stick(0)
    net.drive("a", 1)
    assert net.level == 0
    net.stick(None)
    assert net.level == 1


def spi_bus():
    faults = Faults()
    bus = SpiBus("spi2", Clock(), faults)
    selects = [Net(f"cs{i}", faults, 1) for i in range(2)]
    chips = [Echo(), Echo()]
    for chip, select in zip(chips, selects, strict=True):
        bus.add(chip, select, 10_000_000)
    return bus, faults, selects, chips


def test_spi_reaches_the_selected_chip_in_place():
    bus, faults, selects, chips = spi_bus()
    data = bytearray(b"\x01\x02\x03\x04")
    selects[1].drive("esp32", 0)
    bus.exchange(data, 1, 2, 4_000_000)
    selects[1].drive("esp32", 1)
    assert data == b"\x01\xfd\xfc\x04"
    assert chips[1].edges == [0, 1] and chips[0].edges == []
    bus.exchange(data, 0, 4, 4_000_000)
    assert data == b"\xff\xff\xff\xff"  # no chip drives MISO
    faults.check()


def test_two_chips_selected_at_once_are_a_fault():
    bus, faults, selects, _ = spi_bus()
    for select in selects:
        select.drive("esp32", 0)
    bus.exchange(bytearray(1), 0, 1, 4_000_000)
    with pytest.raises(SimFault, match="2 chips selected"):
        faults.check()


def test_a_bus_that_is_too_fast_is_a_fault():
    bus, faults, selects, _ = spi_bus()
    selects[0].drive("esp32", 0)
    bus.exchange(bytearray(1), 0, 1, 20_000_000)
    with pytest.raises(SimFault, match="20000000"):
        faults.check()


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_miso_stuck_on_order(level):
    bus, faults, selects, _ = spi_bus()
    bus.stuck = level
    selects[0].drive("esp32", 0)
    data = bytearray(b"\x12\x34")
    bus.exchange(data, 0, 2, 4_000_000)
    assert data == bytes([level] * 2)
    faults.check()


def test_i2c_repeats_a_start_without_a_stop():
    bus = I2cBus("i2c0", Clock(), Faults())
    chip = Counter()
    bus.add(chip, 0x20, 1_700_000)
    data = bytearray(3)
    assert bus.write(0x20, b"\x07", False, 400_000)
    assert bus.read(0x20, data, True, 400_000)
    assert data == b"\x08\x09\x0a"
    assert chip.log == ["w", 7, "r", "stop"]


def test_i2c_reports_a_missing_acknowledge():
    bus = I2cBus("i2c0", Clock(), Faults())
    chip = Counter()
    bus.add(chip, 0x20, 400_000)
    bus.add(Counter(works=False), 0x21, 400_000)
    assert not bus.write(0x22, b"", True, 400_000)
    assert not bus.read(0x21, bytearray(1), True, 400_000)
    assert not bus.write(0x20, b"\x01\xee\x02", True, 400_000)
    assert chip.log == ["w", 1, 0xEE, "stop"]
    with pytest.raises(ValueError):
        bus.add(chip, 0x20, 400_000)


def test_i2c_too_fast_is_a_fault():
    faults = Faults()
    bus = I2cBus("i2c0", Clock(), faults)
    bus.add(Counter(), 0x20, 400_000)
    bus.write(0x20, b"", True, 1_000_000)
    with pytest.raises(SimFault):
        faults.check()


def test_dice_follow_their_seed_and_are_even():
    throws = [Dice(7).below(1000) for _ in range(3)]
    assert len(set(throws)) == 1
    dice = Dice(8)
    counts = [0] * 10
    for _ in range(20_000):
        counts[dice.below(10)] += 1
    assert min(counts) > 1_800 and max(counts) < 2_200
    assert 800 < sum(dice.chance(100_000) for _ in range(10_000)) < 1_200
