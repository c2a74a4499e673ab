"""Find out which of two readers detects a card, on a bus that software drives on any pins."""

import time

from machine import Pin, SoftSPI

spi = SoftSPI(baudrate=500_000, polarity=0, phase=0, sck=Pin(25), mosi=Pin(26), miso=Pin(27))
SELECTS = {"left": Pin(32, Pin.OUT, value=1), "right": Pin(33, Pin.OUT, value=1)}


def ask(cs, register, value=0):
    """Write a register, or read it and return its value if the bit 0x80 of `register` is 1.

    The other bits of `register` are the number of the register, shifted left by one.
    """
    answer = bytearray(2)
    cs(0)
    spi.write_readinto(bytes((register, value)), answer)
    cs(1)
    return answer[1]


def begin(cs):
    ask(cs, 0x01 << 1, 0x0F)  # soft reset
    time.sleep_ms(50)
    ask(cs, 0x15 << 1, 0x40)
    ask(cs, 0x14 << 1, 0x83)  # antenna on
    time.sleep_ms(10)


def feels(cs):
    """Return whether a card answers REQA."""
    ask(cs, 0x01 << 1, 0x00)
    ask(cs, 0x04 << 1, 0x7F)
    ask(cs, 0x0A << 1, 0x80)
    ask(cs, 0x09 << 1, 0x26)
    ask(cs, 0x01 << 1, 0x0C)
    ask(cs, 0x0D << 1, 0x87)
    time.sleep_ms(5)
    return ask(cs, 0x80 | 0x0A << 1) == 2


for name, cs in sorted(SELECTS.items()):
    begin(cs)
    print(name, "a card" if feels(cs) else "nothing")
