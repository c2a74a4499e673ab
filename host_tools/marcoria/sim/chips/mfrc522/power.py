"""Power of the MFRC522: its oscillator, soft power-down, the antenna."""

from marcoria.sim.chips.clock import NEVER
from marcoria.sim.chips.mfrc522.registers import (
    COMMAND,
    M_TX_WAIT,
    POWER_DOWN,
    START_UP_US,
    TX_CONTROL,
    TX_RF_EN,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.mfrc522.chip import Mfrc522


class Power:
    """Whether the chip is awake, and its antenna driven; it wakes at `at`."""

    def __init__(self, chip: "Mfrc522") -> None:
        self._chip = chip
        self._clock = chip.clock
        self.regs = chip.regs
        self.at = NEVER
        self.ready_at = NEVER

    def is_awake(self) -> bool:
        """Whether the oscillator runs."""
        return self._clock.now >= self.ready_at and not self.regs[COMMAND] & POWER_DOWN

    def wake(self, crystal_us: int) -> None:
        """The clock runs once the crystal has settled and 1024 of its cycles are over."""
        self.at = self.ready_at = self._clock.now + crystal_us + START_UP_US + self._chip.lag_us
        self._chip.agenda.plan()

    def follow(self, was: int) -> None:
        """8.6.2: soft power-down stops the clock; registers and FIFO keep what they hold."""
        down = self.regs[COMMAND] & POWER_DOWN
        if down and not was:
            self._chip.modem.stop()
            self._chip.timer.at = self._chip.jobs.at = self.at = NEVER
            self.drive_field()
        elif was and not down:
            self.wake(self._chip.crystal_us)

    def write_tx_control(self, address: int, value: int) -> None:
        if self._chip.wedged:
            value &= 255 - TX_RF_EN
        self.regs[TX_CONTROL] = self.regs[TX_CONTROL] & 0x04 | value & 0xFB
        self.drive_field()

    def drive_field(self) -> None:
        """The antenna is driven as soon as there is a clock to drive it with."""
        regs = self.regs
        driven = bool(self.is_awake() and regs[TX_CONTROL] & TX_RF_EN)
        self._chip.air.set_on(driven)
        modem = self._chip.modem
        if driven and modem.state == M_TX_WAIT and modem.at == NEVER:
            modem.transmitter.send()
            self._chip.agenda.plan()
