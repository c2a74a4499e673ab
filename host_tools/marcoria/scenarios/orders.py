"""Failures that a scenario may cause: their names, and the parsers of their values.

A scenario file can call or set nothing else of the simulated chips.
"""

import base64
import binascii
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from marcoria.firmware.codes.game import SEATS
from marcoria.sim.chips.contacts import DIRECTOR_KEYS, SEAT_KEYS

if TYPE_CHECKING:
    from marcoria.scenarios.nodes import Node, Nodes

# In a name from a file, the letter of each seat is replaced by SEAT before the name is looked up:
# readers.S.wedge becomes readers.SEAT.wedge. If a file has the word SEAT itself, this word is
# replaced by "no seat", so that the name is not found.
_SEATS = dict.fromkeys(SEATS, "SEAT") | {"SEAT": "no seat"}
_BYTE, _BLOCKS, _BLOCK, _LIGHTS, _MANY = 255, 64, 4096, 32, 9999

Take: TypeAlias = "Callable[[Nodes, Node], object]"  # parser of one value
Takes: TypeAlias = "tuple[Take, ...]"  # parsers of all values of a failure


def read_order(nodes: "Nodes", node: "Node") -> tuple[str, list[Any]]:
    """Parse the name of a failure and its values; return the name and the values."""
    return _read(nodes, node, ORDERS)


def read_setting(nodes: "Nodes", node: "Node") -> tuple[str, list[Any]]:
    """Parse the name of a setting and its value; return the name, and the value in a list."""
    return _read(nodes, node, SETTINGS)


def _read(nodes: "Nodes", node: "Node", known: "Mapping[str, Takes]") -> tuple[str, list[Any]]:
    items = nodes.items(node)
    if not items:
        nodes.wrong(node, "expected a list here: a name such as readers.S.wedge, then its values")
    name, values = nodes.word(items[0]), items[1:]
    takes = known.get(_general(name))
    if takes is None:
        nodes.wrong(items[0], f"there is no '{name}': choose one of {', '.join(known)}")
    if len(values) != len(takes):
        values_taken = f"{len(takes)} value{'s' * (len(takes) != 1)}"
        nodes.wrong(node, f"'{name}' takes {values_taken}, not {len(values)}")
    return name, [take(nodes, one) for take, one in zip(takes, values)]


def _general(name: str) -> str:
    """Return the name with each seat replaced by SEAT."""
    return ".".join(_SEATS.get(part, part) for part in name.split("."))


def _cure(nodes: "Nodes", node: "Node") -> str:
    """Parse the kind of reset that repairs a reader."""
    return nodes.one_of(node, ("soft", "hard"))


def _card(nodes: "Nodes", node: "Node") -> str:
    return nodes.card(node)


def _seat(nodes: "Nodes", node: "Node") -> str:
    return nodes.seat(node, nodes.word(node))


def _truth(nodes: "Nodes", node: "Node") -> bool:
    return nodes.one_of(node, ("true", "false")) == "true"


def _share(nodes: "Nodes", node: "Node") -> float:
    """Parse a number from 0 to 1."""
    share = nodes.real(node, nodes.word(node))
    if share > 1:
        nodes.wrong(node, f"{share} is more than 1")
    return share


def _key(nodes: "Nodes", node: "Node") -> str:
    """Parse the name of a key: a seat and its key, or a key of the director."""
    word = nodes.word(node)
    seat, _, key = word.partition(" ")
    if word not in DIRECTOR_KEYS and (seat not in tuple(SEATS) or key not in SEAT_KEYS):
        nodes.wrong(node, f"'{word}' is not a key: write for example 'S PASS' or 'MENU'")
    return word


def _data(nodes: "Nodes", node: "Node") -> bytes:
    """Parse bytes in base64, at most a block of the flash."""
    try:
        data = base64.b64decode(nodes.word(node), validate=True)
    except (binascii.Error, ValueError):
        nodes.wrong(node, "this is not base64")
    if len(data) > _BLOCK:
        nodes.wrong(node, f"{len(data)} bytes are more than a block of {_BLOCK}")
    return data


def _up_to(most: int) -> Take:
    """Return a parser of whole numbers from 0 to `most`."""

    def take(nodes: "Nodes", node: "Node") -> int:
        number = nodes.number(node)
        if number > most:
            nodes.wrong(node, f"{number} is more than {most}")
        return number

    return take


ORDERS: dict[str, Takes] = OrderedDict(
    [
        ("readers.SEAT.wedge", (_cure,)),
        ("fields.SEAT.fail", (_truth,)),
        ("pads.bleed", (_card, _seat, _share)),
        ("keys.stick", (_key,)),
        ("keys.free", (_key,)),
        ("keys.cut_wire", (_key,)),
        ("display.jam", ()),
        ("display.unplug", ()),
        ("display.plug", ()),
        ("flash.worn.add", (_up_to(_BLOCKS - 1),)),
        ("flash.slow.add", (_up_to(_BLOCKS - 1),)),
        ("flash.write", (_up_to(_BLOCKS - 1), _up_to(_BLOCK - 1), _data)),
        ("flash.cut_at", (_up_to(_MANY), _up_to(_MANY))),
    ]
)
SETTINGS: dict[str, Takes] = OrderedDict(
    [
        ("readers.SEAT.version", (_up_to(_BYTE),)),
        ("fields.SEAT.noise", (_share,)),
        ("buzzer.broken", (_truth,)),
        ("lights.broken_at", (_up_to(_LIGHTS),)),
        ("lights.to_lose", (_up_to(_BYTE),)),
        ("spi_buses.1.stuck", (_up_to(_BYTE),)),
        ("spi_buses.2.stuck", (_up_to(_BYTE),)),
        ("i2c_buses.0.stuck", (_truth,)),
    ]
)
