"""The MCP23017: sixteen pins on I2C, with interrupts on change. From data sheet DS20001952."""

from marcoria.sim.chips.net import Net

FASTEST_HZ = 1_700_000

# Registers of a port, in the order of IOCON.BANK = 1; BANK = 0 pairs the ports: twice as far.
IODIR = 0x00
IPOL = 0x01
GPINTEN = 0x02
DEFVAL = 0x03
INTCON = 0x04
IOCON = 0x05  # one register, seen in both ports
GPPU = 0x06
INTF = 0x07
INTCAP = 0x08
GPIO = 0x09
OLAT = 0x0A
_REGISTERS = 11

# IOCON
BANK = 0x80
MIRROR = 0x40
SEQOP = 0x20
ODR = 0x04
INTPOL = 0x02

RESET_LOW = 1  # us


class Mcp23017:
    """The expander. `pins` are its nets, GPA0-7 then GPB0-7; without, it makes its own.

    `inta`, `intb` and `reset` (low) are nets, or None where nothing is connected (RESET then
    goes to the supply). `revision_d`: the data sheet since 2022 has GPA7 and GPB7 as outputs only,
    because a level that changes there while it is read spoils SDA; with it their use as inputs
    is a fault.
    """

    def __init__(
        self,
        clock,
        faults,
        address,
        inta=None,
        intb=None,
        reset=None,
        pins=None,
        name="expander",
        revision_d=False,
    ):
        if not 0x20 <= address <= 0x27:
            raise ValueError("address 0x%02x" % address)
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
        self.outer_pulls = [net.pull for net in pins]
        self.levels = [0, 0]  # of the pins, a byte a port
        self.floats = [0, 0]
        self._defaults()
        for i in range(16):
            self._watch(i)
        if reset is not None:
            reset.watch(self._reset_edge)

    # What a person does

    def power_off(self):
        """The supply goes; every pin lets go."""
        self.supplied = False
        self._defaults()

    def power_on(self):
        """The supply comes: all registers as after a reset."""
        self.supplied = True
        self._defaults()

    def unplug(self):
        """The cable to the expander comes off: it no longer answers, its interrupts let go."""
        self.connected = False
        self._defaults()

    def plug(self):
        """The cable is put back; the chip starts afresh."""
        self.connected = True
        self._defaults()

    # The I2C bus

    def start(self, read):
        """A (repeated) start with this chip's address. True when it acknowledges."""
        if not self._works():
            return False
        self.addressing = not read
        return True

    def write(self, byte):
        """A byte from the master: the register's address first, then data for it and the next."""
        if not self._works():
            return False
        if self.addressing:
            self.addressing = False
            self.pointer = byte
            return True
        port, register = self._decode()
        if register is not None:
            self._write(port, register, byte)
        # A new BANK bit already counts for what the pointer means next.
        self._step(port, register)
        return True

    def read(self):
        """A byte for the master, from the register the pointer is at."""
        if not self._works():
            return 0xFF
        port, register = self._decode()
        byte = 0xFF if register is None else self._read(port, register)
        self._step(port, register)
        return byte

    def stop(self):
        """A stop. The pointer stays where it is."""
        self.addressing = False

    def _works(self):
        if not (self.supplied and self.connected):
            return False
        if self.reset is None:
            return True
        if self.reset.level is None:
            self._fault("RESET floats: it must be biased from outside")
        return self.reset.level != 0

    def _decode(self):
        """Port and register of the pointer, or None for a register that is not there."""
        if self.iocon & BANK:
            port, register = self.pointer >> 4 & 1, self.pointer & 15
            there = self.pointer < 0x20 and register < _REGISTERS
        else:
            port, register = self.pointer & 1, self.pointer >> 1
            there = register < _REGISTERS
        if not there:
            self._fault("no register 0x%02X with BANK = %d" % (self.pointer, self.iocon >> 7))
            return 0, None
        return port, register

    def _step(self, port, register):
        """On to the next register, or with SEQOP to the same, with BANK = 0 of the other port."""
        if self.iocon & SEQOP:
            if not self.iocon & BANK:
                self.pointer ^= 1
            return
        last = 0x1A if self.iocon & BANK else 2 * _REGISTERS - 1
        self.pointer = 0 if self.pointer >= last else self.pointer + 1

    # Registers

    def _write(self, port, register, byte):
        registers = self.registers[port]
        if register == IOCON:
            self.iocon = byte & 0xFE
        elif register in (GPIO, OLAT):
            registers[OLAT] = byte
        elif register not in (INTF, INTCAP):
            registers[register] = byte
        if register in (IODIR, GPPU, GPIO, OLAT):
            for i in range(8):
                self._drive(port, i)
        if register in (IODIR, GPINTEN, DEFVAL, INTCON):
            self._compare(port)
        self._show_interrupts()

    def _read(self, port, register):
        registers = self.registers[port]
        if register == IOCON:
            return self.iocon
        if register == GPIO:
            byte = self._port(port)
            self._clear(port)
            return byte
        if register == INTCAP:
            byte = registers[INTCAP]
            self._clear(port)
            return byte
        return registers[register]

    def _port(self, port):
        """The port as the GPIO register shows it."""
        registers = self.registers[port]
        inputs = registers[IODIR]
        self._check_floating(port, inputs, "read")
        if self.revision_d and inputs & 0x80:
            self._fault("GP%s7 is an input: it is for output only" % "AB"[port])
        return self.levels[port] ^ registers[IPOL] & inputs

    def _check_floating(self, port, mask, why):
        """An input that nothing drives or pulls has any level, and draws current."""
        loose = self.floats[port] & mask
        for i in range(8):
            if loose >> i & 1:
                self._fault("GP%s%d floats and is %s" % ("AB"[port], i, why))

    # Pins

    def _watch(self, i):
        port, bit = i // 8, 1 << i % 8
        net = self.pins[i]

        def edge(level):
            if level:
                self.levels[port] |= bit
            else:
                self.levels[port] &= ~bit
            if level is None:
                self.floats[port] |= bit
            else:
                self.floats[port] &= ~bit
            self._compare(port)
            self._show_interrupts()

        edge(net.level)
        net.watch(edge)

    def _drive(self, port, i):
        """Puts a pin's latch on its net, or only the pull-up of an input."""
        net = self.pins[8 * port + i]
        registers = self.registers[port]
        output = not registers[IODIR] >> i & 1
        pull = self.outer_pulls[8 * port + i]
        if registers[GPPU] >> i & 1 and not output and pull is None:
            pull = 1
        if net.pull != pull:
            net.set_pull(pull)
        net.drive(self.name, registers[OLAT] >> i & 1 if output else None)

    # Interrupts

    def _compare(self, port):
        """Looks for a pin that differs from what it was, or from DEFVAL, and is to tell so."""
        registers = self.registers[port]
        enabled = registers[GPINTEN] & registers[IODIR]
        level = self.levels[port]
        by_default = registers[INTCON]
        differs = (level ^ self.before[port]) & ~by_default
        differs |= (level ^ registers[DEFVAL]) & by_default
        self.before[port] = level
        if enabled:
            self._check_floating(port, enabled, "to interrupt")
        if differs & enabled and not registers[INTF]:
            registers[INTF] = differs & enabled
            registers[INTCAP] = level ^ registers[IPOL] & registers[IODIR]

    def _clear(self, port):
        """GPIO or INTCAP was read: the pins as they are now are what the next change is from.
        A pin that still differs from its DEFVAL interrupts again at once."""
        self.registers[port][INTF] = 0
        self._compare(port)
        self._show_interrupts()

    def _show_interrupts(self):
        active = [self.registers[0][INTF] != 0, self.registers[1][INTF] != 0]
        if self.iocon & MIRROR:
            active = [active[0] or active[1]] * 2
        for port in (0, 1):
            net = self.interrupts[port]
            if net is not None:
                level = self._interrupt_level(active[port])
                if net.drivers.get(self.name) != level:
                    net.drive(self.name, level)

    def _interrupt_level(self, active):
        if not (self.supplied and self.connected):
            return None
        if self.iocon & ODR:
            return 0 if active else None
        return int(active == (self.iocon & INTPOL != 0))

    # Resets

    def _reset_edge(self, level):
        if level == 0:
            self.reset_at = self.clock.now
            self._defaults()
        elif self.clock.now - self.reset_at < RESET_LOW:
            self._fault("RESET low for less than %d us" % RESET_LOW)

    def _defaults(self):
        """All registers 0, but all pins inputs."""
        self.registers = [bytearray(_REGISTERS), bytearray(_REGISTERS)]
        self.registers[0][IODIR] = 0xFF
        self.registers[1][IODIR] = 0xFF
        self.iocon = 0
        self.pointer = 0
        self.addressing = False
        self.before = [self.levels[0], self.levels[1]]
        for port in (0, 1):
            for i in range(8):
                self._drive(port, i)
        self._show_interrupts()

    def _fault(self, what):
        self.faults.add(self.name, what)
