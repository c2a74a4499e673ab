"""The FIFO of the MFRC522, and its alerts."""

from marcoria.sim.chips.mfrc522.registers import (
    BUFFER_OVFL,
    ERROR,
    FIFO_SIZE,
    FLUSH,
    HI_ALERT_IRQ,
    LO_ALERT_IRQ,
    WATER_LEVEL,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.mfrc522.interrupts import Interrupts


class Fifo:
    """64 bytes, first in, first out. `fault` is called for what a host must not do."""

    def __init__(
        self, regs: bytearray, interrupts: "Interrupts", fault: "Callable[[str], None]"
    ) -> None:
        self.regs = regs
        self.bytes: "list[int]" = []
        self._interrupts = interrupts
        self._fault = fault

    def pop(self) -> int:
        fifo = self.bytes
        if not fifo:
            self._fault("FIFO read while empty")
            return 0
        byte = fifo.pop(0)
        if len(fifo) == self.regs[WATER_LEVEL]:
            self._interrupts.raise_(LO_ALERT_IRQ)
        return byte

    def push(self, byte: int) -> bool:
        """False if there is no room."""
        fifo = self.bytes
        if len(fifo) == FIFO_SIZE:
            self._interrupts.error(BUFFER_OVFL)
            return False
        fifo.append(byte)
        if FIFO_SIZE - len(fifo) == self.regs[WATER_LEVEL]:
            self._interrupts.raise_(HI_ALERT_IRQ)
        return True

    def drain(self) -> bytes:
        """Takes all of it at once."""
        taken = bytes(self.bytes)
        self.bytes.clear()
        if len(taken) > self.regs[WATER_LEVEL]:
            self._interrupts.raise_(LO_ALERT_IRQ)
        return taken

    def read_level(self) -> int:
        return len(self.bytes)

    def write_level(self, address: int, value: int) -> None:
        if value & FLUSH:
            self.drain()
            self.regs[ERROR] &= 255 - BUFFER_OVFL
