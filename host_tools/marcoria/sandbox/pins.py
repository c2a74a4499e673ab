"""The pins of a bench: what each is used for, and that no two parts want the same one."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from marcoria.scenarios.nodes import Nodes
from marcoria.sim.chips.kernel import Clock, Faults
from marcoria.sim.chips.pins import Gpio

if TYPE_CHECKING:
    from marcoria.scenarios.nodes import Node

# What the board's name means: a profile of the simulated processor.
BOARDS = {"s3": "s3", "esp32": "esp32", "esp32-psram": "wrover"}
# Wires that go on to the next part, and those that the processor drives.
_SHARED = {"sck", "mosi", "miso", "scl", "sda", "rst"}
_DRIVEN = {"sck", "mosi", "cs", "dc", "rst", "scl", "sda", "light", "tone"}
# Of the wires of a bus the first tells which it is.
_BUSES = (("sck", "mosi"), ("sck", "miso"), ("scl", "sda"))


class Pins:
    """The pins that are taken, on the board of that name."""

    def __init__(self, nodes: Nodes, board: str) -> None:
        self._nodes = nodes
        self._gpio = Gpio(Clock(), Faults(), BOARDS[board])
        self._board = board
        self._taken: dict[int, tuple[str, str]] = {}  # what for, and by which part
        self._buses: dict[tuple[str, object, str], object] = {}

    def take(self, node: "Node", wire: str, part: str) -> int:
        """A pin that a part is wired to."""
        pin = self._nodes.number(node)
        gpio = self._gpio
        if pin >= gpio.count:
            self._nodes.wrong(node, f"the {self._board} has no GPIO {pin}")
        if pin in gpio.memory:
            self._nodes.wrong(node, f"GPIO {pin} belongs to the flash or the PSRAM")
        if wire in _DRIVEN and pin >= gpio.inputs_only:
            self._nodes.wrong(node, f"GPIO {pin} can only be an input, and not {wire}")
        used, by = self._taken.setdefault(pin, (wire, part))
        if by != part and used == wire and wire in _SHARED:
            return pin
        if (used, by) != (wire, part):
            self._nodes.wrong(node, f"GPIO {pin} is {used} of {by} already")
        return pin

    def check_buses(self, node: "Node", wires: Mapping[str, object]) -> None:
        """That parts on one clock share the rest of their bus as well."""
        for clock, other in _BUSES:
            if clock in wires and other in wires:
                key = (clock, wires[clock], other)
                there = self._buses.setdefault(key, wires[other])
                if there != wires[other]:
                    text = (
                        f"on the bus whose {clock} is GPIO {wires[clock]}, {other} is GPIO {there}"
                    )
                    self._nodes.wrong(node, text)
