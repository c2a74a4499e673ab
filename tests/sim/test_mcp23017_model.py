"""The MCP23017 model, checked against its data sheet."""

import pytest

from marcoria.sim.chips.buses import I2cBus
from marcoria.sim.chips.kernel import Clock, Faults, SimFault
from marcoria.sim.chips.mcp23017 import FASTEST_HZ, Mcp23017
from marcoria.sim.chips.pins import Net

# Addresses with IOCON.BANK = 0, port A
IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON = 0x00, 0x02, 0x04, 0x06, 0x08, 0x0A
GPPU, INTF, INTCAP, GPIO, OLAT = 0x0C, 0x0E, 0x10, 0x12, 0x14


class Board:
    """An expander, its nets, and an I2C master that reads and writes registers."""

    def __init__(self, **options):
        self.clock = Clock()
        self.faults = Faults()
        self.inta = Net("INTA", self.faults)
        self.intb = Net("INTB", self.faults)
        self.reset = Net("RESET", self.faults, 1)
        self.chip = Mcp23017(
            self.clock, self.faults, 0x20, self.inta, self.intb, self.reset, **options
        )

    def write(self, register, *values):
        assert self.chip.start(0)
        for byte in (register, *values):
            assert self.chip.write(byte)
        self.chip.stop()

    def read(self, register, count=1):
        assert self.chip.start(0)
        assert self.chip.write(register)
        values = self.more(count)
        return values[0] if count == 1 else values

    def more(self, count):
        """Return the next bytes, which are read without sending a register address first."""
        assert self.chip.start(1)
        values = [self.chip.read() for _ in range(count)]
        self.chip.stop()
        return values

    def key(self, pin, down=True):
        self.chip.pins[pin].drive("key", 0 if down else None)

    def pull_up(self):
        self.write(GPPU, 0xFF, 0xFF)


@pytest.fixture
def board():
    board = Board()
    yield board
    board.faults.check()


def fault(board, text):
    """Assert that the chip model has recorded a fault with this text."""
    with pytest.raises(SimFault) as caught:
        board.faults.check()
    assert text in caught.value.args[1]


# Registers and addressing


def test_reset_values(board):
    board.pull_up()  # without pull-ups the ports float
    assert board.read(0x00, 0x0C) == [0xFF, 0xFF] + [0] * 10
    assert board.read(INTF, 4) == [0] * 4
    assert board.read(OLAT, 2) == [0] * 2


def test_sequential_access_rolls_over_to_zero(board):
    """With BANK = 0 there are 22 registers, alternately of port A and of port B."""
    board.write(OLAT, 0x11, 0x22, 0x7F, 0x3F)
    assert board.read(OLAT, 4) == [0x11, 0x22, 0x7F, 0x3F]


def test_the_pointer_stays_from_transfer_to_transfer(board):
    board.write(DEFVAL, 1, 2, 3, 4)
    assert board.read(DEFVAL) == 1
    assert board.more(3) == [2, 3, 4]


def test_byte_mode_toggles_between_the_ports(board):
    board.pull_up()
    board.write(IOCON, 0x20)
    board.key(0)
    board.key(9)
    assert board.read(GPIO, 5) == [0xFE, 0xFD, 0xFE, 0xFD, 0xFE]
    assert board.read(GPIO + 1, 2) == [0xFD, 0xFE]


def test_bank_1_has_the_ports_apart(board):
    board.pull_up()
    board.write(IOCON, 0x80)
    board.write(0x00, 0xF0, 0x01, 0x02, 0x03, 0x04)
    board.write(0x10, 0x0F, 0x11, 0x12, 0x13, 0x14)
    assert board.read(0x00, 5) == [0xF0, 0x01, 0x02, 0x03, 0x04]
    assert board.read(0x10, 5) == [0x0F, 0x11, 0x12, 0x13, 0x14]
    assert board.read(0x05) == board.read(0x15) == 0x80
    board.write(0x1A, 0x55, 0x77)  # OLATB is the last register
    assert board.read(0x00) == 0x77
    board.write(0x15, 0x00)
    assert board.read(IODIR, 2) == [0x77, 0x0F]
    assert board.read(OLAT + 1) == 0x55


def test_bank_1_in_byte_mode_stays_where_it_is(board):
    board.write(IOCON, 0xA0)
    board.write(0x03, 1, 2, 3)
    assert board.read(0x03, 3) == [3, 3, 3]
    assert board.read(0x04) == 0


def test_iocon_is_one_register_and_bit_0_is_not_there(board):
    board.write(IOCON, 0x5F)
    assert board.read(IOCON, 2) == [0x5E, 0x5E]


def test_intf_and_intcap_are_read_only(board):
    board.write(INTF, 0xFF, 0xFF, 0xFF, 0xFF)
    assert board.read(INTF, 4) == [0, 0, 0, 0]


def test_reset_pin(board):
    board.write(IODIR, 0x0F, 0x0F, 0x01)
    board.reset.drive("mcu", 0)
    assert not board.chip.start(0)
    assert board.chip.pins[7].level is None
    board.clock.advance(1)
    board.reset.drive("mcu", 1)
    assert board.read(IODIR, 3) == [0xFF, 0xFF, 0]


