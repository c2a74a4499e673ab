"""Types of the sections of hardware/board.toml, for data that `profile` has checked."""

from typing import TypedDict

# The sections of [mechanics]: values by name. Most are lengths in mm. Names of materials are
# strings, although the type does not say so.
Figures = dict[str, dict[str, float]]


class ChipSection(TypedDict):
    """A section that names the chip of a part."""

    chip: str


class BusSection(ChipSection):
    """A section for a part on a bus, with the clock rate of the bus."""

    hz: int


class ExpanderSection(BusSection):
    """The expander chips of the keys."""

    addresses: list[int]


class LightSection(ChipSection):
    """The lights of all seats together."""

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
    """A cable's wires, length and gauge."""

    wires: list[str]
    mm: int
    awg: int


class ReaderPins(TypedDict):
    """Bus number and pins of the readers; `cs` has a pin for each seat with a reader."""

    spi: int
    sck: int
    mosi: int
    miso: int
    cs: dict[str, int]
    rst: int


class DisplayPins(TypedDict):
    """Bus number and pins of the display."""

    spi: int
    sck: int
    mosi: int
    cs: int
    dc: int
    rst: int
    busy: int


class ExpanderPins(TypedDict):
    """Bus number and pins of the expanders; `int` has a pin for each expander."""

    i2c: int
    scl: int
    sda: int
    int: list[int]


class OnePin(TypedDict):
    """The pin of the module for a part that uses only one."""

    pin: int


class Profile(TypedDict, total=False):
    """A profile with its own pins, or a small table that leaves out parts of another profile.

    In the file a small table has only the keys `like`, `without`, `then` and perhaps `keys`;
    `profile.load` adds the other keys, except those of the parts left out.
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
    """The content of hardware/board.toml."""

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
