"""Receiving: when the MFRC522 hears which part of an answer."""

from marcoria.sim.chips.clock import NEVER
from marcoria.sim.chips.iso14443.echo import Echo
from marcoria.sim.chips.iso14443.frames import ETU, FDT, us
from marcoria.sim.chips.mfrc522.decoder import Decoder
from marcoria.sim.chips.mfrc522.registers import (
    BIT_FRAMING,
    COLL,
    COLL_ERR,
    COLL_POS_NOT_VALID,
    COMMAND,
    CONTROL,
    CRC_ERR,
    ERROR,
    M_IDLE,
    M_RECEIVING,
    M_WAIT_DATA,
    M_WAIT_SEND,
    MF_RX,
    MF_TX,
    PARITY_DISABLE,
    PARITY_ERR,
    PROTOCOL_ERR,
    RCV_OFF,
    RECEIVE,
    RX_IRQ,
    RX_MODE,
    RX_MULTIPLE,
    RX_NO_ERR,
    T_AUTO,
    T_MODE,
    VALUES_AFTER_COLL,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.mfrc522.chip import Mfrc522
    from marcoria.sim.chips.mfrc522.modem import Modem


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
        """As after a reset of the chip."""
        self._echo: "Echo | None" = None  # the answer that is or will be on the air
        self.quiet_until = 0
        self.hearing = False  # an answer is being received

    def is_hearing(self) -> bool:
        """Whether an answer is on the air and is received."""
        return self.hearing and self._clock.now >= self._from

    def expect(self, echo: "Echo | None", began: int, answered: int) -> None:
        """An answer, or none, to the frame that began then: so many carrier cycles later."""
        self._echo = echo
        self._began = began
        self._answered = answered
        self._from = began + us(answered)

    def receive(self) -> None:
        """Waits for an answer, which may be on its way."""
        self._modem.state = M_WAIT_DATA
        if self._echo is not None and self._from >= self._clock.now:
            self.listen(0)

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
        """How many bits of the answer on the air are over."""
        if not self.hearing:
            return 1 << 20
        etus = (self._clock.now - self._from) * 1356 // 100 // ETU
        return self._heard.sent(etus) if etus > 0 else 0

    def shortened(self) -> None:
        """The answer on the air goes on otherwise, or not at all."""
        if not self._heard.bits:
            self.hearing = False
            self._modem.at = NEVER
        else:
            self._next_heard()
        self._chip.agenda.plan()

    # --- bit by bit -----------------------------------------------------------------------------

    def _next_heard(self) -> None:
        """When the start, the next whole byte or the end of the answer will have been heard."""
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
        """A start bit and four data bits stop the timer."""
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
        """RxIRq follows at once, with a slow clone later."""
        if self._chip.lag_us:
            self._modem.step = self._received
            self._modem.at = at + self._chip.lag_us
        else:
            self._received(at)

    def _received(self, at: int) -> None:
        """The end of a data stream."""
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
