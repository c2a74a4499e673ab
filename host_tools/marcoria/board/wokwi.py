"""The card table as a project for the simulator Wokwi, wired as hardware/board.toml says.

Wokwi lacks some of the parts: hardware/wokwi/README.md lists them.

The ESP32 module is on the left of the drawing. To its right is a lane for each net. To the right
of the lanes is a row for each seat: the lights above the reader, and the keys beside both. Every
two rows have an expander beside them. In its lane a net has a wire from the module's pin to each
of its parts, with two exceptions. Each key has a wire to its expander. The data of the lights, the
ground of the keys, and the rails of the pull resistors go in chains: the module has a wire to the
first part of a chain, and each part has a wire to the next one.

for file in files(): file.write()
"""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypedDict

from marcoria.board.check import check
from marcoria.board.circuit import value_of
from marcoria.board.datasheets import DIRECTOR_KEYS, LIGHTS_OF_A_SEAT, SEATS
from marcoria.board.profile import BOARD_FILE, Board, BoardWire, board_error, load, profiles
from marcoria.build.made import MadeFile
from marcoria.paths import HARDWARE

FOLDER = HARDWARE / "wokwi"

CHIP = "chip-mcp23017"
_CHIP_PINS: list[str] = json.loads((FOLDER / "mcp23017.chip.json").read_text("utf-8"))["pins"]

# All lengths are in pixels: 96 pixels are an inch in Wokwi. A seat's row has the lights at the top
# and the reader below them. The reader ends 201 pixels below the row's top. Below the reader each
# net has a line for its wires.
_ROW = 310
_LANES_LEFT, _LANE = 150, 6
_READERS_LEFT, _READER_RIGHT, _KEYS_LEFT, _EXPANDERS_LEFT = 320, 545, 620, 1080
_READER_TOP, _KEYS_TOP, _EXPANDER_TOP = 50, 66, 70
_BELOW_ROW, _LINE = 226, 4
_KEY = 48  # distance from key to key
_MODULE_TOP = 130
_RESISTORS_TOP, _RESISTOR = 450, 28
# Wokwi chooses the drawing of a custom chip such as the expander: fourteen pins on each side, a
# tenth of an inch apart. The width and the margins are not documented, so these are estimates. If
# a pin is elsewhere, Wokwi bends its wire.
_PITCH, _CHIP_WIDTH, _CHIP_MARGIN = 9.6, 110, 15

# Wokwi has no board with a WROVER, but the headers of its DevKitC have the same pins.
_MODULES = {
    "ESP32-S3-WROOM-1": "board-esp32-s3-devkitc-1",
    "ESP32-WROVER-E": "board-esp32-devkit-c-v4",
}
_SEAT_NAMES = ("North", "East", "South", "West")
_KEY_LOOKS = {
    **{"clubs": ("♣", "black"), "diamonds": ("♦", "red"), "hearts": ("♥", "red")},
    **{"spades": ("♠", "black"), "pass": ("PASS", "yellow"), "call": ("CALL", "blue")},
    **{"rap": ("RAP", "gray")},
    **{key: (key.upper(), "green") for key in DIRECTOR_KEYS},
}
_NOTE = "Marcoria, board {}: all but the paper display, which Wokwi does not have"

