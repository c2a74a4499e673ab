"""Driver for an SSD1683 with a panel of 400x300; `show` waits until the picture is drawn."""

import time

WIDTH, HEIGHT = 400, 300


class Paper:
    def __init__(self, spi, cs, dc, rst, busy):
        self.spi, self.cs, self.dc, self.rst, self.busy = spi, cs, dc, rst, busy
        cs.value(1)
        rst.value(0)
        time.sleep_ms(10)
        rst.value(1)
        time.sleep_ms(10)
        self.ready()
        self.send(0x12)  # soft reset
        self.ready()
        self.send(0x01, bytes(((HEIGHT - 1) & 0xFF, (HEIGHT - 1) >> 8, 0)))
        self.send(0x11, b"\x03")  # address counters count to the right, then down
        self.send(0x44, bytes((0, WIDTH // 8 - 1)))
        self.send(0x45, bytes((0, 0, (HEIGHT - 1) & 0xFF, (HEIGHT - 1) >> 8)))
        self.send(0x3C, b"\x05")
        self.send(0x18, b"\x80")  # use the internal temperature sensor

    def send(self, command, data=b""):
        self.cs.value(0)
        self.dc.value(0)
        self.spi.write(bytes((command,)))
        if data:
            self.dc.value(1)
            self.spi.write(data)
        self.cs.value(1)

    def ready(self):
        while self.busy.value():
            time.sleep_ms(5)

    def show(self, picture):
        """Show a picture of 15,000 bytes in the format MONO_HLSB of framebuf; a 1 is white."""
        self.send(0x4E, b"\x00")
        self.send(0x4F, b"\x00\x00")
        self.send(0x24, picture)
        self.send(0x21, b"\x40\x00")  # refresh all pixels, whatever was shown before
        self.send(0x22, b"\xf7")
        self.send(0x20)
        self.ready()

    def sleep(self):
        self.send(0x10, b"\x01")
