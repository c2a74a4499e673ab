"""The modem of the MFRC522: which state it is in, and what it does next."""

from marcoria.sim.chips.clock import NEVER
from marcoria.sim.chips.iso14443.frames import ETU, us
from marcoria.sim.chips.mfrc522.receiver import Receiver
from marcoria.sim.chips.mfrc522.registers import (
    M_IDLE,
    M_RECEIVING,
    M_RX_WAIT,
    M_WAIT_DATA,
    RX_SEL,
)
from marcoria.sim.chips.mfrc522.transmitter import Transmitter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.mfrc522.chip import Mfrc522


class Modem:
    """A transmitter and a receiver, of which one is at work. What it does next, `step`, it does
    at `at`."""

    def __init__(self, chip: "Mfrc522") -> None:
        self._clock = chip.clock
        self._regs = chip.regs
        self.receiver = Receiver(chip, self)
        self.transmitter = Transmitter(chip, self)
        self.step: "Callable[[int], None]" = self.transmitter.end
        self.reset()

    def reset(self) -> None:
        """As after a reset of the chip."""
        self.receiver.reset()
        self.stop()

    def stop(self) -> None:
        self.state = M_IDLE
        self.at = NEVER
        self.receiver.hearing = False

    def act(self, at: int) -> None:
        """Does what is due."""
        self.at = NEVER
        self.step(at)

    def status(self) -> int:
        """ModemState of Status2."""
        state, now = self.state, self._clock.now
        wait = us((self._regs[RX_SEL] & 63) * ETU)
        if state == M_RX_WAIT and now >= self.transmitter.ended + wait:
            state = M_WAIT_DATA
        return M_RECEIVING if self.receiver.is_hearing() else state
