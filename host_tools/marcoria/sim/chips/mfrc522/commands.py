"""The commands of the MFRC522, and their computations (CRC, self-test, authentication)."""

from marcoria.sim.chips.iso14443.frames import ETU, crc_a, us
from marcoria.sim.chips.kernel import NEVER, Dice
from marcoria.sim.chips.mfrc522.registers import (
    AUTHENT_JOB,
    AUTHENT_US,
    AUTO_TEST,
    BIT_FRAMING,
    CALC_CRC,
    COMMAND,
    CRC_CYCLES,
    CRC_IRQ,
    CRC_JOB,
    CRC_RESULT_H,
    CRC_RESULT_L,
    CRYPTO1_ON,
    DIV_IRQ,
    ERROR,
    IDLE,
    IDLE_IRQ,
    M_RX_WAIT,
    M_TRANSMITTING,
    M_WAIT_SEND,
    MEM,
    MF_AUTHENT,
    MODE,
    MSB_FIRST,
    NO_CMD_CHANGE,
    NO_JOB,
    POWER_DOWN,
    PRESETS,
    RANDOM_ID,
    RECEIVE,
    SELF_TEST,
    SELF_TEST_US,
    SOFT_RESET,
    START_SEND,
    STATUS2,
    T_AUTO,
    T_MODE,
    TEMP_ERR,
    TEST_JOB,
    TRANSCEIVE,
    TRANSMIT,
    TX_CONTROL,
    TX_RF_EN,
    WR_ERR,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.mfrc522.chip import Mfrc522


class CommandRegister:
    """The register Command, which begins and ends commands.

    Writes to BitFraming and FIFOData are handled here too, because they act on commands.
    """

    def __init__(self, chip: "Mfrc522") -> None:
        self._chip = chip
        self._clock = chip.clock
        self._interrupts = chip.interrupts
        self._fifo = chip.fifo
        self._modem = chip.modem
        self._jobs = chip.jobs
        self.regs = chip.regs

    def write(self, address: int, value: int) -> None:
        """Write Command: begin or end a command, reset the chip, or change soft power-down."""
        command = value & 15
        was = self.regs[COMMAND]
        if command == SOFT_RESET:
            if self._chip.wedged not in ("hard", "nothing"):
                self._chip.restart(0)
            return
        if command == NO_CMD_CHANGE:
            self.regs[COMMAND] = value & 0x30 | was & 15
            self._chip.power.follow(was & POWER_DOWN)
        else:
            self._interrupt(command)
            self.regs[COMMAND] = value & 0x30 | command
            self._chip.power.follow(was & POWER_DOWN)
            if command and not self._chip.wedged:
                self._begin(command)
        self._chip.agenda.plan()

    def _interrupt(self, command: int) -> None:
        """End the present command, as every new command does (data sheet, 10.2).

        It is a fault if the new `command` is not Idle while the present command sends, receives or
        computes.
        """
        if command != IDLE:
            if self._modem.state == M_TRANSMITTING:
                self._chip.fault("a command cuts off the frame that is being sent")
            elif self._modem.receiver.is_hearing():
                self._chip.fault("a command loses the frame that is being received")
            elif self._jobs.at != NEVER:
                self._chip.fault("a command loses the result of the previous one")
        if self._modem.state == M_TRANSMITTING:
            self._modem.transmitter.cut()
        self._modem.stop()
        self._jobs.end()

    def _begin(self, command: int) -> None:
        if not self._chip.power.is_awake():
            self._chip.fault("a command while the oscillator does not run")
        # The start of a command clears all errors except TempErr (data sheet, 9.3.1.7).
        self.regs[ERROR] &= TEMP_ERR
        if command == TRANSCEIVE:
            self._modem.state = M_WAIT_SEND
        elif command == TRANSMIT:
            self._modem.transmitter.send()
        elif command == RECEIVE:
            self._modem.receiver.receive()
        elif command == RANDOM_ID:
            self._jobs.random_id()
        elif command == CALC_CRC:
            self._jobs.begin_crc()
        elif command == MEM and not self._fifo.bytes:
            self._jobs.show_memory()
        elif command in (MEM, MF_AUTHENT):
            self._jobs.feed(command)
        else:
            self.finish()

    def finish(self) -> None:
        """Set the chip idle after a command has done its work, and raise IdleIRq."""
        self.regs[COMMAND] &= 0xF0
        self._jobs.kind = NO_JOB
        self._interrupts.raise_(IDLE_IRQ)

    def write_bit_framing(self, address: int, value: int) -> None:
        """Write BitFraming; in Transceive the bit StartSend sends the content of the FIFO."""
        self.regs[BIT_FRAMING] = value & 0x77
        if not value & START_SEND or self._chip.wedged:
            return
        if self.regs[COMMAND] & 15 != TRANSCEIVE:
            self._chip.fault("StartSend outside Transceive: nothing is sent")
        elif self._modem.state != M_WAIT_SEND:
            self._chip.fault("StartSend while Transceive still sends or receives: nothing is sent")
        elif not self._fifo.bytes:
            self._chip.fault("StartSend with an empty FIFO")
        else:
            self._modem.transmitter.send()
            self._chip.agenda.plan()

    def write_fifo(self, address: int, value: int) -> None:
        """Write a byte into the FIFO, and pass it to a command that waits for data.

        Set WrErr if the chip waits for an answer, receives an answer or authenticates.
        """
        if self._modem.state >= M_RX_WAIT or self._jobs.kind == AUTHENT_JOB:
            self._interrupts.error(WR_ERR)
        if not self._fifo.push(value):
            self._chip.fault("FIFO overflow: 64 bytes are in it")
        command = self.regs[COMMAND] & 15
        if command in (MEM, CALC_CRC, MF_AUTHENT) and not self._chip.wedged:
            self._jobs.feed(command)


class Jobs:
    """Computations of the commands, with arguments from the FIFO.

    `kind` is the kind of the present job. `at` is the time when the result of this job is ready,
    NEVER if nothing is being computed.
    """

    def __init__(self, chip: "Mfrc522") -> None:
        self._chip = chip
        self._clock = chip.clock
        self._fifo = chip.fifo
        self.regs = chip.regs
        self._memory = bytearray(25)  # the buffer of Mem, which a hard power-down does not clear
        self._dice = Dice(sum([ord(c) for c in chip.name]))
        self._crc = 0
        self._wanted = b""  # arguments of MFAuthent
        self.end()

    def end(self) -> None:
        """Stop the present job."""
        self.at = NEVER
        self.kind = NO_JOB

    def random_id(self) -> None:
        """Write ten random bytes into the buffer of Mem."""
        for i in range(10):
            self._memory[i] = self._dice.below(256)
        self._chip.commands.finish()

    def show_memory(self) -> None:
        """Copy the buffer of Mem into the FIFO."""
        for byte in self._memory:
            self._fifo.push(byte)
        self._chip.commands.finish()

    def feed(self, command: int) -> None:
        """Pass bytes from the FIFO to the present `command`, if there are enough.

        CalcCRC takes all bytes, Mem waits for 25, and MFAuthent waits for 12.
        """
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
        """Begin a CRC, or the self-test if the register AutoTest selects it."""
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
        """Store the result of the present job, which has ended."""
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
        """Write the self-test's result into the FIFO; clones get an invented, wrong result."""
        version = self._chip.version
        result = SELF_TEST.get(version) or bytes([i ^ version for i in range(64)])
        for byte in result:
            self._fifo.push(byte)
        self.regs[DIV_IRQ] |= CRC_IRQ
        self._chip.interrupts.drive()

    def _authenticate(self) -> None:
        """Begin MFAuthent (data sheet, 10.3.1.9), which ends only if the card accepts the key.

        The FIFO has the command for the card, the block, a key of 6 bytes and a UID of 4 bytes.
        """
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
    """Return a byte with its bits in reverse order."""
    result = 0
    for _ in range(8):
        result = result << 1 | byte & 1
        byte >>= 1
    return result
