"""Serves a World to a firmware that runs elsewhere: in another VM, or beyond any wire.

A request is an operation, three integers and, from PAYLOAD on, bytes in `data`: those with bit 1
bring bytes along, those with bit 2 take bytes away. Answers are integers. The stand-ins for
`machine` and `esp32` in `machine/vm/` are the other side.
"""

import json

from marcoria.sim.chips import prices

NOW = 0
LOOK = 1
WAIT = 2
FAULTS = 3
PIN_MODE = 4
PIN_SET = 5
PIN_GET = 6
PIN_WATCH = 7
PIN_LATCH = 8
PWM = 9
FLASH_BLOCKS = 10
FLASH_ERASE = 11
DOG = 12
RESTART = 13
CAUSE = 14
PINS = 15
PROFILE = 16
PAYLOAD = 32
SPI_WRITE = 33
I2C_WRITE = 37
I2C_MEM_WRITE = 41
BITS = 45
FLASH_WRITE = 49
SPI_SETUP = 53
I2C_READ = 34
I2C_MEM_READ = 38
FLASH_READ = 42
SPI_READ = 46
UNIQUE_ID = 50
SPI_MOVE = 35
I2C_SETUP = 57

NOTHING = 255  # instead of a pin's number, None
CAUSES = ("", "power", "hard", "watchdog", "", "soft")
PROFILES = ("s3", "wrover")
LONGEST = 65536  # bytes that go along
_FEW = 32  # bytes that an answer may have in its text: JSON of more takes its time


