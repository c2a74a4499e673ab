"""Draw a house, and put the display into deep sleep."""

import time

import framebuf
from machine import SPI, Pin
from ssd1683 import HEIGHT, WIDTH, Paper

spi = SPI(2, baudrate=4_000_000, sck=Pin(39), mosi=Pin(40), miso=None)
paper = Paper(
    spi,
    cs=Pin(41, Pin.OUT),
    dc=Pin(42, Pin.OUT),
    rst=Pin(2, Pin.OUT),
    busy=Pin(1, Pin.IN),
)
picture = bytearray(b"\xff" * (WIDTH * HEIGHT // 8))
drawing = framebuf.FrameBuffer(picture, WIDTH, HEIGHT, framebuf.MONO_HLSB)
drawing.fill_rect(120, 140, 160, 120, 0)
for row in range(80):
    drawing.hline(200 - row - row // 4, 60 + row, 2 * (row + row // 4), 0)
drawing.fill_rect(180, 200, 40, 60, 1)

began = time.ticks_ms()
paper.show(picture)
print("drawn in", time.ticks_diff(time.ticks_ms(), began) // 100 / 10, "s")
paper.sleep()
