"""The host's way into an MFRC522: SPI, and from there to the registers.

The first byte of a selection is an address (bit 7: read, bits 6 to 1: register). When it writes,
all that follow go to that register; when it reads, each further byte is the next address, and the
answer to an address comes out with the byte after it.
"""

from marcoria.sim.chips.mfrc522.registers import (
    BIT_FRAMING,
    COM_IEN,
    COM_IRQ,
    COMMAND,
    CONTROL,
    DIV_IEN,
    DIV_IRQ,
    FIFO_DATA,
    FIFO_LEVEL,
    MASKS,
    STATUS1,
    STATUS2,
    T_COUNTER_H,
    T_COUNTER_L,
    T_RELOAD_H,
    T_RELOAD_L,
    TX_CONTROL,
    VERSION,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.mfrc522.chip import Mfrc522
    from marcoria.sim.chips.seams import Buffer

    Read = Callable[[], int]
    Write = Callable[[int, int], None]


class Port:
    """A chip on an SPI bus."""

    def __init__(self, chip: "Mfrc522") -> None:
        self._chip = chip
        self._clock = chip.clock
        self._agenda = chip.agenda
        self._regs = chip.regs
        self.accesses = 0  # selections, for tests and benchmarks
        self.off = False  # NRSTPD is low
        self._address = -1
        self._reading = False
        self._masks = MASKS
        self._readers: "list[Read | None]" = [None] * 64
        self._writers: "list[Write | None]" = [None] * 64
        self._dispatch()

    def _dispatch(self) -> None:
        """The registers that are more than a byte of memory."""
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
        """TReload no longer takes what is written there."""
        stuck = (T_RELOAD_H, T_RELOAD_L)
        self._masks = bytes([0 if i in stuck else MASKS[i] for i in range(64)])

    def free(self) -> None:
        """It does again."""
        self._masks = MASKS

    def select(self) -> None:
        """NSS falls: the next byte is an address."""
        self.accesses += 1
        self._address = -1

    def deselect(self) -> None:
        """NSS rises."""

    def exchange(self, data: "Buffer", start: int, count: int) -> None:
        """Bytes on SPI, both ways, in place."""
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
