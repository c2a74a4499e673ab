"""Driver for the RC522 that waits for each answer, as most drivers do."""

import time

_COMMAND, _IRQ, _ERROR, _FIFO, _LEVEL, _CONTROL, _FRAMING = (
    0x01,
    0x04,
    0x06,
    0x09,
    0x0A,
    0x0C,
    0x0D,
)
_IDLE, _TRANSCEIVE, _SOFT_RESET = 0x00, 0x0C, 0x0F
_REQA, _SELECT = 0x26, (0x93, 0x95, 0x97)
_CASCADE = 0x88  # as the first byte of a part of the UID: another part follows


class RC522:
    def __init__(self, spi, cs, rst):
        self.spi = spi
        self.cs = cs
        cs.value(1)
        rst.value(0)
        time.sleep_ms(1)
        rst.value(1)
        time.sleep_ms(50)
        self.write(_COMMAND, _SOFT_RESET)
        time.sleep_ms(50)
        self.write(0x2A, 0x80)  # the timer starts at the end of each frame that is sent
        self.write(0x2B, 0xA9)
        self.write(0x2C, 0x03)
        self.write(0x2D, 0xE8)  # and runs for 25 ms
        self.write(0x15, 0x40)
        self.write(0x11, 0x3D)
        self.write(0x14, self.read(0x14) | 0x03)  # antenna on

    def write(self, register, value):
        self.cs.value(0)
        self.spi.write(bytes((register << 1, value)))
        self.cs.value(1)

    def read(self, register):
        self.cs.value(0)
        self.spi.write(bytes((0x80 | register << 1,)))
        value = self.spi.read(1)[0]
        self.cs.value(1)
        return value

    def version(self):
        return self.read(0x37)

    def exchange(self, data, bits=0):
        """Send bytes; return the answer, or None if no correct answer has come.

        If `bits` is not 0, send only the lowest `bits` bits of the last byte.
        """
        self.write(_COMMAND, _IDLE)
        self.write(_IRQ, 0x7F)
        self.write(_LEVEL, 0x80)
        for byte in data:
            self.write(_FIFO, byte)
        self.write(_COMMAND, _TRANSCEIVE)
        self.write(_FRAMING, 0x80 | bits)
        while not self.read(_IRQ) & 0x31:  # received, idle, or the timer has run out
            pass
        self.write(_FRAMING, 0)
        if self.read(_ERROR) & 0x1B or not self.read(_IRQ) & 0x20:
            return None
        return bytes([self.read(_FIFO) for _ in range(self.read(_LEVEL))])

    def uid(self):
        """Return the UID of the card on the reader, or None if no card answers correctly."""
        if self.exchange(bytes((_REQA,)), 7) is None:
            return None
        uid = b""
        for level in _SELECT:
            part = self.exchange(bytes((level, 0x20)))
            if part is None or len(part) != 5:
                return None
            frame = bytes((level, 0x70)) + part
            if self.exchange(frame + crc_a(frame)) is None:
                return None
            if part[0] != _CASCADE:
                return uid + part[:4]
            uid += part[1:4]
        return None


def crc_a(data):
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte ^= byte << 4 & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return bytes((crc & 0xFF, crc >> 8 & 0xFF))