# For each signal: the prefix of its parts' ids, and the pin of these parts. If the signal has a
# pin for each seat or expander, the seat or number is appended to the prefix. The display's
# signals are left out because Wokwi has no such display. The lights are a chain, and the module
# drives only the lights of North.
_ENDS = {
    "readers.sck": ("reader", "SCK"),
    "readers.mosi": ("reader", "MOSI"),
    "readers.miso": ("reader", "MISO"),
    "readers.rst": ("reader", "RST"),
    "readers.cs": ("reader", "SDA"),
    "expanders.scl": ("expander", "SCL"),
    "expanders.sda": ("expander", "SDA"),
    "expanders.int": ("expander", "INTA"),
    "lights": ("lightsN", "DIN"),
    "buzzer": ("buzzer", "2"),
}
_HIGH, _LIGHTS, _GROUND = "power(3.3)", "power(5)", "GND"
_RAILS = {
    "board-mfrc522": {"3.3V": _HIGH, "GND": _GROUND},
    "wokwi-led-strip": {"VDD": _LIGHTS, "VSS": _GROUND},
    "wokwi-buzzer": {"1": _GROUND},
    CHIP: {"VDD": _HIGH, "RESET": _HIGH, "VSS": _GROUND},
}
# Colours of wires. A signal's wire is gray if it leads only to a resistor.
_COLOURS = {
    **{_HIGH: "red", _LIGHTS: "magenta", _GROUND: "black", "keys": "blue"},
    **{"readers.sck": "orange", "readers.mosi": "gold", "readers.miso": "cyan"},
    **{"readers.rst": "brown", "readers.cs": "green", "expanders.scl": "blue"},
    **{"expanders.sda": "purple", "expanders.int": "violet"},
    **{"lights": "limegreen", "buzzer": "yellow"},
}
_SERIAL = {"TX": "RX", "RX": "TX"}

End = tuple[str, str]  # the id of a part, and its pin
Net = tuple[str, str, list[End]]  # colour, `target` of the module's pin, ends
Connection = list[str | list[str]]  # in Wokwi's form: from, to, colour, path


class PinOfKind(TypedDict):
    """The place of a pin on Wokwi's part.

    Only the pins of ESP32 boards have a `target`: the pin's function, such as "GPIO4" or "GND".
    """

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
    """A part of a drawing, in the form of diagram.json."""

    type: str
    id: str
    left: int
    top: int
    attrs: dict[str, str]


PARTS: dict[str, WokwiKind] = json.loads((FOLDER / "parts.json").read_text("utf-8"))["parts"]


class WokwiPin(NamedTuple):
    """A pin in the drawing.

    `side` is the direction in which wires leave it: -1 to the left, 1 to the right, 0 down.
    """

    x: float
    y: float
    side: int


def place_of(part: str, number: int) -> tuple[int, int]:
    """Return left and top of the part with the id `part`.

    `number` is the index of the part's seat, expander or resistor; for a key it is the number of
    the key, and for other parts 0.
    """
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


def pin_at(part: WokwiPart, name: str) -> WokwiPin:
    """Return the place of a part's pin in the drawing."""
    left, top = part["left"], part["top"]
    if part["type"] == CHIP:
        return _chip_pin(left, top, name)
    kind = PARTS[part["type"]]
    at = kind["pins"][name]
    side = -1 if at["x"] < kind["width"] / 2 else 1
    if part["type"] == "wokwi-buzzer":
        side = 0
    return WokwiPin(left + at["x"], top + at["y"], side)


def _chip_pin(left: float, top: float, name: str) -> WokwiPin:
    """Return the place of an expander's pin.

    The chip's pins are numbered down on the left side, and up on the right side.
    """
    number = _CHIP_PINS.index(name)
    half = len(_CHIP_PINS) // 2
    line = number if number < half else len(_CHIP_PINS) - 1 - number
    x = left if number < half else left + _CHIP_WIDTH
    return WokwiPin(x, top + _CHIP_MARGIN + _PITCH * line, -1 if number < half else 1)


def net_way(start: WokwiPin, rank: int, lane: int, end: WokwiPin) -> list[str]:
    """Return the path from the module to a part, along the net's lane.

    To a pin on the right of the readers, the path passes below the reader in the pin's row. `rank`
    is the number of connected pins above `start` on its side of the module. In a path the steps
    before "*" lead away from the first pin. The steps after "*" lead away from the second pin,
    and are listed in reverse order: the step at the pin is the last in the list.
    """
    x = _LANES_LEFT + _LANE * lane
    if start.side < 0:  # the path goes around the module; upper pins have inner paths
        out = 12 + 5 * rank
        up = start.y - _MODULE_TOP + 12 + 5 * rank
        first = [_h(-out), _v(-up), _h(x - start.x + out)]
    else:
        first = [_h(x - start.x)]
    return [*first, "*", *_into(end, x, lane)]


