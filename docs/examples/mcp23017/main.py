"""Light one more lamp for each key that is pressed; an interrupt says when to read the keys."""

import time

from machine import I2C, Pin
from mcp23017 import Expander

changed = []


i2c = I2C(0, scl=Pin(22), sda=Pin(21), freq=400_000)
print("found", [hex(address) for address in i2c.scan()])
expander = Expander(i2c)
Pin(23, Pin.IN, Pin.PULL_UP).irq(changed.append, Pin.IRQ_FALLING)

lights = 0
down = 0
while True:
    while not changed:
        time.sleep_ms(10)
    time.sleep_ms(10)  # wait until the contacts have stopped bouncing
    changed.clear()
    keys = expander.keys()
    for bit in range(8):
        if keys & ~down & 1 << bit:
            print("key", bit)
            lights = lights << 1 | 1
            expander.light(lights)
    down = keys
