"""What the parts of a table know of each other, for the type checker: nothing runs from here."""

from collections.abc import Callable
from typing import Any, Protocol

from marcoria.sim.chips.kernel import Clock

Buffer = bytearray | memoryview
Watcher = Callable[[int | None], object]
Pins = tuple[int | None, ...]
# A part of a world: its kind, its name, and the pins that it is wired to.
Part = tuple[str, str, dict[str, Any]]


class SpiChip(Protocol):
    """A chip on an SPI bus."""

    def select(self) -> None: ...

    def deselect(self) -> None: ...

    def exchange(self, data: Buffer, start: int, count: int) -> None: ...


class I2cChip(Protocol):
    """A chip on an I2C bus."""

    def start(self, read: int) -> bool: ...

    def write(self, byte: int) -> bool: ...

    def read(self) -> int: ...

    def stop(self) -> None: ...


class Reader(Protocol):
    """A chip with an antenna. It says how many bits of an answer it has heard, and is told that
    the answer changes from there, and what the cards in its field would need to be modelled.
    """

    @property
    def clock(self) -> Clock: ...

    def sync(self) -> None: ...

    def bits_heard(self) -> int: ...

    def shortened(self) -> None: ...

    def note(self, what: str) -> None: ...


class PinMap(Protocol):
    """A table's pins, buses and parts: the module `board` of its firmware."""

    PROFILE: str
    READERS_SPI: int
    READERS_SCK: int
    READERS_MOSI: int
    READERS_MISO: int
    READERS_CS: tuple[int | None, ...]
    READERS_RST: int
    DISPLAY_SPI: int | None  # then it has none of those below
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
