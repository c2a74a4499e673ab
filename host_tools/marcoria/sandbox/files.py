"""Parser of benches in YAML: a board, the parts wired to it, and scheduled actions.

docs/own-driver.md describes the format. The whole file is checked when it is read, and nothing in
it is executed.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml

from marcoria.named_files import read_text
from marcoria.sandbox.bench import Steps
from marcoria.scenarios.nodes import Nodes, compose
from marcoria.sim.chips.kernel import Clock, Faults
from marcoria.sim.chips.pins import Gpio
from marcoria.sim.options import BenchParts

if TYPE_CHECKING:
    from marcoria.scenarios.nodes import Node

# Profile of the simulated processor for each name of a board.
BOARDS = {"s3": "s3", "esp32": "esp32", "esp32-psram": "wrover"}
_SHARED = {"sck", "mosi", "miso", "scl", "sda", "rst"}  # wires that several parts may share
# Uses of pins that the processor drives. Such a pin must support output.
_DRIVEN = {"sck", "mosi", "cs", "dc", "rst", "scl", "sda", "light", "tone"}
# Pairs of wires of one bus; the pin of the first wire identifies the bus.
_BUSES = (("sck", "mosi"), ("sck", "miso"), ("scl", "sda"))
_VERBS = ("wait", "put", "lift", "press", "hold", "release")
_UID_BYTES = (4, 7, 10)
_USUAL_MS = 120  # how long a pressed key stays down if the file gives no time
# Required and optional wires of each kind of part.
_WIRES = {
    "mfrc522": (("sck", "mosi", "miso", "cs"), ("rst", "irq")),
    "mcp23017": (("scl", "sda"), ("inta", "intb")),
    "ssd1683": (("sck", "mosi", "cs", "dc", "rst", "busy"), ()),
    "ws2812": (("pin",), ()),
    "buzzer": (("pin",), ()),
    "button": (("pin",), ()),
}
_NUMBERS = {"mcp23017": ("address",), "ws2812": ("count", "limit_ma")}
_RANGES = {"address": (0x20, 0x27), "count": (1, 1000), "limit_ma": (1, 100_000)}
_OPTIONAL = ("limit_ma",)
# Use of the wire "pin", by the kind of the part.
_USES = {"ws2812": "light", "buzzer": "tone", "button": "key"}
KINDS = tuple(_WIRES)
_NAME = re.compile(r"[a-z][a-z0-9_-]*", re.IGNORECASE)
_PORTS = [f"GP{port}{bit}" for port in "AB" for bit in range(8)]


class Pins:
    """Assignment of a board's pins to parts."""

    def __init__(self, nodes: Nodes, board: str) -> None:
        self._nodes = nodes
        self._gpio = Gpio(Clock(), Faults(), BOARDS[board])
        self._board = board
        self._taken: dict[int, tuple[str, str]] = {}  # wire and part at each used pin
        # For each pair of wires of a bus the pin of the second wire. The key is the name of the
        # first wire, the pin of the first wire, and the name of the second wire.
        self._buses: dict[tuple[str, object, str], object] = {}

    def take(self, node: "Node", wire: str, part: str) -> int:
        """Parse and return the pin of a wire; check that it is suitable and has no other use."""
        pin = self._nodes.number(node)
        gpio = self._gpio
        if pin >= gpio.count or pin in gpio.missing:
            self._nodes.wrong(node, f"the {self._board} has no GPIO {pin}")
        if pin in gpio.memory:
            self._nodes.wrong(node, f"GPIO {pin} belongs to the flash or the PSRAM")
        if wire in _DRIVEN and pin >= gpio.inputs_only:
            self._nodes.wrong(node, f"GPIO {pin} can only be an input, not {wire}")
        used, by = self._taken.setdefault(pin, (wire, part))
        if by != part and used == wire and wire in _SHARED:
            return pin
        if (used, by) != (wire, part):
            self._nodes.wrong(node, f"GPIO {pin} is already {used} of {by}")
        return pin

    def check_buses(self, node: "Node", wires: Mapping[str, object]) -> None:
        """Check that parts with the same clock pin also share the other wires of the bus."""
        for clock, other in _BUSES:
            if clock in wires and other in wires:
                key = (clock, wires[clock], other)
                there = self._buses.setdefault(key, wires[other])
                if there != wires[other]:
                    text = (
                        f"on the bus whose {clock} is GPIO {wires[clock]}, {other} is GPIO {there}"
                    )
                    self._nodes.wrong(node, text)


