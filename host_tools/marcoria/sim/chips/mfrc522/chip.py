"""NXP MFRC522, a reader of ISO/IEC 14443 A cards: registers and bits as in its data sheet, 3.9.

SPI: the first byte of a selection is an address (bit 7: read, bits 6 to 1: register). When it
writes, all that follow go to that register; when it reads, each further byte is the next address,
and the answer to an address comes out with the byte after it.

Nothing ticks: what a register reads is worked out from the clock. What the chip would do later
(the end of a frame, the timer) stands in the `at` of each part and is
made up for, in order, at the next access; an alarm is set only while an interrupt may move the
IRQ pin.

Not modelled: the UART and I2C interfaces, MFIN, MFOUT, AUX and test pins, rates above 106 kbit/s
(cards do not answer), the timer's gated modes, the cipher (MFAuthent ends or does not, see
`keys`).
"""

from marcoria.sim.chips.clock import NEVER
from marcoria.sim.chips.mfrc522.commands import Commands
from marcoria.sim.chips.mfrc522.fifo import Fifo
from marcoria.sim.chips.mfrc522.interrupts import Interrupts
from marcoria.sim.chips.mfrc522.jobs import Jobs
from marcoria.sim.chips.mfrc522.modem import Modem
from marcoria.sim.chips.mfrc522.power import Power
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
    CRYSTAL_US,
    DIV_IEN,
    DIV_IRQ,
    DIV_IRQS,
    ERROR,
    FIFO_DATA,
    FIFO_LEVEL,
    FIFO_SIZE,
    FLUSH,
    MASKS,
    POWER_DOWN,
    RESET_BYTES,
    STATUS1,
    STATUS2,
    T_COUNTER_H,
    T_COUNTER_L,
    T_RELOAD_H,
    T_RELOAD_L,
    T_START_NOW,
    T_STOP_NOW,
    TEMP_ERR,
    TX_CONTROL,
    VERSION,
    WATER_LEVEL,
)
from marcoria.sim.chips.mfrc522.timer import Timer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.clock import Alarm, Clock
    from marcoria.sim.chips.faults import Faults
    from marcoria.sim.chips.iso14443.field import Field
    from marcoria.sim.chips.net import Net


