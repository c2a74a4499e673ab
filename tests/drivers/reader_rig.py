"""Four MFRC522 on one bus, for tests and benchmarks of the readers."""

import random

from codes.table import Looks
from drivers import mfrc522_chip
from drivers.mfrc522 import Readers
from marcoria.sim.chips import prices
from marcoria.sim.chips.buses import SpiBus
from marcoria.sim.chips.iso14443.field import Field
from marcoria.sim.chips.kernel import Clock, Faults
from marcoria.sim.chips.mfrc522.chip import Mfrc522
from marcoria.sim.chips.pins import Net

SEATS = 4
BAUD = 4_000_000
FASTEST_HZ = 10_000_000


class Pin:
    """Stand-in for an output `machine.Pin`; `lows` counts how often it is set to 0."""

    def __init__(self, net, clock):
        self.net = net
        self.clock = clock
        self.lows = 0
        net.drive("esp32", 1)

    def __call__(self, level):
        self.clock.advance(prices.PIN)
        self.lows += level == 0
        self.net.drive("esp32", level)


class Spi:
    """Stand-in for `machine.SPI`; a byte becomes random with the probability `noise`."""

    def __init__(self, bus, clock, seed):
        self.bus = bus
        self.clock = clock
        self.noise = 0.0
        self.random = random.Random(seed)

    def write(self, data):
        self._move(bytearray(data))

    def write_readinto(self, sent, got):
        got[:] = sent
        self._move(got)

    def _move(self, data):
        self.clock.advance(prices.SPI_CALL + 8_000_000 * len(data) // BAUD)
        if self.noise:
            self._mangle(data)
        self.bus.exchange(data, 0, len(data), BAUD)
        if self.noise:
            self._mangle(data)

    def _mangle(self, data):
        for i in range(len(data)):
            if self.random.random() < self.noise:
                data[i] = self.random.randrange(256)


class Rig:
    """Four readers, their fields and the loop that calls `step`.

    The rig also replaces the module `time` in the driver. The driver has no reader at a seat whose
    bit in `missing` is 1.
    """

    def __init__(self, seed=1, missing=0):
        self.clock = Clock()
        self.faults = Faults()
        self.bus = SpiBus("readers", self.clock, self.faults)
        self.spi = Spi(self.bus, self.clock, seed)
        self.reset_net = Net("reset", self.faults, 1)
        self.fields = [Field(seed + seat) for seat in range(SEATS)]
        self.chips = []
        self.selects = []
        for seat, field in enumerate(self.fields):
            name = f"reader {seat}"
            self.chips.append(Mfrc522(self.clock, self.faults, field, name, self.reset_net))
            select = Net(f"select {seat}", self.faults, 1)
            self.bus.add(self.chips[-1].port, select, FASTEST_HZ)
            self.selects.append(Pin(select, self.clock))
        self.reset = Pin(self.reset_net, self.clock)
        mfrc522_chip.time = self
        there = [None if missing >> seat & 1 else pin for seat, pin in enumerate(self.selects)]
        self.readers = Readers(self.spi, tuple(there), self.reset, 15 ^ missing)
        self.pads = self.readers.pads
        self.longest_us = 0
        self.check_faults = True

    def sleep_us(self, us):
        """Let time pass; the driver calls this as `time.sleep_us`."""
        self.clock.advance(us)

    def accesses(self):
        """Return the number of register accesses since the start, of all readers together."""
        return sum(select.lows for select in self.selects)

    def now(self):
        """Return the milliseconds of the firmware's clock."""
        return self.clock.now // 1000

    def step(self):
        """Run one step, then let the time pass until the next step is due."""
        clock = self.clock
        began = clock.now
        wait = self.readers.step(began // 1000)
        self.longest_us = max(self.longest_us, clock.now - began)
        if self.check_faults:
            self.faults.check()
        if wait:
            clock.advance((clock.now // 1000 + wait) * 1000 - clock.now)

    def run(self, ms):
        """Run steps for this many milliseconds."""
        end = self.clock.now + ms * 1000
        while self.clock.now < end:
            self.step()

    def until(self, done, limit_ms=1000):
        """Run until `done()` is true; return the milliseconds it took."""
        began = self.clock.now
        while not done():
            assert self.clock.now - began < limit_ms * 1000, "not done within the limit"
            self.step()
        return (self.clock.now - began) / 1000

    def until_state(self, seat, state, limit_ms=1000):
        """Run until a pad is in that state; return the milliseconds it took."""
        return self.until(lambda: self.pads.state[seat] == state, limit_ms)

    def is_read(self, seat):
        """Run steps for 100 ms; return whether the card on a pad was read in this time."""
        before = self.pads.count(seat, Looks.READS)
        self.run(100)
        return self.pads.count(seat, Looks.READS) > before

    def uid(self, seat):
        """Return the UID that the driver reports for a pad."""
        return bytes(self.pads.uid[seat][: self.pads.uid_len[seat]])

    def visit(self):
        """Run the next visit to a pad up to the end of its first look.

        Return the number of register accesses. First finish a visit, set-up or reset under way.
        """
        readers = self.readers
        self.until(lambda: readers._phase == 0 and not readers._sick and not readers._new)
        before = self.accesses()
        self.step()
        self.until(lambda: readers._phase == 0 or readers._phase == 4)
        return self.accesses() - before