@pytest.mark.parametrize("gone,back", [("unplug", "plug"), ("power_off", "power_on")])
def test_without_supply_or_cable_it_does_not_answer(board, gone, back):
    board.write(IODIR, 0x00)
    getattr(board.chip, gone)()
    assert not board.chip.start(0) and not board.chip.start(1)
    assert board.chip.pins[0].level is None and board.inta.level is None
    getattr(board.chip, back)()
    assert board.read(IODIR) == 0xFF
    assert board.inta.level == 1


def test_addresses_0x20_to_0x27():
    for address in (0x1F, 0x28):
        with pytest.raises(ValueError, match="address"):
            Mcp23017(Clock(), Faults(), address)
    assert Mcp23017(Clock(), Faults(), 0x27).start(0)


def test_registers_are_accessible_over_the_i2c_bus(board):
    bus = I2cBus("i2c", board.clock, board.faults)
    bus.add(board.chip, 0x20, FASTEST_HZ)
    board.pull_up()
    board.key(2)
    assert not bus.write(0x21, b"\x12", True, 400_000)
    assert bus.write(0x20, b"\x12", False, 400_000)
    data = bytearray(2)
    assert bus.read(0x20, data, True, 400_000)
    assert data == b"\xfb\xff"


# Levels of the pins


def test_pull_ups_are_for_inputs(board):
    assert board.chip.pins[0].level is None
    board.pull_up()
    assert board.chip.pins[0].level == 1
    board.write(IODIR, 0xFE)
    assert board.chip.pins[0].level == 0
    board.write(IODIR, 0xFF)
    board.write(GPPU, 0x00)
    assert board.chip.pins[0].level is None


def test_an_external_pull_up_stays_without_the_chips():
    faults = Faults()
    pulls = [1, 1, None, 1] * 4
    pins = [Net("pin", faults, pull) for pull in pulls]
    chip = Mcp23017(Clock(), faults, 0x20, pins=pins)
    assert chip.start(0) and chip.write(GPPU) and chip.write(0xFF) and chip.write(0x00)
    assert [net.level for net in pins] == [1] * 8 + pulls[8:]


def test_ipol_inverts_what_is_read_of_inputs(board):
    board.pull_up()
    board.write(IPOL, 0xF0)
    board.key(0)
    board.key(7)
    assert board.read(GPIO) == 0x8E


def test_writing_gpio_writes_the_latch(board):
    board.write(IODIR, 0x00)
    board.write(GPIO, 0xA5)
    assert board.read(OLAT) == 0xA5
    assert [net.level for net in board.chip.pins[:8]] == [1, 0, 1, 0, 0, 1, 0, 1]
    assert board.read(GPIO) == 0xA5


def test_reading_gpio_reads_the_pins_not_the_latch(board):
    board.write(IODIR, 0x00)
    board.write(OLAT, 0x01)
    board.chip.pins[0].drive("short", 0)
    assert board.read(GPIO) == 0x00
    assert board.read(OLAT) == 0x01
    fault(board, "driven high and low at once")


# Interrupts


def on_change(board):
    """Enable pull-ups and interrupts on change for all pins."""
    board.pull_up()
    board.write(GPINTEN, 0xFF, 0xFF)


def test_an_interrupt_on_change_captures_the_port(board):
    on_change(board)
    assert (board.inta.level, board.intb.level) == (1, 1)
    board.key(3)
    assert (board.inta.level, board.intb.level) == (0, 1)
    board.key(3, False)
    assert board.read(INTF, 4) == [0x08, 0x00, 0xF7, 0x00]


@pytest.mark.parametrize("register", [GPIO, INTCAP])
def test_reading_gpio_or_intcap_clears_the_interrupt(board, register):
    on_change(board)
    board.key(3)
    board.read(INTF)
    board.read(register + 1)  # a read of the other port does not clear the interrupt
    assert board.inta.level == 0
    board.read(register)
    assert board.inta.level == 1
    assert board.read(INTF) == 0


def test_writing_gpio_does_not_clear_the_interrupt(board):
    on_change(board)
    board.key(3)
    board.write(GPIO, 0x00)
    board.write(INTCAP, 0x00)
    assert board.inta.level == 0
    assert board.read(INTCAP) == 0xF7


def test_a_pending_interrupt_blocks_further_captures(board):
    on_change(board)
    board.key(3)
    board.key(5)
    assert board.read(INTF) == 0x08
    assert board.read(INTCAP) == 0xF7
    assert board.inta.level == 1
    assert board.read(GPIO) == 0xD7  # the second key shows only in GPIO


def test_after_clearing_a_change_back_is_a_change(board):
    on_change(board)
    board.key(3)
    board.read(GPIO)
    board.key(3, False)
    assert board.inta.level == 0
    assert board.read(INTCAP) == 0xFF


def test_a_change_back_before_clearing_is_lost(board):
    on_change(board)
    board.key(3)
    board.key(3, False)
    assert board.read(INTCAP) == 0xF7
    assert board.inta.level == 1


