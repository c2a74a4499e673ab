"""The wire list: every wire of every cable, from its place in the box to its end."""

import csv
import io

from marcoria.board.circuit import Circuit
from marcoria.board.plugs import plugs
from marcoria.board.wiring import ends, joined, wire_colours

_HEAD = ("plug", "pin", "colour", "net", "in the box", "at the end", "mm", "awg")


def table(circuit: Circuit) -> str:
    """As CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEAD)
    for plug in plugs(circuit):
        labels, places = ends(plug)
        rows = zip(plug.wires, wire_colours(plug), places, strict=True)
        for number, (wire, colour, place) in enumerate(rows, 1):
            box, end = joined(circuit, wire), labels[place - 1]
            writer.writerow((plug.name, number, colour, wire.net, box, end, plug.mm, plug.awg))
    return text.getvalue()
