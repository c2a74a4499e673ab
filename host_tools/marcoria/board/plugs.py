"""The cables that leave the box: their plugs, and what each wire joins."""

from collections.abc import Iterator
from dataclasses import dataclass

from marcoria.board.circuit import GROUND, INPUT, Circuit, Component
from marcoria.board.datasheets import SEATED, SEATS


@dataclass(frozen=True)
class Conductor:
    """One wire of a cable: its name in the file, its net, what it joins in the box and away."""

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
    """All of them, in the order of the file; where nothing is at its end there is no cable."""
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
    """Their names; a key that has no place needs none."""
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


_ENDS = {
    "readers": ("A",),
    "keys": ("S",),
    "director": ("S",),
    "lights": ("L",),
    "display": ("E",),
    "supply": ("J",),
}


def _is_there(part: Component, kind: str, place: str) -> bool:
    """Whether that part hangs on the cable."""
    at = part.place == place or kind == "supply"
    return at and part.ref[0] in _ENDS[kind]
