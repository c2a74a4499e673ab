"""Sending: how the MFRC522 makes a frame of the bytes in its FIFO."""

from marcoria.sim.chips.iso14443.frames import ETU, FDT, crc_a, us
from marcoria.sim.chips.mfrc522.registers import (
    BIT_FRAMING,
    COMMAND,
    CRC_EN,
    CRYPTO1_ON,
    FORCE_100_ASK,
    GAINS,
    M_IDLE,
    M_RX_WAIT,
    M_TRANSMITTING,
    M_TX_WAIT,
    MF_RX,
    MODE,
    PARITY_DISABLE,
    RF_CFG,
    RX_MODE,
    RX_SEL,
    RX_THRESHOLD,
    SPEED,
    STATUS2,
    T_AUTO,
    T_MODE,
    TRANSMIT,
    TX_ASK,
    TX_CONTROL,
    TX_IRQ,
    TX_MODE,
    TX_RF_EN,
    TX_WAIT_RF,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.mfrc522.chip import Mfrc522
    from marcoria.sim.chips.mfrc522.modem import Modem


class Transmitter:
    """A frame, byte by byte out of the FIFO onto the air."""

    def __init__(self, chip: "Mfrc522", modem: "Modem") -> None:
        self._chip = chip
        self._modem = modem
        self._clock = chip.clock
        self._air = chip.air
        self._fifo = chip.fifo
        self.regs = chip.regs
        self.ended = 0  # when the last frame did
        self._began = 0
        self._frame = bytearray()
        self._bits = 0
        self._etus = 0  # bits on the air, with start bit and parity

    def send(self) -> None:
        regs, modem = self.regs, self._modem
        if not regs[TX_CONTROL] & TX_RF_EN:
            self._chip.fault("a frame is sent with the antenna off")
            if regs[MODE] & TX_WAIT_RF:
                modem.state = M_TX_WAIT
                return
        # TxWait and 7 bits after the last answer, so that the card is ready for the frame.
        self._began = max(self._clock.now, modem.receiver.quiet_until)
        modem.state = M_TRANSMITTING if self._began == self._clock.now else M_TX_WAIT
        self._frame = bytearray()
        self._bits = 0
        self._etus = 1
        modem.receiver.expect(None, 0, 0)
        modem.step = self._send_byte
        modem.at = self._began

    def cut(self) -> None:
        """The frame that is being sent ends here."""
        self._air.transmit(self._frame, 0, self._began, False)

    def _send_byte(self, at: int) -> None:
        """The transmitter fetches bytes as it needs them; an empty FIFO ends the frame."""
        regs, fifo = self.regs, self._fifo.bytes
        self._modem.state = M_TRANSMITTING
        if not fifo:
            if regs[TX_MODE] & CRC_EN and self._bits & 7 == 0:
                self._send_crc()
            else:
                self.end(at)
            return
        self._frame.append(self._fifo.pop())
        bits = 8 if fifo else regs[BIT_FRAMING] & 7 or 8
        self._bits += bits
        self._etus += bits
        if bits == 8:
            self._etus += not regs[MF_RX] & PARITY_DISABLE
        else:
            self._modem.step = self.end
        self._modem.at = self._began + us(self._cycles())

    def _send_crc(self) -> None:
        crc = crc_a(self._frame, len(self._frame))
        self._frame.append(crc & 0xFF)
        self._frame.append(crc >> 8)
        self._bits += 16
        self._etus += 16 if self.regs[MF_RX] & PARITY_DISABLE else 18
        self._modem.step = self.end
        self._modem.at = self._began + us(self._cycles())

    def _cycles(self) -> int:
        """How long the frame is so far."""
        return self._etus * ETU >> ((self.regs[TX_MODE] & SPEED) >> 4)

    def end(self, at: int) -> None:
        """The last bit is out. Whatever cards answer, they do so now."""
        regs = self.regs
        self.ended = at
        if regs[T_MODE] & T_AUTO:
            self._chip.timer.start(at)
        self._ask_cards()
        self._chip.interrupts.raise_(TX_IRQ)
        if regs[COMMAND] & 15 == TRANSMIT:
            self._modem.state = M_IDLE
            self._chip.commands.finish()
        else:
            self._modem.state = M_RX_WAIT
            self._modem.receiver.listen(regs[RX_SEL] & 63)

    def _ask_cards(self) -> None:
        regs = self.regs
        gain = GAINS[regs[RF_CFG] >> 4 & 7]
        # RxThreshold, CollLevel: how strong the weaker half of a bit must be to collide.
        collision = (regs[RX_THRESHOLD] & 7) / 8
        ciphered = regs[STATUS2] & CRYPTO1_ON != 0
        echo = self._air.transmit(
            self._frame, self._bits, self._began, self._is_clear(), gain, collision, ciphered
        )
        self._modem.receiver.expect(echo, self._began, self._cycles() + FDT)

    def _is_clear(self) -> bool:
        """Whether a card can read the frame."""
        regs = self.regs
        if regs[MF_RX] & PARITY_DISABLE and self._bits > 7:
            return False
        return not (regs[TX_MODE] | regs[RX_MODE]) & SPEED and regs[TX_ASK] & FORCE_100_ASK != 0
