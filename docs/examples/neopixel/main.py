"""Move a light to the next LED after each press of the button."""

import time

from machine import Pin
from neopixel import NeoPixel

ring = NeoPixel(Pin(16), 6)
button = Pin(4, Pin.IN, Pin.PULL_UP)
place = 0
while True:
    ring.fill((0, 0, 8))
    ring[place] = (64, 32, 0)
    ring.write()
    while button.value():
        time.sleep_ms(5)
    time.sleep_ms(20)  # wait until the contacts have stopped bouncing
    while not button.value():
        time.sleep_ms(5)
    time.sleep_ms(20)
    place = (place + 1) % len(ring)
    print("place", place)
