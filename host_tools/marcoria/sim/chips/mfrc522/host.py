"""The host interface of the MFRC522: SPI, registers, FIFO, interrupts and status.

The first byte of a transfer is an address (bit 7: 1 for a read; bits 6 to 1: register). In a write
all further bytes go to that register. In a read each further byte from the host is the next
address; the chip sends the value of a register while it receives the byte after the register's
address.
"""

from marcoria.sim.chips.kernel import NEVER
from marcoria.sim.chips.mfrc522.registers import (
    BIT_FRAMING,
    BUFFER_OVFL,
    COM_IEN,
    COM_IRQ,
    COMMAND,
    CONTROL,
    CRC_JOB,
    CRC_RESULT_H,
    CRC_RESULT_L,
    CRYPTO1_ON,
    DIV_IEN,
    DIV_IRQ,
    DIV_IRQS,
    ERR_IRQ,
    ERROR,
    FIFO_DATA,
    FIFO_LEVEL,
    FIFO_SIZE,
    FLUSH,
    HI_ALERT_IRQ,
    IRQ_PUSH_PULL,
    LO_ALERT_IRQ,
    MASKS,
    POWER_DOWN,
    SET1,
    STATUS1,
    STATUS2,
    T_COUNTER_H,
    T_COUNTER_L,
    T_RELOAD_H,
    T_RELOAD_L,
    TEMP_ERR,
    TX_CONTROL,
    VERSION,
    WATER_LEVEL,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.mfrc522.chip import Mfrc522
    from marcoria.sim.chips.pins import Net
    from marcoria.sim.chips.seams import Buffer

    Read = Callable[[], int]
    Write = Callable[[int, int], None]


class Interrupts:
    """The interrupt bits, the error bits that raise ErrIRq, and the IRQ pin if it has a net."""

    def __init__(self, regs: bytearray, net: "Net | None", name: str) -> None:
        self.regs = regs
        self.net = net
        self.name = name
        self._level: "int | None" = None

    def raise_(self, bits: int) -> None:
        """Set interrupt bits of ComIrq."""
        self.regs[COM_IRQ] |= bits
        if self.net is not None:
            self.drive()

    def error(self, bits: int) -> None:
        """Set error bits and raise ErrIRq."""
        self.regs[ERROR] |= bits
        self.raise_(ERR_IRQ)

    def bit(self) -> int:
        """Return 1 if an enabled interrupt bit is set, else 0."""
        regs = self.regs
        com, div = regs[COM_IRQ] & regs[COM_IEN] & 0x7F, regs[DIV_IRQ] & regs[DIV_IEN] & DIV_IRQS
        return 1 if com or div else 0

    def drive(self) -> None:
        """Drive the IRQ pin to the level `bit()`, or to the inverse level if IRqInv is set.

        Unless IRqPushPull is set, the pin is an open drain: it is released instead of driven high.
        """
        if self.net is None:
            return
        level: "int | None" = self.bit() ^ self.regs[COM_IEN] >> 7
        if level and not self.regs[DIV_IEN] & IRQ_PUSH_PULL:
            level = None
        if level != self._level:
            self._level = level
            self.net.drive(self.name, level)

    def write(self, address: int, value: int) -> None:
        """Write ComIrq or DivIrq.

        The bits 0 to 6 that are 1 in `value` select bits of the register. Set the selected bits if
        Set1 or Set2 (bit 7 of `value`) is 1, else clear them.
        """
        marked = value & (0x7F if address == COM_IRQ else DIV_IRQS)
        if value & SET1:
            self.regs[address] |= marked
        else:
            self.regs[address] &= 255 - marked
        self.drive()


class Fifo:
    """The FIFO of 64 bytes; `fault` is called with a description if an empty FIFO is read."""

    def __init__(
        self, regs: bytearray, interrupts: "Interrupts", fault: "Callable[[str], None]"
    ) -> None:
        self.regs = regs
        self.bytes: "list[int]" = []
        self._interrupts = interrupts
        self._fault = fault

    def pop(self) -> int:
        """Remove and return the first byte; report a fault and return 0 if the FIFO is empty."""
        fifo = self.bytes
        if not fifo:
            self._fault("FIFO read while empty")
            return 0
        byte = fifo.pop(0)
        if len(fifo) == self.regs[WATER_LEVEL]:
            self._interrupts.raise_(LO_ALERT_IRQ)
        return byte

    def push(self, byte: int) -> bool:
        """Add a byte and return True; if there is no room, set BufferOvfl and return False."""
        fifo = self.bytes
        if len(fifo) == FIFO_SIZE:
            self._interrupts.error(BUFFER_OVFL)
            return False
        fifo.append(byte)
        if FIFO_SIZE - len(fifo) == self.regs[WATER_LEVEL]:
            self._interrupts.raise_(HI_ALERT_IRQ)
        return True

    def drain(self) -> bytes:
        """Remove and return all bytes."""
        taken = bytes(self.bytes)
        self.bytes.clear()
        if len(taken) > self.regs[WATER_LEVEL]:
            self._interrupts.raise_(LO_ALERT_IRQ)
        return taken

    def read_level(self) -> int:
        """Return the register FIFOLevel, the number of bytes."""
        return len(self.bytes)

    def write_level(self, address: int, value: int) -> None:
        """Write FIFOLevel; its bit FlushBuffer empties the FIFO and clears BufferOvfl."""
        if value & FLUSH:
            self.drain()
            self.regs[ERROR] &= 255 - BUFFER_OVFL


class Status:
    """Registers whose values are computed from the state of the chip's parts."""

    def __init__(self, chip: "Mfrc522") -> None:
        self._chip = chip
        self.regs = chip.regs

    def read_version(self) -> int:
        """Return the register Version."""
        return self._chip.version

    def read_command(self) -> int:
        """Return the register Command; its bit PowerDown reads 1 until the chip is awake."""
        value = self.regs[COMMAND]
        return value | POWER_DOWN if self._chip.clock.now < self._chip.power.ready_at else value

    def read_first(self) -> int:
        """Return the register Status1."""
        chip = self._chip
        length, water = len(chip.fifo.bytes), self.regs[WATER_LEVEL]
        value = 0 if self.regs[CRC_RESULT_H] | self.regs[CRC_RESULT_L] else 0x40
        if chip.jobs.kind != CRC_JOB or chip.jobs.at == NEVER:
            value |= 0x20
        value |= chip.interrupts.bit() << 4
        if chip.timer.at != NEVER:
            value |= 0x08
        if FIFO_SIZE - length <= water:
            value |= 0x02
        return value | (length <= water)

    def read_second(self) -> int:
        """Return the register Status2."""
        return self.regs[STATUS2] & 0xF8 | self._chip.modem.status()

    def write_second(self, address: int, value: int) -> None:
        """Write Status2: MFCrypto1On can only be cleared; TempSensClear clears TempErr."""
        self.regs[STATUS2] = value & 0xC0 | self.regs[STATUS2] & value & CRYPTO1_ON
        if value & 0x80:
            self.regs[ERROR] &= 255 - TEMP_ERR


class HostPort:
    """The SPI port of the chip, which dispatches accesses to the registers."""

    def __init__(self, chip: "Mfrc522") -> None:
        self._chip = chip
        self._clock = chip.clock
        self._agenda = chip.agenda
        self._regs = chip.regs
        self.accesses = 0  # number of transfers, for tests and benchmarks
        self.off = False  # whether NRSTPD is low
        self._address = -1
        self._reading = False
        self._masks = MASKS
        self._readers: "list[Read | None]" = [None] * 64
        self._writers: "list[Write | None]" = [None] * 64
        self._dispatch()

    def _dispatch(self) -> None:
        """Set the handlers of registers that do more than store a byte."""
        chip, read, write = self._chip, self._readers, self._writers
        read[COMMAND] = chip.status.read_command
        read[STATUS1] = chip.status.read_first
        read[STATUS2] = chip.status.read_second
        read[FIFO_DATA] = chip.fifo.pop
        read[FIFO_LEVEL] = chip.fifo.read_level
        read[T_COUNTER_H] = chip.timer.read_high
        read[T_COUNTER_L] = chip.timer.read_low
        read[VERSION] = chip.status.read_version
        write[COMMAND] = chip.commands.write
        write[COM_IEN] = write[DIV_IEN] = self._write_enable
        write[COM_IRQ] = write[DIV_IRQ] = chip.interrupts.write
        write[STATUS2] = chip.status.write_second
        write[FIFO_DATA] = chip.commands.write_fifo
        write[FIFO_LEVEL] = chip.fifo.write_level
        write[CONTROL] = chip.timer.write_control
        write[BIT_FRAMING] = chip.commands.write_bit_framing
        write[TX_CONTROL] = chip.power.write_tx_control

    def stick(self) -> None:
        """Make TReload ignore writes."""
        stuck = (T_RELOAD_H, T_RELOAD_L)
        self._masks = bytes([0 if i in stuck else MASKS[i] for i in range(64)])

    def free(self) -> None:
        """Make TReload accept writes again."""
        self._masks = MASKS

    def select(self) -> None:
        """Begin a transfer when NSS falls: the next byte is an address."""
        self.accesses += 1
        self._address = -1

    def deselect(self) -> None:
        """End a transfer when NSS rises; there is nothing to do."""

    def exchange(self, data: "Buffer", start: int, count: int) -> None:
        """Receive `count` bytes of `data` from `start`, and replace them by the chip's answer."""
        end = start + count
        if self.off:
            self._refuse(data, start, end)
            return
        address = self._address
        if address < 0 and count:
            byte = data[start]
            address = byte >> 1 & 63
            self._reading = byte > 127
            data[start] = 0
            start += 1
        if self._agenda.due <= self._clock.now:
            self._agenda.sync()
        if self._reading:
            regs, readers = self._regs, self._readers
            while start < end:
                read = readers[address]
                value = regs[address] if read is None else read()
                address = data[start] >> 1 & 63
                data[start] = value
                start += 1
        else:
            write, mask = self._writers[address], self._masks[address]
            while start < end:
                if write is None:
                    self._regs[address] = self._regs[address] & (255 - mask) | data[start] & mask
                else:
                    write(address, data[start])
                data[start] = 0
                start += 1
        self._address = address

    def _refuse(self, data: "Buffer", start: int, end: int) -> None:
        self._chip.fault("access while NRSTPD is low")
        for i in range(start, end):
            data[i] = 0

    def _write_enable(self, address: int, value: int) -> None:
        mask = self._masks[address]
        self._regs[address] = self._regs[address] & (255 - mask) | value & mask
        self._chip.interrupts.drive()
        self._agenda.plan()
