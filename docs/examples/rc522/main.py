"""Print the UID of each card laid on the reader, and "gone" when the card is lifted."""

import os
import time

from machine import SPI, Pin
from rc522 import RC522

spi = SPI(1, baudrate=1_000_000, sck=Pin(12), mosi=Pin(11), miso=Pin(13))
reader = RC522(spi, cs=Pin(10, Pin.OUT), rst=Pin(8, Pin.OUT))
print("on the", os.uname().sysname + ", reader version", hex(reader.version()))

last = None
while True:
    uid = reader.uid() or reader.uid()  # a card that was just read ignores one request
    if uid != last:
        print("gone" if uid is None else uid.hex().upper())
        last = uid
    time.sleep_ms(100)