class BenchSteps(Nodes):
    """Parser of the scheduled actions.

    The method for a verb, such as `put`, returns the name of a method of the simulated chips, and
    the arguments for this method.
    """

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.names: set[str] = set()  # names of all parts, keys and tags
        self.readers: list[str] = []
        self.known: dict[str, set[str]] = {}  # names of each kind: key, tag or mfrc522
        self._ms = 0  # time of the next step
        self._lying: set[str] = set()

    def steps(self, node: "Node") -> Steps:
        """Parse the scheduled actions; `wait` steps set the times of the actions after them."""
        found: Steps = []
        for item in self.items(node):
            fields = self.fields(item, _VERBS)
            if len(fields) != 1:
                self.wrong(item, "expected one step here, such as wait: 500")
            ((verb, value),) = fields.items()
            if verb == "wait":
                self._ms += self.number(value)
            else:
                method, given = getattr(self, verb)(value)
                found.append((self._ms, method, given))
        return found

    def put(self, node: "Node") -> tuple[str, list[object]]:
        """Parse the step that puts a tag on a reader; the default is the first reader.

        The optional coupling is from 0 (the reader does not reach the tag) to 1 (best).
        """
        tag, *rest = self.words(node, 1, 3)
        tag = self.tag(node, tag)
        if not self.readers:
            self.wrong(node, "there is no mfrc522 to put it on")
        is_named = len(rest) == 2 or bool(rest and _NAME.fullmatch(rest[0]))
        reader = self._one(node, rest.pop(0), "mfrc522") if is_named else self.readers[0]
        coupling = self.real(node, rest.pop()) if rest else 1.0
        if coupling > 1:
            self.wrong(node, f"{coupling:g} is more than 1")
        if tag in self._lying:
            self.wrong(node, f"'{tag}' already lies on a reader: lift it first")
        self._lying.add(tag)
        return "put", [tag, reader, coupling]

    def lift(self, node: "Node") -> tuple[str, list[object]]:
        """Parse the step that takes a tag off its reader."""
        tag = self.tag(node, self.word(node))
        if tag not in self._lying:
            self.wrong(node, f"'{tag}' lies on no reader: put it first")
        self._lying.remove(tag)
        return "lift", [tag]

    def press(self, node: "Node") -> tuple[str, list[object]]:
        """Parse the step that presses a key, with an optional time in ms."""
        key, *ms = self.words(node, 1, 2)
        length = round(self.real(node, ms[0])) if ms else _USUAL_MS
        return "keys.press", [self.key(node, key), length]

    def hold(self, node: "Node") -> tuple[str, list[object]]:
        """Parse the step that holds a key down."""
        return "keys.hold", [self.key(node, self.word(node))]

    def release(self, node: "Node") -> tuple[str, list[object]]:
        """Parse the step that releases a key."""
        return "keys.release", [self.key(node, self.word(node))]

    def key(self, node: "Node", name: str) -> str:
        """Return the name of a key; refuse it if the file has no such key."""
        return self._one(node, name, "key")

    def tag(self, node: "Node", name: str) -> str:
        """Return the name of a tag; refuse it if the file has no such tag."""
        return self._one(node, name, "tag")

    def uid(self, node: "Node") -> bytes:
        """Parse the UID of a tag in hexadecimal, with or without colons."""
        word = self.word(node).replace(":", "")
        try:
            data = bytes.fromhex(word)
        except ValueError:
            self.wrong(node, f"'{word}' is not a UID in hex, such as 04A1B2C3D4E5F6")
        if len(data) not in _UID_BYTES:
            self.wrong(node, f"a UID has 4, 7 or 10 bytes, not {len(data)}")
        return data

    def _one(self, node: "Node", name: str, what: str) -> str:
        known = sorted(self.known[what])
        if name not in known:
            there = f"choose one of {', '.join(known)}" if known else "none is named in this file"
            self.wrong(node, f"there is no {what} '{name}': {there}")
        return name