class Mfrc522:
    """One chip on SPI with its antenna in the field `air`.

    To be ordered: `version` (0x92, 0x91; clones 0x88, 0x12, 0xB2), `lag_us` by which a slow clone
    is late with what it does, `wedge()`, `overheat()`; dead lines are the bus's. `keys` maps a
    UID's four bytes to a key of six for MFAuthent.
    """

    def __init__(
        self,
        clock: "Clock",
        faults: "Faults",
        air: "Field",
        name: str,
        reset: "Net | None" = None,
        irq: "Net | None" = None,
        version: int = 0x92,
    ) -> None:
        self.clock = clock
        self.faults = faults
        self.air = air
        self.name = name
        self.version = version
        self.lag_us = 0
        self.crystal_us = CRYSTAL_US
        self.keys: "dict[bytes, bytes]" = {}
        self.regs = bytearray(64)
        self.accesses = 0  # selections, for tests and benchmarks
        self.interrupts = Interrupts(self.regs, irq, name)
        self.fifo = Fifo(self.regs, self.interrupts, self.fault)
        self.timer = Timer(self)
        self.modem = Modem(self)
        self.jobs = Jobs(self)
        self.power = Power(self)
        self.commands = Commands(self)
        self._off = False  # NRSTPD is low
        self.wedged: "str | None" = None  # by an order; what cures it
        self._address = -1
        self._reading = False
        self._alarm: "Alarm | None" = None
        self._alarm_at = NEVER
        self._due = NEVER
        self._readers: "list[Callable[[], int] | None]" = [None] * 64
        self._writers: "list[Callable[[int, int], None] | None]" = [None] * 64
        self._dispatch()
        self._masks = MASKS
        air.attach(self)
        self.restart(self.crystal_us)
        if reset is not None:
            reset.watch(self._reset_edge)
            if reset.level == 0:
                self._reset_edge(0)

    def _dispatch(self) -> None:
        """The registers that are more than a byte of memory."""
        read, write = self._readers, self._writers
        read[COMMAND] = self._read_command
        read[STATUS1] = self._read_status1
        read[STATUS2] = self._read_status2
        read[FIFO_DATA] = self.fifo.pop
        read[FIFO_LEVEL] = self._read_level
        read[T_COUNTER_H] = self.timer.read_high
        read[T_COUNTER_L] = self.timer.read_low
        read[VERSION] = self._read_version
        write[COMMAND] = self.commands.write
        write[COM_IEN] = write[DIV_IEN] = self._write_enable
        write[COM_IRQ] = write[DIV_IRQ] = self.interrupts.write
        write[STATUS2] = self._write_status2
        write[FIFO_DATA] = self.commands.write_fifo
        write[FIFO_LEVEL] = self._write_level
        write[CONTROL] = self._write_control
        write[BIT_FRAMING] = self.commands.write_bit_framing
        write[TX_CONTROL] = self.power.write_tx_control

    # --- orders ----------------------------------------------------------------------------

    def wedge(self, cure: "str | None" = "soft") -> None:
        """Orders: commands have no effect any more, the field is off, TxControl and TReload read
        back wrong; until a reset, "soft" or "hard", or for good with None."""
        self.sync()
        self.wedged = cure or "nothing"
        self.modem.stop()
        self.timer.at = self.jobs.at = NEVER
        self.schedule()
        for address in (TX_CONTROL, T_RELOAD_H, T_RELOAD_L):
            self.regs[address] &= 0x80
        self._masks = bytes([0 if 0x2C <= i <= 0x2D else self._masks[i] for i in range(64)])
        self.air.set_on(False)

    def overheat(self) -> None:
        """Orders: the temperature sensor switches the antenna off, TempErr is set."""
        self.sync()
        self.regs[TX_CONTROL] &= 0xFC
        self.air.set_on(False)
        self.interrupts.error(TEMP_ERR)

    # --- the bus and the pins --------------------------------------------------------------

    def select(self) -> None:
        """NSS falls: the next byte is an address."""
        self.accesses += 1
        self._address = -1

    def deselect(self) -> None:
        """NSS rises."""

    def exchange(self, data: "bytearray | memoryview", start: int, count: int) -> None:
        """Bytes on SPI, both ways, in place."""
        end = start + count
        if self._off:
            self.fault("access while NRSTPD is low")
            while start < end:
                data[start] = 0
                start += 1
            return
        address = self._address
        if address < 0 and count:
            byte = data[start]
            address = byte >> 1 & 63
            self._reading = byte > 127
            data[start] = 0
            start += 1
        if self._due <= self.clock.now:
            self.sync()
        if self._reading:
            regs, readers = self.regs, self._readers
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
                    self.regs[address] = self.regs[address] & (255 - mask) | data[start] & mask
                else:
                    write(address, data[start])
                data[start] = 0
                start += 1
        self._address = address

    def _reset_edge(self, level: "int | None") -> None:
        """NRSTPD: low is hard power-down; only the internal 25 bytes outlast it."""
        self.sync()
        if level == 0:
            self.restart(0)
            self.power.at = NEVER
            self.schedule()
            self._off = True
        elif self._off:
            self._off = False
            self.restart(self.crystal_us)

    def fault(self, what: str) -> None:
        self.faults.add(self.name, what)

    # --- time ------------------------------------------------------------------------------

    def sync(self) -> None:
        """Makes up for all that the chip has done until now."""
        now = self.clock.now
        while self._due <= now:
            at = self._due
            if at == self.modem.at:
                self.modem.act(at)
            elif at == self.timer.at:
                self.timer.expire(now)
            elif at == self.jobs.at:
                self.jobs.at = NEVER
                self.jobs.done()
            else:
                self.power.at = NEVER
                self.power.drive_field()
            self.schedule()

    def schedule(self) -> None:
        """What is due next, and an alarm for it if it may move the IRQ pin."""
        due = self.modem.at
        if self.timer.at < due:
            due = self.timer.at
        if self.jobs.at < due:
            due = self.jobs.at
        if self.power.at < due:
            due = self.power.at
        self._due = due
        if self.interrupts.net is None or self._alarm_at == due:
            return
        if self._alarm is not None:
            self.clock.cancel(self._alarm)
            self._alarm = None
        self._alarm_at = NEVER
        enabled = self.regs[COM_IEN] & 0x7F or self.regs[DIV_IEN] & DIV_IRQS
        if enabled and due != NEVER:
            self._alarm_at = due
            self._alarm = self.clock.at(max(due - self.clock.now, 0), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._alarm_at = NEVER
        self.sync()

    def restart(self, crystal_us: int) -> None:
        """Reset, soft or hard: every register as in the data sheet."""
        self.regs[:] = RESET_BYTES
        self.fifo.bytes.clear()
        if self.wedged == "soft" or (self.wedged == "hard" and crystal_us):
            self.wedged = None
        if self.wedged is None:
            self._masks = MASKS
        self.modem.reset()
        self.timer.reset()
        self.jobs.at = NEVER
        self.air.set_on(False)
        self.power.wake(crystal_us)
        self.interrupts.drive()

    # --- what its antenna asks -------------------------------------------------------------

    def bits_heard(self) -> int:
        """How many bits of the answer on the air are over, for the field."""
        return self.modem.bits_heard()

    def shortened(self) -> None:
        """The answer on the air goes on otherwise, or not at all."""
        self.modem.shortened()

    # --- status ----------------------------------------------------------------------------

    def _write_enable(self, address: int, value: int) -> None:
        mask = self._masks[address]
        self.regs[address] = self.regs[address] & (255 - mask) | value & mask
        self.interrupts.drive()
        self.schedule()

    def _read_version(self) -> int:
        return self.version

    def _read_command(self) -> int:
        """PowerDown reads 1 until the chip is awake."""
        value = self.regs[COMMAND]
        return value | POWER_DOWN if self.clock.now < self.power.ready_at else value

    def _read_status1(self) -> int:
        length, water = len(self.fifo.bytes), self.regs[WATER_LEVEL]
        value = 0 if self.regs[CRC_RESULT_H] | self.regs[CRC_RESULT_L] else 0x40
        if self.jobs.kind != CRC_JOB or self.jobs.at == NEVER:
            value |= 0x20
        value |= self.interrupts.bit() << 4
        if self.timer.at != NEVER:
            value |= 0x08
        if FIFO_SIZE - length <= water:
            value |= 0x02
        return value | (length <= water)

    def _read_status2(self) -> int:
        return self.regs[STATUS2] & 0xF8 | self.modem.status()

    def _write_status2(self, address: int, value: int) -> None:
        """MFCrypto1On can only be cleared; TempSensClear clears the temperature error."""
        self.regs[STATUS2] = value & 0xC0 | self.regs[STATUS2] & value & CRYPTO1_ON
        if value & 0x80:
            self.regs[ERROR] &= 255 - TEMP_ERR

    # --- FIFO and timer --------------------------------------------------------------------

    def _read_level(self) -> int:
        return len(self.fifo.bytes)

    def _write_level(self, address: int, value: int) -> None:
        if value & FLUSH:
            self.fifo.drain()
            self.regs[ERROR] &= 255 - BUFFER_OVFL

    def _write_control(self, address: int, value: int) -> None:
        if value & T_STOP_NOW:
            self.timer.stop(self.clock.now)
        if value & T_START_NOW and not self.wedged:
            self.timer.start(self.clock.now)
        self.schedule()

    # --- commands --------------------------------------------------------------------------
