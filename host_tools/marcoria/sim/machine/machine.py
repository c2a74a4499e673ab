"""MicroPython's `machine`, as the ESP32 port has it and as far as a card table needs it.

CPython runs it and the firmware's VM, where integers and addresses cross over to the world and
nothing is allocated. What is not here raises AttributeError, as on a board.
"""

from _board import (
    bits,
    cause,
    chip_id,
    i2c_mem_read,
    i2c_mem_write,
    i2c_read,
    i2c_setup,
    i2c_write,
    on_interrupt,
    pin_get,
    pin_latch,
    pin_mode,
    pin_set,
    pin_watch,
    pins,
    profile,
    pwm,
    restart,
    spi_move,
    spi_read,
    spi_setup,
    spi_write,
    watch_dog,
)
from micropython import const
from uctypes import addressof

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


_NOTHING = const(255)
_STOP = const(0x80)
_ENODEV = const(19)
_ETIMEDOUT = const(116)
_APB_HZ = const(80_000_000)

PWRON_RESET = 1
HARD_RESET = 2
WDT_RESET = 3
DEEPSLEEP_RESET = 4
SOFT_RESET = 5

_count = pins()
_inputs_only = _count >> 8
_count &= 0xFF
_objects: "dict[object, Any]" = {}  # ("SPI", n) and n, the pins
_handlers: "list[Callable[[Pin], object] | None]" = [None] * _count
_frequency = [160_000_000]


class Pin:
    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_DOWN = 1
    PULL_UP = 2
    IRQ_RISING = 1
    IRQ_FALLING = 2

    def __new__(cls, id, *args, **kw):
        if isinstance(id, Pin):
            pin = id
        elif isinstance(id, int) and 0 <= id < _count:
            pin = _objects[id]
        else:
            raise ValueError("invalid pin")
        if args or kw:
            pin.init(*args, **kw)
        return pin

    def init(self, mode=None, pull=-1, *, value=None):
        if mode is not None and mode not in (1, 3, 7):
            raise ValueError("invalid pin mode")
        if mode in (3, 7) and self._id >= _inputs_only:
            raise ValueError("pin can only be input")
        if value is not None:
            pin_set(self._id, 1 if value else 0)
        way = -1 if mode is None else mode >> 1 if mode < 7 else 2
        pin_mode(self._id, way, pull - 1 if pull in (1, 2) else -1)

    def value(self, value=None):
        if value is None:
            return pin_get(self._id)
        pin_set(self._id, 1 if value else 0)
        return None

    __call__ = value

    def on(self):
        pin_set(self._id, 1)

    def off(self):
        pin_set(self._id, 0)

    def toggle(self):
        pin_set(self._id, 1 - pin_latch(self._id))

    def irq(self, handler=None, trigger=3):
        if trigger & ~3:
            raise ValueError("only edges are simulated")
        _handlers[self._id] = handler
        pin_watch(self._id, trigger if handler else 0)

    def __repr__(self):
        return "Pin(%d)" % self._id


def _make_pins():
    for n in range(_count):
        _objects[n] = object.__new__(Pin)
        _objects[n]._id = n


def _interrupt(n):
    """Called between two operations of the firmware, never within another handler."""
    handler = _handlers[n]
    if handler:
        handler(_objects[n])


_make_pins()
on_interrupt(_interrupt)


def _number(pin):
    return _NOTHING if pin is None else Pin(pin)._id


class SPI:
    MSB = 0
    LSB = 1
    _pins = (((12, 11, 13), (36, 35, 37)), ((14, 13, 12), (18, 23, 19)))

    def __new__(cls, id, *args, **kw):
        if id not in (1, 2):
            raise ValueError("SPI(%s) doesn't exist" % id)
        spi = _objects.get(("SPI", id))
        if spi is None:
            spi = _objects[("SPI", id)] = object.__new__(cls)
        spi._id = id
        spi._wires = bytearray(cls._pins[profile()][id - 1] + (0, 0, 8, 0))
        spi._baud = _real_baud(500_000)
        spi.init(*args, **kw)
        return spi

    def init(
        self, baudrate=-1, polarity=-1, phase=-1, bits=-1, firstbit=-1, sck=-1, mosi=-1, miso=-1
    ):
        if baudrate != -1:
            self._baud = _real_baud(baudrate)
        wires = self._wires
        for i, pin in enumerate((sck, mosi, miso)):
            if pin != -1:
                wires[i] = _number(pin)
        for i, value in enumerate((polarity, phase, bits, firstbit)):
            if value != -1:
                wires[3 + i] = value
        spi_setup(self._id, 0, addressof(wires), 7)

    def deinit(self):
        self._baud = 0

    def write(self, buf):
        spi_write(self._id, self._open(), addressof(buf), len(buf))

    def read(self, nbytes, write=0):
        data = bytearray(nbytes)
        self.readinto(data, write)
        return bytes(data)

    def readinto(self, buf, write=0):
        spi_read(self._id | write << 8, self._open(), addressof(buf), len(buf))

    def write_readinto(self, write_buf, read_buf):
        if write_buf is not read_buf:
            if len(write_buf) != len(read_buf):
                raise ValueError("buffers must be the same length")
            read_buf[:] = write_buf
        spi_move(self._id, self._open(), addressof(read_buf), len(read_buf))

    def _open(self):
        if not self._baud:
            raise OSError("transfer on deinitialized SPI")
        return self._baud


