"""Model of the NXP MFRC522, a reader of ISO/IEC 14443 A cards, after its data sheet, revision 3.9.

The model does not run by itself. Registers that change with time are computed when they are read.
The modem, the timer, the jobs and the power state each store the time of their next action, such
as the end of a frame, in `at`. The next access to the chip first runs all actions that are due, in
the order of their times. So does a change of the cards or of the field. An alarm of the clock is
set only if IRQ is connected and an interrupt is enabled.

Not modelled are other interfaces (UART, I2C), other pins (MFIN, MFOUT, AUX, test pins), the
timer's gated modes, and rates above 106 kbit/s, at which cards do not answer. The cipher is not
modelled either: MFAuthent succeeds with the key that `keys` has for the card, and afterwards only
this card decodes the frames.
"""

from marcoria.sim.chips.kernel import NEVER
from marcoria.sim.chips.mfrc522.commands import CommandRegister, Jobs
from marcoria.sim.chips.mfrc522.host import Fifo, HostPort, Interrupts, Status
from marcoria.sim.chips.mfrc522.radio import Modem
from marcoria.sim.chips.mfrc522.registers import (
    COMMAND,
    CRYSTAL_US,
    M_TX_WAIT,
    POWER_DOWN,
    RESET_BYTES,
    START_UP_US,
    T_RELOAD_H,
    T_RELOAD_L,
    TEMP_ERR,
    TX_CONTROL,
    TX_RF_EN,
)
from marcoria.sim.chips.mfrc522.timer import Agenda, Timer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.iso14443.field import Field
    from marcoria.sim.chips.kernel import Clock, Faults
    from marcoria.sim.chips.pins import Net


class Power:
    """The power state of the chip and its antenna.

    `at` is the time of the next wake-up, NEVER if none is scheduled. The oscillator runs from
    `ready_at` on, except in soft power-down.
    """

    def __init__(self, chip: "Mfrc522") -> None:
        self._chip = chip
        self._clock = chip.clock
        self.regs = chip.regs
        self.at = NEVER
        self.ready_at = NEVER

    def is_awake(self) -> bool:
        """Return whether the oscillator runs."""
        return self._clock.now >= self.ready_at and not self.regs[COMMAND] & POWER_DOWN

    def wake(self, crystal_us: int) -> None:
        """Schedule the end of the wake-up.

        The crystal settles in `crystal_us`, and then makes 1024 cycles. A slow clone takes
        `lag_us` longer.
        """
        self.at = self.ready_at = self._clock.now + crystal_us + START_UP_US + self._chip.lag_us
        self._chip.agenda.plan()

    def follow(self, was: int) -> None:
        """Apply a change of the bit PowerDown, whose old value is `was`.

        Soft power-down (data sheet, 8.6.2) stops the oscillator; registers and FIFO keep their
        contents.
        """
        down = self.regs[COMMAND] & POWER_DOWN
        if down and not was:
            self._chip.modem.stop()
            self._chip.timer.at = self._chip.jobs.at = self.at = NEVER
            self.drive_field()
        elif was and not down:
            self.wake(self._chip.crystal_us)

    def write_tx_control(self, address: int, value: int) -> None:
        """Write TxControl, and switch the antenna accordingly."""
        if self._chip.wedged:
            value &= 255 - TX_RF_EN
        self.regs[TX_CONTROL] = self.regs[TX_CONTROL] & 0x04 | value & 0xFB
        self.drive_field()

    def drive_field(self) -> None:
        """Switch the antenna on if TxControl enables it and the oscillator runs, else off.

        Begin to send a frame that has waited for the antenna (TxWaitRF).
        """
        regs = self.regs
        driven = bool(self.is_awake() and regs[TX_CONTROL] & TX_RF_EN)
        self._chip.air.set_on(driven)
        modem = self._chip.modem
        if driven and modem.state == M_TX_WAIT and modem.at == NEVER:
            modem.transmitter.send()
            self._chip.agenda.plan()


