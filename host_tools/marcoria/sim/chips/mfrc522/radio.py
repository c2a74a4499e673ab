"""The radio of the MFRC522, which sends frames, and receives and decodes answers."""

from marcoria.sim.chips.iso14443.frames import ETU, FDT, Echo, crc_a, us
from marcoria.sim.chips.kernel import NEVER
from marcoria.sim.chips.mfrc522.registers import (
    BIT_FRAMING,
    COLL,
    COLL_ERR,
    COLL_POS_NOT_VALID,
    COMMAND,
    CONTROL,
    CRC_EN,
    CRC_ERR,
    CRYPTO1_ON,
    ERROR,
    FORCE_100_ASK,
    GAINS,
    M_IDLE,
    M_RECEIVING,
    M_RX_WAIT,
    M_TRANSMITTING,
    M_TX_WAIT,
    M_WAIT_DATA,
    M_WAIT_SEND,
    MF_RX,
    MF_TX,
    MODE,
    PARITY_DISABLE,
    PARITY_ERR,
    PROTOCOL_ERR,
    RCV_OFF,
    RECEIVE,
    RF_CFG,
    RX_IRQ,
    RX_MODE,
    RX_MULTIPLE,
    RX_NO_ERR,
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
    VALUES_AFTER_COLL,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from marcoria.sim.chips.mfrc522.chip import Mfrc522
    from marcoria.sim.chips.mfrc522.host import Fifo, Interrupts


class Decoder:
    """Decoder that writes the bytes of an answer into the FIFO.

    If CRC checking is enabled, the last two bytes are the CRC and are not written. An answer that
    has fewer than three bytes or an incomplete last byte has no CRC, so all its bytes are written.
    """

    def __init__(self, regs: bytearray, fifo: "Fifo", interrupts: "Interrupts") -> None:
        self.regs = regs
        self._fifo = fifo
        self._interrupts = interrupts
        self._held: "list[int]" = []  # the last two bytes, which may be the CRC
        self.begin(Echo(b"", 0, 0))

    def begin(self, echo: Echo) -> None:
        """Begin to decode an answer."""
        self._echo = echo
        self._collided = False
        self._held.clear()
        self._crc = 0x6363

    def take(self, i: int) -> None:
        """Decode byte i, which has been received."""
        echo = self._echo
        byte = echo.data[i]
        if echo.collided is not None and echo.broken is not None:
            byte = self._judge(i, byte, echo.collided[i], echo.broken[i])
        if self.regs[RX_MODE] & CRC_EN:
            self._crc = crc_a((byte,), 1, self._crc)
            self._held.append(byte)
            if len(self._held) > 2:
                self._fifo.push(self._held.pop(0))
        else:
            self._fifo.push(byte)

    def end(self, i: int, last: int) -> None:
        """Decode the last byte, and check the CRC if CRC checking is enabled.

        The last byte has the index i and `last` bits (0 for a whole byte). There is no byte i if
        the card was taken away just after the previous byte.
        """
        if 8 * i < self._echo.align + self._echo.bits:
            self.take(i)
        else:
            i -= 1
        if not self.regs[RX_MODE] & CRC_EN:
            return
        if self._crc or i < 2 or last:
            self._interrupts.error(CRC_ERR)
        while self._held and (i < 2 or last):
            self._fifo.push(self._held.pop(0))

    def _judge(self, i: int, byte: int, mask: int, broken: bool) -> int:
        """Return a byte as the chip stores it, and set the error bits.

        `mask` has the colliding bits of the byte; `broken` says whether its parity is wrong. If
        ValuesAfterColl is set, colliding bits are stored as 1. Else 0 is stored for all bits from
        the first colliding bit of the answer on.
        """
        echo = self._echo
        keep = self.regs[COLL] & VALUES_AFTER_COLL
        if self._collided:
            return byte | mask if keep else 0
        if mask:
            self._collided = True
            self._tell_position(i, mask, keep)
            self._interrupts.error(COLL_ERR)
            return byte | mask if keep else byte & ((mask & -mask) - 1)
        if broken and echo.parity and 8 * (i + 1) <= echo.align + echo.bits:
            self._interrupts.error(PARITY_ERR)
        return byte

    def _tell_position(self, i: int, mask: int, keep: int) -> None:
        """Set CollPos to the position of the first colliding bit, counted from 1 (0 means 32).

        If the position is beyond 32, CollPosNotValid stays set.
        """
        position = 8 * i + 1
        while not mask & 1:
            mask >>= 1
            position += 1
        if position <= 32:
            self.regs[COLL] = keep | position & 31


class Receiver:
    """The receiver, which waits for the answer to a frame and decodes it byte by byte."""

    def __init__(self, chip: "Mfrc522", modem: "Modem") -> None:
        self._chip = chip
        self._modem = modem
        self._clock = chip.clock
        self._interrupts = chip.interrupts
        self._fifo = chip.fifo
        self.regs = chip.regs
        self._decoder = Decoder(chip.regs, chip.fifo, chip.interrupts)
        self._began = 0  # time when the reader's frame began
        self._answered = 0  # carrier cycles from the frame's start to the answer's start
        self._from = 0  # time when the answer begins, in us
        self._heard = Echo(b"", 0, 0)  # the answer being received
        self._i = 0  # index of the byte being received, -1 until the start bit is checked

    def reset(self) -> None:
        """Set the state that a reset of the chip causes."""
        self._echo: "Echo | None" = None  # answer to the last frame, None if there is none
        self.quiet_until = 0  # no frame is sent before this time
        self.hearing = False  # whether an answer is being received, or is about to begin

    def is_hearing(self) -> bool:
        """Return whether an answer is on the air and being received."""
        return self.hearing and self._clock.now >= self._from

    def expect(self, echo: "Echo | None", began: int, answered: int) -> None:
        """Set the answer to the frame that began at `began`.

        `echo` is None if no card answers. The answer begins `answered` carrier cycles after the
        frame's start.
        """
        self._echo = echo
        self._began = began
        self._answered = answered
        self._from = began + us(answered)

    def receive(self) -> None:
        """Wait for an answer; an answer that has already begun is not received."""
        self._modem.state = M_WAIT_DATA
        if self._echo is not None and self._from >= self._clock.now:
            self.listen(0)

    def listen(self, rx_wait: int) -> None:
        """Start the receiver, which ignores the first `rx_wait` bit times after the frame.

        If an answer begins during this time, or if it comes while RcvOff is set, report a fault
        and do not receive the answer.
        """
        regs = self.regs
        regs[ERROR] &= 255 - (PROTOCOL_ERR | PARITY_ERR | CRC_ERR | COLL_ERR)
        regs[COLL] = regs[COLL] & VALUES_AFTER_COLL | COLL_POS_NOT_VALID
        echo = self._echo
        if echo is None or not echo.bits:
            return
        if regs[COMMAND] & RCV_OFF:
            self._chip.fault("RcvOff is set: the card's answer is not received")
        elif rx_wait * ETU > FDT:
            self._chip.fault("RxWait is longer than a card waits: its answer is not received")
        else:
            self._begin(echo)

    def _begin(self, echo: Echo) -> None:
        if self.regs[MF_RX] & PARITY_DISABLE:
            echo.show_parity()
        echo.realign(self.regs[BIT_FRAMING] >> 4 & 7)
        self._heard = echo
        self._decoder.begin(echo)
        self.hearing = True
        self._i = -1
        self._next_heard()

    # --- called by the field --------------------------------------------------------------------

    def bits_heard(self) -> int:
        """Return the number of bits of the answer that the card has sent so far.

        Return 0 if the answer is about to begin, and a number larger than any answer if the chip
        receives none.
        """
        if not self.hearing:
            return 1 << 20
        etus = (self._clock.now - self._from) * 1356 // 100 // ETU
        return self._heard.sent(etus) if etus > 0 else 0

    def shortened(self) -> None:
        """Compute the times of the reception again: the answer on the air was cut off.

        If no bit of the answer is left, stop the reception.
        """
        if not self._heard.bits:
            self.hearing = False
            self._modem.at = NEVER
        else:
            self._next_heard()
        self._chip.agenda.plan()

    # --- steps of the reception -----------------------------------------------------------------

    def _next_heard(self) -> None:
        """Schedule the next step: after the first four bits, the next byte, or the last bit."""
        echo, i, modem = self._heard, self._i, self._modem
        bits = echo.bits
        modem.step = self._heard_end
        if i < 0:
            if bits >= 4:
                modem.step = self._heard_start
                bits = 4
        elif (i + 1) * 8 - echo.align < bits:
            modem.step = self._heard_byte
            bits = (i + 1) * 8 - echo.align
        modem.at = self._began + us(self._answered + echo.etus(bits) * ETU)

    def _heard_start(self, at: int) -> None:
        """Check the start bit, after four data bits, and begin with the first byte.

        Stop the timer if TAuto is set and RxMultiple is not. If the start bit is damaged, set
        ProtocolErr instead, and do not receive the answer.
        """
        regs = self.regs
        if not self._heard.start:
            self.hearing = False
            self._modem.state = M_WAIT_DATA
            self._interrupts.error(PROTOCOL_ERR)
            return
        self._modem.state = M_RECEIVING
        if regs[T_MODE] & T_AUTO and not regs[RX_MODE] & RX_MULTIPLE:
            self._chip.timer.stop(at)
        self._i = 0
        self._next_heard()

    def _heard_byte(self, at: int) -> None:
        self._decoder.take(self._i)
        self._i += 1
        self._next_heard()

    def _heard_end(self, at: int) -> None:
        """End the reception; a slow clone ends it `lag_us` later."""
        if self._chip.lag_us:
            self._modem.step = self._received
            self._modem.at = at + self._chip.lag_us
        else:
            self._received(at)

    def _received(self, at: int) -> None:
        """End the reception: set RxLastBits, errors and the next state, and raise RxIRq.

        If RxNoErr is set, ignore an answer of fewer than four bits.
        """
        regs, echo = self.regs, self._heard
        self.hearing = False
        self._modem.state = M_WAIT_DATA
        if echo.bits < 4 and regs[RX_MODE] & RX_NO_ERR:
            return
        last = (echo.align + echo.bits) & 7
        regs[CONTROL] = regs[CONTROL] & 0xF8 | last
        self._decoder.end(max(self._i, 0), last)
        self.quiet_until = at + us((7 + (regs[MF_TX] & 3)) * ETU)
        if regs[RX_MODE] & RX_MULTIPLE:
            self._fifo.push(regs[ERROR])
        elif regs[COMMAND] & 15 == RECEIVE:
            self._modem.state = M_IDLE
            self._chip.commands.finish()
        else:
            self._modem.state = M_WAIT_SEND
        self._interrupts.raise_(RX_IRQ)


class Transmitter:
    """The transmitter, which sends a frame byte by byte from the FIFO."""

    def __init__(self, chip: "Mfrc522", modem: "Modem") -> None:
        self._chip = chip
        self._modem = modem
        self._clock = chip.clock
        self._air = chip.air
        self._fifo = chip.fifo
        self.regs = chip.regs
        self.ended = 0  # time of the last frame's end
        self._began = 0
        self._frame = bytearray()
        self._bits = 0
        self._etus = 0  # number of bits on the air, with start bit and parity bits

    def send(self) -> None:
        """Begin a frame with the bytes in the FIFO.

        If the antenna is off, report a fault; with TxWaitRF the frame waits for the antenna.
        """
        regs, modem = self.regs, self._modem
        if not regs[TX_CONTROL] & TX_RF_EN:
            self._chip.fault("a frame is sent with the antenna off")
            if regs[MODE] & TX_WAIT_RF:
                modem.state = M_TX_WAIT
                return
        # The frame begins at least 7 + TxWait bit times after the last answer, so that the card is
        # ready.
        self._began = max(self._clock.now, modem.receiver.quiet_until)
        modem.state = M_TRANSMITTING if self._began == self._clock.now else M_TX_WAIT
        self._frame = bytearray()
        self._bits = 0
        self._etus = 1
        modem.receiver.expect(None, 0, 0)
        modem.step = self._send_byte
        modem.at = self._began

    def cut(self) -> None:
        """Cut off the present frame; cards receive a damaged frame."""
        self._air.transmit(self._frame, 0, self._began, False)

    def _send_byte(self, at: int) -> None:
        """Send the next byte of the FIFO; if the FIFO is empty, end the frame.

        If TxCRCEn is set and the frame has whole bytes, send the CRC before the end.
        """
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
        """Return the length of the frame so far, in carrier cycles."""
        return self._etus * ETU >> ((self.regs[TX_MODE] & SPEED) >> 4)

    def end(self, at: int) -> None:
        """End the frame after its last bit, and deliver it to the cards."""
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
        # A bit has a collision if the strength of its weaker half is at least a certain share of
        # the strength of its stronger half. The model uses CollLevel (in RxThreshold) as this
        # share, in eighths.
        collision = (regs[RX_THRESHOLD] & 7) / 8
        ciphered = regs[STATUS2] & CRYPTO1_ON != 0
        echo = self._air.transmit(
            self._frame, self._bits, self._began, self._is_clear(), gain, collision, ciphered
        )
        self._modem.receiver.expect(echo, self._began, self._cycles() + FDT)

    def _is_clear(self) -> bool:
        """Return whether cards can decode the frame: speed, modulation and parity are right."""
        regs = self.regs
        if regs[MF_RX] & PARITY_DISABLE and self._bits > 7:
            return False
        return not (regs[TX_MODE] | regs[RX_MODE]) & SPEED and regs[TX_ASK] & FORCE_100_ASK != 0


class Modem:
    """The transmitter and the receiver, of which only one is active at a time.

    `step` is the callback for the next action of the active one, and `at` is the time of this
    action (NEVER if no action is scheduled).
    """

    def __init__(self, chip: "Mfrc522") -> None:
        self._clock = chip.clock
        self._regs = chip.regs
        self.receiver = Receiver(chip, self)
        self.transmitter = Transmitter(chip, self)
        self.step: "Callable[[int], None]" = self.transmitter.end
        self.reset()

    def reset(self) -> None:
        """Set the state that a reset of the chip causes."""
        self.receiver.reset()
        self.stop()

    def stop(self) -> None:
        """Stop sending and receiving."""
        self.state = M_IDLE
        self.at = NEVER
        self.receiver.hearing = False

    def act(self, at: int) -> None:
        """Run the step that is due."""
        self.at = NEVER
        self.step(at)

    def status(self) -> int:
        """Return the value of ModemState, a field of the register Status2."""
        state, now = self.state, self._clock.now
        wait = us((self._regs[RX_SEL] & 63) * ETU)
        if state == M_RX_WAIT and now >= self.transmitter.ended + wait:
            state = M_WAIT_DATA
        return M_RECEIVING if self.receiver.is_hearing() else state