def _into(end: WokwiPin, x: float, lane: int) -> list[str]:
    """Return the steps of a path after "*", from a part's pin to the net's lane at `x`."""
    if end.side == 0:
        return [_h(x - end.x), _v(6 + _LINE * (lane % 2))]
    if end.x < x and end.side < 0:  # the left pin of a resistor: pass above the resistor
        return [_h(x - end.x + 10), _v(-_RESISTOR / 2), _h(-10)]
    if end.x <= _READERS_LEFT + 10:
        return [_h(x - end.x)]
    out = end.side * (12 + 3 * (lane % 8))
    line = end.y // _ROW * _ROW + _BELOW_ROW + _LINE * lane
    return [_h(x - end.x - out), _v(line - end.y), _h(out)]


def key_way(start: WokwiPin, number: int, end: WokwiPin) -> list[str]:
    """Return the path from a key: up, along the row, and to the expander's pin."""
    out = 12 + 5 * (number % 8)
    up = 8 + 5 * (number % 8)
    return [_v(-up), _h(end.x + end.side * out - start.x), "*", _h(end.side * out)]


def lights_way(start: WokwiPin, end: WokwiPin) -> list[str]:
    """Return the path from the end of a seat's lights to the lights of the next seat."""
    line = _BELOW_ROW - 14
    out = _READER_RIGHT - start.x + 12
    return [_h(out), _v(line - start.y % _ROW), "*", _v(line - _ROW - end.y % _ROW), _h(-12)]


def _h(by: float) -> str:
    """Return a horizontal step of a path."""
    return f"h{round(by, 1):g}"


def _v(by: float) -> str:
    """Return a vertical step of a path."""
    return f"v{round(by, 1):g}"


def parts(board: Board) -> Iterator[WokwiPart]:
    """Yield all parts of the drawing."""
    yield _module(board)
    yield _part("note", "wokwi-text", 0, text=_NOTE.format(board.profile))
    for s, seat in enumerate(SEATS):
        yield _part(f"seat{seat}", "wokwi-text", s, text=_SEAT_NAMES[s])
        # The UID has seven bytes, like the UIDs of the stickers; the first byte names the maker.
        yield _part(f"reader{seat}", "board-mfrc522", s, uid=f"04:4D:41:52:43:4F:0{s + 1}")
    for at, seat in enumerate(SEATS):
        yield _part(f"lights{seat}", "wokwi-led-strip", at, pixels=LIGHTS_OF_A_SEAT)
    for at, address in enumerate(board.data["expanders"]["addresses"]):
        yield _part(f"expander{at}", CHIP, at, address=address)
    for name, (_, at) in board.keys.items():
        label, color = _KEY_LOOKS[name.split(".")[-1]]
        yield _part(part_id(name), "wokwi-pushbutton-6mm", at, label=label, color=color)
    for at, wire in enumerate(pulled(board)):
        value = round(value_of(board.data["resistors"][wire.signal].split()[0]))
        yield _part(part_id("pull", wire.name), "wokwi-resistor", at, value=value)
    yield _part("buzzer", "wokwi-buzzer", 0)


def part_id(*names: str) -> str:
    """Return a part's id, such as "key_N_clubs" for the name "keys.N.clubs"."""
    return "_".join(names).replace(".", "_").replace("keys_", "key_")


def pulled(board: Board) -> list[BoardWire]:
    """Return the wires with a pull resistor, pull-ups first."""
    resistors = board.data["resistors"]
    found = [wire for wire in board.wires if wire.signal in resistors]
    return sorted(found, key=lambda wire: resistors[wire.signal].endswith("down"))


def module_pin(kind: str, target: str) -> str | None:
    """Return the name of the pin with this target on a kind of board; None if there is none.

    If there are several such pins, return the topmost on the right, where the other parts are.
    """
    pins = PARTS[kind]["pins"]
    found = [name for name in pins if pins[name]["target"] == target]
    return min(found, key=lambda name: (-pins[name]["x"], pins[name]["y"]), default=None)