@dataclass(frozen=True)
class BenchFile:
    """Content of a bench file: the parts, and the scheduled actions."""

    parts: BenchParts
    steps: Steps


def read(path: str) -> BenchFile:
    """Parse a bench file; raise TableError with the line if it is wrong."""
    return _BenchParser(path).bench(compose(read_text(path, "no-bench"), path))


class _BenchParser(BenchSteps):
    """Parser of a bench from YAML nodes."""

    def bench(self, node: "Node") -> BenchFile:
        """Parse the whole file."""
        found = self.fields(node, ("board", "parts", "tags", "steps"))
        for key in ("board", "parts"):
            if key not in found:
                self.wrong(node, f"'{key}' is missing")
        board = self.one_of(found["board"], tuple(BOARDS))
        self.pins = Pins(self, board)
        self.addresses: set[tuple[object, object]] = set()
        wired = [self.part(one) for one in self.items(found["parts"])]
        parts = {name for kind, name, _ in wired if kind != "button"}
        self.known["key"] = self.names - parts
        tags = self.tags(found["tags"]) if "tags" in found else {}
        self.known["tag"] = set(tags)
        self.readers = [name for kind, name, _ in wired if kind == "mfrc522"]
        self.known["mfrc522"] = set(self.readers)
        steps = self.steps(found["steps"]) if "steps" in found else []
        return BenchFile(BenchParts(BOARDS[board], wired, tags), steps)

    def part(self, node: "Node") -> tuple[str, str, dict[str, object]]:
        """Parse a part; return its kind, its name, and a dictionary of its wires and settings."""
        told = self.fields(node, KINDS)
        if len(told) != 1:
            self.wrong(node, "expected one part here, such as button: {pin: 4}")
        ((kind, value),) = told.items()
        must, may = _WIRES[kind]
        numbers = _NUMBERS.get(kind, ())
        keys = ("keys",) if kind == "mcp23017" else ()
        fields = self.fields(value, (*must, *may, *numbers, *keys, "name"))
        for key in (*must, *numbers):
            if key not in fields and key not in _OPTIONAL:
                self.wrong(value, f"the {kind} needs '{key}'")
        name = self.new_name(value, fields.pop("name", None), kind)
        wires: dict[str, object] = {}
        for key, one in fields.items():
            if key == "keys":
                wires[key] = self.contacts(one)
            elif key in numbers:
                wires[key] = self.in_range(one, key)
            else:
                wires[key] = self.pins.take(one, _USES.get(kind, key), name)
        self.pins.check_buses(value, wires)
        self._check_address(value, wires)
        return kind, name, wires

    def new_name(self, node: "Node", told: "Node | None", kind: str) -> str:
        """Parse a unique name of a part, key or tag; if `told` is None, the name is `kind`."""
        name = kind if told is None else self.word(told)
        if not _NAME.fullmatch(name):
            self.wrong(
                told, f"'{name}' is not a name: use letters, digits, - and _, a letter first"
            )
        if name in self.names:
            self.wrong(node, f"the name '{name}' is used twice: give another name here")
        self.names.add(name)
        return name

    def contacts(self, node: "Node") -> dict[str, int]:
        """Parse the names of the keys at an expander; return the pin of each key."""
        found = self.fields(node, tuple(_PORTS))
        return {self.new_name(one, one, ""): _PORTS.index(port) for port, one in found.items()}

    def in_range(self, node: "Node", key: str) -> int:
        """Parse a number within the range of its key."""
        least, most = _RANGES[key]
        number = self.number(node)
        if not least <= number <= most:
            self.wrong(node, f"{key} must be from {least} to {most}, not {self.word(node)}")
        return number

    def tags(self, node: "Node") -> dict[str, bytes]:
        """Parse the tags: a UID for each name."""
        if not isinstance(node, yaml.MappingNode):
            self.wrong(node, "expected names and UIDs here, such as card: 04A1B2C3D4E5F6")
        return {self.new_name(key, key, ""): self.uid(value) for key, value in node.value}

    def _check_address(self, node: "Node", wires: dict[str, object]) -> None:
        if "address" not in wires:
            return
        place = (wires["scl"], wires["address"])
        if place in self.addresses:
            self.wrong(node, f"two chips at address 0x{wires['address']:02x}")
        self.addresses.add(place)
