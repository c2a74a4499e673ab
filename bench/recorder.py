"""Keeps account of the buses from the world's side: to be added to what sets a world up."""

# In us: `longest`, the longest time without a word to a reader since somebody set it to 0, and
# `display`, when the display was last told something.
RECORDED = """
class Recorder:
    def __init__(self, world):
        self.clock = world.clock
        self.move = world.processor.spi
        self.last = self.longest = self.display = 0
        world.processor.spi = self.spi
    def spi(self, bus, data, start, count, baud):
        if bus == board.DISPLAY_SPI:
            self.move(bus, data, start, count, baud)
            self.display = self.clock.now
            return
        gap = self.clock.now - self.last
        if gap > self.longest:
            self.longest = gap
        self.move(bus, data, start, count, baud)
        self.last = self.clock.now
world.recorder = Recorder(world)
"""
