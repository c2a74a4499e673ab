"""The reader chip MFRC522: its registers, the frames to and from a card, and the levels of a UID.

A UID has one to three cascade levels, and each level is read with frames of its own. Each access
to registers costs two changes of the select pin and one SPI transfer.
"""

import time

from machine import SPI, Pin
from micropython import const

# Address bytes on SPI: the data sheet's address, shifted left by 1. Bit 7 is set for a read.
_COMMAND_REG = const(0x02)
_COM_IRQ = const(0x08)
_FIFO_LEVEL = const(0x14)
_BIT_FRAMING = const(0x1A)
_TX_CONTROL = const(0x28)
_RF_CFG = const(0x4C)

# Values in registers. A remark names the register; values below it belong to the same register.
_CANCEL = const(0x00)  # Command
_TRANSCEIVE = const(0x0C)
_SOFT_RESET = const(0x0F)
_CLEAR_ALL = const(0x7F)  # ComIrq
_OVER = const(0x33)  # ComIrq: RxIRq, IdleIRq, ErrIRq or TimerIRq
_RECEIVED = const(0x20)  # ComIrq: RxIRq
_CHIP_ERRORS = const(0xC0)  # Error: WrErr, TempErr; both are also set if no chip answers (0xFF)
_COLL_ERR = const(0x08)  # Error
_FLUSH = const(0x80)  # FIFOLevel
_START_SEND = const(0x80)  # BitFraming
_SHORT = const(7)  # BitFraming: the one byte of a request is sent with 7 bits
_NO_POSITION = const(0x20)  # Coll: CollPosNotValid
_FIELD_OFF = const(0x80)  # TxControl
_FIELD_ON = const(0x83)

# The timer starts when a frame was sent, ticks every 25 us, stops at an answer's fifth bit, and
# runs out after 300 us without an answer. A card answers exactly 86 or 91 us after the frame.
_TIMER_TICKS = const(12)
# These settings are written after a reset, and again at least every second, because one wrong byte
# on the bus may change any of them. Where a remark has only the register's name, the value equals
# the chip's value after a reset.
_SETTINGS = (
    b"\x04\x80"  # ComIEn
    b"\x22\x3f"  # Mode
    b"\x24\x00"  # TxMode
    b"\x26\x00"  # RxMode
    b"\x2a\x40"  # TxASK: 100 % modulation
    b"\x2c\x10"  # TxSel
    b"\x2e\x84"  # RxSel
    b"\x30\x84"  # RxThreshold
    b"\x32\x4d"  # Demod
    b"\x38\x62"  # MfTx
    b"\x3a\x00"  # MfRx
    b"\x48\x26"  # ModWidth
    b"\x4e\x88"  # GsN
    b"\x50\x20"  # CWGsP
    b"\x52\x20"  # ModGsP
    b"\x54\x80"  # TMode: the timer starts after each frame
    b"\x56\xa9"  # TPrescaler: a tick of 25 us
    b"\x58\x00"  # TReloadH
    b"\x5a\x0b"  # TReloadL: _TIMER_TICKS - 1
    b"\x1a\x07"  # BitFraming: the first frame is a request
)

# Microseconds from StartSend until both the answer and the timer are over, for three kinds of
# frames. The SPI calls around the wait add a margin. If a clone chip needs even more time, its
# result is read a second time, _SECOND_LOOK_US later.
_REQUEST_US = const(380)
_ANTICOLLISION_US = const(710)
_SELECT_US = const(1140)
_SECOND_LOOK_US = const(300)

_CASCADE_TAG = const(0x88)
_CASCADE = const(0x04)  # SAK: the UID has another level

# Address bytes of the registers to read in one transfer. A register's value arrives while the next
# byte is sent, so a 0 follows the last address.
_OUTCOME = b"\x88\x8c\x94\x98\x9c\0"  # ComIrq, Error, FIFOLevel, Control, Coll
_HEALTH = b"\xa8\xda\xee\0"  # TxControl, TReloadL, Version
_FIFO_3 = b"\x92\x92\x92\0"
_FIFO_5 = b"\x92\x92\x92\x92\x92\0"

_WAKE = b"\x12\x52"  # writes the request WUPA into the FIFO
_NOTHING = bytes(10)

