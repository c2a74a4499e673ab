"""Show a binary counter on lights, for ever, through an I2C bus that software drives."""

import time

from machine import Pin, SoftI2C

bus = SoftI2C(scl=Pin(18), sda=Pin(17), freq=100_000)
bus.writeto_mem(0x27, 0x00, b"\x00\x00")  # all sixteen pins are outputs
count = 0
while True:
    bus.writeto_mem(0x27, 0x14, bytes((count & 0xFF, count >> 8)))
    count += 1
    time.sleep_ms(100)
