"""Data-sheet limits of the table's parts and ESP32 modules, and names that board.toml uses."""

from collections.abc import Iterable
from dataclasses import dataclass, field

SEATS = "NESW"
LIGHTS_OF_A_SEAT = 8  # the firmware lights these one by one, as a progress bar

# Keys in the order of their numbers: key n of seat s has the number 8 * s + n, and key s of the
# director has the number 8 * s + 7.
SEAT_KEYS = ("clubs", "diamonds", "hearts", "spades", "pass", "call", "rap")
DIRECTOR_KEYS = ("menu", "undo", "ok", "mute")
# A rap sensor must be at this bit of a port. A rap is shorter than the time between two scans. The
# expander latches it, and the firmware looks for latched pulses only at this bit.
RAP_BIT = 6
# Keys that players sometimes hold down, or press together. A command card cannot replace this: it
# replaces only a short press of one key.
HELD_KEYS = ("pass", "call")


@dataclass(frozen=True)
class Part:
    """A kind of chip: the fastest clock of its bus, and the addresses it can have."""

    fastest_hz: int = 0
    addresses: range = range(0)


# The chips that each section of board.toml may name. A part that is on no bus has no limits.
PARTS = {
    "readers": {"MFRC522": Part(10_000_000)},
    "display": {"SSD1683": Part(20_000_000)},
    "expanders": {"MCP23017": Part(1_700_000, range(0x20, 0x28))},
    "lights": {"WS2812B": Part()},
    "buzzer": {"piezo": Part()},
}

# Direction of each signal at the pin of the ESP32, by section.
OUT, IN, BOTH = "output", "input", "open-drain line"
SIGNALS = {
    "readers": {"sck": OUT, "mosi": OUT, "miso": IN, "cs": OUT, "rst": OUT},
    "display": {"sck": OUT, "mosi": OUT, "cs": OUT, "dc": OUT, "rst": OUT, "busy": IN},
    "expanders": {"scl": BOTH, "sda": BOTH, "int": IN},
    "lights": {"pin": OUT},
    "buzzer": {"pin": OUT},
}
# Signals that are not always driven, so they need a pull resistor. If a chip select floats while
# the ESP32 starts, two chips may answer.
NEEDS_PULL = {
    "readers.cs": "up",
    "display.cs": "up",
    "display.busy": "down",
    "expanders.int": "up",
    "expanders.scl": "up",
    "expanders.sda": "up",
}
# FED has the keys of [rails], the section that names the rail of each part. BETWEEN has the keys
# of [between], the section for parts between the module and the chips. CABLES has the kinds of
# cables.
FED = ("module", "lights", "shifter", "readers", "isolator", "display", "expanders")
BETWEEN = ("isolator", "shifter", "lights", "keys", "buzzer", "idle_miso")
SEATED = ("readers", "keys", "lights")  # cables that go to each seat
CABLES = (*SEATED, "display", "director", "supply")
BUSES = {"readers": "spi", "display": "spi", "expanders": "i2c"}
NUMBERS = {"spi": (1, 2), "i2c": (0, 1)}


@dataclass(frozen=True)
class Module:
    """Pins of a module, and what each may be used for.

    `images` has the official images of MicroPython that support the module's PSRAM. Each key is
    the name and the variant of an image. Each value has the pins that the PSRAM uses under this
    image, with the reason why a wire cannot use them. `forbidden` has the pins that can never be
    used, each with the reason. `dead_if_high` has the pins that must not be high at boot, each
    with the reason. `high_at_boot` and `low_at_boot` have the pins that must be high or low at
    boot.
    """

    pins: frozenset[int]
    forbidden: dict[int, str]
    images: dict[tuple[str, str], dict[int, str]]
    dead_if_high: dict[int, str] = field(default_factory=dict)
    high_at_boot: frozenset[int] = frozenset()
    low_at_boot: frozenset[int] = frozenset()
    input_only: frozenset[int] = frozenset()


# Signals allowed on a pin that must be low at boot. The display's RST is not allowed: the boards
# of some displays pull RST up, and then esptool cannot load firmware.
RESTS_LOW = ("display.dc",)
# The development board with each module: an article of hardware/parts.toml.
DEVKITS = {
    "ESP32-S3-WROOM-1": "ESP32-S3-DevKitC-1",
    "ESP32-WROVER-E": "ESP32-DevKitC-VE",
}
# Least PSRAM with room for the heap and for MicroPython itself, in KiB.
PSRAM_KIB = 2048
# Least flash with room for all partitions, in MiB.
FLASH_MIB = 4


def _each(numbers: Iterable[int], reason: str) -> dict[int, str]:
    return dict.fromkeys(numbers, reason)


MODULES = {
    "ESP32-S3-WROOM-1": Module(
        pins=frozenset([*range(22), *range(26, 49)]),
        forbidden={
            **_each([0, 3, 45, 46], "it is a strapping pin"),
            **_each([19, 20], "the USB port uses it"),
            **_each(range(26, 33), "it is wired to the flash inside the module"),
            **_each([38, 48], "it drives the RGB LED on the DevKitC-1"),
            **_each([43, 44], "the serial console uses it"),
        },
        images={
            ("ESP32_GENERIC_S3", "SPIRAM_OCT"): _each(range(33, 38), "octal PSRAM uses it"),
            ("ESP32_GENERIC_S3", ""): {},  # quad PSRAM shares the four lines of the flash
        },
    ),
    "ESP32-WROVER-E": Module(
        pins=frozenset([*range(20), 21, 22, 23, 25, 26, 27, 32, 33, 34, 35, 36, 39]),
        forbidden={
            0: "it decides at boot whether the chip starts or waits for a download",
            1: "the serial console uses it as TX",
            3: "the serial console uses it as RX",
            12: "it decides at boot whether the flash gets 3.3 or 1.8 V, so it must stay free",
            **_each(range(6, 12), "it is wired to the flash inside the module"),
        },
        images={
            ("ESP32_GENERIC", "SPIRAM"): _each([16, 17], "the PSRAM inside the module uses it"),
        },
        dead_if_high={12: "a high level at boot gives the flash 1.8 V: the board would not start"},
        high_at_boot=frozenset([5, 15]),
        low_at_boot=frozenset([2]),
        input_only=frozenset([34, 35, 36, 39]),
    ),
}
