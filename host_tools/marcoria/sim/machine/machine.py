"""MicroPython's `machine` of the ESP32 port, with the features that a card table needs.

It runs on CPython and in the firmware's VM. In the VM only integers and addresses are passed to
the simulated chips, so that calls allocate no memory. Classes that a card table does not use are
loaded on demand. A name that a board has but the simulator lacks raises NotImplementedError. An
unknown name raises AttributeError.
"""

from _board import bits, cause, chip_id, restart, wait, watch_dog
from _buses import I2C as I2C
from _buses import SPI as SPI
from _pins import PWM as PWM
from _pins import Pin as Pin
from micropython import const
from uctypes import addressof

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from _buses import Buffer

PWRON_RESET = 1
HARD_RESET = 2
WDT_RESET = 3
DEEPSLEEP_RESET = 4
SOFT_RESET = 5

_IDLE_US = 1000  # length of a tick of the operating system
_frequency = [160_000_000]


class WDT:
    """The watchdog, which resets the board if `feed` is not called for `timeout` ms."""

    def __init__(self, id: int = 0, timeout: int = 5_000) -> None:
        if id != 0 or timeout <= 0:
            raise ValueError("no such watchdog")
        watch_dog(timeout)

    def feed(self) -> None:
        """Restart the timeout."""
        watch_dog(0)


def bitstream(
    pin: Pin, encoding: int, timing: "tuple[int, int, int, int]", data: "bytes | Buffer"
) -> None:
    """Send bytes on a pin, bit by bit.

    `timing` has four times in ns: high and low level of a 0, then of a 1.
    """
    if encoding != 0:
        raise ValueError("encoding")
    high = pin._id << 24 | timing[0] << 12 | timing[1]
    bits(high, timing[2] << 12 | timing[3], addressof(data), len(data))


def freq(hz: "int | None" = None) -> "int | None":
    """Return the processor's clock rate in Hz, or store `hz` as the new rate.

    The simulated speed does not change.
    """
    if hz is None:
        return _frequency[0]
    if hz not in (20_000_000, 40_000_000, 80_000_000, 160_000_000, 240_000_000):
        raise ValueError("frequency must be 20MHz, 40MHz, 80Mhz, 160MHz or 240MHz")
    _frequency[0] = hz
    return None


def reset() -> None:
    """Restart the board (a hard reset)."""
    restart(HARD_RESET)


def soft_reset() -> None:
    """Restart the program (a soft reset)."""
    restart(SOFT_RESET)


def reset_cause() -> int:
    """Return the cause of the last reset, such as PWRON_RESET."""
    return cause()


def unique_id() -> bytes:
    """Return the six bytes that identify the board."""
    data = bytearray(6)
    chip_id(0, 0, addressof(data), 6)
    return bytes(data)


def idle() -> None:
    """Wait as long as a tick of the operating system, or until an interrupt."""
    wait(_IDLE_US)


def __getattr__(name: str) -> object:
    import _soft
    from _absent import MACHINE, absent

    if name in ("SoftI2C", "SoftSPI"):
        return getattr(_soft, name)
    if name in MACHINE:
        raise absent("machine." + name)
    raise AttributeError("'module' object has no attribute '%s'" % name)
