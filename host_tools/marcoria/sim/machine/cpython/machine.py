"""MicroPython's `machine`, as the ESP32 port has it and as far as a card table needs it.

Every call goes to the simulated world. What is not here raises AttributeError, as on a board.
"""

from typing import Any

_world: Any = None  # whoever starts the firmware sets it

_ENODEV = 19
_ETIMEDOUT = 116

PWRON_RESET = 1
HARD_RESET = 2
WDT_RESET = 3
DEEPSLEEP_RESET = 4
SOFT_RESET = 5
_CAUSES = {"power": PWRON_RESET, "hard": HARD_RESET, "watchdog": WDT_RESET, "soft": SOFT_RESET}

_FREQUENCIES = (20_000_000, 40_000_000, 80_000_000, 160_000_000, 240_000_000)
_frequency = [160_000_000]
_APB_HZ = 80_000_000


class Pin:
    """A GPIO; there is one object for each."""

    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_DOWN = 1
    PULL_UP = 2
    IRQ_RISING = 1
    IRQ_FALLING = 2

    _objects: dict[int, "Pin"] = {}
    _id: int

    def __new__(cls, id: Any, *args: Any, **kw: Any) -> "Pin":
        if isinstance(id, Pin):
            pin = id
        elif isinstance(id, int) and 0 <= id < _world.gpio.count:
            pin = cls._objects.get(id) or super().__new__(cls)
            pin._id = id
            cls._objects[id] = pin
        else:
            raise ValueError("invalid pin")
        if args or kw:
            pin.init(*args, **kw)
        return pin

    def init(self, mode: int | None = None, pull: int | None = -1, *, value: Any = None) -> None:
        if mode is not None and mode not in (self.IN, self.OUT, self.OPEN_DRAIN):
            raise ValueError("invalid pin mode")
        if mode in (self.OUT, self.OPEN_DRAIN) and self._id >= _world.gpio.inputs_only:
            raise ValueError("pin can only be input")
        if value is not None:
            _world.pin_set(self._id, 1 if value else 0)
        ways = {None: None, self.IN: 0, self.OUT: 1, self.OPEN_DRAIN: 2}
        pulls = {self.PULL_UP: 1, self.PULL_DOWN: 0}
        _world.pin_mode(self._id, ways[mode], pulls.get(pull or 0))

    def value(self, value: Any = None) -> int | None:
        if value is None:
            return _world.pin_get(self._id)  # type: ignore[no-any-return]
        _world.pin_set(self._id, 1 if value else 0)
        return None

    __call__ = value

    def on(self) -> None:
        _world.pin_set(self._id, 1)

    def off(self) -> None:
        _world.pin_set(self._id, 0)

    def toggle(self) -> None:
        _world.pin_set(self._id, 1 - _world.gpio.latches[self._id])

    def irq(self, handler: Any = None, trigger: int = IRQ_RISING | IRQ_FALLING) -> None:
        if trigger & ~(self.IRQ_RISING | self.IRQ_FALLING):
            raise ValueError("only edges are simulated")
        callback = None if handler is None else lambda: handler(self)
        _world.pin_watch(self._id, trigger, callback)

    def __repr__(self) -> str:
        return f"Pin({self._id})"


def _number(pin: Any) -> int | None:
    return None if pin is None else Pin(pin)._id


_DEFAULT: Any = object()


class SPI:
    """A hardware bus. One object a bus: opening it again changes it for everybody."""

    MSB = 0
    LSB = 1

    _objects: dict[int, "SPI"] = {}
    _PINS = {
        "s3": {1: (12, 11, 13), 2: (36, 35, 37)},
        "wrover": {1: (14, 13, 12), 2: (18, 23, 19)},
    }
    _id: int
    _baud = 0
    _mode: tuple[int, int, int, int] = (0, 0, 8, 0)

    def __new__(cls, id: int, *args: Any, **kw: Any) -> "SPI":
        if id not in (1, 2):
            raise ValueError(f"SPI({id}) doesn't exist")
        spi = cls._objects.get(id)
        if spi is None:
            spi = super().__new__(cls)
            spi._id = id
            cls._objects[id] = spi
        spi._pins = cls._PINS[_world.board.PROFILE][id]
        spi._mode = (0, 0, 8, cls.MSB)
        spi._baud = _real_baud(500_000)
        spi.init(*args, **kw)
        return spi

    _pins: tuple[int | None, ...]

    def init(
        self,
        baudrate: int = -1,
        polarity: int = -1,
        phase: int = -1,
        bits: int = -1,
        firstbit: int = -1,
        sck: Any = _DEFAULT,
        mosi: Any = _DEFAULT,
        miso: Any = _DEFAULT,
    ) -> None:
        if baudrate != -1:
            self._baud = _real_baud(baudrate)
        new = zip((polarity, phase, bits, firstbit), self._mode, strict=True)
        polarity, phase, bits, firstbit = (old if value == -1 else value for value, old in new)
        self._mode = (polarity, phase, bits, firstbit)
        given = zip((sck, mosi, miso), self._pins, strict=True)
        self._pins = tuple(old if pin is _DEFAULT else _number(pin) for pin, old in given)
        _world.spi_setup(self._id, *self._pins, *self._mode)

    def deinit(self) -> None:
        self._baud = 0

    def write(self, buf: Any) -> None:
        data = bytearray(buf)
        self._move(data)

    def read(self, nbytes: int, write: int = 0) -> bytes:
        data = bytearray([write]) * nbytes
        self._move(data)
        return bytes(data)

    def readinto(self, buf: Any, write: int = 0) -> None:
        buf[:] = bytes([write]) * len(buf)
        self._move(buf)

    def write_readinto(self, write_buf: Any, read_buf: Any) -> None:
        if write_buf is not read_buf:
            if len(write_buf) != len(read_buf):
                raise ValueError("buffers must be the same length")
            read_buf[:] = write_buf
        self._move(read_buf)

    def _move(self, data: Any) -> None:
        if not self._baud:
            raise OSError("transfer on deinitialized SPI")
        _world.spi(self._id, data, 0, len(data), self._baud)


