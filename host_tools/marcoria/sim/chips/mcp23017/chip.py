"""The chip MCP23017: its two ports as the I2C bus sees them, its interrupt pins, its resets."""

from marcoria.sim.chips.mcp23017.port import Port
from marcoria.sim.chips.mcp23017.registers import (
    BANK,
    INTPOL,
    IOCON,
    MIRROR,
    ODR,
    REGISTERS,
    SEQOP,
)
from marcoria.sim.chips.net import Net

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.clock import Clock
    from marcoria.sim.chips.faults import Faults

FASTEST_HZ = 1_700_000
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
        self.ports = (Port(self, "A", pins[:8]), Port(self, "B", pins[8:]))
        self._defaults()
        for port in self.ports:
            port.watch()
        if reset is not None:
            reset.watch(self._reset_edge)

    # --- what a person does -------------------------------------------------------------------

    def power_off(self) -> None:
        """The supply goes; every pin lets go."""
        self.supplied = False
        self._defaults()

    def power_on(self) -> None:
        """The supply comes: all registers as after a reset."""
        self.supplied = True
        self._defaults()

    def unplug(self) -> None:
        """The cable to the expander comes off: it no longer answers, its interrupts let go."""
        self.connected = False
        self._defaults()

    def plug(self) -> None:
        """The cable is put back; the chip starts afresh."""
        self.connected = True
        self._defaults()

    # --- the I2C bus --------------------------------------------------------------------------

    def start(self, read: int) -> bool:
        """A (repeated) start with this chip's address. True when it acknowledges."""
        if not self._works():
            return False
        self.addressing = not read
        return True

    def write(self, byte: int) -> bool:
        """A byte from the master: the register's address first, then data for it and the next."""
        if not self._works():
            return False
        if self.addressing:
            self.addressing = False
            self.pointer = byte
            return True
        port, register = self._decode()
        if register is not None:
            self.write_register(port, register, byte)
        # A new BANK bit already counts for what the pointer means next.
        self._step()
        return True

    def read(self) -> int:
        """A byte for the master, from the register the pointer is at."""
        if not self._works():
            return 0xFF
        port, register = self._decode()
        byte = 0xFF
        if register is not None:
            byte = self.iocon if register == IOCON else self.ports[port].read(register)
        self._step()
        return byte

    def stop(self) -> None:
        """A stop. The pointer stays where it is."""
        self.addressing = False

    def write_register(self, port: int, register: int, byte: int) -> None:
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
        """Port and register of the pointer, or None for a register that is not there."""
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
        """On to the next register, or with SEQOP to the same, with BANK = 0 of the other port."""
        if self.iocon & SEQOP:
            if not self.iocon & BANK:
                self.pointer ^= 1
            return
        last = 0x1A if self.iocon & BANK else 2 * REGISTERS - 1
        self.pointer = 0 if self.pointer >= last else self.pointer + 1

    # --- interrupts ---------------------------------------------------------------------------

    def show_interrupts(self) -> None:
        """Both pins as the ports and IOCON want them."""
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
        """As when the supply comes. No pin is driven before all registers are cleared."""
        self.iocon = 0
        self.pointer = 0
        self.addressing = False
        for port in self.ports:
            port.clear()
        for port in self.ports:
            port.drive()
        self.show_interrupts()

    def fault(self, what: str) -> None:
        self.faults.add(self.name, what)
