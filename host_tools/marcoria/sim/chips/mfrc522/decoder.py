"""Decoding: what the MFRC522 makes of an answer's bytes, with collisions, parity and CRC."""

from marcoria.sim.chips.iso14443.echo import Echo
from marcoria.sim.chips.iso14443.frames import crc_a
from marcoria.sim.chips.mfrc522.registers import (
    COLL,
    COLL_ERR,
    CRC_EN,
    CRC_ERR,
    PARITY_ERR,
    RX_MODE,
    VALUES_AFTER_COLL,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from marcoria.sim.chips.mfrc522.fifo import Fifo
    from marcoria.sim.chips.mfrc522.interrupts import Interrupts


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
        """Byte i has been heard."""
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
        """Byte i was the last one, of `last` bits, or whole; or nothing came of it, for the card
        left just after the one before."""
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
        """The byte as it is received after or with a collision, and the errors in it."""
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
        """CollPos: the first bit that collides, counted from 1; beyond 32 it cannot be told."""
        position = 8 * i + 1
        while not mask & 1:
            mask >>= 1
            position += 1
        if position <= 32:
            self.regs[COLL] = keep | position & 31