def missing_pins(board: Board) -> list[str]:
    """Return a sentence for each wire to a pin that Wokwi's board does not have."""
    kind = _MODULES[board.pins["module"]]
    return [
        f"{wire.name} is on GPIO{wire.pin}: Wokwi's {kind} has no such pin"
        for wire in board.wires
        if not module_pin(kind, f"GPIO{wire.pin}")
    ]


def _module(board: Board) -> WokwiPart:
    pins = board.pins
    octal = pins["variant"].endswith("_OCT")
    return _part(
        "esp",
        _MODULES[pins["module"]],
        0,
        flashSize=pins["flash_mib"],
        psramSize=pins["psram_kib"] // 1024,
        psramType="octal" if octal else "quad",
    )


def _part(name: str, kind: str, at: int, **attrs: object) -> WokwiPart:
    left, top = place_of(name, at)
    texts = {attr: str(value) for attr, value in attrs.items()}  # Wokwi requires numbers as text
    return {"type": kind, "id": name, "left": left, "top": top, "attrs": texts}


def wires(board: Board, parts: dict[str, WokwiPart]) -> Iterator[Connection]:
    """Yield all connections of the drawing; `parts` has the parts by id."""
    for pin, end in _SERIAL.items():
        yield [f"esp:{pin}", f"$serialMonitor:{end}", "", []]
    yield from _from_module([*_signals(board, parts), *_rails(board, parts)], parts)
    yield from _light_wires(parts)
    yield from _keys(board, parts)
    for rail, chain in _supplies(board).items():
        for one, other in pairwise(chain):
            yield [f"{one}:1", f"{other}:1", _COLOURS[rail], []]


def _from_module(nets: list[Net], parts: dict[str, WokwiPart]) -> Iterator[Connection]:
    """Yield the connections from the module's pins, each net in its own lane."""
    nets = [net for net in nets if net[2]]
    kind = parts["esp"]["type"]
    names = [module_pin(kind, target) or "" for _, target, _ in nets]
    starts = [pin_at(parts["esp"], name) for name in names]
    for lane, (colour, _, ends) in enumerate(nets):
        start = starts[lane]
        rank = sum(other.side == start.side and other.y < start.y for other in starts)
        for part, pin in ends:
            way = net_way(start, rank, lane, pin_at(parts[part], pin))
            yield [f"esp:{names[lane]}", f"{part}:{pin}", colour, way]


def _signals(board: Board, parts: dict[str, WokwiPart]) -> Iterator[Net]:
    for wire in board.wires:
        ends: list[End] = []
        if wire.signal in _ENDS:
            sort, pin = _ENDS[wire.signal]
            which = wire.name.removeprefix(wire.signal).removeprefix(".")
            ends = [(part, pin) for part in parts if part.startswith(sort + which)]
        if wire.signal in board.data["resistors"]:
            ends.append((part_id("pull", wire.name), "2"))
        yield _COLOURS.get(wire.signal, "gray"), f"GPIO{wire.pin}", ends


def _rails(board: Board, parts: dict[str, WokwiPart]) -> Iterator[Net]:
    """Yield the nets of the supplies and of ground.

    Resistors and grounds of keys are chained: only the first of each chain is in the net.
    """
    ends: dict[str, list[End]] = {_HIGH: [], _LIGHTS: [], _GROUND: []}
    for name, part in parts.items():
        for pin, rail in _RAILS.get(part["type"], {}).items():
            ends[rail].append((name, pin))
    for number, address in enumerate(board.data["expanders"]["addresses"]):
        for bit in range(3):
            ends[_HIGH if address >> bit & 1 else _GROUND].append((f"expander{number}", f"A{bit}"))
    for rail, chain in _supplies(board).items():
        ends[rail] += [(name, "1") for name in chain[:1]]
    ends[_GROUND] += [(row[0], "2.l") for row in _rows(board)]
    for rail, found in ends.items():
        yield _COLOURS[rail], rail, found


