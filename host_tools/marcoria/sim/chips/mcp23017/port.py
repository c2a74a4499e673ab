"""Eight pins of an MCP23017: their registers, latches and levels, and what interrupts."""

from marcoria.sim.chips.mcp23017.registers import (
    DEFVAL,
    GPINTEN,
    GPIO,
    GPPU,
    INTCAP,
    INTCON,
    INTF,
    IODIR,
    IPOL,
    OLAT,
    REGISTERS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.mcp23017.chip import Mcp23017
    from marcoria.sim.chips.net import Net


class Port:
    """Port A or B of `chip`, as its `letter` says; `pins` are its nets."""

    def __init__(self, chip: "Mcp23017", letter: str, pins: "list[Net]") -> None:
        self._chip = chip
        self._name = chip.name
        self._letter = letter
        self.pins = pins
        self._outer_pulls = [net.pull for net in pins]
        self._levels = 0  # of the pins, a bit each
        self._floats = 0
        self.clear()

    def clear(self) -> None:
        """All registers 0, but all pins inputs. Next comes `drive`."""
        self.registers = bytearray(REGISTERS)
        self.registers[IODIR] = 0xFF
        self._before = self._levels

    def watch(self) -> None:
        """From now on edges on the pins count."""
        for i in range(8):
            self._watch(i)

    # --- registers ----------------------------------------------------------------------------

    def write(self, register: int, byte: int) -> None:
        if register in (GPIO, OLAT):
            self.registers[OLAT] = byte
        elif register not in (INTF, INTCAP):
            self.registers[register] = byte
        if register in (IODIR, GPPU, GPIO, OLAT):
            self.drive()
        if register in (IODIR, GPINTEN, DEFVAL, INTCON):
            self._compare()

    def read(self, register: int) -> int:
        if register == GPIO:
            byte = self._level()
            self._confirm()
            return byte
        if register == INTCAP:
            byte = self.registers[INTCAP]
            self._confirm()
            return byte
        return self.registers[register]

    def _level(self) -> int:
        """The port as the GPIO register shows it."""
        inputs = self.registers[IODIR]
        self._check_floating(inputs, "read")
        if self._chip.revision_d and inputs & 0x80:
            self._chip.fault("GP%s7 is an input: it is for output only" % self._letter)
        return self._levels ^ self.registers[IPOL] & inputs

    def _check_floating(self, mask: int, why: str) -> None:
        """An input that nothing drives or pulls has any level, and draws current."""
        loose = self._floats & mask
        for i in range(8):
            if loose >> i & 1:
                self._chip.fault("GP%s%d floats and is %s" % (self._letter, i, why))

    # --- pins ---------------------------------------------------------------------------------

    def _watch(self, i: int) -> None:
        bit = 1 << i
        net = self.pins[i]

        def edge(level: "int | None") -> None:
            if level:
                self._levels |= bit
            else:
                self._levels &= ~bit
            if level is None:
                self._floats |= bit
            else:
                self._floats &= ~bit
            self._compare()
            self._chip.show_interrupts()

        edge(net.level)
        net.watch(edge)

    def drive(self) -> None:
        """Puts the latches on their nets, or only the pull-ups of inputs."""
        for i in range(8):
            self._drive(i)

    def _drive(self, i: int) -> None:
        net, registers = self.pins[i], self.registers
        output = not registers[IODIR] >> i & 1
        pull = self._outer_pulls[i]
        if registers[GPPU] >> i & 1 and not output and pull is None:
            pull = 1
        if net.pull != pull:
            net.set_pull(pull)
        net.drive(self._name, registers[OLAT] >> i & 1 if output else None)

    # --- interrupts ---------------------------------------------------------------------------

    def interrupts(self) -> bool:
        """Whether a change has not been confirmed yet."""
        return self.registers[INTF] != 0

    def _compare(self) -> None:
        """Looks for a pin that differs from what it was, or from DEFVAL, and is to tell so."""
        registers, level = self.registers, self._levels
        enabled = registers[GPINTEN] & registers[IODIR]
        by_default = registers[INTCON]
        differs = (level ^ self._before) & ~by_default
        differs |= (level ^ registers[DEFVAL]) & by_default
        self._before = level
        if enabled:
            self._check_floating(enabled, "to interrupt")
        if differs & enabled and not registers[INTF]:
            registers[INTF] = differs & enabled
            registers[INTCAP] = level ^ registers[IPOL] & registers[IODIR]

    def _confirm(self) -> None:
        """GPIO or INTCAP was read: the pins as they are now are what the next change is from.
        A pin that still differs from its DEFVAL interrupts again at once."""
        self.registers[INTF] = 0
        self._compare()
        self._chip.show_interrupts()
