"""The cables that leave the box: plugs, the list of wires, and a WireViz file for each cable."""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import yaml

from marcoria.board.circuit import GROUND, INPUT, RAILS, Circuit, Component
from marcoria.board.datasheets import SEATED, SEATS

_ENDS = {
    "readers": ("A",),
    "keys": ("S",),
    "director": ("S",),
    "lights": ("L",),
    "display": ("E",),
    "supply": ("J",),
}

_COLOURS = {"rail": "RD", "ground": "BK"}
# Colours of the signal wires, in the order of the wires.
_SIGNALS = ("YE", "GN", "BU", "WH", "OG", "VT", "GY")
_PAPER = "#FFFDF7"

_HEAD = ("plug", "pin", "colour", "net", "in the box", "at the end", "mm", "awg")


@dataclass(frozen=True)
class Conductor:
    """A wire of a cable, with its name in board.toml and its net.

    `box` has the pins of the net in the box, `away` those at the other end of the cable.
    """

    name: str
    net: str
    box: list[tuple[Component, str]]
    away: list[tuple[Component, str]]


@dataclass(frozen=True)
class Plug:
    """A cable with its plug in the box."""

    name: str  # such as "readers N"
    kind: str
    mm: int
    awg: int
    wires: list[Conductor]


def plugs(circuit: Circuit) -> Iterator[Plug]:
    """Yield the plugs in the order of board.toml; leave out cables without a part at the end."""
    nets = circuit.nets()
    for kind, cable in circuit.board.data["cables"].items():
        for seat in SEATS if kind in SEATED else ("",):
            place = f"seat {seat}" if seat else "middle"
            if not any(_is_there(part, kind, place) for part in circuit.parts):
                continue
            wires = []
            for name in _wires(circuit, kind, seat):
                net = _net(circuit, kind, name, seat)
                pins = nets.get(net, [])
                box = [one for one in pins if one[0].place == "box" and one[0].ref != "J1"]
                away = [one for one in pins if _is_there(one[0], kind, place)]
                wires.append(Conductor(name, net, box, away))
            yield Plug(f"{kind} {seat}".strip(), kind, cable["mm"], cable["awg"], wires)


def _wires(circuit: Circuit, kind: str, seat: str) -> list[str]:
    """Return the names of a cable's wires, except wires of keys that the board lacks."""
    names: list[str] = circuit.board.data["cables"][kind]["wires"]
    if kind not in ("keys", "director"):
        return names
    keys = circuit.board.keys
    return [name for name in names if name == "ground" or _net(circuit, kind, name, seat) in keys]


def _net(circuit: Circuit, kind: str, wire: str, seat: str) -> str:
    if wire == "ground":
        return GROUND
    if wire == "rail":
        return INPUT if kind == "supply" else circuit.rail(kind)
    if kind == "lights":
        strip = next(part for part in circuit.parts if part.ref == f"L{seat}")
        return strip.nets.get("DIN" if wire == "in" else "DOUT", "")
    if kind in ("keys", "director"):
        return f"keys.{seat or 'director'}.{wire}"
    own = f"{kind}.{wire}.{seat}"
    return own if own in circuit.nets() else f"{kind}.{wire}"


def _is_there(part: Component, kind: str, place: str) -> bool:
    """Return whether a part is at the end of a cable."""
    at = part.place == place or kind == "supply"
    return at and part.ref[0] in _ENDS[kind]


def harness(circuit: Circuit, plug: Plug) -> str:
    """Return the text of a plug's WireViz file."""
    labels, places = ends(plug)
    count = list(range(1, len(plug.wires) + 1))
    box, cable, end = f"box, {plug.name}", plug.name, _title(plug)
    document: dict[str, object] = {
        "metadata": {"title": f"{plug.name}, board {circuit.board.profile}"},
        "options": {"bgcolor": _PAPER, "fontname": "DejaVu Sans", "color_mode": "full"},
        # Names are hidden because WireViz repeats them at each wire; the drawing must be narrow
        # enough to be read in the guide.
        "connectors": {
            box: {
                "show_name": False,
                "type": box,
                "subtype": "JST-XH" if plug.kind != "supply" else "terminal",
                "pinlabels": [joined(circuit, wire) for wire in plug.wires],
            },
            end: {
                "show_name": False,
                "type": end,
                "pinlabels": labels,
                **_soldered(circuit, plug),
            },
        },
        "cables": {
            cable: {
                "wirecount": len(plug.wires),
                "length": plug.mm / 1000,
                "gauge": f"{plug.awg} AWG",
                "show_equiv": True,
                "colors": wire_colours(plug),
            }
        },
        "connections": [[{box: count}, {cable: count}, {end: places}]],
    }
    return str(yaml.safe_dump(document, sort_keys=False, allow_unicode=True))


