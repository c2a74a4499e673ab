"""A simulated display (SSD1683), driven through its wires. Runs on CPython and in the VM."""

from marcoria.sim.chips.buses import SpiBus
from marcoria.sim.chips.kernel import Clock, Faults
from marcoria.sim.chips.pins import Net
from marcoria.sim.chips.ssd1683.chip import FASTEST_HZ, Ssd1683
from marcoria.sim.chips.ssd1683.glass import SIZE

WHITE_IMAGE = b"\xff" * SIZE
BLACK_IMAGE = bytes(SIZE)


class Paper:
    """The panel, its nets and an SPI bus at `baud` bits a second of virtual time."""

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
        """Send bytes with D/C# at `level` in one CS# transfer."""
        buf = bytearray(data)
        self.dc.drive("mcu", level)
        self.cs.drive("mcu", 0)
        self.bus.exchange(buf, 0, len(buf), self.baud)
        self.cs.drive("mcu", 1)
        self.clock.advance(8 * len(buf) * 1_000_000 // self.baud)

    def command(self, command, *data):
        """Send a command and its data bytes."""
        self.send(0, bytes([command]))
        if data:
            self.send(1, bytes(data))

    def image(self, command, image):
        """Write a whole image to the RAM of command 0x24 (new image) or 0x26 (old image)."""
        self.send(0, bytes([command]))
        self.send(1, image)

    def wait(self, limit=10_000_000):
        """Let time pass while BUSY is high; return the wait in microseconds."""
        begin = self.clock.now
        while self.busy.level:
            assert self.clock.now - begin < limit, "BUSY did not fall within the limit"
            self.clock.advance(1_000)
        return self.clock.now - begin

    def reset(self, low=2_000):
        """Pull RES# low for `low` microseconds."""
        self.rst.drive("mcu", 0)
        self.clock.advance(low)
        self.rst.drive("mcu", 1)

    def start(self):
        """Reset and initialise the panel in the data sheet's order."""
        self.reset()
        self.wait()
        self.command(0x12)
        self.wait()
        self.command(0x01, 0x2B, 0x01, 0x00)
        self.command(0x11, 0x03)
        self.command(0x18, 0x80)
        self.window(0, 49, 0, 299)

    def window(self, x0, x1, y0, y1):
        """Set the RAM window and put the address counters at (x0, y0); x counts bytes, y rows."""
        self.command(0x44, x0, x1)
        self.command(0x45, y0 & 255, y0 >> 8, y1 & 255, y1 >> 8)
        self.command(0x4E, x0)
        self.command(0x4F, y0 & 255, y0 >> 8)

    def run(self, stages):
        """Activate an update sequence; return how long BUSY was high, in microseconds."""
        self.command(0x22, stages)
        self.command(0x20)
        return self.wait()

    def full(self, image):
        """Make a full refresh that ignores the old image's RAM, then write the image there too.

        Return how long BUSY was high, in microseconds.
        """
        self.image(0x24, image)
        self.command(0x21, 0x40, 0x00)
        us = self.run(0xF7)
        self.image(0x26, image)
        return us

    def partial(self, image, keep=True):
        """Make a partial refresh; with `keep`, write the image to the old image's RAM as well.

        Return how long BUSY was high, in microseconds.
        """
        self.image(0x24, image)
        self.command(0x21, 0x00, 0x00)
        us = self.run(0xFF)
        if keep:
            self.image(0x26, image)
        return us

    def grey(self, x, y):
        """Return the grey value of one pixel on the glass; 0 is black, 255 white."""
        return self.chip.seen()[400 * y + x]
