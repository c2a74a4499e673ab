"""The tables of the building guide, hardware/README.md: what stands between two of its marks is
made of the board file, and the rest is written by hand.

    <!-- made: pins s3 -->
    ...
    <!-- made -->
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from marcoria.board import bom
from marcoria.board.circuit import GROUND, RAILS, Circuit, Component
from marcoria.board.currents import drop, loads, total

_MADE = re.compile(r"(<!-- made: (\w+) (\w+) -->\n).*?(<!-- made -->)", re.S)


def filled(text: str, circuits: list[Circuit]) -> str:
    """The guide with its tables made anew."""
    by_profile = {circuit.board.profile: circuit for circuit in circuits}

    def made(found: re.Match[str]) -> str:
        return f"{found[1]}{_TABLES[found[2]](by_profile[found[3]])}\n{found[4]}"

    return _MADE.sub(made, text)


def guide(path: Path, circuits: list[Circuit]) -> str:
    """The text of the guide as it should be."""
    return filled(path.read_text(encoding="utf-8"), circuits)


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _pins(circuit: Circuit) -> str:
    """The module's pins, by number."""
    wires = sorted(circuit.board.wires, key=lambda wire: wire.pin)
    pulls = circuit.board.data["resistors"]
    rows = [(f"GPIO{wire.pin}", wire.name, pulls.get(wire.signal, "")) for wire in wires]
    return _table(("pin", "what", "resistor"), rows)


def _currents(circuit: Circuit) -> str:
    """The worst moment of each rail."""
    rows: list[tuple[str, ...]] = []
    for rail in ("3V3R", "3V3", "5V"):
        rows += [(rail, load.who, f"{load.ma:.0f}", load.why) for load in loads(circuit, rail)]
        rows.append((f"**{rail}**", "", f"**{total(circuit, rail):.0f}**", ""))
    lost = f"Then {drop(circuit):.2f} V are lost from the plug of the supply to the rail of 5 V."
    return _table(("rail", "who", "mA", "from"), rows) + f"\n\n{lost}"


def _chips(circuit: Circuit) -> str:
    """What each pin of a chip in the box is joined to."""
    rows = [
        (part.ref, part.article.name, str(number), pin, _joined(circuit, part, pin))
        for part in circuit.parts
        if part.place == "box" and len(part.article.pins) > 2
        for number, (pin, _) in enumerate(part.article.pins, 1)
    ]
    return _table(("part", "", "pin", "name", "joined to"), rows)


def _joined(circuit: Circuit, part: Component, pin: str) -> str:
    net = part.nets.get(pin, "")
    if not net:
        return "nothing"
    if net == GROUND or net in RAILS:
        return {GROUND: "ground"}.get(net, net)
    others = [one for one in circuit.nets()[net] if one != (part, pin)]
    return ", ".join(f"{other.ref} {name}" for other, name in others)


def _small(circuit: Circuit) -> str:
    """Resistors and capacitors, with the nets of their ends."""
    rows = [
        (part.ref, part.value, part.place, *part.nets.values())
        for part in circuit.parts
        if part.article.name in ("R", "C")
    ]
    return _table(("part", "value", "where", "from", "to"), rows)


def _cost(circuit: Circuit) -> str:
    """What has to be bought, in short."""
    rows = [
        (
            f"{row.count}{f' + {row.spare}' if row.spare else ''}",
            f"{row.article.what}{f', {row.value}' if row.value else ''}",
            row.article.matters,
            row.article.trap,
        )
        for row in bom.rows(circuit)
    ]
    low, high = bom.total(circuit)
    estimate = f"Together {low:.0f} to {high:.0f} euro: an estimate of {bom.PRICED}, not an offer."
    return _table(("how many", "what", "what matters", "trap"), rows) + f"\n\n{estimate}"


_TABLES: dict[str, Callable[[Circuit], str]] = {
    "pins": _pins,
    "currents": _currents,
    "chips": _chips,
    "small": _small,
    "cost": _cost,
}
