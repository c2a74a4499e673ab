"""An SSD1683 on its wires, spoken to as any driver would. Runs on CPython and in the VM."""

from marcoria.sim.chips.buses import SpiBus
from marcoria.sim.chips.kernel import Clock, Faults
from marcoria.sim.chips.pins import Net
from marcoria.sim.chips.ssd1683.chip import FASTEST_HZ, Ssd1683
from marcoria.sim.chips.ssd1683.glass import SIZE

WHITE_IMAGE = b"\xff" * SIZE
BLACK_IMAGE = bytes(SIZE)


class Paper:
    """The panel, its nets and a bus; `baud` bits a second are used, and their time passes."""

    def __init__(self, baud=10_000_000):
        self.clock = Clock()
        self.faults = Faults()
        self.cs = Net("CS", self.faults, 1)
        self.dc = Net("DC", self.faults)
        self.rst = Net("RST", self.faults)
        self.busy = Net("BUSY", self.faults)
        self.chip = Ssd1683(self.clock, self.faults, self.dc, self.rst, self.busy)
        self.bus = SpiBus("panel", self.clock, self.faults)
        self.bus.add(self.chip, self.cs, FASTEST_HZ)
        self.baud = baud
        self.rst.drive("mcu", 1)
        self.clock.advance(10_000)

    def send(self, level, data):
        """Bytes with D/C# at a level, under one CS#."""
        buf = bytearray(data)
        self.dc.drive("mcu", level)
        self.cs.drive("mcu", 0)
        self.bus.exchange(buf, 0, len(buf), self.baud)
        self.cs.drive("mcu", 1)
        self.clock.advance(8 * len(buf) * 1_000_000 // self.baud)

    def command(self, command, *data):
        """A command and its data bytes."""
        self.send(0, bytes([command]))
        if data:
            self.send(1, bytes(data))

    def image(self, command, image):
        """A whole RAM, 0x24 or 0x26."""
        self.send(0, bytes([command]))
        self.send(1, image)

    def wait(self, limit=10_000_000):
        """Lets time pass while BUSY is high. Returns for how long, to the millisecond."""
        begin = self.clock.now
        while self.busy.level:
            assert self.clock.now - begin < limit, "BUSY does not fall"
            self.clock.advance(1_000)
        return self.clock.now - begin

    def reset(self, low=2_000):
        """A pulse on RES#."""
        self.rst.drive("mcu", 0)
        self.clock.advance(low)
        self.rst.drive("mcu", 1)

    def start(self):
        """Reset and initialisation as the data sheet's flow has it."""
        self.reset()
        self.wait()
        self.command(0x12)
        self.wait()
        self.command(0x01, 0x2B, 0x01, 0x00)
        self.command(0x11, 0x03)
        self.command(0x18, 0x80)
        self.window(0, 49, 0, 299)

    def window(self, x0, x1, y0, y1):
        """The RAM window, with the counters at its beginning."""
        self.command(0x44, x0, x1)
        self.command(0x45, y0 & 255, y0 >> 8, y1 & 255, y1 >> 8)
        self.command(0x4E, x0)
        self.command(0x4F, y0 & 255, y0 >> 8)

    def run(self, stages):
        """Activates an update sequence. Returns how long BUSY was high."""
        self.command(0x22, stages)
        self.command(0x20)
        return self.wait()

    def full(self, image):
        """A full refresh, the old image's RAM bypassed, and then kept right."""
        self.image(0x24, image)
        self.command(0x21, 0x40, 0x00)
        us = self.run(0xF7)
        self.image(0x26, image)
        return us

    def partial(self, image, keep=True):
        """A refresh of what differs; `keep` writes the old image's RAM after it."""
        self.image(0x24, image)
        self.command(0x21, 0x00, 0x00)
        us = self.run(0xFF)
        if keep:
            self.image(0x26, image)
        return us

    def grey(self, x, y):
        """What one pixel looks like."""
        return self.chip.seen()[400 * y + x]