def _supplies(board: Board) -> dict[str, list[str]]:
    """Return the ids of the pull resistors by rail, from top to bottom in the drawing."""
    found: dict[str, list[str]] = {_HIGH: [], _GROUND: []}
    for wire in pulled(board):
        up = board.data["resistors"][wire.signal].endswith("up")
        found[_HIGH if up else _GROUND].append(part_id("pull", wire.name))
    return found


def _rows(board: Board) -> list[list[str]]:
    """Return the ids of the keys of each row, in the order of the keys' numbers."""
    numbers = {number: part_id(name) for name, (_, number) in board.keys.items()}
    return [[numbers[n] for n in range(first, first + 8)] for first in range(0, len(numbers), 8)]


def _light_wires(parts: dict[str, WokwiPart]) -> Iterator[Connection]:
    """Yield the wires from the lights of each seat to the lights of the next seat."""
    strips = [name for name in parts if name.startswith("lights")]
    for one, other in pairwise(strips):
        way = lights_way(pin_at(parts[one], "DOUT"), pin_at(parts[other], "DIN"))
        yield [f"{one}:DOUT", f"{other}:DIN", _COLOURS["lights"], way]


def _keys(board: Board, parts: dict[str, WokwiPart]) -> Iterator[Connection]:
    """Yield the wires from each key to its expander, and from key to key for the ground."""
    for name, (place, number) in board.keys.items():
        key, (expander, pin) = part_id(name), place.split()
        end = pin_at(parts[f"expander{expander}"], pin)
        way = key_way(pin_at(parts[key], "1.l"), number, end)
        yield [f"{key}:1.l", f"expander{expander}:{pin}", _COLOURS["keys"], way]
    for row in _rows(board):
        for one, other in pairwise(row):
            yield [f"{one}:2.r", f"{other}:2.l", _COLOURS[_GROUND], []]


def files(path: Path = BOARD_FILE, folder: Path = FOLDER) -> list[MadeFile]:
    """Return diagram.json and wokwi.toml of each profile that has its own pins.

    A file has faults if the board has faults, or wires to pins that Wokwi's board does not have.
    """
    makers = {"diagram.json": diagram_text, "wokwi.toml": settings_text}
    return [
        _file(path, profile, folder / profile / name, text)
        for profile in profiles(path)
        for name, text in makers.items()
    ]


def _file(path: Path, profile: str, target: Path, text: Callable[[Board], str]) -> MadeFile:
    def faults() -> list[str]:
        return [f"profile {profile}: {sentence}" for sentence in _faults(load(path, profile))]

    return MadeFile(target, path, lambda: text(load(path, profile)), faults)


def _faults(board: Board) -> list[str]:
    return check(board) or missing_pins(board)


def settings_text(board: Board) -> str:
    """Return the text of wokwi.toml: it names the image to run, and the expanders' custom chip."""
    image = f"table-{board.profile}.bin"
    return (
        "# Generated from hardware/board.toml, not to be edited.\n"
        f'[wokwi]\nversion = 1\nfirmware = "{image}"\nelf = "{image}"\n'
        "rfc2217ServerPort = 4000\n\n"
        '[[chip]]\nname = "mcp23017"\nbinary = "../mcp23017.chip.wasm"\n'
    )


def diagram_text(board: Board) -> str:
    """Return the text of diagram.json, with one part or connection on each line.

    Raise TableError for a board with a fault.
    """
    for sentence in _faults(board):
        raise board_error(sentence)
    found = {part["id"]: part for part in parts(board)}
    whole = {"version": 1, "author": "Marcoria", "editor": "wokwi"}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in whole.items()]
    lines += [_list("parts", found.values()), _list("connections", wires(board, found))]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _list(name: str, items: Iterable[object]) -> str:
    lines = ",\n".join(f"    {json.dumps(item, ensure_ascii=False)}" for item in items)
    return f'  "{name}": [\n{lines}\n  ]'
