"""Hosts that drive the MFRC522 model: two in the style of widely used drivers, and a lean one.

This file runs on CPython and, with the models, in the MicroPython VM.
"""

from marcoria.sim.chips.iso14443.field import Field
from marcoria.sim.chips.iso14443.frames import crc_a, with_crc
from marcoria.sim.chips.iso14443.tag import RandomTag, Tag
from marcoria.sim.chips.kernel import Clock, Faults
from marcoria.sim.chips.mfrc522.chip import Mfrc522
from marcoria.sim.chips.mfrc522.registers import (
    BIT_FRAMING,
    CALC_CRC,
    COLL,
    COM_IEN,
    COM_IRQ,
    COMMAND,
    CONTROL,
    CRC_RESULT_H,
    CRC_RESULT_L,
    DIV_IRQ,
    ERROR,
    FIFO_DATA,
    FIFO_LEVEL,
    IDLE,
    MOD_WIDTH,
    MODE,
    RX_MODE,
    SOFT_RESET,
    T_MODE,
    T_PRESCALER,
    T_RELOAD_H,
    T_RELOAD_L,
    TRANSCEIVE,
    TX_ASK,
    TX_CONTROL,
    TX_MODE,
    VERSION,
)


class Rig:
    """One chip on a test bench. Each SPI call takes `call_us` microseconds of simulated time."""

    def __init__(self, call_us=50, reset=None, irq=None, seed=1, version=0x92):
        self.clock = Clock()
        self.faults = Faults()
        self.field = Field(seed)
        self.call_us = call_us
        self.chip = Mfrc522(self.clock, self.faults, self.field, "reader", reset, irq, version)
        self.calls = 0

    def wait(self, us):
        self.clock.advance(us)

    def call(self, data):
        """Exchange `data` in one SPI call with the selected chip; the answer replaces `data`."""
        self.calls += 1
        self.clock.advance(self.call_us)
        self.chip.port.exchange(data, 0, len(data))

    def write(self, register, *values):
        self.chip.port.select()
        self.call(bytearray((register << 1,)) + bytes(values))
        self.chip.port.deselect()

    def read(self, *registers):
        """Return the registers' values as a list, or the value itself for a single register."""
        data = bytearray([0x80 | r << 1 for r in registers]) + b"\0"
        self.chip.port.select()
        self.call(data)
        self.chip.port.deselect()
        return data[1] if len(registers) == 1 else list(data[1:])

    def set_bits(self, register, mask):
        self.write(register, self.read(register) | mask)

    def clear_bits(self, register, mask):
        self.write(register, self.read(register) & (0xFF ^ mask))


def ready(**options):
    """Return a bench ready to send: field on for 6 ms, timer set to 300 us."""
    rig = Rig(**options)
    rig.wait(1000)
    for register, value in (
        (TX_ASK, 0x40),
        (T_MODE, 0x80),
        (T_PRESCALER, 169),
        (T_RELOAD_L, 11),
        (TX_CONTROL, 0x83),
    ):
        rig.write(register, value)
    rig.wait(6000)
    return rig


def frame(rig, data, bits=0, align=0):
    """Transceive once; return (answer or None on timeout, RxLastBits, ErrorReg)."""
    rig.write(COMMAND, IDLE)
    rig.write(FIFO_LEVEL, 0x80)
    rig.write(COM_IRQ, 0x7F)
    rig.write(FIFO_DATA, *data)
    rig.write(COMMAND, TRANSCEIVE)
    rig.write(BIT_FRAMING, 0x80 | align << 4 | bits)
    for _ in range(4000):
        if rig.read(COM_IRQ) & 0x21:
            break
        rig.wait(1)
    irq, error, level, control = rig.read(COM_IRQ, ERROR, FIFO_LEVEL, CONTROL)
    if not irq & 0x20:
        return None, 0, error
    data = rig.read(*[FIFO_DATA] * level) if level else []
    return [data] if level == 1 else data, control & 7, error


