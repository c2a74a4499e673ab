"""The wire list: every wire of every cable, from its place in the box to its end."""

from collections.abc import Iterator

from marcoria.board.circuit import Circuit
from marcoria.board.plugs import Plug, plugs
from marcoria.board.sheet import sheet
from marcoria.board.wiring import ends, joined, wire_colours

_HEAD = ("plug", "pin", "colour", "net", "in the box", "at the end", "mm", "awg")


def table(circuit: Circuit) -> str:
    """As CSV."""
    return sheet(_HEAD, [row for plug in plugs(circuit) for row in _rows(circuit, plug)])


def _rows(circuit: Circuit, plug: Plug) -> Iterator[tuple[object, ...]]:
    labels, places = ends(plug)
    wires = zip(plug.wires, wire_colours(plug), places, strict=True)
    for number, (wire, colour, place) in enumerate(wires, 1):
        box, end = joined(circuit, wire), labels[place - 1]
        yield plug.name, number, colour, wire.net, box, end, plug.mm, plug.awg
