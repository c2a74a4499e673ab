"""Sending and receiving: how the MFRC522 makes frames of bytes, and bytes of answers."""

from marcoria.sim.chips.clock import NEVER
from marcoria.sim.chips.iso14443.frames import ETU, FDT, crc_a, us
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

    from marcoria.sim.chips.iso14443.echo import Echo
    from marcoria.sim.chips.mfrc522.chip import Mfrc522


class Modem:
    """What is on the air: a frame byte by byte out of the FIFO, then its answer into it. What it
    does next, `_step`, it does at `at`."""

    def __init__(self, chip: "Mfrc522") -> None:
        self._chip = chip
        self._clock = chip.clock
        self._air = chip.air
        self._interrupts = chip.interrupts
        self._fifo = chip.fifo
        self._timer = chip.timer
        self.regs = chip.regs
        self._step: "Callable[[int], None]" = self._sent
        self._rx_from = 0
        self._answered = 0  # when the answer begins, in carrier cycles from the frame's start
        self._tx_end = 0
        self._began = 0
        self._frame = bytearray()
        self._bits = 0
        self._etus = 0
        self._i = 0
        self._collided = False
        self._held: "list[int]" = []  # what may be the CRC of a frame
        self._rx_crc = 0x6363
        self.reset()

    def reset(self) -> None:
        """As after a reset of the chip."""
        self._echo: "Echo | None" = None  # the answer that is or will be on the air
        self._quiet_until = 0
        self.stop()

    def stop(self) -> None:
        self.state = M_IDLE
        self.at = NEVER
        self._hearing = False  # an answer is being received

    def act(self, at: int) -> None:
        """Does what is due."""
        self.at = NEVER
        self._step(at)

    def status(self) -> int:
        """ModemState of Status2."""
        state, now = self.state, self._clock.now
        if state == M_RX_WAIT and now >= self._tx_end + us((self.regs[RX_SEL] & 63) * ETU):
            state = M_WAIT_DATA
        return M_RECEIVING if self.is_hearing() else state

    def is_hearing(self) -> bool:
        """Whether an answer is on the air and is received."""
        return self._hearing and self._clock.now >= self._rx_from

    def cut(self) -> None:
        """The frame that is being sent ends here."""
        self._air.transmit(self._frame, 0, self._began, False)

    def receive(self) -> None:
        """Waits for an answer, which may be on its way."""
        self.state = M_WAIT_DATA
        if self._echo is not None and self._rx_from >= self._clock.now:
            self.listen(0)

    # --- sending ----------------------------------------------------------------------------

    def send(self) -> None:
        regs = self.regs
        if not regs[TX_CONTROL] & TX_RF_EN:
            self._chip.fault("a frame is sent with the antenna off")
            if regs[MODE] & TX_WAIT_RF:
                self.state = M_TX_WAIT
                return
        # TxWait and 7 bits after the last answer, so that the card is ready for the frame.
        self._began = max(self._clock.now, self._quiet_until)
        self.state = M_TRANSMITTING if self._began == self._clock.now else M_TX_WAIT
        self._frame = bytearray()
        self._bits = 0
        self._etus = 1
        self._echo = None
        self._step = self._send_byte
        self.at = self._began

    def _send_byte(self, at: int) -> None:
        """The transmitter fetches bytes as it needs them; an empty FIFO ends the frame."""
        regs, fifo = self.regs, self._fifo.bytes
        self.state = M_TRANSMITTING
        if not fifo:
            if regs[TX_MODE] & CRC_EN and self._bits & 7 == 0:
                self._send_crc()
            else:
                self._sent(at)
            return
        self._frame.append(self._fifo.pop())
        bits = 8 if fifo else regs[BIT_FRAMING] & 7 or 8
        self._bits += bits
        self._etus += bits
        if bits == 8:
            self._etus += not regs[MF_RX] & PARITY_DISABLE
        else:
            self._step = self._sent
        self.at = self._began + self._air_us(self._etus)

    def _send_crc(self) -> None:
        crc = crc_a(self._frame, len(self._frame))
        self._frame.append(crc & 0xFF)
        self._frame.append(crc >> 8)
        self._bits += 16
        self._etus += 16 if self.regs[MF_RX] & PARITY_DISABLE else 18
        self._step = self._sent
        self.at = self._began + self._air_us(self._etus)

    def _air_us(self, etus: int) -> int:
        return us(etus * ETU >> ((self.regs[TX_MODE] & SPEED) >> 4))

    def _sent(self, at: int) -> None:
        """The last bit is out. Whatever cards answer, they do so now."""
        regs = self.regs
        self._tx_end = at
        if regs[T_MODE] & T_AUTO:
            self._timer.start(at)
        clear = regs[TX_ASK] & FORCE_100_ASK and not (regs[TX_MODE] | regs[RX_MODE]) & SPEED
        if regs[STATUS2] & CRYPTO1_ON or (regs[MF_RX] & PARITY_DISABLE and self._bits > 7):
            clear = False
        gain = GAINS[regs[RF_CFG] >> 4 & 7]
        # RxThreshold, CollLevel: how strong the weaker half of a bit must be to collide.
        collision = (regs[RX_THRESHOLD] & 7) / 8
        self._answered = (self._etus * ETU >> ((regs[TX_MODE] & SPEED) >> 4)) + FDT
        self._rx_from = self._began + us(self._answered)
        self._echo = self._air.transmit(
            self._frame, self._bits, self._began, clear, gain, collision
        )
        self._interrupts.raise_(TX_IRQ)
        if regs[COMMAND] & 15 == TRANSMIT:
            self.state = M_IDLE
            self._chip.commands.finish()
        else:
            self.state = M_RX_WAIT
            self.listen(regs[RX_SEL] & 63)

    # --- receiving --------------------------------------------------------------------------

    def listen(self, rx_wait: int) -> None:
        """The receiver starts up, and ignores what comes within `rx_wait` bits."""
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
            if regs[MF_RX] & PARITY_DISABLE:
                echo.show_parity()
            echo.realign(regs[BIT_FRAMING] >> 4 & 7)
            self._hearing = True
            self._collided = False
            self._i = -1
            self._held.clear()
            self._rx_crc = 0x6363
            self._next_heard()

    def bits_heard(self) -> int:
        """How many bits of the answer on the air are over, for the field."""
        if not self._hearing:
            return 1 << 20
        etus = (self._clock.now - self._rx_from) * 1356 // 100 // ETU
        return self._echo.sent(etus) if etus > 0 else 0

    def shortened(self) -> None:
        """The answer on the air goes on otherwise, or not at all."""
        if not self._echo.bits:
            self._hearing = False
            self.at = NEVER
        else:
            self._next_heard()
        self._chip.schedule()

    def _next_heard(self) -> None:
        """When the start, the next whole byte or the end of the answer will have been heard."""
        echo, i = self._echo, self._i
        bits = echo.bits
        self._step = self._heard_end
        if i < 0:
            if bits >= 4:
                self._step = self._heard_start
                bits = 4
        elif (i + 1) * 8 - echo.align < bits:
            self._step = self._heard_byte
            bits = (i + 1) * 8 - echo.align
        self.at = self._began + us(self._answered + echo.etus(bits) * ETU)

    def _heard_start(self, at: int) -> None:
        """A start bit and four data bits stop the timer."""
        regs = self.regs
        if not self._echo.start:
            self._hearing = False
            self.state = M_WAIT_DATA
            self._interrupts.error(PROTOCOL_ERR)
            return
        self.state = M_RECEIVING
        if regs[T_MODE] & T_AUTO and not regs[RX_MODE] & RX_MULTIPLE:
            self._timer.stop(at)
        self._i = 0
        self._next_heard()

    def _heard_byte(self, at: int) -> None:
        self._take(self._i)
        self._i += 1
        self._next_heard()

    def _heard_end(self, at: int) -> None:
        """RxIRq follows at once, with a slow clone later."""
        if self._chip.lag_us:
            self._step = self._received
            self.at = at + self._chip.lag_us
        else:
            self._received(at)

    def _take(self, i: int) -> None:
        """Byte i goes to the FIFO; of a checked frame all but the last two, which are its CRC."""
        echo = self._echo
        byte = echo.data[i]
        if echo.collided is not None:
            byte = self._judge(i, byte)
        if self.regs[RX_MODE] & CRC_EN:
            self._rx_crc = crc_a((byte,), 1, self._rx_crc)
            self._held.append(byte)
            if len(self._held) > 2:
                self._fifo.push(self._held.pop(0))
        else:
            self._fifo.push(byte)

    def _judge(self, i: int, byte: int) -> int:
        """The byte as it is received after or with a collision, and the errors in it."""
        echo, regs = self._echo, self.regs
        keep = regs[COLL] & VALUES_AFTER_COLL
        mask = echo.collided[i]
        if self._collided:
            return byte | mask if keep else 0
        if mask:
            self._collided = True
            first = mask & -mask
            position = 8 * i + 1
            while first > 1 << (position - 8 * i - 1):
                position += 1
            if position <= 32:
                regs[COLL] = keep | position & 31
            self._interrupts.error(COLL_ERR)
            return byte | mask if keep else byte & (first - 1)
        whole = 8 * (i + 1) <= echo.align + echo.bits
        if whole and echo.parity and echo.broken[i]:
            self._interrupts.error(PARITY_ERR)
        return byte

    def _received(self, at: int) -> None:
        """The end of a data stream."""
        regs, echo = self.regs, self._echo
        self._hearing = False
        self.state = M_WAIT_DATA
        if echo.bits < 4 and regs[RX_MODE] & RX_NO_ERR:
            return
        self._i = max(self._i, 0)
        self._take(self._i)
        last = (echo.align + echo.bits) & 7
        regs[CONTROL] = regs[CONTROL] & 0xF8 | last
        if regs[RX_MODE] & CRC_EN:
            if self._rx_crc or self._i < 2 or last:
                self._interrupts.error(CRC_ERR)
            while self._held and (self._i < 2 or last):
                self._fifo.push(self._held.pop(0))
        self._quiet_until = at + us((7 + (regs[MF_TX] & 3)) * ETU)
        if regs[RX_MODE] & RX_MULTIPLE:
            self._fifo.push(regs[ERROR])
        elif regs[COMMAND] & 15 == RECEIVE:
            self.state = M_IDLE
            self._chip.commands.finish()
        else:
            self.state = M_WAIT_SEND
        self._interrupts.raise_(RX_IRQ)
