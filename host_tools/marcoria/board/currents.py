"""What flows, and what is lost on its way: the rails of a board at their worst moment.

The worst moment: all lights at the firmware's limit, four fields on (though the firmware has one
on at a time), the display refreshing, the radio sending, every key held.
"""

from dataclasses import dataclass

from marcoria.board.circuit import Circuit, Component

OHM_MM = 1.75e-5  # copper at 20 degrees: 0.0175 ohm mm2/m
# IEC 60127: a slow glass fuse of these sizes loses some 0.1 V at its rating, less below.
FUSE_OHM = 0.03
# A supply may be 5 % off.
SUPPLY_LOW, SUPPLY_HIGH = 4.75, 5.25
# What a DevKit's own regulator gives at 3.3 V: SGM2212 and AMS1117 are both good for 800.
MODULE_GIVES_MA = 800
# A slow fuse (IEC 60127-2, sheet 3; Littelfuse 218) carries 1.5 times its rating for an hour and
# opens within two minutes at 2.1 times.
FUSE_OPENS = 2.1
# Current in mA that a single wire in free air carries without harm, by AWG (the usual table of
# chassis wiring).
CARRIES_MA = {18: 16_000, 20: 11_000, 22: 7_000, 24: 3_500, 26: 2_200, 28: 1_400}
MM2 = {18: 0.823, 20: 0.518, 22: 0.326, 24: 0.205, 26: 0.129, 28: 0.081}


@dataclass(frozen=True)
class Load:
    """What a rail has to give to whom, and why that much."""

    who: str
    ma: float
    why: str


def loads(circuit: Circuit, rail: str) -> list[Load]:
    """All that a rail feeds. The module's own regulator and that of the readers hand theirs on."""
    found = []
    lights = circuit.board.data["lights"]
    strips = circuit.of(lights["chip"])
    if strips and circuit.rail("lights") == rail:
        why = "the firmware's limit for all of them, lights.limit_ma"
        found.append(Load(f"{len(strips)} x {lights['chip']}", lights["limit_ma"], why))
    for name, parts in _by_article(circuit).items():
        fed = [part for part in parts if rail in _fed_by(part)]
        if fed and name != lights["chip"]:
            found.append(
                Load(f"{len(fed)} x {name}", len(fed) * fed[0].article.ma, fed[0].article.why)
            )
    if rail == "5V":
        for handed, who in (("3V3", "the module's 3V3"), ("3V3R", "the readers' regulator")):
            found.append(Load(who, total(circuit, handed), f"all that {handed} feeds"))
    return found


def total(circuit: Circuit, rail: str) -> float:
    """What a rail has to give."""
    return sum(load.ma for load in loads(circuit, rail))


def wire_ohm(mm: float, awg: int) -> float:
    """A wire there and its ground back."""
    return 2 * OHM_MM * mm / MM2[awg]


def drop(circuit: Circuit) -> float:
    """Volts lost from the supply's plug to the rail of 5 V at the worst moment."""
    cable = circuit.board.data["cables"]["supply"]
    ohm = wire_ohm(cable["mm"], cable["awg"])
    ohm += FUSE_OHM * len(circuit.of("fuse"))
    ohm += sum(part.article.figures["mohm"] for part in circuit.parts) / 1000
    return ohm * total(circuit, "5V") / 1000


def wires_at_5v(circuit: Circuit) -> list[tuple[str, int, int]]:
    """Return name, AWG and carried mA of each cable that a short on 5 V flows through."""
    names = ["supply"] + (["lights"] if circuit.rail("lights") == "5V" else [])
    gauges = [(name, circuit.board.data["cables"][name]["awg"]) for name in names]
    return [(name, awg, CARRIES_MA[awg]) for name, awg in gauges if awg in CARRIES_MA]


def _by_article(circuit: Circuit) -> dict[str, list[Component]]:
    found: dict[str, list[Component]] = {}
    for part in circuit.parts:
        found.setdefault(part.article.name, []).append(part)
    return found


def _fed_by(part: Component) -> list[str]:
    """The rails of its power pins; a module and a buzzer have theirs otherwise."""
    if part.ref == "M1":
        return [part.nets["5V"]]
    if part.article.figures["ma"] and "+" in part.nets:
        return ["3V3"]
    return [part.nets[pin] for pin, kind in part.article.pins if kind == "power"]
