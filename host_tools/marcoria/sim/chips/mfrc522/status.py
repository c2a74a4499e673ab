"""What the MFRC522 tells of itself: Status1, Status2, Version, and how Command reads."""

from marcoria.sim.chips.clock import NEVER
from marcoria.sim.chips.mfrc522.registers import (
    COMMAND,
    CRC_JOB,
    CRC_RESULT_H,
    CRC_RESULT_L,
    CRYPTO1_ON,
    ERROR,
    FIFO_SIZE,
    POWER_DOWN,
    STATUS2,
    TEMP_ERR,
    WATER_LEVEL,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.mfrc522.chip import Mfrc522


class Status:
    """Registers that are put together from what the parts are at."""

    def __init__(self, chip: "Mfrc522") -> None:
        self._chip = chip
        self.regs = chip.regs

    def read_version(self) -> int:
        return self._chip.version

    def read_command(self) -> int:
        """PowerDown reads 1 until the chip is awake."""
        value = self.regs[COMMAND]
        return value | POWER_DOWN if self._chip.clock.now < self._chip.power.ready_at else value

    def read_first(self) -> int:
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
        return self.regs[STATUS2] & 0xF8 | self._chip.modem.status()

    def write_second(self, address: int, value: int) -> None:
        """MFCrypto1On can only be cleared; TempSensClear clears the temperature error."""
        self.regs[STATUS2] = value & 0xC0 | self.regs[STATUS2] & value & CRYPTO1_ON
        if value & 0x80:
            self.regs[ERROR] &= 255 - TEMP_ERR
