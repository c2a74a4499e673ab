"""The command register of the MFRC522, and the two that commands wait for: StartSend, FIFOData."""

from marcoria.sim.chips.clock import NEVER
from marcoria.sim.chips.mfrc522.registers import (
    AUTHENT_JOB,
    BIT_FRAMING,
    CALC_CRC,
    COMMAND,
    ERROR,
    IDLE,
    IDLE_IRQ,
    M_RX_WAIT,
    M_TRANSMITTING,
    M_WAIT_SEND,
    MEM,
    MF_AUTHENT,
    NO_CMD_CHANGE,
    NO_JOB,
    POWER_DOWN,
    RANDOM_ID,
    RECEIVE,
    SOFT_RESET,
    START_SEND,
    TEMP_ERR,
    TRANSCEIVE,
    TRANSMIT,
    WR_ERR,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.mfrc522.chip import Mfrc522


class Commands:
    """Begins what the host commands, and ends what was going on."""

    def __init__(self, chip: "Mfrc522") -> None:
        self._chip = chip
        self._clock = chip.clock
        self._interrupts = chip.interrupts
        self._fifo = chip.fifo
        self._modem = chip.modem
        self._jobs = chip.jobs
        self.regs = chip.regs

    def write(self, address: int, value: int) -> None:
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
        """10.2: any command ends the one before, at whatever it is. Idle means to."""
        if command != IDLE:
            if self._modem.state == M_TRANSMITTING:
                self._chip.fault("a command cuts off the frame that is being sent")
            elif self._modem.receiver.is_hearing():
                self._chip.fault("a command loses the frame that is being received")
            elif self._jobs.at != NEVER:
                self._chip.fault("a command loses the result of the one before")
        if self._modem.state == M_TRANSMITTING:
            self._modem.transmitter.cut()
        self._modem.stop()
        self._jobs.end()

    def _begin(self, command: int) -> None:
        if not self._chip.power.is_awake():
            self._chip.fault("a command while the oscillator does not run")
        # 9.3.1.7: it clears all errors but that of the temperature.
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
        """The command ends of itself."""
        self.regs[COMMAND] &= 0xF0
        self._jobs.kind = NO_JOB
        self._interrupts.raise_(IDLE_IRQ)

    def write_bit_framing(self, address: int, value: int) -> None:
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
        if self._modem.state >= M_RX_WAIT or self._jobs.kind == AUTHENT_JOB:
            self._interrupts.error(WR_ERR)
        if not self._fifo.push(value):
            self._chip.fault("FIFO overflow: 64 bytes are in it")
        command = self.regs[COMMAND] & 15
        if command in (MEM, CALC_CRC, MF_AUTHENT) and not self._chip.wedged:
            self._jobs.feed(command)
