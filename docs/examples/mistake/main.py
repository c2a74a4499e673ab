"""Ask a reader for its version, on a bus that is too fast for it."""

import time

from machine import SPI, Pin

spi = SPI(2, baudrate=40_000_000, sck=Pin(18), mosi=Pin(23), miso=Pin(19))
cs = Pin(5, Pin.OUT, value=1)
time.sleep_ms(50)


def version():
    answer = bytearray(2)
    cs(0)
    spi.write_readinto(b"\xee\x00", answer)
    cs(1)
    return answer[1]


print(hex(version()))
