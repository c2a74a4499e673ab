"""Model of the MCP23017, an I/O expander on I2C with 16 pins; its data sheet is DS20001952."""

from marcoria.sim.chips.pins import Net

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.kernel import Clock, Faults

# Registers of a port. The numbers are the addresses for port A with IOCON.BANK = 1; for port B the
# addresses are 0x10 higher. With BANK = 0 the registers of ports A and B alternate: the address is
# twice the number for port A, and one more for port B.
IODIR = 0x00
IPOL = 0x01
GPINTEN = 0x02
DEFVAL = 0x03
INTCON = 0x04
IOCON = 0x05  # one register, with an address in each port
GPPU = 0x06
INTF = 0x07
INTCAP = 0x08
GPIO = 0x09
OLAT = 0x0A
REGISTERS = 11  # number of registers of a port

# Bits of IOCON
BANK = 0x80
MIRROR = 0x40
SEQOP = 0x20
ODR = 0x04
INTPOL = 0x02
FASTEST_HZ = 1_700_000  # fastest I2C clock in the data sheet
RESET_LOW = 1  # shortest time in us for which RESET must be low


class PortPins:
    """Port A or B (`letter`) of a chip; `pins` are the nets of the port's eight pins."""

    def __init__(self, chip: "Mcp23017", letter: str, pins: "list[Net]") -> None:
        self._chip = chip
        self._name = chip.name
        self._letter = letter
        self.pins = pins
        self._outer_pulls = [net.pull for net in pins]
        self._levels = 0  # mask of the pins with level 1
        self._floats = 0  # mask of the pins that float
        self.clear()

    def clear(self) -> None:
        """Reset all registers, so that all pins are inputs; the caller must then call `drive`."""
        self.registers = bytearray(REGISTERS)
        self.registers[IODIR] = 0xFF
        self._before = self._levels

    def watch(self) -> None:
        """Follow the levels of all pins from now on."""
        for i in range(8):
            self._watch(i)

    # --- registers ----------------------------------------------------------------------------

    def write(self, register: int, byte: int) -> None:
        """Write a register; a write to GPIO goes to OLAT, and INTF and INTCAP are read-only."""
        if register in (GPIO, OLAT):
            self.registers[OLAT] = byte
        elif register not in (INTF, INTCAP):
            self.registers[register] = byte
        if register in (IODIR, GPPU, GPIO, OLAT):
            self.drive()
        if register in (IODIR, GPINTEN, DEFVAL, INTCON):
            self._compare()

    def read(self, register: int) -> int:
        """Return a register; a read of GPIO or INTCAP also clears the port's interrupt."""
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
        """Return the register GPIO; report a fault for inputs that float or must be outputs."""
        inputs = self.registers[IODIR]
        self._check_floating(inputs, "read")
        if self._chip.revision_d and inputs & 0x80:
            self._chip.fault("GP%s7 is an input: it is for output only" % self._letter)
        return self._levels ^ self.registers[IPOL] & inputs

    def _check_floating(self, mask: int, why: str) -> None:
        """Report a fault for each floating pin in `mask`; `why` says how the pin is used.

        A floating input has no defined level and draws current.
        """
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
        """Drive outputs to their levels in OLAT; release inputs and set their pull-ups."""
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
        """Return whether an interrupt is pending."""
        return self.registers[INTF] != 0

    def _compare(self) -> None:
        """Raise an interrupt if an enabled input has changed, or differs from DEFVAL.

        INTCON selects for each pin which of the two conditions counts. While an interrupt of the
        port is pending, no other interrupt is raised.
        """
        registers, level = self.registers, self._levels
        enabled = registers[GPINTEN] & registers[IODIR]
        by_default = registers[INTCON]
        differs = (level ^ self._before) & ~by_default
        differs |= (level ^ registers[DEFVAL]) & by_default
        self._before = level
        if enabled:
            self._check_floating(enabled, "enabled to interrupt")
        if differs & enabled and not registers[INTF]:
            registers[INTF] = differs & enabled
            registers[INTCAP] = level ^ registers[IPOL] & registers[IODIR]

    def _confirm(self) -> None:
        """Clear the interrupt after a read of GPIO or INTCAP, and compare the pins again.

        If a pin is compared with DEFVAL and still differs, the interrupt is raised again at once.
        """
        self.registers[INTF] = 0
        self._compare()
        self._chip.show_interrupts()


