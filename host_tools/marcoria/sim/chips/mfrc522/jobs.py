"""What the MFRC522 computes: CRCs, random numbers, its self-test, and MFAuthent."""

from marcoria.sim.chips.clock import NEVER
from marcoria.sim.chips.dice import Dice
from marcoria.sim.chips.iso14443.frames import ETU, crc_a, us
from marcoria.sim.chips.mfrc522.registers import (
    AUTHENT_JOB,
    AUTHENT_US,
    AUTO_TEST,
    CALC_CRC,
    CRC_CYCLES,
    CRC_IRQ,
    CRC_JOB,
    CRC_RESULT_H,
    CRC_RESULT_L,
    CRYPTO1_ON,
    DIV_IRQ,
    MEM,
    MODE,
    MSB_FIRST,
    NO_JOB,
    PRESETS,
    SELF_TEST,
    SELF_TEST_US,
    STATUS2,
    T_AUTO,
    T_MODE,
    TEST_JOB,
    TX_CONTROL,
    TX_RF_EN,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.mfrc522.chip import Mfrc522


class Jobs:
    """What the chip computes, is done with at `at`, and takes its arguments for from the FIFO."""

    def __init__(self, chip: "Mfrc522") -> None:
        self._chip = chip
        self._clock = chip.clock
        self._fifo = chip.fifo
        self.regs = chip.regs
        self._memory = bytearray(25)  # the only one that outlasts a hard power-down
        self._dice = Dice(sum([ord(c) for c in chip.name]))
        self._crc = 0
        self._wanted = b""
        self.end()

    def end(self) -> None:
        """Nothing is computed any more."""
        self.at = NEVER
        self.kind = NO_JOB

    def random_id(self) -> None:
        """Ten bytes of chance into the memory."""
        for i in range(10):
            self._memory[i] = self._dice.below(256)
        self._chip.commands.finish()

    def show_memory(self) -> None:
        """The memory into the FIFO."""
        for byte in self._memory:
            self._fifo.push(byte)
        self._chip.commands.finish()

    def feed(self, command: int) -> None:
        """The FIFO has arguments for a command that waits for them."""
        if command == CALC_CRC:
            if self.kind == CRC_JOB:
                self._feed_crc()
        elif command == MEM:
            if len(self._fifo.bytes) >= 25:
                for i in range(25):
                    self._memory[i] = self._fifo.pop()
                self._chip.commands.finish()
        elif len(self._fifo.bytes) >= 12 and self.kind == NO_JOB:
            self._authenticate()
        self._chip.agenda.plan()

    def begin_crc(self) -> None:
        if self.regs[AUTO_TEST] & 15 == 9:
            self._fifo.drain()
            self.kind = TEST_JOB
            self.at = self._clock.now + SELF_TEST_US + self._chip.lag_us
            return
        self.kind = CRC_JOB
        self._crc = PRESETS[self.regs[MODE] & 3]
        if self._fifo.bytes:
            self._feed_crc()

    def _feed_crc(self) -> None:
        data = self._fifo.drain()
        if self.regs[MODE] & MSB_FIRST:
            data = bytes([_reversed(byte) for byte in data])
        self._crc = crc_a(data, len(data), self._crc)
        start = self._clock.now if self.at == NEVER else self.at
        self.at = start + max(us(len(data) * CRC_CYCLES), 1) + self._chip.lag_us

    def done(self) -> None:
        """A job is finished."""
        if self.kind == CRC_JOB:
            self._crc_done()
        elif self.kind == TEST_JOB:
            self._self_tested()
        else:
            self._authent_done()

    def _crc_done(self) -> None:
        high, low = self._crc >> 8, self._crc & 255
        if self.regs[MODE] & MSB_FIRST:
            high, low = _reversed(high), _reversed(low)
        self.regs[CRC_RESULT_H] = high
        self.regs[CRC_RESULT_L] = low
        self.regs[DIV_IRQ] |= CRC_IRQ
        self._chip.interrupts.drive()

    def _self_tested(self) -> None:
        """Clones fail it: what they leave is their own."""
        version = self._chip.version
        result = SELF_TEST.get(version) or bytes([i ^ version for i in range(64)])
        for byte in result:
            self._fifo.push(byte)
        self.regs[DIV_IRQ] |= CRC_IRQ
        self._chip.interrupts.drive()

    def _authenticate(self) -> None:
        """10.3.1.9: command, block, key of 6 bytes, UID of 4. It ends when the card agrees."""
        if not self.regs[TX_CONTROL] & TX_RF_EN:
            self._chip.fault("a frame is sent with the antenna off")
        self._wanted = bytes([self._fifo.pop() for _ in range(12)])
        self.kind = AUTHENT_JOB
        self.at = self._clock.now + AUTHENT_US
        if self.regs[T_MODE] & T_AUTO:
            self._chip.timer.start(self._clock.now + us(37 * ETU))

    def _authent_done(self) -> None:
        self.kind = NO_JOB
        key, uid = self._wanted[2:8], self._wanted[8:12]
        for tag in self._chip.air.tags:
            if tag.name() in ("ACTIVE", "ACTIVE*"):
                if tag.uid[-4:] == uid and self._chip.keys.get(uid) == key:
                    self.regs[STATUS2] |= CRYPTO1_ON
                    tag.chip.open(self._wanted[1])
                    self._chip.timer.stop(self._clock.now)
                    self._chip.commands.finish()
                else:
                    tag.hear(b"", 0, False)


def _reversed(byte: int) -> int:
    """The bits in the opposite order."""
    result = 0
    for _ in range(8):
        result = result << 1 | byte & 1
        byte >>= 1
    return result
