"""Types of the tables in hardware/board.toml, for data that `profile` has checked."""

from typing import TypedDict

# The tables of [mechanics]: lengths in mm by name.
Figures = dict[str, dict[str, float]]


class ChipSection(TypedDict):
    """A part by the name of its chip."""

    chip: str


class BusSection(ChipSection):
    """A part on a bus, with its clock rate."""

    hz: int


class ExpanderSection(BusSection):
    """The expander chips of the keys."""

    addresses: list[int]


class LightSection(ChipSection):
    """The strip of lights."""

    count: int
    limit_ma: int


class JournalSection(TypedDict):
    """The journal's partition of the flash."""

    label: str
    blocks: int


class PowerSection(TypedDict):
    """The power supply and its protection."""

    supply_ma: int
    fuse_ma: int
    guards: list[str]
    regulator: str


class CableSection(TypedDict):
    """A cable's wires and its length."""

    wires: list[str]
    mm: int
    awg: int


class ReaderPins(TypedDict):
    """Pins of the readers; `cs` has a pin for each seat."""

    spi: int
    sck: int
    mosi: int
    miso: int
    cs: dict[str, int]
    rst: int


class DisplayPins(TypedDict):
    """Pins of the display."""

    spi: int
    sck: int
    mosi: int
    cs: int
    dc: int
    rst: int
    busy: int


class ExpanderPins(TypedDict):
    """Pins of the expanders."""

    i2c: int
    scl: int
    sda: int
    int: list[int]


class OnePin(TypedDict):
    """The pin of a part that has only one pin."""

    pin: int


class Profile(TypedDict, total=False):
    """A profile with its own pins, or a small table that leaves out parts of another profile.

    A small table has only the keys `like`, `without`, `then` and `keys`.
    """

    module: str
    image: str
    variant: str
    psram_kib: int
    flash_mib: int
    readers: ReaderPins
    display: DisplayPins
    expanders: ExpanderPins
    lights: OnePin
    buzzer: OnePin
    like: str
    without: list[str]
    then: str
    keys: dict[str, dict[str, str]]


class BoardFile(TypedDict):
    """The tables of hardware/board.toml."""

    reference: str
    readers: BusSection
    display: BusSection
    expanders: ExpanderSection
    lights: LightSection
    buzzer: ChipSection
    journal: JournalSection
    keys: dict[str, dict[str, str]]
    power: PowerSection
    rails: dict[str, str]
    capacitors: dict[str, list[str]]
    between: dict[str, str]
    cables: dict[str, CableSection]
    resistors: dict[str, str]
    profile: dict[str, Profile]
    mechanics: Figures