class OneByOne:
    """Host in the style of the widely copied MicroPython drivers.

    It sends address and byte in separate calls, changes bits by read-modify-write, sets a timer of
    15 ms, and polls ComIrq up to 2000 times. The loop uses `~` instead of `not`, so the
    timer does not end the loop.
    """

    def __init__(self, rig):
        self.rig = rig
        for register, value in ((COMMAND, SOFT_RESET), (T_MODE, 0x8D), (T_PRESCALER, 0x3E)):
            self.write(register, value)
        for register, value in ((T_RELOAD_L, 30), (T_RELOAD_H, 0), (TX_ASK, 0x40), (MODE, 0x3D)):
            self.write(register, value)
        if ~(self.read(TX_CONTROL) & 3):
            self.change(TX_CONTROL, 0, 3)

    def write(self, register, value):
        self.rig.chip.port.select()
        self.rig.call(bytearray([register << 1]))
        self.rig.call(bytearray([value]))
        self.rig.chip.port.deselect()

    def read(self, register):
        self.rig.chip.port.select()
        self.rig.call(bytearray([0x80 | register << 1]))
        data = bytearray(1)
        self.rig.call(data)
        self.rig.chip.port.deselect()
        return data[0]

    def change(self, register, clear, put):
        self.write(register, self.read(register) & (0xFF ^ clear) | put)

    def card(self, send):
        """Send bytes; return (answer, its number of bits), or None on an error or a timeout."""
        self.write(COM_IEN, 0xF7)
        self.change(COM_IRQ, 0x80, 0)
        self.change(FIFO_LEVEL, 0, 0x80)
        self.write(COMMAND, IDLE)
        for byte in send:
            self.write(FIFO_DATA, byte)
        self.write(COMMAND, TRANSCEIVE)
        self.change(BIT_FRAMING, 0, 0x80)
        left = 2000
        while left:
            irq = self.read(COM_IRQ)
            left -= 1
            if ~int((left != 0) and ~(irq & 0x01) and ~(irq & 0x30)):
                break
        self.change(BIT_FRAMING, 0x80, 0)
        if not left or self.read(ERROR) & 0x1B or irq & 1:
            return None
        count = self.read(FIFO_LEVEL)
        last = self.read(CONTROL) & 7
        data = [self.read(FIFO_DATA) for _ in range(count)]
        return data, (count - 1) * 8 + last if last else count * 8

    def crc(self, data):
        self.change(DIV_IRQ, 0x04, 0)
        self.change(FIFO_LEVEL, 0, 0x80)
        for byte in data:
            self.write(FIFO_DATA, byte)
        self.write(COMMAND, CALC_CRC)
        for _ in range(255):
            if self.read(DIV_IRQ) & 0x04:
                break
        return [self.read(CRC_RESULT_L), self.read(CRC_RESULT_H)]

    def request(self, command):
        self.write(BIT_FRAMING, 0x07)
        heard = self.card([command])
        return heard is not None and heard[1] == 16

    def level(self, code):
        """Select the card at a cascade level; return the level's four bytes, or None."""
        self.write(BIT_FRAMING, 0)
        heard = self.card([code, 0x20])
        if heard is None or len(heard[0]) != 5:
            return None
        send = bytes((code, 0x70)) + bytes(heard[0])
        heard2 = self.card(send + bytes(self.crc(send)))
        return heard[0][:4] if heard2 is not None and heard2[1] == 24 else None

    def uid(self):
        if not self.request(0x26):
            return None
        result = []
        for code in (0x93, 0x95, 0x97):
            part = self.level(code)
            if part is None:
                return None
            if part[0] != 0x88:
                return bytes(result + part)
            result += part[1:]
        return None