class Mfrc522:
    """A reader chip, whose antenna has the field `air`; `port` connects the chip to an SPI bus.

    `reset` and `irq` are the nets of the pins NRSTPD and IRQ, or None for a pin that is not
    connected. `name` is the name of the reader in faults. `version` is the value of the register
    Version: 0x92 or 0x91, and for a clone 0x88, 0x12 or 0xB2. Tests may set `version`. They may
    set `lag_us`, the delay in us of a slow clone at the end of each start-up, CRC, self-test and
    reception. They may call `wedge` and `overheat`. (`SpiBus.stuck` models a broken SPI line.)
    For MFAuthent `keys` maps the last four bytes of a card's UID to the card's key of six bytes.
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
        # The reset that releases a wedged chip: "soft", "hard" or "nothing". None if not wedged.
        self.wedged: "str | None" = None
        self.regs = bytearray(64)
        self._make_parts(irq)
        air.attach(self)
        self.restart(self.crystal_us)
        if reset is not None:
            reset.watch(self._reset_edge)
            if reset.level == 0:
                self._reset_edge(0)

    def _make_parts(self, irq: "Net | None") -> None:
        """Create the parts, in an order in which each part finds the parts that it uses."""
        self.agenda = Agenda(self)
        self.interrupts = Interrupts(self.regs, irq, self.name)
        self.fifo = Fifo(self.regs, self.interrupts, self.fault)
        self.timer = Timer(self)
        self.modem = Modem(self)
        self.jobs = Jobs(self)
        self.power = Power(self)
        self.commands = CommandRegister(self)
        self.status = Status(self)
        self.port = HostPort(self)

    # --- faults that tests inject -----------------------------------------------------------

    def wedge(self, cure: "str | None" = "soft") -> None:
        """Wedge the chip (make it hang): the field goes off, commands and the timer do not start.

        The antenna bits of TxControl read 0, and TReload ignores writes.

        If `cure` is "soft", any reset releases the chip. If `cure` is "hard", only a hard reset
        (a low pulse at NRSTPD) does so. If `cure` is None, no reset does so.
        """
        self.sync()
        self.wedged = cure or "nothing"
        self.modem.stop()
        self.timer.at = self.jobs.at = NEVER
        self.agenda.plan()
        for address in (TX_CONTROL, T_RELOAD_H, T_RELOAD_L):
            self.regs[address] &= 0x80
        self.port.stick()
        self.air.set_on(False)

    def overheat(self) -> None:
        """Overheat the chip: the temperature sensor switches the antenna off and sets TempErr."""
        self.sync()
        self.regs[TX_CONTROL] &= 255 - TX_RF_EN
        self.air.set_on(False)
        self.interrupts.error(TEMP_ERR)

    # --- reset -----------------------------------------------------------------------------

    def restart(self, crystal_us: int) -> None:
        """Reset the chip, and release it if it is wedged and this kind of reset releases it.

        `crystal_us` is the time until the crystal has settled. It is 0 for a soft reset, and when
        NRSTPD falls.
        """
        self.regs[:] = RESET_BYTES
        self.fifo.bytes.clear()
        if self.wedged == "soft" or (self.wedged == "hard" and crystal_us):
            self.wedged = None
        if self.wedged is None:
            self.port.free()
        self.modem.reset()
        self.timer.reset()
        self.jobs.end()
        self.air.set_on(False)
        self.power.wake(crystal_us)
        self.interrupts.drive()

    def _reset_edge(self, level: "int | None") -> None:
        """Apply a change of NRSTPD.

        Low is hard power-down, in which only the 25 bytes of the command Mem are kept.
        """
        self.sync()
        if level == 0:
            self.restart(0)
            self.power.at = NEVER
            self.agenda.plan()
            self.port.off = True
        elif self.port.off:
            self.port.off = False
            self.restart(self.crystal_us)

    def fault(self, what: str) -> None:
        """Report a fault of the reader."""
        self.faults.add(self.name, what)

    # --- called by the field ----------------------------------------------------------------

    def note(self, what: str) -> None:
        """Log a behaviour that the simulator does not model."""
        self.faults.note(self.name, what)

    def sync(self) -> None:
        """Run all actions of the chip that are due."""
        self.agenda.sync()

    def bits_heard(self) -> int:
        """Return the number of bits of the answer that the card has sent so far.

        Return 0 if the answer is about to begin, and a number larger than any answer if the chip
        receives none.
        """
        return self.modem.receiver.bits_heard()

    def shortened(self) -> None:
        """Compute the times of the reception again: the answer on the air was cut off."""
        self.modem.receiver.shortened()