class Mcp23017:
    """The expander; `pins` are the nets of GPA0-7 and then GPB0-7 (new nets if None).

    `inta`, `intb` and `reset` are the nets of the pins INTA, INTB and RESET, or None for a pin
    that is not connected. RESET is active low; without a net it is at the supply voltage. `name`
    is the name of the chip in faults. With `revision_d`, a read of GPIO is a fault while bit 7 of
    the port is an input: since 2022 the data sheet allows GPA7 and GPB7 only as outputs, because
    a level that changes during a read disturbs SDA. Raise ValueError if `address` is impossible.
    """

    def __init__(
        self,
        clock: "Clock",
        faults: "Faults",
        address: int,
        inta: "Net | None" = None,
        intb: "Net | None" = None,
        reset: "Net | None" = None,
        pins: "list[Net] | None" = None,
        name: str = "expander",
        revision_d: bool = False,
    ) -> None:
        if not 0x20 <= address <= 0x27:
            raise ValueError("address 0x%02x is not from 0x20 to 0x27" % address)
        self.clock = clock
        self.faults = faults
        self.address = address
        self.name = name
        self.revision_d = revision_d
        self.interrupts = (inta, intb)
        self.reset = reset
        self.reset_at = 0
        self.supplied = True
        self.connected = True
        if pins is None:
            pins = [Net("%s GP%s%d" % (name, "AB"[i // 8], i % 8), faults) for i in range(16)]
        self.pins = pins
        self.ports = (PortPins(self, "A", pins[:8]), PortPins(self, "B", pins[8:]))
        self._defaults()
        for port in self.ports:
            port.watch()
        if reset is not None:
            reset.watch(self._reset_edge)

    # --- supply and cable ---------------------------------------------------------------------

    def power_off(self) -> None:
        """Switch the supply off; all pins become high-impedance."""
        self.supplied = False
        self._defaults()

    def power_on(self) -> None:
        """Switch the supply on, with all registers as after a reset."""
        self.supplied = True
        self._defaults()

    def unplug(self) -> None:
        """Unplug the expander: it no longer answers, and drives none of its pins."""
        self.connected = False
        self._defaults()

    def plug(self) -> None:
        """Plug the expander in again; it starts as after a reset."""
        self.connected = True
        self._defaults()

    # --- the I2C bus --------------------------------------------------------------------------

    def start(self, read: int) -> bool:
        """Receive a (repeated) start with this chip's address, which begins a read or a write.

        `read` is 1 for a read. Return whether the chip acknowledges.
        """
        if not self._works():
            return False
        self.addressing = not read
        return True

    def write(self, byte: int) -> bool:
        """Receive a byte and return whether the chip acknowledges it.

        The first byte after the start is the address of a register, and sets the pointer. Each
        further byte is written into the register at the pointer, and the pointer moves.
        """
        if not self._works():
            return False
        if self.addressing:
            self.addressing = False
            self.pointer = byte
            return True
        port, register = self._decode()
        if register is not None:
            self.write_register(port, register, byte)
        # If the byte has changed the BANK bit, the pointer moves as the new value requires.
        self._step()
        return True

    def read(self) -> int:
        """Return the value of the register at the pointer, and move the pointer.

        Return 0xFF if there is no such register, or if the chip is off, unplugged or in reset.
        """
        if not self._works():
            return 0xFF
        port, register = self._decode()
        byte = 0xFF
        if register is not None:
            byte = self.iocon if register == IOCON else self.ports[port].read(register)
        self._step()
        return byte

    def stop(self) -> None:
        """Receive a stop condition; the pointer keeps its value."""
        self.addressing = False

    def write_register(self, port: int, register: int, byte: int) -> None:
        """Write a register of a port (0: A, 1: B), and update the interrupt pins."""
        if register == IOCON:
            self.iocon = byte & 0xFE
        else:
            self.ports[port].write(register, byte)
        self.show_interrupts()

    def _works(self) -> bool:
        if not (self.supplied and self.connected):
            return False
        if self.reset is None:
            return True
        if self.reset.level is None:
            self.fault("RESET floats: it must be biased from outside")
        return self.reset.level != 0

    def _decode(self) -> "tuple[int, int | None]":
        """Return the port and register at the pointer; the register is None if none exists."""
        if self.iocon & BANK:
            port, register = self.pointer >> 4 & 1, self.pointer & 15
            there = self.pointer < 0x20 and register < REGISTERS
        else:
            port, register = self.pointer & 1, self.pointer >> 1
            there = register < REGISTERS
        if not there:
            self.fault("no register 0x%02X with BANK = %d" % (self.pointer, self.iocon >> 7))
            return 0, None
        return port, register

    def _step(self) -> None:
        """Move the pointer to the next address, or to 0 after the last register.

        With SEQOP = 1 and BANK = 1 the pointer does not move. With SEQOP = 1 and BANK = 0 it
        alternates between a register of port A and the same register of port B.
        """
        if self.iocon & SEQOP:
            if not self.iocon & BANK:
                self.pointer ^= 1
            return
        last = 0x1A if self.iocon & BANK else 2 * REGISTERS - 1
        self.pointer = 0 if self.pointer >= last else self.pointer + 1

    # --- interrupts ---------------------------------------------------------------------------

    def show_interrupts(self) -> None:
        """Drive both interrupt pins according to the ports' interrupts and IOCON."""
        active = [port.interrupts() for port in self.ports]
        if self.iocon & MIRROR:
            active = [active[0] or active[1]] * 2
        for i in (0, 1):
            net = self.interrupts[i]
            if net is not None:
                level = self._interrupt_level(active[i])
                if net.drivers.get(self.name) != level:
                    net.drive(self.name, level)

    def _interrupt_level(self, active: bool) -> "int | None":
        if not (self.supplied and self.connected):
            return None
        if self.iocon & ODR:
            return 0 if active else None
        return int(active == (self.iocon & INTPOL != 0))

    # --- resets -------------------------------------------------------------------------------

    def _reset_edge(self, level: "int | None") -> None:
        if level == 0:
            self.reset_at = self.clock.now
            self._defaults()
        elif self.clock.now - self.reset_at < RESET_LOW:
            self.fault("RESET low for less than %d us" % RESET_LOW)

    def _defaults(self) -> None:
        """Reset all registers and pins.

        The registers of both ports are reset first. Otherwise a pin that changes could still raise
        an interrupt with the old settings.
        """
        self.iocon = 0
        self.pointer = 0
        self.addressing = False
        for port in self.ports:
            port.clear()
        for port in self.ports:
            port.drive()
        self.show_interrupts()

    def fault(self, what: str) -> None:
        """Report a fault of the expander."""
        self.faults.add(self.name, what)
