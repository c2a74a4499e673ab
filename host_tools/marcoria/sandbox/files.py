"""Benches as YAML files: a board, the parts that are wired to it, what is laid and pressed when.

docs/own-driver.md describes the form. Everything is checked when the file is read, and nothing
in it is ever run.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml

from marcoria.named_files import read_text
from marcoria.sandbox.bench import Steps
from marcoria.sandbox.pins import BOARDS, Pins
from marcoria.sandbox.steps import BenchSteps
from marcoria.scenarios.nodes import compose
from marcoria.sim.options import BenchParts

if TYPE_CHECKING:
    from marcoria.scenarios.nodes import Node

# Of each kind of part: the wires that it must have, those that it may have, and what else.
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
_USES = {"ws2812": "light", "buzzer": "tone", "button": "key"}  # of what is only called pin
KINDS = tuple(_WIRES)
_NAME = re.compile(r"[a-z][a-z0-9_-]*", re.IGNORECASE)
_PORTS = [f"GP{port}{bit}" for port in "AB" for bit in range(8)]


@dataclass(frozen=True)
class BenchFile:
    """What a file says."""

    parts: BenchParts
    steps: Steps


def read(path: str) -> BenchFile:
    """The bench of a file; TableError if it is not one."""
    return _Parser(path).bench(compose(read_text(path, "no-bench"), path))


class _Parser(BenchSteps):
    """Turns the nodes of a file into a bench."""

    def bench(self, node: "Node") -> BenchFile:
        """The whole of it."""
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
        steps = self.steps(found["steps"]) if "steps" in found else []
        return BenchFile(BenchParts(BOARDS[board], wired, tags), steps)

    def part(self, node: "Node") -> tuple[str, str, dict[str, object]]:
        """A part: its kind, its name, its wires."""
        told = self.fields(node, KINDS)
        if len(told) != 1:
            self.wrong(node, "one part is wanted here, such as button: {pin: 4}")
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
        """A name that nothing else has; a part without one is called as its kind."""
        name = kind if told is None else self.word(told)
        if not _NAME.fullmatch(name):
            self.wrong(told, f"'{name}' is no name: letters, digits, - and _, a letter first")
        if name in self.names:
            self.wrong(node, f"two are called '{name}': give this one another name")
        self.names.add(name)
        return name

    def contacts(self, node: "Node") -> dict[str, int]:
        """Keys at the pins of an expander, by their names."""
        found = self.fields(node, tuple(_PORTS))
        return {self.new_name(one, one, ""): _PORTS.index(port) for port, one in found.items()}

    def in_range(self, node: "Node", key: str) -> int:
        """A number that a part may have."""
        least, most = _RANGES[key]
        number = self.number(node)
        if not least <= number <= most:
            self.wrong(node, f"{key} is from {least} to {most}, not {self.word(node)}")
        return number

    def tags(self, node: "Node") -> dict[str, bytes]:
        """UIDs by their names."""
        if not isinstance(node, yaml.MappingNode):
            self.wrong(node, "names and UIDs are wanted here, such as card: 04A1B2C3D4E5F6")
        return {self.new_name(key, key, ""): self.uid(value) for key, value in node.value}

    def _check_address(self, node: "Node", wires: dict[str, object]) -> None:
        if "address" not in wires:
            return
        place = (wires["scl"], wires["address"])
        if place in self.addresses:
            self.wrong(node, f"two chips at address 0x{wires['address']:02x}")
        self.addresses.add(place)
