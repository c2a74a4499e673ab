"""Types that the chip models share: aliases, and `typing` protocols of chips and pin maps.

The chip models import this module only for the type checker, because MicroPython has no `typing`.
"""

from collections.abc import Callable
from typing import Any, Protocol

from marcoria.sim.chips.kernel import Clock

Buffer = bytearray | memoryview
Watcher = Callable[[int | None], object]
Pins = tuple[int | None, ...]
# A part of a simulated world: the kind, the name, and further arguments (the processor's pins, and
# settings). The kind is the name of the method of `Wiring` that gets the name and the arguments.
Part = tuple[str, str, dict[str, Any]]


class SpiChip(Protocol):
    """A chip on an SPI bus."""

    def select(self) -> None:
        """Begin a transfer: chip select falls."""

    def deselect(self) -> None:
        """End a transfer: chip select rises."""

    def exchange(self, data: Buffer, start: int, count: int) -> None:
        """Receive `count` bytes of `data` from `start`, and replace them by the chip's answer."""


class I2cChip(Protocol):
    """A chip on an I2C bus."""

    def start(self, read: int) -> bool:
        """Begin a transfer; return whether the chip acknowledges its address.

        `read` is 1 if the processor reads, 0 if it writes.
        """
        ...

    def write(self, byte: int) -> bool:
        """Receive a byte; return whether the chip acknowledges it."""
        ...

    def read(self) -> int:
        """Return the next byte."""
        ...

    def stop(self) -> None:
        """End a transfer."""


class Reader(Protocol):
    """The members of a reader chip that `Field`, the model of an antenna's field, uses."""

    @property
    def clock(self) -> Clock:
        """Return the clock of the simulation."""
        ...

    def sync(self) -> None:
        """Run the chip's actions that are due; called before cards or carrier are changed."""

    def bits_heard(self) -> int:
        """Return the number of bits of the answer that the card has sent so far.

        Return 0 if the answer is about to begin. If the chip receives no answer, return a number
        larger than the number of bits of any answer.
        """
        ...

    def shortened(self) -> None:
        """Compute the times of the reception again; called after an answer was cut off."""

    def note(self, what: str) -> None:
        """Log a behaviour that the simulator does not model."""


class PinMap(Protocol):
    """A table's pins, buses and parts: the module `board` of its firmware."""

    PROFILE: str
    READERS_SPI: int
    READERS_SCK: int
    READERS_MOSI: int
    READERS_MISO: int
    READERS_CS: tuple[int | None, ...]  # None for a seat without a reader
    READERS_RST: int
    DISPLAY_SPI: int | None  # None if there is no display; then the other DISPLAY_* are missing
    DISPLAY_SCK: int
    DISPLAY_MOSI: int
    DISPLAY_CS: int
    DISPLAY_DC: int
    DISPLAY_RST: int
    DISPLAY_BUSY: int
    KEYS_I2C: int
    KEYS_SCL: int
    KEYS_SDA: int
    KEYS_ADDRESSES: tuple[int, ...]
    KEYS_INT: tuple[int, ...]
    KEYS: bytes
    LIGHTS_PIN: int | None  # None if there are no lights
    LIGHTS_COUNT: int
    LIGHTS_MA: int
    BUZZER_PIN: int | None  # None if there is no buzzer
    JOURNAL_BLOCKS: int