def _real_baud(wanted):
    """The bus's clock is a whole part of 80 MHz."""
    if not 0 < wanted <= _APB_HZ:
        raise ValueError("invalid baudrate")
    return _APB_HZ // -(-_APB_HZ // wanted)


class I2C:
    _pins = ((18, 19), (25, 26))

    def __init__(self, id, *, scl=None, sda=None, freq=400_000, timeout=50_000):
        if id not in (0, 1):
            raise ValueError("I2C(%s) doesn't exist" % id)
        pins = self._pins[id]
        self._bus = id << 8
        self._baud = freq
        wires = bytes(
            [pins[i] if pin is None else _number(pin) for i, pin in enumerate((scl, sda))]
        )
        i2c_setup(id, timeout, addressof(wires), 2)

    def scan(self):
        return [at for at in range(0x08, 0x78) if self._go(i2c_write, at | _STOP, b"") > 0]

    def writeto(self, addr, buf, stop=True):
        _check(self._go(i2c_write, addr | _STOP if stop else addr, buf))
        return len(buf)

    def readfrom(self, addr, nbytes, stop=True):
        data = bytearray(nbytes)
        self.readfrom_into(addr, data, stop)
        return bytes(data)

    def readfrom_into(self, addr, buf, stop=True):
        _check(self._go(i2c_read, addr | _STOP if stop else addr, buf))

    def readfrom_mem(self, addr, memaddr, nbytes):
        data = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, data)
        return bytes(data)

    def readfrom_mem_into(self, addr, memaddr, buf):
        _check(self._go(i2c_mem_read, addr | memaddr << 16, buf))

    def writeto_mem(self, addr, memaddr, buf):
        _check(self._go(i2c_mem_write, addr | memaddr << 16, buf))

    def _go(self, request, target, buf):
        return request(self._bus | target, self._baud, addressof(buf), len(buf))


def _check(answer):
    if answer <= 0:
        raise OSError(_ETIMEDOUT if answer else _ENODEV)


class PWM:
    def __init__(self, dest, freq=5_000, duty_u16=32_768):
        self._pin = Pin(dest)._id
        self._hz = 0
        self._duty = 0
        self.init(freq, duty_u16)

    def init(self, freq=None, duty_u16=None):
        if freq is not None:
            if not 1 <= freq <= 40_000_000:
                raise ValueError("frequency must be from 1Hz to 40MHz")
            self._hz = freq
        if duty_u16 is not None:
            if not 0 <= duty_u16 <= 65_535:
                raise ValueError("duty_u16 must be from 0 to 65535")
            self._duty = duty_u16
        pwm(self._pin, self._hz, self._duty)

    def deinit(self):
        self._duty = 0
        pwm(self._pin, self._hz, 0)

    def freq(self, value=None):
        if value is None:
            return self._hz
        self.init(value)
        return None

    def duty_u16(self, value=None):
        if value is None:
            return self._duty
        self.init(None, value)
        return None


class WDT:
    def __init__(self, id=0, timeout=5_000):
        if id != 0 or timeout <= 0:
            raise ValueError("no such watchdog")
        watch_dog(timeout)

    def feed(self):
        watch_dog(0)


def bitstream(pin, encoding, timing, data):
    if encoding != 0:
        raise ValueError("encoding")
    high = pin._id << 24 | timing[0] << 12 | timing[1]
    bits(high, timing[2] << 12 | timing[3], addressof(data), len(data))


def freq(hz=None):
    if hz is None:
        return _frequency[0]
    if hz not in (20_000_000, 40_000_000, 80_000_000, 160_000_000, 240_000_000):
        raise ValueError("frequency must be 20MHz, 40MHz, 80Mhz, 160MHz or 240MHz")
    _frequency[0] = hz
    return None


def reset():
    restart(HARD_RESET)


def soft_reset():
    restart(SOFT_RESET)


def reset_cause():
    return cause()


def unique_id():
    data = bytearray(6)
    chip_id(0, 0, addressof(data), 6)
    return bytes(data)