def _real_baud(wanted: int) -> int:
    """The bus's clock is a whole part of 80 MHz."""
    if not 0 < wanted <= _APB_HZ:
        raise ValueError("invalid baudrate")
    return _APB_HZ // -(-_APB_HZ // wanted)


class I2C:
    """A hardware bus; who does not acknowledge is OSError(ENODEV)."""

    _PINS = {0: (18, 19), 1: (25, 26)}

    def __init__(
        self,
        id: int,
        *,
        scl: Any = None,
        sda: Any = None,
        freq: int = 400_000,
        timeout: int = 50_000,
    ) -> None:
        if id not in (0, 1):
            raise ValueError(f"I2C({id}) doesn't exist")
        pins = self._PINS[id]
        self._id = id
        self._baud = freq
        scl = pins[0] if scl is None else _number(scl)
        sda = pins[1] if sda is None else _number(sda)
        _world.i2c_setup(id, scl, sda, timeout)

    def scan(self) -> list[int]:
        found = range(0x08, 0x78)
        return [at for at in found if _world.i2c_write(self._id, at, b"", True, self._baud)]

    def writeto(self, addr: int, buf: Any, stop: bool = True) -> int:
        self._write(addr, buf, stop)
        return len(buf)

    def readfrom(self, addr: int, nbytes: int, stop: bool = True) -> bytes:
        data = bytearray(nbytes)
        self._read(addr, data, stop)
        return bytes(data)

    def readfrom_into(self, addr: int, buf: Any, stop: bool = True) -> None:
        self._read(addr, buf, stop)

    def readfrom_mem(self, addr: int, memaddr: int, nbytes: int) -> bytes:
        data = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, data)
        return bytes(data)

    def readfrom_mem_into(self, addr: int, memaddr: int, buf: Any) -> None:
        self._write(addr, bytes([memaddr]), False)
        self._read(addr, buf, True)

    def writeto_mem(self, addr: int, memaddr: int, buf: Any) -> None:
        self._write(addr, bytes([memaddr]) + bytes(buf), True)

    def _write(self, addr: int, data: Any, stop: bool) -> None:
        _acknowledged(_world.i2c_write(self._id, addr, data, stop, self._baud))

    def _read(self, addr: int, data: Any, stop: bool) -> None:
        _acknowledged(_world.i2c_read(self._id, addr, data, stop, self._baud))


def _acknowledged(answer: bool | None) -> None:
    if not answer:
        raise OSError(_ETIMEDOUT if answer is None else _ENODEV)


class PWM:
    """A pin that swings; as on the board it does so as soon as the object is made."""

    def __init__(self, dest: Any, freq: int = 5_000, duty_u16: int = 32_768) -> None:
        self._pin = Pin(dest)._id
        self._hz = 0
        self._duty = 0
        self.init(freq, duty_u16)

    def init(self, freq: int | None = None, duty_u16: int | None = None) -> None:
        if freq is not None:
            if not 1 <= freq <= 40_000_000:
                raise ValueError("frequency must be from 1Hz to 40MHz")
            self._hz = freq
        if duty_u16 is not None:
            if not 0 <= duty_u16 <= 65_535:
                raise ValueError("duty_u16 must be from 0 to 65535")
            self._duty = duty_u16
        _world.pwm(self._pin, self._hz, self._duty)

    def deinit(self) -> None:
        self._duty = 0
        _world.pwm(self._pin, self._hz, 0)

    def freq(self, value: int | None = None) -> int | None:
        if value is None:
            return self._hz
        self.init(freq=value)
        return None

    def duty_u16(self, value: int | None = None) -> int | None:
        if value is None:
            return self._duty
        self.init(duty_u16=value)
        return None


class WDT:
    """The watchdog: once started nothing stops it."""

    def __init__(self, id: int = 0, timeout: int = 5_000) -> None:
        if id != 0 or timeout <= 0:
            raise ValueError("no such watchdog")
        _world.watch_dog(timeout)

    def feed(self) -> None:
        _world.watch_dog(0)


def bitstream(pin: Pin, encoding: int, timing: Any, data: Any) -> None:
    if encoding != 0:
        raise ValueError("encoding")
    _world.bits(pin._id, data, tuple(timing))


def freq(hz: int | None = None) -> int | None:
    if hz is None:
        return _frequency[0]
    if hz not in _FREQUENCIES:
        raise ValueError("frequency must be 20MHz, 40MHz, 80Mhz, 160MHz or 240MHz")
    _frequency[0] = hz
    return None


def reset() -> None:
    _world.restart("hard")


def soft_reset() -> None:
    _world.restart("soft")


def reset_cause() -> int:
    return _CAUSES[_world.reset_cause]


def unique_id() -> bytes:
    return _world.unique_id  # type: ignore[no-any-return]
