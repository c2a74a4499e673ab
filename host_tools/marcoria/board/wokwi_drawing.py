"""Where Wokwi's parts lie in the drawing, and the ways of its wires.

The module stands on the left, the bus of all wires beside it, each in a lane of its own; then a
row for each seat: its lights above its reader, its keys, and an expander beside every two rows.
"""

import json
from typing import NamedTuple, TypedDict

from marcoria.paths import HARDWARE


class PinOfKind(TypedDict):
    """The place of a pin on Wokwi's part, and the net that it leads to."""

    x: float
    y: float
    target: str


class WokwiKind(TypedDict):
    """A kind of part that Wokwi draws: its size, attributes and pins."""

    width: float
    height: float
    attrs: list[str]
    pins: dict[str, PinOfKind]


class WokwiPart(TypedDict):
    """A part of a drawing, as Wokwi reads it."""

    type: str
    id: str
    left: int
    top: int
    attrs: dict[str, str]


_FOLDER = HARDWARE / "wokwi"
PARTS: dict[str, WokwiKind] = json.loads((_FOLDER / "parts.json").read_text("utf-8"))["parts"]
CHIP = "chip-mcp23017"
_CHIP_PINS: list[str] = json.loads((_FOLDER / "mcp23017.chip.json").read_text("utf-8"))["pins"]

# All in pixels, of which Wokwi has 96 an inch. A row is the reader's 201 with the lights above it,
# and below that a line of its own for each of the lanes.
_ROW = 310
_LANES_LEFT, _LANE = 150, 6
_READERS_LEFT, _READER_RIGHT, _KEYS_LEFT, _EXPANDERS_LEFT = 320, 545, 620, 1080
_READER_TOP, _KEYS_TOP, _EXPANDER_TOP = 50, 66, 70
_BELOW_ROW, _LINE = 226, 4
_KEY = 48  # from key to key
_MODULE_TOP = 130
_RESISTORS_TOP, _RESISTOR = 450, 28
# Wokwi draws an expander itself: pins a tenth of an inch apart, fourteen a side. How wide it makes
# the board and its margins is not written down; a wire's last bend makes up for that.
_PITCH, _CHIP_WIDTH, _CHIP_MARGIN = 9.6, 110, 15


class Pin(NamedTuple):
    """A pin in the drawing; `side` is -1 if wires leave it to the left, 1 to the right, 0 for one
    whose wires go down."""

    x: float
    y: float
    side: int


def place(part: str, number: int) -> tuple[int, int]:
    """Left and top of a part: its id, and which of its sort it is."""
    row = _ROW * (2 * number if part.startswith("expander") else number)
    places = {
        "esp": (0, _MODULE_TOP),
        "seat": (_KEYS_LEFT, row - 10),
        "lights": (_READERS_LEFT, row),
        "reader": (_READERS_LEFT, row + _READER_TOP),
        "key": (_KEYS_LEFT + _KEY * (number % 8), _ROW * (number // 8) + _KEYS_TOP),
        "expander": (_EXPANDERS_LEFT, row + _EXPANDER_TOP),
        "pull": (20, _RESISTORS_TOP + _RESISTOR * number),
        "buzzer": (20, 3 * _ROW - 100),
        "note": (0, -110),
    }
    return next(places[sort] for sort in places if part.startswith(sort))


def pin(part: WokwiPart, name: str) -> Pin:
    """Where a pin of a part lies."""
    left, top = part["left"], part["top"]
    if part["type"] == CHIP:
        return _chip_pin(left, top, name)
    kind = PARTS[part["type"]]
    at = kind["pins"][name]
    side = -1 if at["x"] < kind["width"] / 2 else 1
    if part["type"] == "wokwi-buzzer":
        side = 0
    return Pin(left + at["x"], top + at["y"], side)


def _chip_pin(left: float, top: float, name: str) -> Pin:
    """As the pins of the package go: down on the left, up on the right."""
    number = _CHIP_PINS.index(name)
    half = len(_CHIP_PINS) // 2
    line = number if number < half else len(_CHIP_PINS) - 1 - number
    x = left if number < half else left + _CHIP_WIDTH
    return Pin(x, top + _CHIP_MARGIN + _PITCH * line, -1 if number < half else 1)


def way(start: Pin, rank: int, lane: int, end: Pin) -> list[str]:
    """From the module to a part: along the net's lane, and to what is not beside it below its
    row. `rank` says the how many-th pin on its side `start` is, from above."""
    x = _LANES_LEFT + _LANE * lane
    if start.side < 0:  # around the module, the upper pins inside
        out = 12 + 5 * rank
        up = start.y - _MODULE_TOP + 12 + 5 * rank
        first = [_h(-out), _v(-up), _h(x - start.x + out)]
    else:
        first = [_h(x - start.x)]
    return [*first, "*", *_into(end, x, lane)]


def _into(end: Pin, x: float, lane: int) -> list[str]:
    """The last piece of a way, which is written from the part's pin backwards."""
    if end.side == 0:
        return [_h(x - end.x), _v(6 + _LINE * (lane % 2))]
    if end.x < x and end.side < 0:  # over a resistor
        return [_h(x - end.x + 10), _v(-_RESISTOR / 2), _h(-10)]
    if end.x <= _READERS_LEFT + 10:
        return [_h(x - end.x)]
    out = end.side * (12 + 3 * (lane % 8))
    line = end.y // _ROW * _ROW + _BELOW_ROW + _LINE * lane
    return [_h(x - end.x - out), _v(line - end.y), _h(out)]


def key_way(start: Pin, number: int, end: Pin) -> list[str]:
    """From a key up to its line, along that, and to the expander's pin."""
    out = 12 + 5 * (number % 8)
    up = 8 + 5 * (number % 8)
    return [_v(-up), _h(end.x + end.side * out - start.x), "*", _h(end.side * out)]


def lights_way(start: Pin, end: Pin) -> list[str]:
    """From the end of a seat's lights to the next seat's."""
    line = _BELOW_ROW - 14
    out = _READER_RIGHT - start.x + 12
    return [_h(out), _v(line - start.y % _ROW), "*", _v(line - _ROW - end.y % _ROW), _h(-12)]


def _h(by: float) -> str:
    return f"h{round(by, 1):g}"


def _v(by: float) -> str:
    return f"v{round(by, 1):g}"