class Server:
    """`interrupt(n)` is called for an edge on a pin that is watched, at the end of the operation
    in which it happened, and `reset()` when the processor loses power or starts again."""

    def __init__(self, world, interrupt, reset):
        self.world = world
        self.interrupt = interrupt
        self.reset = reset
        self.disturbed = False  # an interrupt or a reset since a wait began
        self.pieces = []  # what is too long for the text of the last answer
        self.data = bytearray(LONGEST)
        self.view = memoryview(self.data)
        world.on_reset = self._on_reset
        self.operations = [None] * 64
        for number, operation in self._operations():
            self.operations[number] = operation

    def serve(self, operation, a, b, c):
        """One request; `c` is the number of bytes that go along, if any do."""
        return self.operations[operation](a, b, c)

    def call(self, text):
        """A method of the world by its name, as JSON: ["put", ["7H", "S"], {"coupling": 0.5}].
        Names may lead on: "readers.S.wedge", "flash.worn.add"."""
        name, args, named = json.loads(text)
        args = [plain(value) for value in args]
        named = {key: plain(value) for key, value in named.items()}
        return self._told(self._named(name)(*args, **named))

    def get(self, name):
        """An attribute of the world as JSON: "clock.now", "readers.S.version"."""
        return self._told(self._named(name))

    def set(self, name, text):
        """Sets an attribute, as JSON: orders such as "spi_buses.2.stuck"."""
        path, _, last = name.rpartition(".")
        setattr(self._named(path), last, plain(json.loads(text)))

    def _told(self, value):
        self.pieces = []
        return json.dumps(packed(value, self.pieces))

    def _named(self, name):
        found = self.world
        for part in name.split(".") if name else ():
            if part.isdigit():
                found = found[int(part)]
            elif isinstance(found, dict) and part in found:
                found = found[part]
            else:
                found = getattr(found, part)
        return found

    # --- time and pins ----------------------------------------------------------------------

    def _now(self, a, b, c):
        return self.world.clock.now

    def _look(self, a, b, c):
        self.world.wait(prices.LOOK)
        return self.world.clock.now

    def _wait(self, us, b, c):
        """Lets time pass, at most until somebody must be told; the time then."""
        world, clock = self.world, self.world.clock
        end = clock.now + us
        self.disturbed = False
        while clock.due <= end and not self.disturbed:
            world.wait(max(0, clock.due - clock.now))
        if not self.disturbed:
            world.wait(end - clock.now)
        return clock.now

    def _faults(self, a, b, c):
        return len(self.world.faults.found)

    def _pin_mode(self, n, mode, pull):
        self.world.pin_mode(n, None if mode < 0 else mode, None if pull < 0 else pull)
        return 0

    def _pin_set(self, n, level, c):
        self.world.pin_set(n, level)
        return 0

    def _pin_get(self, n, b, c):
        return self.world.pin_get(n)

    def _pin_watch(self, n, edges, c):
        def callback():
            self.disturbed = True
            self.interrupt(n)

        self.world.pin_watch(n, edges, callback if edges else None)
        return 0

    def _pin_latch(self, n, b, c):
        return self.world.gpio.latches[n]

    def _pins(self, a, b, c):
        return self.world.gpio.count | self.world.gpio.inputs_only << 8

    def _profile(self, a, b, c):
        return PROFILES.index(self.world.board.PROFILE)

    def _pwm(self, n, hz, duty):
        self.world.pwm(n, hz, duty)
        return 0

    def _bits(self, pin_and_high, low, count):
        first, second = (pin_and_high >> 12 & 0xFFF, pin_and_high & 0xFFF)
        timing = (first, second, low >> 12 & 0xFFF, low & 0xFFF)
        self.world.bits(pin_and_high >> 24, self.view[:count], timing)
        return 0

    # --- buses ------------------------------------------------------------------------------

    def _spi_setup(self, bus, b, count):
        pins = [None if pin == NOTHING else pin for pin in self.data[:3]]
        self.world.spi_setup(bus, pins[0], pins[1], pins[2], *self.data[3:7])
        return 0

    def _spi(self, bus, baud, count):
        self.world.spi(bus, self.data, 0, count, baud)
        return 0

    def _spi_read(self, bus_and_byte, baud, count):
        byte, data = bus_and_byte >> 8, self.data
        for i in range(count):
            data[i] = byte
        self.world.spi(bus_and_byte & 0xFF, data, 0, count, baud)
        return 0

    def _i2c_setup(self, bus, timeout_us, count):
        self.world.i2c_setup(bus, self.data[0], self.data[1], timeout_us)
        return 0

    # An I2C target: the address in the low seven bits, 0x80 = stop, then bus and register.

    def _i2c_write(self, target, baud, count):
        stop, bus = bool(target & 0x80), target >> 8 & 1
        return _answer(self.world.i2c_write(bus, target & 0x7F, self.view[:count], stop, baud))

    def _i2c_read(self, target, baud, count):
        stop, bus = bool(target & 0x80), target >> 8 & 1
        return _answer(self.world.i2c_read(bus, target & 0x7F, self.view[:count], stop, baud))

    def _i2c_mem_write(self, target, baud, count):
        data = bytes([target >> 16]) + self.view[:count]
        return _answer(self.world.i2c_write(target >> 8 & 1, target & 0x7F, data, True, baud))

    def _i2c_mem_read(self, target, baud, count):
        register = bytes([target >> 16])
        done = self.world.i2c_write(target >> 8 & 1, target & 0x7F, register, False, baud)
        return self._i2c_read(target | 0x80, baud, count) if done else _answer(done)

    # --- the rest of the processor ----------------------------------------------------------

    def _flash_blocks(self, a, b, c):
        return self.world.flash.blocks

    def _flash_read(self, block, offset, count):
        self.world.flash_read(block, offset, self.view[:count])
        return 0

    def _flash_write(self, block, offset, count):
        self.world.flash_write(block, offset, self.view[:count])
        return 0

    def _flash_erase(self, block, b, c):
        self.world.flash_erase(block)
        return 0

    def _dog(self, ms, b, c):
        self.world.watch_dog(ms)
        return 0

    def _restart(self, cause, b, c):
        self.world.restart(CAUSES[cause])
        return 0

    def _cause(self, a, b, c):
        return CAUSES.index(self.world.reset_cause)

    def _unique_id(self, a, b, count):
        self.view[:count] = self.world.unique_id[:count]
        return 0

    def _on_reset(self):
        self.disturbed = True
        self.reset()

    def _operations(self):
        return (
            (NOW, self._now),
            (LOOK, self._look),
            (WAIT, self._wait),
            (FAULTS, self._faults),
            (PIN_MODE, self._pin_mode),
            (PIN_SET, self._pin_set),
            (PIN_GET, self._pin_get),
            (PIN_WATCH, self._pin_watch),
            (PIN_LATCH, self._pin_latch),
            (PINS, self._pins),
            (PROFILE, self._profile),
            (PWM, self._pwm),
            (BITS, self._bits),
            (SPI_SETUP, self._spi_setup),
            (SPI_WRITE, self._spi),
            (SPI_MOVE, self._spi),
            (SPI_READ, self._spi_read),
            (I2C_SETUP, self._i2c_setup),
            (I2C_WRITE, self._i2c_write),
            (I2C_READ, self._i2c_read),
            (I2C_MEM_WRITE, self._i2c_mem_write),
            (I2C_MEM_READ, self._i2c_mem_read),
            (FLASH_BLOCKS, self._flash_blocks),
            (FLASH_READ, self._flash_read),
            (FLASH_WRITE, self._flash_write),
            (FLASH_ERASE, self._flash_erase),
            (DOG, self._dog),
            (RESTART, self._restart),
            (CAUSE, self._cause),
            (UNIQUE_ID, self._unique_id),
        )


def _answer(acknowledged):
    """True, False or None (the bus is stuck) as 1, 0, -1."""
    return -1 if acknowledged is None else int(acknowledged)


# JSON knows neither bytes nor tuples: {"bytes": hex}, {"tuple": [...]}. Given a list for it, long
# bytes go beside the text: {"piece": number}. The host has these too.


def packed(value, pieces=None):
    if isinstance(value, (bytes, bytearray, memoryview)):
        if pieces is None or len(value) <= _FEW:
            return {"bytes": bytes(value).hex()}
        pieces.append(value)
        return {"piece": len(pieces) - 1}
    if isinstance(value, tuple):
        return {"tuple": [packed(one, pieces) for one in value]}
    if isinstance(value, list):
        return [packed(one, pieces) for one in value]
    if isinstance(value, dict):
        return {key: packed(one, pieces) for key, one in value.items()}
    return value


def plain(value, pieces=()):
    if isinstance(value, list):
        return [plain(one, pieces) for one in value]
    if isinstance(value, dict):
        if list(value) == ["bytes"]:
            return bytes.fromhex(value["bytes"])
        if list(value) == ["piece"]:
            return pieces[value["piece"]]
        if list(value) == ["tuple"]:
            return tuple([plain(one, pieces) for one in value["tuple"]])
        return {key: plain(one, pieces) for key, one in value.items()}
    return value
