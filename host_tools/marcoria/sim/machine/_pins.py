"""The classes `Pin` and `PWM` of `machine`."""

from _board import on_interrupt, pin_get, pin_latch, pin_mode, pin_set, pin_watch, pins, pwm
from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    Handler = Callable[["Pin"], object]

_NOTHING = const(255)

_count = pins()
_inputs_only = _count >> 8
_count &= 0xFF
_pins: "list[Pin]" = []
_handlers: "list[Handler | None]" = [None] * _count


class Pin:
    """A GPIO. As on the ESP32, there is only one object for each pin."""

    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_DOWN = 1
    PULL_UP = 2
    IRQ_RISING = 1
    IRQ_FALLING = 2

    _id: int
    _pull = -1  # as in `Processor.pin_mode`, with -1 for no pull

    def __new__(cls, id: "int | Pin", *args: "int | None", **kw: "int | None") -> "Pin":
        if isinstance(id, Pin):
            pin = id
        elif isinstance(id, int) and 0 <= id < _count:
            pin = _pins[id]
        else:
            raise ValueError("invalid pin")
        if args or kw:
            pin.init(*args, **kw)
        return pin

    def init(
        self, mode: "int | None" = None, pull: "int | None" = -1, *, value: "int | None" = None
    ) -> None:
        """Set mode, pull and output level; None keeps the old mode or level, -1 the old pull.

        Any `pull` other than -1, PULL_DOWN and PULL_UP means no pull. So does
        PULL_DOWN | PULL_UP, because both pulls at once give a pin no defined level.
        """
        if mode is not None and mode not in (1, 3, 7):
            raise ValueError("invalid pin mode")
        if mode in (3, 7) and self._id >= _inputs_only:
            raise ValueError("pin can only be input")
        if value is not None:
            pin_set(self._id, 1 if value else 0)
        way = -1 if mode is None else mode >> 1 if mode < 7 else 2
        if pull != -1:
            self._pull = pull - 1 if pull in (1, 2) else -1
        pin_mode(self._id, way, self._pull)

    def value(self, value: "int | None" = None) -> "int | None":
        """Return the level, or set it."""
        if value is None:
            return pin_get(self._id)
        pin_set(self._id, 1 if value else 0)
        return None

    __call__ = value

    def on(self) -> None:
        """Set the pin high."""
        pin_set(self._id, 1)

    def off(self) -> None:
        """Set the pin low."""
        pin_set(self._id, 0)

    def toggle(self) -> None:
        """Invert the output level."""
        pin_set(self._id, 1 - pin_latch(self._id))

    def irq(self, handler: "Handler | None" = None, trigger: int = 3) -> None:
        """Set the handler for edges; None removes it."""
        if trigger & ~3:
            raise ValueError("only edges are simulated")
        _handlers[self._id] = handler
        pin_watch(self._id, trigger if handler else 0)

    def __repr__(self) -> str:
        return "Pin(%d)" % self._id


class PWM:
    """Pulse-width modulation on a pin."""

    def __init__(self, dest: "int | Pin", freq: int = 5_000, duty_u16: int = 32_768) -> None:
        self._pin = Pin(dest)._id
        self._hz = 0
        self._duty = 0
        self.init(freq, duty_u16)

    def init(self, freq: "int | None" = None, duty_u16: "int | None" = None) -> None:
        """Set frequency and duty; None keeps the old value."""
        if freq is not None:
            if not 1 <= freq <= 40_000_000:
                raise ValueError("frequency must be from 1Hz to 40MHz")
            self._hz = freq
        if duty_u16 is not None:
            if not 0 <= duty_u16 <= 65_535:
                raise ValueError("duty_u16 must be from 0 to 65535")
            self._duty = duty_u16
        pwm(self._pin, self._hz, self._duty)

    def deinit(self) -> None:
        """Switch the PWM off."""
        self._duty = 0
        pwm(self._pin, self._hz, 0)

    def freq(self, value: "int | None" = None) -> "int | None":
        """Return the frequency, or set it."""
        if value is None:
            return self._hz
        self.init(value)
        return None

    def duty_u16(self, value: "int | None" = None) -> "int | None":
        """Return the duty, or set it."""
        if value is None:
            return self._duty
        self.init(None, value)
        return None


def number_of(pin: "int | Pin | None") -> int:
    """Return the number of a pin, or 255 for None, as the functions of `_board` need it."""
    return _NOTHING if pin is None else Pin(pin)._id


def _make_pins() -> None:
    for n in range(_count):
        pin = object.__new__(Pin)
        pin._id = n
        _pins.append(pin)


def _interrupt(n: int) -> None:
    """Call the handler of pin `n`.

    The simulator calls this function when a function of `_board` ends, and never while a handler
    runs.
    """
    handler = _handlers[n]
    if handler:
        handler(_pins[n])


_make_pins()
on_interrupt(_interrupt)
