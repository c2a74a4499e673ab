"""How warm the chip is: an S3 has one function for its sensor, an ESP32 another."""

from _board import profile, temperature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def _fahrenheit() -> int:
    return temperature() * 9 // 5 + 32


def sensor(name: str) -> "Callable[[], int]":
    """What `esp32` has by that name."""
    if name == ("raw_temperature" if profile() else "mcu_temperature"):
        return _fahrenheit if profile() else temperature
    raise AttributeError("'module' object has no attribute '%s'" % name)
