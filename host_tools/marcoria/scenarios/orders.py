"""What a scenario may order to go wrong: names, and the values that each takes. Nothing else of
the world can be reached from a file."""

import base64
import binascii
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from marcoria.bots.eyes import SEATS
from marcoria.scenarios.nodes import Nodes
from marcoria.sim.chips.contacts import DIRECTOR_KEYS, SEAT_KEYS

if TYPE_CHECKING:
    from marcoria.scenarios.nodes import Node

# What stands in a name for any seat, and that itself for none.
_SEATS = dict.fromkeys(SEATS, "SEAT") | {"SEAT": "no seat"}
_BYTE, _BLOCKS, _BLOCK, _LIGHTS, _MANY = 255, 64, 4096, 32, 9999


class Orders(Nodes):
    """Reads orders, and values that are set."""

    def order(self, node: "Node") -> list[Any]:
        """What goes wrong, and its values."""
        return self._known(node, _ORDERS)

    def setting(self, node: "Node") -> list[Any]:
        """What is set to go wrong, and its value."""
        return self._known(node, _SETTINGS)

    def _known(self, node: "Node", known: "Mapping[str, Takes]") -> list[Any]:
        items = self.items(node)
        if not items:
            self.wrong(node, "a list is wanted here: a name such as readers.S.wedge, its values")
        name, *values = items
        takes = known.get(_general(self.word(name)))
        if takes is None:
            self.wrong(name, f"there is no '{self.word(name)}': it is one of {', '.join(known)}")
        if len(values) != len(takes):
            self.wrong(node, f"'{self.word(name)}' takes so many values: {len(takes)}")
        return [self.word(name)] + [take(self, one) for take, one in zip(takes, values)]

    def cure(self, node: "Node") -> str:
        """The reset that mends a reader."""
        return self.one_of(node, ("soft", "hard"))

    def share(self, node: "Node") -> float:
        """From 0 to 1."""
        share = self.real(node, self.word(node))
        if share > 1:
            self.wrong(node, f"{share} is more than 1")
        return share

    def key_of_all(self, node: "Node") -> str:
        """A key with its seat, or one of the director's."""
        word = self.word(node)
        seat, _, key = word.partition(" ")
        if word not in DIRECTOR_KEYS and (seat not in tuple(SEATS) or key not in SEAT_KEYS):
            self.wrong(node, f"'{word}' is no key: 'S PASS', or 'MENU'")
        return word

    def some_seat(self, node: "Node") -> str:
        """A seat."""
        return self.seat(node, self.word(node))

    def data(self, node: "Node") -> bytes:
        """Bytes in base64, at most a block of the flash."""
        try:
            data = base64.b64decode(self.word(node), validate=True)
        except (binascii.Error, ValueError):
            self.wrong(node, "these are no bytes in base64")
        if len(data) > _BLOCK:
            self.wrong(node, f"{len(data)} bytes are more than a block")
        return data

    def truth(self, node: "Node") -> bool:
        """Yes or no."""
        return self.one_of(node, ("true", "false")) == "true"


Take: TypeAlias = "Callable[[Orders, Node], object]"
Takes: TypeAlias = "tuple[Take, ...]"


def _up_to(most: int) -> Take:
    """A whole number from 0 to that."""

    def take(orders: Orders, node: "Node") -> int:
        number = orders.number(node)
        if number > most:
            orders.wrong(node, f"{number} is more than {most}")
        return number

    return take


_ORDERS: dict[str, Takes] = OrderedDict(
    [
        ("readers.SEAT.wedge", (Orders.cure,)),
        ("fields.SEAT.fail", (Orders.truth,)),
        ("pads.bleed", (Orders.card, Orders.some_seat, Orders.share)),
        ("keys.stick", (Orders.key_of_all,)),
        ("keys.free", (Orders.key_of_all,)),
        ("keys.cut_wire", (Orders.key_of_all,)),
        ("display.jam", ()),
        ("display.unplug", ()),
        ("display.plug", ()),
        ("flash.worn.add", (_up_to(_BLOCKS - 1),)),
        ("flash.slow.add", (_up_to(_BLOCKS - 1),)),
        ("flash.write", (_up_to(_BLOCKS - 1), _up_to(_BLOCK - 1), Orders.data)),
        ("flash.cut_at", (_up_to(_MANY), _up_to(_MANY))),
    ]
)
_SETTINGS: dict[str, Takes] = OrderedDict(
    [
        ("readers.SEAT.version", (_up_to(_BYTE),)),
        ("fields.SEAT.noise", (Orders.share,)),
        ("buzzer.broken", (Orders.truth,)),
        ("lights.broken_at", (_up_to(_LIGHTS),)),
        ("lights.to_lose", (_up_to(_BYTE),)),
        ("spi_buses.1.stuck", (_up_to(_BYTE),)),
        ("spi_buses.2.stuck", (_up_to(_BYTE),)),
        ("i2c_buses.0.stuck", (Orders.truth,)),
    ]
)


def _general(name: str) -> str:
    """The name with SEAT in the place of a seat."""
    return ".".join(_SEATS.get(part, part) for part in name.split("."))