class Library:
    """Host in the style of the Arduino library and its descendants.

    It waits 50 ms after a soft reset, reads and writes the FIFO in bursts, and sets a timer of
    25 ms. It uses the CRC coprocessor and bitwise anticollision.
    """

    def __init__(self, rig):
        self.rig = rig
        rig.write(COMMAND, SOFT_RESET)
        for _ in range(3):
            rig.wait(50_000)
            if not rig.read(COMMAND) & 0x10:
                break
        for register, value in (
            (TX_MODE, 0),
            (RX_MODE, 0),
            (MOD_WIDTH, 0x26),
            (T_MODE, 0x80),
            (T_PRESCALER, 0xA9),
            (T_RELOAD_H, 0x03),
            (T_RELOAD_L, 0xE8),
            (TX_ASK, 0x40),
            (MODE, 0x3D),
        ):
            rig.write(register, value)
        if rig.read(TX_CONTROL) & 3 != 3:
            rig.set_bits(TX_CONTROL, 3)

    def card(self, send, bits=0, align=0):
        """Send bytes; return (status, answer, number of bits in the answer's last byte).

        The status is "ok", "collision", "timeout" or "error". The number is 0 for a whole byte.
        """
        rig = self.rig
        rig.write(COMMAND, IDLE)
        rig.write(COM_IRQ, 0x7F)
        rig.write(FIFO_LEVEL, 0x80)
        rig.write(FIFO_DATA, *send)
        rig.write(BIT_FRAMING, align << 4 | bits)
        rig.write(COMMAND, TRANSCEIVE)
        rig.set_bits(BIT_FRAMING, 0x80)
        while True:
            irq = rig.read(COM_IRQ)
            if irq & 0x30:
                break
            if irq & 0x01:
                return "timeout", [], 0
        error = rig.read(ERROR)
        if error & 0x13:
            return "error", [], 0
        count = rig.read(FIFO_LEVEL)
        data = [rig.read(FIFO_DATA)] if count == 1 else rig.read(*[FIFO_DATA] * count)
        last = rig.read(CONTROL) & 7
        return "collision" if error & 0x08 else "ok", data, last

    def crc(self, data):
        rig = self.rig
        rig.write(COMMAND, IDLE)
        rig.write(DIV_IRQ, 0x04)
        rig.write(FIFO_LEVEL, 0x80)
        rig.write(FIFO_DATA, *data)
        rig.write(COMMAND, CALC_CRC)
        while not rig.read(DIV_IRQ) & 0x04:
            pass
        rig.write(COMMAND, IDLE)
        return [rig.read(CRC_RESULT_L), rig.read(CRC_RESULT_H)]

    def request(self, command=0x26):
        self.rig.clear_bits(COLL, 0x80)
        status, data, last = self.card([command], 7)
        return status in ("ok", "collision") and len(data) == 2 and not last

    def level(self, code):
        """Select one card at a cascade level; return the level's bytes and the SAK, or None."""
        known, part = 0, [0] * 5
        self.rig.clear_bits(COLL, 0x80)
        while known < 32:
            whole, rest = known // 8, known & 7
            nvb = 0x20 + (whole << 4) + rest
            send = bytes((code, nvb)) + bytes(part[: (known + 7) // 8])
            status, data, _ = self.card(send, rest, rest)
            if status not in ("ok", "collision"):
                return None
            for i, byte in enumerate(data):
                mask = 0xFF << rest & 0xFF if i == 0 else 0xFF
                part[whole + i] = part[whole + i] & (0xFF ^ mask) | byte & mask
            if status == "ok":
                known = 32
                continue
            coll = self.rig.read(COLL)
            if coll & 0x20:
                return None
            # The chip counts from the first bit of the byte in which the answer begins.
            known = whole * 8 + ((coll & 0x1F) or 32)
            part[(known - 1) // 8] |= 1 << (known - 1) % 8
        part[4] = part[0] ^ part[1] ^ part[2] ^ part[3]
        send = bytes((code, 0x70)) + bytes(part)
        status, data, last = self.card(send + bytes(self.crc(send)))
        if status != "ok" or len(data) != 3 or last or self.crc(data[:1]) != data[1:]:
            return None
        return part, data[0]

    def uid(self):
        """Request one card and select it, so that it is ACTIVE; return its UID, or None."""
        if not self.request():
            return None
        result = []
        for code in (0x93, 0x95, 0x97):
            level = self.level(code)
            if level is None:
                return None
            part, sak = level
            if not sak & 0x04:
                return bytes(result + part[:4])
            result += part[1:4]
        return None

    def halt(self):
        """Send HLTA; return whether it succeeded: the card must not answer."""
        return self.card(b"\x50\0" + bytes(self.crc(b"\x50\0")))[0] == "timeout"


class Lean:
    """Host with few register accesses: flags and FIFO level in one burst, CRC in software."""

    def __init__(self, rig):
        self.rig = rig
        self.accesses = 0

    def exchange(self, send, bits, air_us):
        rig = self.rig
        rig.write(FIFO_LEVEL, 0x80)
        rig.write(COM_IRQ, 0x7F)
        rig.write(FIFO_DATA, *send)
        rig.write(COMMAND, TRANSCEIVE)
        rig.write(BIT_FRAMING, 0x80 | bits)
        rig.wait(air_us)
        irq, error, level = rig.read(COM_IRQ, ERROR, FIFO_LEVEL)
        if not irq & 0x20 or error or level < 2:
            return None
        return rig.read(*[FIFO_DATA] * level)

    def uid(self):
        start = self.rig.chip.port.accesses
        self.rig.write(COMMAND, IDLE)
        result = self.exchange([0x52], 7, 430) and self.levels()
        self.accesses = self.rig.chip.port.accesses - start
        return result

    def levels(self):
        result = []
        for code in (0x93, 0x95, 0x97):
            part = self.exchange([code, 0x20], 0, 760)
            if part is None or len(part) != 5:
                return None
            if part[0] ^ part[1] ^ part[2] ^ part[3] ^ part[4]:
                return None
            sak = self.exchange(with_crc(bytes((code, 0x70)) + bytes(part)), 0, 1190)
            if sak is None or len(sak) != 3 or crc_a(sak, 3):
                return None
            if not sak[0] & 0x04:
                return bytes(result + part[:4])
            result += part[1:4]
        return None


def self_check():
    """Read a UID of each length with every host, and other cards with noise or weak coupling.

    Return lines with the results, the faults and the chip's version. They must be equal on CPython
    and MicroPython.
    """
    lines = []
    for uid in ("11223344", "04a1b2c3d4e5f6", "04a1b2c3d4e5f6070809"):
        for manner in (OneByOne, Library, Lean):
            rig = ready()
            tag = Tag(bytes.fromhex(uid))
            rig.field.put(tag)
            rig.wait(6000)
            host = manner(rig)
            rig.wait(6000)
            read = host.uid()
            lines.append(f"{read.hex()} {tag.name()} {rig.clock.now}")
            lines += [str(fault) for fault in rig.faults.log]
    for noise, coupling in ((0.001, 1.0), (0.05, 1.0), (0.0, 0.4)):
        rig = ready(seed=7)
        rig.field.noise = noise
        host = Lean(rig)
        good = wrong = 0
        for n in range(40):
            tag = RandomTag(n) if n & 1 else Tag(bytes((4, n, 2, 3, 4, 5, 6)))
            rig.field.put(tag, coupling)
            rig.wait(6000)
            read = host.uid()
            good += read == tag.uid
            wrong += read is not None and read != tag.uid
            rig.field.lift(tag)
        lines.append(f"{good} read, {wrong} wrong, {rig.clock.now}")
        lines += [str(fault) for fault in rig.faults.log]
    lines.append(f"version {ready().read(VERSION):x}")
    return lines
