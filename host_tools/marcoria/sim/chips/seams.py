"""Protocols of the chip models, and types that the models share.

Only the type checker uses this module.
"""

from collections.abc import Callable
from typing import Any, Protocol

from marcoria.sim.chips.kernel import Clock

Buffer = bytearray | memoryview
Watcher = Callable[[int | None], object]
Pins = tuple[int | None, ...]
# A part of a simulated world: its kind, its name, and the arguments of the method of `Wiring` for
# this kind (the processor's pins, and settings).
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
        """Begin a transfer; return whether the chip acknowledges its address."""
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
    """The part of a reader chip that the model of its antenna (`Field`) uses."""

    @property
    def clock(self) -> Clock:
        """Return the clock of the simulation."""
        ...

    def sync(self) -> None:
        """Run the chip's actions that are due, before cards or the carrier change."""

    def bits_heard(self) -> int:
        """Return how many bits of the answer on the air have been sent."""
        ...

    def shortened(self) -> None:
        """Compute the times of the reception anew, after the card's answer was cut off."""

    def note(self, what: str) -> None:
        """Log a behaviour that the simulator does not model."""


class PinMap(Protocol):
    """A table's pins, buses and parts: the module `board` of its firmware."""

    PROFILE: str
    READERS_SPI: int
    READERS_SCK: int
    READERS_MOSI: int
    READERS_MISO: int
    READERS_CS: tuple[int | None, ...]
    READERS_RST: int
    DISPLAY_SPI: int | None  # None if the board has no display; then DISPLAY_* are missing
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
    LIGHTS_PIN: int | None
    LIGHTS_COUNT: int
    LIGHTS_MA: int
    BUZZER_PIN: int | None
    JOURNAL_BLOCKS: int