def _title(plug: Plug) -> str:
    part = _end(plug)
    return "keys" if part.ref[0] == "S" else f"{part.ref}, {part.article.name}"


def _end(plug: Plug) -> Component:
    return (plug.wires[0].away or plug.wires[1].away)[0][0]


def _soldered(circuit: Circuit, plug: Plug) -> dict[str, str]:
    """Return a WireViz note on the capacitors to solder at the cable's end, {} for none.

    They are soldered across two pins of the part there. The note names these pins.
    """
    end = _end(plug)
    pins = {net: pin for pin, net in end.nets.items()}
    held = [
        f"{part.ref} {part.value}"
        for part in circuit.parts
        if part.article.name == "C" and part.place == end.place
        if pins.keys() >= {*part.nets.values()}
    ]
    if not held or end.place == "box":
        return {}
    fed = next(pin for net, pin in pins.items() if net in RAILS)
    return {"notes": f"across {fed} and {pins[GROUND]}:\n{', '.join(held)}"}


def ends(plug: Plug) -> tuple[list[str], list[int]]:
    """Return the labels of the pins at the cable's end, and each wire's pin number, from 1."""
    if plug.kind in ("keys", "director"):
        names = [_contact(wire) for wire in plug.wires]
        return names, list(range(1, len(names) + 1))
    part = _end(plug)
    labels = [name for name, _ in part.article.pins]
    return labels, [labels.index(_pin_of(part, wire)) + 1 for wire in plug.wires]


def _contact(wire: Conductor) -> str:
    return "contact 2 of each" if wire.net == GROUND else f"{wire.name}, contact 1"


def _pin_of(part: Component, wire: Conductor) -> str:
    pins = [pin for one, pin in wire.away if one is part]
    if pins:
        return pins[0]
    # The output of the last strip has no net: its wire ends at the plug in the box.
    return next(pin for pin, kind in part.article.pins if kind == "out")


def joined(circuit: Circuit, wire: Conductor) -> str:
    """Return a wire's name and the pins or plug that it is connected to in the box.

    Without a connection return "free" after the name. For ground or a rail, return only its name.
    """
    if wire.net == GROUND:
        return "ground"
    if wire.net in RAILS:
        return f"rail {wire.net}"
    found = [_place(part, pin) for part, pin in wire.box if part.ref[0] not in "RC"]
    for part, pin in wire.box:
        if part.ref[0] == "R":
            other = part.nets["2" if pin == "1" else "1"]
            found += _beyond(circuit, part, other)
    found += _next_plug(circuit, wire)
    return f"{wire.name}: {', '.join(found) or 'free'}"


def _beyond(circuit: Circuit, resistor: Component, net: str) -> list[str]:
    """Return the pins on the other side of a series resistor, [] for a pull resistor.

    `net` is the net on the other side.
    """
    if net in (GROUND, *RAILS):
        return []
    pins = [(part, pin) for part, pin in circuit.nets()[net] if part is not resistor]
    return [f"{resistor.ref} {resistor.value}, {_place(part, pin)}" for part, pin in pins]


def _next_plug(circuit: Circuit, wire: Conductor) -> list[str]:
    """Return the plug and wire to which a strip's data wire is joined in the box, [] for none."""
    ends = {"DIN": "in", "DOUT": "out"}
    pins = circuit.nets().get(wire.net, [])
    others = [one for one in pins if one not in wire.away and one[1] in ends and wire.away]
    return [
        f"plug lights {part.ref[1]}, {ends[pin]}" for part, pin in others if part.place != "box"
    ]


def _place(part: Component, pin: str) -> str:
    """Return the label of a pin: part, name, and the pin's number if parts.toml lists the pins."""
    if not part.article.pins:
        return f"{part.ref} {pin}"
    number = [name for name, _ in part.article.pins].index(pin) + 1
    return f"{part.ref} {pin} ({number})"


def wire_colours(plug: Plug) -> list[str]:
    """Return the colour of each wire, as WireViz abbreviates it."""
    signals = iter(_SIGNALS)
    return [_COLOURS.get(wire.name) or next(signals) for wire in plug.wires]


def table(circuit: Circuit) -> str:
    """Return the list of wires as CSV."""
    return csv_text(_HEAD, [row for plug in plugs(circuit) for row in _rows(circuit, plug)])


def _rows(circuit: Circuit, plug: Plug) -> Iterator[tuple[object, ...]]:
    labels, places = ends(plug)
    wires = zip(plug.wires, wire_colours(plug), places, strict=True)
    for number, (wire, colour, place) in enumerate(wires, 1):
        box, end = joined(circuit, wire), labels[place - 1]
        yield plug.name, number, colour, wire.net, box, end, plug.mm, plug.awg


def csv_text(head: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """Return a head and rows as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()
