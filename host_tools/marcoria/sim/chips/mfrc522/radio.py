"""The radio of the MFRC522: frames are sent, answers received and decoded."""

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
    """Bytes of an echo go to the FIFO; of a checked frame all but the last two, its CRC."""

    def __init__(self, regs: bytearray, fifo: "Fifo", interrupts: "Interrupts") -> None:
        self.regs = regs
        self._fifo = fifo
        self._interrupts = interrupts
        self._held: "list[int]" = []  # what may be the CRC of a frame
        self.begin(Echo(b"", 0, 0))

    def begin(self, echo: Echo) -> None:
        self._echo = echo
        self._collided = False
        self._held.clear()
        self._crc = 0x6363

    def take(self, i: int) -> None:
        """Take byte i, which has been heard."""
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
        """End with byte i, of `last` bits, or whole; or nothing came of it, for the card
        left just after the one before.
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
        """Return the byte as it is received after or with a collision, and the errors in it."""
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
        """Set CollPos: the first bit that collides, counted from 1; beyond 32 it cannot be
        told.
        """
        position = 8 * i + 1
        while not mask & 1:
            mask >>= 1
            position += 1
        if position <= 32:
            self.regs[COLL] = keep | position & 31


class Receiver:
    """Waits for the answer to a frame, and hears it byte by byte."""

    def __init__(self, chip: "Mfrc522", modem: "Modem") -> None:
        self._chip = chip
        self._modem = modem
        self._clock = chip.clock
        self._interrupts = chip.interrupts
        self._fifo = chip.fifo
        self.regs = chip.regs
        self._decoder = Decoder(chip.regs, chip.fifo, chip.interrupts)
        self._began = 0  # the frame that is answered
        self._answered = 0  # when the answer begins, in carrier cycles from the frame's start
        self._from = 0  # and in us
        self._heard = Echo(b"", 0, 0)  # what is received
        self._i = 0

    def reset(self) -> None:
        """Start as after a reset of the chip."""
        self._echo: "Echo | None" = None  # the answer that is or will be on the air
        self.quiet_until = 0
        self.hearing = False  # an answer is being received

    def is_hearing(self) -> bool:
        """Return whether an answer is on the air and is received."""
        return self.hearing and self._clock.now >= self._from

    def expect(self, echo: "Echo | None", began: int, answered: int) -> None:
        """Expect an answer, or none, to the frame that began then: so many carrier cycles
        later.
        """
        self._echo = echo
        self._began = began
        self._answered = answered
        self._from = began + us(answered)

    def receive(self) -> None:
        """Wait for an answer, which may be on its way."""
        self._modem.state = M_WAIT_DATA
        if self._echo is not None and self._from >= self._clock.now:
            self.listen(0)

    def listen(self, rx_wait: int) -> None:
        """Start the receiver up, and ignore what comes within `rx_wait` bits."""
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

    # --- what the field asks --------------------------------------------------------------------

    def bits_heard(self) -> int:
        """Return how many bits of the answer on the air are over."""
        if not self.hearing:
            return 1 << 20
        etus = (self._clock.now - self._from) * 1356 // 100 // ETU
        return self._heard.sent(etus) if etus > 0 else 0

    def shortened(self) -> None:
        """Follow an answer on the air that goes on otherwise, or not at all."""
        if not self._heard.bits:
            self.hearing = False
            self._modem.at = NEVER
        else:
            self._next_heard()
        self._chip.agenda.plan()

    # --- bit by bit -----------------------------------------------------------------------------

    def _next_heard(self) -> None:
        """Return when the start, the next whole byte or the end of the answer will have been
        heard.
        """
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
        """Stop the timer at a start bit and four data bits."""
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
        """Raise RxIRq at once, with a slow clone later."""
        if self._chip.lag_us:
            self._modem.step = self._received
            self._modem.at = at + self._chip.lag_us
        else:
            self._received(at)

    def _received(self, at: int) -> None:
        """End a data stream."""
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
        """End the frame that is being sent here."""
        self._air.transmit(self._frame, 0, self._began, False)

    def _send_byte(self, at: int) -> None:
        """Send a byte, fetched as it is needed; an empty FIFO ends the frame."""
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
        """Return how long the frame is so far."""
        return self._etus * ETU >> ((self.regs[TX_MODE] & SPEED) >> 4)

    def end(self, at: int) -> None:
        """End the frame: the last bit is out. Whatever cards answer, they do so now."""
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
        """Return whether a card can read the frame."""
        regs = self.regs
        if regs[MF_RX] & PARITY_DISABLE and self._bits > 7:
            return False
        return not (regs[TX_MODE] | regs[RX_MODE]) & SPEED and regs[TX_ASK] & FORCE_100_ASK != 0


class Modem:
    """A transmitter and a receiver, of which one is at work. What it does next, `step`, it does
    at `at`.
    """

    def __init__(self, chip: "Mfrc522") -> None:
        self._clock = chip.clock
        self._regs = chip.regs
        self.receiver = Receiver(chip, self)
        self.transmitter = Transmitter(chip, self)
        self.step: "Callable[[int], None]" = self.transmitter.end
        self.reset()

    def reset(self) -> None:
        """Start as after a reset of the chip."""
        self.receiver.reset()
        self.stop()

    def stop(self) -> None:
        self.state = M_IDLE
        self.at = NEVER
        self.receiver.hearing = False

    def act(self, at: int) -> None:
        """Do what is due."""
        self.at = NEVER
        self.step(at)

    def status(self) -> int:
        """Return ModemState of Status2."""
        state, now = self.state, self._clock.now
        wait = us((self._regs[RX_SEL] & 63) * ETU)
        if state == M_RX_WAIT and now >= self.transmitter.ended + wait:
            state = M_WAIT_DATA
        return M_RECEIVING if self.receiver.is_hearing() else state