def test_a_defval_interrupt_lasts_as_long_as_the_difference(board):
    board.pull_up()
    board.write(DEFVAL, 0xFF)
    board.write(INTCON, 0xFF)
    board.write(GPINTEN, 0x08)
    board.key(3)
    board.read(GPIO)
    assert board.inta.level == 0
    board.key(3, False)
    assert board.inta.level == 0
    board.read(GPIO)
    assert board.inta.level == 1


def test_only_enabled_inputs_interrupt(board):
    board.pull_up()
    board.write(IODIR, 0xFD)
    board.write(GPINTEN, 0x06)
    board.key(0)
    board.write(OLAT, 0x02)
    assert board.inta.level == 1
    board.key(2)
    assert board.inta.level == 0


def test_intcap_is_captured_as_gpio_shows_it(board):
    board.write(IPOL, 0xFF)
    on_change(board)
    board.key(3)
    assert board.read(INTCAP) == 0x08


def test_mirror_puts_both_ports_on_both_outputs(board):
    board.write(IOCON, 0x40)
    on_change(board)
    board.key(3)
    board.key(12)
    assert (board.inta.level, board.intb.level) == (0, 0)
    board.read(GPIO)
    assert (board.inta.level, board.intb.level) == (0, 0)
    board.read(GPIO + 1)
    assert (board.inta.level, board.intb.level) == (1, 1)


def test_intpol_is_active_high(board):
    board.write(IOCON, 0x02)
    on_change(board)
    assert board.inta.level == 0
    board.key(3)
    assert board.inta.level == 1


def test_odr_is_open_drain_whatever_intpol(board):
    board.write(IOCON, 0x06)
    on_change(board)
    assert board.inta.level is None
    board.key(3)
    assert board.inta.level == 0


def test_two_open_drains_share_a_line():
    clock, faults = Clock(), Faults()
    line = Net("INT", faults, 1)
    chips = [Mcp23017(clock, faults, 0x20 + i, line, name=f"chip{i}") for i in range(2)]
    for chip in chips:
        for data in (b"\x0a\x44", b"\x0c\xff\xff", b"\x04\xff\xff"):
            assert chip.start(0) and all(chip.write(byte) for byte in data)
            chip.stop()
    chips[0].pins[1].drive("key", 0)
    chips[1].pins[9].drive("key", 0)
    assert line.level == 0
    for chip in chips:
        assert line.level == 0
        assert chip.start(0) and chip.write(GPIO)
        assert chip.start(1) and chip.read() + chip.read() < 0x1FE
        chip.stop()
    assert line.level == 1
    faults.check()


# Misuse that the real chip would not report: one test for each fault of the model


def test_fault_a_floating_input_is_read(board):
    board.write(GPPU, 0xFE, 0xFF)
    board.read(GPIO)
    fault(board, "GPA0 floats and is read")
    board.read(GPIO + 1)


def test_fault_a_floating_input_is_to_interrupt(board):
    board.write(GPPU, 0xFF, 0x7F)
    board.write(GPINTEN + 1, 0x80)
    fault(board, "GPB7 floats and is enabled to interrupt")


def test_fault_an_output_against_a_key(board):
    board.write(OLAT, 0xFF)
    board.key(2)
    board.write(IODIR, 0x00)
    fault(board, "driven high and low at once")


def test_fault_two_push_pull_interrupts_on_one_line():
    clock, faults = Clock(), Faults()
    line = Net("INT", faults)
    chips = [Mcp23017(clock, faults, 0x20 + i, line, name=f"chip{i}") for i in range(2)]
    for data in (b"\x0c\xff\xff", b"\x04\xff\xff"):
        assert chips[0].start(0) and all(chips[0].write(byte) for byte in data)
    chips[0].pins[1].drive("key", 0)
    with pytest.raises(SimFault, match="driven high and low at once by chip0, chip1"):
        faults.check()


@pytest.mark.parametrize(
    "iocon,register", [(0x00, 0x16), (0x80, 0x0B), (0x80, 0x1B), (0x80, 0x20)]
)
def test_fault_a_register_that_is_not_there(board, iocon, register):
    board.write(IOCON, iocon)
    board.read(register)
    fault(board, "no register")


def test_fault_sequential_write_past_a_change_of_bank(board):
    """IOCON is at 0x0A and 0x0B until BANK is set. Then 0x0B is no register any more."""
    board.write(IOCON, 0x80, 0x80)
    fault(board, "no register 0x0B")


def test_fault_floating_reset():
    faults = Faults()
    chip = Mcp23017(Clock(), faults, 0x20, reset=Net("RESET", faults))
    chip.start(0)
    with pytest.raises(SimFault, match="RESET floats"):
        faults.check()


def test_fault_a_reset_that_is_too_short(board):
    board.clock.advance(1_000)
    board.reset.drive("mcu", 0)
    board.reset.drive("mcu", 1)
    fault(board, "RESET low")


def test_fault_inputs_on_the_output_only_pins_of_revision_d():
    board = Board(revision_d=True)
    board.pull_up()
    board.write(IODIR, 0x7F, 0xFF)
    board.read(GPIO)
    board.faults.check()
    board.read(GPIO + 1)
    fault(board, "GPB7")
