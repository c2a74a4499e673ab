"""The driver of the readers works with a locked heap, whatever is on the pads.

The chips are replaced by a few canned answers, so that only the driver's own code is measured.
"""

import gc
import sys

import micropython

import testenv

RUNS_ON = "vm"  # CPython has no heap to lock

EMPTY, FOUR, SEVEN, TEN, PAIR, NOISE, GONE = range(7)
STEPS = 20000 if testenv.SOAK else 1500

# For each length of UID, the answers to ANTICOLLISION at each cascade level. The answer to SELECT
# (SAK with CRC) is MORE if another level follows, and LAST at the last level. The driver ignores
# the first byte of each answer: the reader's chip sends it over SPI while it still receives the
# address of the first register.
PARTS = {
    FOUR: (b"\x92\xb4\x11\x22\x33" + bytes((0xB4 ^ 0x11 ^ 0x22 ^ 0x33,)),),
    SEVEN: (b"\x92\x88\x04\xa1\xb2\x9f", b"\x92\xc3\xd4\xe5\xf6\x04"),
    TEN: (b"\x92\x88\x04\xa1\xb2\x9f", b"\x92\x88\xc3\xd4\xe5\x7a", b"\x92\xf6\x01\x02\x03\xf6"),
}
MORE = b"\x92\x04\xda\x17"
LAST = b"\x92\x00\xfe\x51"


class SPI:
    """A bus on which every chip sends the canned answers of `scene`."""

    def __init__(self):
        self.scene = EMPTY
        self.frame = 0  # first byte of the frame in the FIFO
        self.length = 0
        self.field = 0x80
        self.shown = 0  # index of the last error sent in the scene NOISE

    def write(self, data):
        if data[0] == 0x12:
            self.frame = data[1]
            self.length = len(data)
        elif data[0] == 0x28:
            self.field = data[1]

    def write_readinto(self, registers, values):
        scene = self.scene
        if scene == GONE:
            for i in range(len(values)):
                values[i] = 0xFF
        elif registers[0] == 0x88:
            self.outcome(values)
        elif registers[0] == 0xA8:
            values[1] = self.field
            values[2] = 11
            values[3] = 0x92
        else:
            self.fifo(values)

    def outcome(self, values):
        """Fill in ComIrq, Error, FIFOLevel, Control and Coll."""
        scene = self.scene
        heard = scene != EMPTY
        values[1] = 0x64 if heard else 0x45
        values[2] = values[4] = 0
        values[5] = 0xA0
        if self.length == 2:
            values[3] = 2 if heard else 0
        elif self.length == 3:
            values[3] = 5
            if scene == PAIR:
                values[2] = 0x08
                values[5] = 0x8C
            elif scene == NOISE:
                self.shown = (self.shown + 1) % 5
                values[2] = (0x02, 0x08, 0x01, 0x0A, 0)[self.shown]
                values[5] = 0x80 + self.shown
        else:
            values[3] = 3

    def fifo(self, values):
        parts = PARTS.get(self.scene, PARTS[SEVEN])
        # The scene may change to a card with a shorter UID in the middle of a cascade. Then the
        # level is too high, so send the answer of the card's last level.
        number = min((self.frame - 0x93) >> 1, len(parts) - 1)
        answer = parts[number]
        if len(values) == 4:
            answer = LAST if number == len(parts) - 1 else MORE
        for i in range(len(values)):
            values[i] = answer[i]


class Pin:
    """A pin without any connection."""

    def __call__(self, level):
        pass


class Machine:
    """Stand-in for `machine`, which the driver imports only for types."""


Machine.SPI = SPI
Machine.Pin = Pin


class Bench:
    """Readers whose steps run with the heap locked."""

    def __init__(self):
        if "machine" not in sys.modules:
            sys.modules["machine"] = Machine
        self.spi = SPI()
        self.pins = (Pin(), Pin(), Pin(), Pin())
        self.readers = self.open()
        self.now = 0

    def open(self):
        from drivers.mfrc522 import Readers

        return Readers(self.spi, self.pins, self.pins[0])

    def steps(self, count):
        readers = self.readers
        for _ in range(count):
            micropython.heap_lock()
            try:
                wait = readers.step(self.now)
            finally:
                micropython.heap_unlock()
            self.now = self.now + wait & 0x3FFFFFFF


bench = Bench()


def settle(scene, state):
    bench.spi.scene = scene
    bench.steps(STEPS)
    assert bytes(bench.readers.pads.state) == bytes([state] * 4), bench.readers.pads.state


def test_boot_and_empty_pads():
    settle(EMPTY, 0)


def test_cards_of_each_length():
    pads = bench.readers.pads
    for scene, length in ((FOUR, 4), (SEVEN, 7), (TEN, 10)):
        bench.readers.turn = scene & 3
        settle(scene, 1)
        assert bytes(pads.uid_len) == bytes([length] * 4)
        yield


def test_two_cards():
    settle(PAIR, 2)


def test_noise():
    settle(EMPTY, 0)
    yield
    bench.spi.scene = NOISE
    bench.steps(STEPS)


def test_a_bus_that_dies_and_comes_back():
    settle(GONE, 5)
    yield
    settle(SEVEN, 1)


def test_times_that_wrap():
    bench.now = 0x3FFFFFFF - 500
    bench.readers.step(bench.now)
    settle(SEVEN, 1)
    assert bench.now < 0x20000000


def test_live_heap():
    # This measures the objects without the code; garbage is collected at each yield.
    before = gc.mem_alloc()
    readers = bench.open()
    yield
    used = gc.mem_alloc() - before
    assert readers and used <= 2048, used
