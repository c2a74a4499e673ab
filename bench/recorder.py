"""Code that sets up the simulator to record the times of accesses to readers and display."""

# `longest` is the longest time in us between two accesses to the readers. A time counts only if it
# ended after `longest` was last set to 0. `display` is the time in us at which the last access to
# the display ended.
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
