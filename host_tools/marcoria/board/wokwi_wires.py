"""What is connected to what in Wokwi's drawing.

All that is on a net hangs on the module's pin; only lights, keys' grounds and resistors' supplies
go on from one part to the next.
"""

from collections.abc import Iterator
from itertools import pairwise

from marcoria.board import wokwi_drawing as drawing
from marcoria.board.profile import Board
from marcoria.board.wokwi_drawing import WokwiPart
from marcoria.board.wokwi_parts import module_pin, part_id, pulled

# A signal: the parts it goes to, by the beginning of their names, and their pin. The display's
# have none. Lights are a chain, of which the module drives the first.
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
    drawing.CHIP: {"VDD": _HIGH, "RESET": _HIGH, "VSS": _GROUND},
}
# Of a wire with a resistor and nothing else: gray.
_COLOURS = {
    **{_HIGH: "red", _LIGHTS: "magenta", _GROUND: "black", "keys": "blue"},
    **{"readers.sck": "orange", "readers.mosi": "gold", "readers.miso": "cyan"},
    **{"readers.rst": "brown", "readers.cs": "green", "expanders.scl": "blue"},
    **{"expanders.sda": "purple", "expanders.int": "violet"},
    **{"lights": "limegreen", "buzzer": "yellow"},
}
_SERIAL = {"TX": "RX", "RX": "TX"}

End = tuple[str, str]  # a part and its pin
Net = tuple[str, str, list[End]]  # its colour, what the module's pin leads to, its ends
Connection = list[str | list[str]]  # as Wokwi has it: from, to, colour, way


def wires(board: Board, parts: dict[str, WokwiPart]) -> Iterator[Connection]:
    """All connections."""
    for pin, end in _SERIAL.items():
        yield [f"esp:{pin}", f"$serialMonitor:{end}", "", []]
    yield from _from_module([*_signals(board, parts), *_rails(board, parts)], parts)
    yield from _lights(parts)
    yield from _keys(board, parts)
    for rail, chain in _supplies(board).items():
        for one, other in pairwise(chain):
            yield [f"{one}:1", f"{other}:1", _COLOURS[rail], []]


def _from_module(nets: list[Net], parts: dict[str, WokwiPart]) -> Iterator[Connection]:
    """Each net in a lane of its own."""
    nets = [net for net in nets if net[2]]
    kind = parts["esp"]["type"]
    names = [module_pin(kind, target) or "" for _, target, _ in nets]
    starts = [drawing.pin(parts["esp"], name) for name in names]
    for lane, (colour, _, ends) in enumerate(nets):
        start = starts[lane]
        rank = sum(other.side == start.side and other.y < start.y for other in starts)
        for part, pin in ends:
            way = drawing.way(start, rank, lane, drawing.pin(parts[part], pin))
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
    """Supplies and ground. Of what goes on to the next part only the first is here."""
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
    """The resistors to each rail, one below the other."""
    found: dict[str, list[str]] = {_HIGH: [], _GROUND: []}
    for wire in pulled(board):
        up = board.data["resistors"][wire.signal].endswith("up")
        found[_HIGH if up else _GROUND].append(part_id("pull", wire.name))
    return found


def _rows(board: Board) -> list[list[str]]:
    """The keys of each row, by their numbers."""
    numbers = {number: part_id(name) for name, (_, number) in board.keys.items()}
    return [[numbers[n] for n in range(first, first + 8)] for first in range(0, len(numbers), 8)]


def _lights(parts: dict[str, WokwiPart]) -> Iterator[Connection]:
    """The lights of each seat go on at the next one's."""
    strips = [name for name in parts if name.startswith("lights")]
    for one, other in pairwise(strips):
        way = drawing.lights_way(drawing.pin(parts[one], "DOUT"), drawing.pin(parts[other], "DIN"))
        yield [f"{one}:DOUT", f"{other}:DIN", _COLOURS["lights"], way]


def _keys(board: Board, parts: dict[str, WokwiPart]) -> Iterator[Connection]:
    """Each to its expander, and to the ground of the next."""
    for name, (place, number) in board.keys.items():
        key, (expander, pin) = part_id(name), place.split()
        end = drawing.pin(parts[f"expander{expander}"], pin)
        way = drawing.key_way(drawing.pin(parts[key], "1.l"), number, end)
        yield [f"{key}:1.l", f"expander{expander}:{pin}", _COLOURS["keys"], way]
    for row in _rows(board):
        for one, other in pairwise(row):
            yield [f"{one}:2.r", f"{other}:2.l", _COLOURS[_GROUND], []]