# Results of a frame or of a level.
SILENT = const(0)  # no answer came before the timer ran out
MANGLED = const(1)  # a damaged answer came
CROWD = const(2)  # bits collided: there are two cards or more
UNDONE = const(3)  # the chip failed
ANSWER = const(4)  # an answer of the expected length came
MORE = const(5)  # a level of the UID is read, and another one follows
WHOLE = const(6)  # the last level of the UID is read


def crc_a(data: bytearray, start: int, stop: int) -> int:
    """Return CRC_A of ISO 14443-3 over data[start:stop]; its low byte is sent first."""
    crc = 0x6363
    while start < stop:
        byte = (data[start] ^ crc) & 0xFF
        byte = (byte ^ byte << 4) & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
        start += 1
    return crc


class Chip:
    """The reader chips of a bus; `select` is the select pin of the chip that is used now.

    A visit to a pad calls `field_on`, then `request`, then `part` and `choose` for each level of
    the UID, then `field_off`. `uid` has the bytes of the UID that `choose` has read so far, padded
    with zeros to ten bytes; `length` is the number of bytes without the padding.
    """

    def __init__(self, spi: SPI, select: Pin) -> None:
        self.select = select
        self.uid = bytearray(10)
        self.length = 0
        self._spi = spi
        # True if BitFraming is set for frames of whole bytes, not for the seven bits of a request.
        self._bytes_framed = False
        self._pair = bytearray(2)
        # Frames for the FIFO: ANTICOLLISION, which sends no bit of the UID, and SELECT, which
        # sends all bits of a level.
        self._ask = bytearray(b"\x12\x93\x20")
        self._take = bytearray(b"\x12\x93\x70\0\0\0\0\0\0\0")
        self._outcome = bytearray(6)
        self._part = bytearray(6)
        self._sak = bytearray(4)

    def reset(self) -> None:
        """Send the command for a soft reset; call `setup` at least a millisecond later."""
        self._write(_COMMAND_REG, _SOFT_RESET)

    def setup(self, gain: int) -> int:
        """Set the chip up with the field off; return its version, 0 if it lacks the settings."""
        self.field_off()
        self.settle(gain)
        return self.version(_FIELD_OFF)

    def settle(self, gain: int) -> None:
        """Write all settings and `gain`, a number of `Gains`, without changing the field."""
        for i in range(0, len(_SETTINGS), 2):
            self._write(_SETTINGS[i], _SETTINGS[i + 1])
        self._write(_RF_CFG, gain << 4 | 0x08)

    def version(self, field: int = _FIELD_ON) -> int:
        """Return the chip's version, or 0 after a failure.

        It is a failure if settings are lost, if the field is not as in `field` (_FIELD_ON or
        _FIELD_OFF), or if no chip answers.
        """
        read = self._sak
        self._read(_HEALTH, read)
        if (read[1] ^ field) & 3 or read[2] != _TIMER_TICKS - 1 or read[3] == 0xFF:
            return 0
        return read[3]

    def field_on(self) -> None:
        """Switch the field on; a request may be sent 5.1 ms later."""
        self._write(_TX_CONTROL, _FIELD_ON)

    def field_off(self) -> None:
        """Switch the field off; cards lose their state within 5 ms."""
        self._write(_TX_CONTROL, _FIELD_OFF)
        if self._bytes_framed:
            # Set BitFraming for the seven bits of the next request now. If a chip has kept
            # StartSend set, it starts to send at the command Transceive, before `_exchange`
            # writes BitFraming. Without this write it would then send eight bits.
            self._write(_BIT_FRAMING, _SHORT)
            self._bytes_framed = False

    def request(self) -> int:
        """Wake the cards in the field; return ANSWER, MANGLED, SILENT or UNDONE.

        All cards of the same kind give the same answer, so the answer is not read. Cards of
        different kinds may give answers that collide; this counts as ANSWER.
        """
        self.uid[:] = _NOTHING
        self.length = 0
        self._write(_COMMAND_REG, _CANCEL)
        heard = self._exchange(_WAKE, _SHORT, _REQUEST_US, 2)
        return ANSWER if heard == CROWD else heard

    def part(self, number: int) -> int:
        """Request the part of the UID in the cascade level `number`: 0, 1 or 2.

        Return ANSWER, CROWD, MANGLED (also without an answer) or UNDONE.
        """
        self._ask[1] = self._take[1] = 0x93 + 2 * number
        if not number:
            self._bytes_framed = True
            self._write(_BIT_FRAMING, 0)
        heard = self._exchange(self._ask, 0, _ANTICOLLISION_US, 5)
        if heard == CROWD:
            # Repeat the request: two cards collide at the same bit again, but noise does not.
            bit = self._outcome[5]
            heard = self._exchange(self._ask, 0, _ANTICOLLISION_US, 5)
            if heard == CROWD and bit != self._outcome[5]:
                heard = MANGLED
        if heard == ANSWER:
            part = self._part
            self._read(_FIFO_5, part)
            if part[1] ^ part[2] ^ part[3] ^ part[4] ^ part[5]:
                heard = MANGLED
        return heard or MANGLED

    def begins(self, uid: bytearray) -> bool:
        """Return whether `uid` begins with the part that was read in level 0."""
        part = self._part
        start = 2 if part[1] == _CASCADE_TAG else 1
        for i in range(start, 5):
            if part[i] != uid[i - start]:
                return False
        return True

    def choose(self, number: int) -> int:
        """Select the card whose part of the UID was read last, and add the part to `uid`.

        Return MORE if the UID has another level after level `number`, or WHOLE if it has none.
        After a failure return MANGLED (also without an answer) or UNDONE.
        """
        part, take, sak = self._part, self._take, self._sak
        for i in range(1, 6):
            take[i + 2] = part[i]
        crc = crc_a(take, 1, 8)
        take[8] = crc & 0xFF
        take[9] = crc >> 8
        heard = self._exchange(take, 0, _SELECT_US, 3)
        if heard != ANSWER:
            return UNDONE if heard == UNDONE else MANGLED
        self._read(_FIFO_3, sak)
        more = sak[1] & _CASCADE
        if more and number == 2:
            return MANGLED
        # A frame followed by its own CRC has the CRC 0.
        if crc_a(sak, 1, 4) or (part[1] == _CASCADE_TAG) != (more != 0):
            return MANGLED
        for i in range(2 if more else 1, 5):
            self.uid[self.length] = part[i]
            self.length += 1
        return MORE if more else WHOLE

    def _exchange(self, frame: bytes | bytearray, bits: int, wait_us: int, count: int) -> int:
        """Send a frame and wait for the answer of `count` bytes, which stays in the FIFO.

        `frame` begins with the FIFO's address byte. Send `bits` bits of the last byte, or the
        whole byte if `bits` is 0. Return SILENT, MANGLED, CROWD, UNDONE or ANSWER.
        """
        self._write(_FIFO_LEVEL, _FLUSH)
        self._write(_COM_IRQ, _CLEAR_ALL)
        self._send(frame)
        self._write(_COMMAND_REG, _TRANSCEIVE)
        self._write(_BIT_FRAMING, _START_SEND | bits)
        time.sleep_us(wait_us)
        outcome = self._outcome
        self._read(_OUTCOME, outcome)
        if not outcome[1] & _OVER:
            time.sleep_us(_SECOND_LOOK_US)
            self._read(_OUTCOME, outcome)
        irq, error, level = outcome[1], outcome[2], outcome[3]
        if not irq & _OVER or error & _CHIP_ERRORS:
            return UNDONE
        if error & _COLL_ERR and not outcome[5] & _NO_POSITION:
            return CROWD
        if error or outcome[4] & 7 or level != count:
            return MANGLED if error or level or irq & _RECEIVED else SILENT
        return ANSWER

    def _write(self, register: int, value: int) -> None:
        """Write a value into a register, which is given by its address byte."""
        pair = self._pair
        pair[0] = register
        pair[1] = value
        self._send(pair)

    def _send(self, data: bytes | bytearray) -> None:
        """Send bytes to the chip in one transfer."""
        select = self.select
        select(0)
        self._spi.write(data)
        select(1)

    def _read(self, registers: bytes, values: bytearray) -> None:
        """Read registers[n - 1] into values[n], in one transfer."""
        select = self.select
        select(0)
        self._spi.write_readinto(registers, values)
        select(1)
