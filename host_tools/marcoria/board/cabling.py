"""Currents and cables: worst-case loads, losses in wires, signal timing, and faults of cables.

In the worst case all lights are at the firmware's limit, the fields of all readers are on (the
firmware switches on only one at a time), the display refreshes, the radio sends, and every key is
held.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log

from marcoria.board.circuit import Circuit, Component, value_of
from marcoria.board.datasheets import DIRECTOR_KEYS, SEAT_KEYS, SIGNALS

OHM_MM = 1.75e-5  # copper at 20 degrees: 0.0175 ohm mm2/m
# Resistance of a slow glass fuse (IEC 60127), which loses some 0.1 V at its rated current.
FUSE_OHM = 0.03
# The voltage of a 5 V supply may be 5 % too low or too high.
SUPPLY_LOW, SUPPLY_HIGH = 4.75, 5.25
# Highest current of the 3.3 V regulator on an ESP32 board. This is an SGM2212 or an AMS1117, and
# both give 800 mA.
MODULE_GIVES_MA = 800
# A slow fuse (IEC 60127-2, sheet 3; Littelfuse 218) carries 1.5 times its rating for an hour. At
# 2.1 times its rating it opens within two minutes.
FUSE_OPENS = 2.1
# Current in mA that a single wire in free air carries without harm, by AWG (the usual table of
# chassis wiring).
CARRIES_MA = {18: 16_000, 20: 11_000, 22: 7_000, 24: 3_500, 26: 2_200, 28: 1_400}
MM2 = {18: 0.823, 20: 0.518, 22: 0.326, 24: 0.205, 26: 0.129, 28: 0.081}
# Resistance of an output pin, and capacitance of a wire beside its ground wire in pF for each mm
# (estimates). MODULE_PF is the capacitance of a pin of the ESP32 board.
DRIVER_OHM, PF_MM = 50, 0.1
MODULE_PF = 10
# I2C (UM10204): the slowest rise allowed at 400 kHz, in ns; and the current in mA that every
# chip can sink.
RISE_NS, SINK_MA = 300, 3
# Current in mA that a wire in a bundle may carry, for each mm2 of copper.
MA_MM2 = 6000
_SIGNALS = {
    "readers": {"rail", *SIGNALS["readers"]},
    "keys": {*SEAT_KEYS},
    "lights": {"rail", "in", "out"},
    "display": {"rail", *SIGNALS["display"]},
    "director": {*DIRECTOR_KEYS},
    "supply": {"rail"},
}


@dataclass(frozen=True)
class RailLoad:
    """The current that a consumer draws from a rail, and the reason for the figure."""

    who: str
    ma: float
    why: str


def loads(circuit: Circuit, rail: str) -> list[RailLoad]:
    """Return the loads of a rail.

    The loads of 5V include two sums, those of the rails 3V3 and 3V3R, because linear regulators
    feed these rails from 5V.
    """
    found = []
    lights = circuit.board.data["lights"]
    strips = circuit.of(lights["chip"])
    if strips and circuit.rail("lights") == rail:
        why = "the firmware's limit for all lights, lights.limit_ma"
        found.append(RailLoad(f"{lights['count']} x {lights['chip']}", lights["limit_ma"], why))
    for name, parts in _by_article(circuit).items():
        fed = [part for part in parts if rail in _fed_by(part)]
        if fed and name != lights["chip"]:
            found.append(
                RailLoad(f"{len(fed)} x {name}", len(fed) * fed[0].article.ma, fed[0].article.why)
            )
    if rail == "5V":
        for handed, who in (("3V3", "the ESP32 board's 3V3"), ("3V3R", "the readers' regulator")):
            found.append(RailLoad(who, total(circuit, handed), f"the sum of the rail {handed}"))
    return found


def total(circuit: Circuit, rail: str) -> float:
    """Return the current of all loads of a rail, in mA."""
    return sum(load.ma for load in loads(circuit, rail))


def wire_ohm(mm: float, awg: int) -> float:
    """Return the resistance of a wire and its ground wire in series, in ohm."""
    return 2 * OHM_MM * mm / MM2[awg]


def drop(circuit: Circuit) -> float:
    """Return the volts lost from the supply's plug to the rail of 5 V in the worst case."""
    cable = circuit.board.data["cables"]["supply"]
    ohm = wire_ohm(cable["mm"], cable["awg"])
    ohm += FUSE_OHM * len(circuit.of("fuse"))
    ohm += sum(part.article.figures["mohm"] for part in circuit.parts) / 1000
    return ohm * total(circuit, "5V") / 1000


def wires_at_5v(circuit: Circuit) -> list[tuple[str, int, int]]:
    """Return name, AWG and safe current in mA of each cable that a short on 5 V would heat.

    These are the supply's cable and, if the lights are on 5V, their cables. A cable whose gauge is
    not in CARRIES_MA is left out.
    """
    names = ["supply"] + (["lights"] if circuit.rail("lights") == "5V" else [])
    gauges = [(name, circuit.board.data["cables"][name]["awg"]) for name in names]
    return [(name, awg, CARRIES_MA[awg]) for name, awg in gauges if awg in CARRIES_MA]


def _by_article(circuit: Circuit) -> dict[str, list[Component]]:
    found: dict[str, list[Component]] = {}
    for part in circuit.parts:
        found.setdefault(part.article.name, []).append(part)
    return found


def _fed_by(part: Component) -> list[str]:
    """Return the rails that feed a part: those of its power pins, with two exceptions.

    The article of the module lists no pins. The buzzer gets its current from a pin of the module,
    and so from 3V3.
    """
    if part.ref == "M1":
        return [part.nets["5V"]]
    if part.article.figures["ma"] and "+" in part.nets:
        return ["3V3"]
    return [part.nets[pin] for pin, kind in part.article.pins if kind == "power"]


def rules(circuit: Circuit) -> Iterator[str]:
    """Yield a sentence for each fault of the cables, the fuse and the I2C pull-ups."""
    for name, cable in circuit.board.data["cables"].items():
        yield from _wires(name, cable["wires"])
    yield from _clock(circuit)
    yield from _ampacity(circuit)
    yield from _fused(circuit)
    yield from _i2c(circuit)


def _wires(name: str, wires: list[str]) -> Iterator[str]:
    if "ground" not in wires:
        yield f"cables.{name} has no ground: nothing at its end would work"
    for missing in sorted(_SIGNALS[name] - set(wires)):
        yield f"cables.{name} has no wire for {missing}"
    for unknown in [wire for wire in wires if wire not in _SIGNALS[name] | {"ground"}]:
        yield f"cables.{name} has a wire '{unknown}', which no part uses"
    for twice in sorted({wire for wire in wires if wires.count(wire) > 1} - {"ground"}):
        yield f"cables.{name} has {twice} twice"


def _clock(circuit: Circuit) -> Iterator[str]:
    """Check that ground is beside the readers' clock, and that a reader's answer is in time."""
    cable, hz = circuit.board.data["cables"]["readers"], circuit.board.data["readers"]["hz"]
    wires = cable["wires"]
    at = wires.index("sck") if "sck" in wires else 0
    if "sck" in wires and "ground" not in wires[max(0, at - 1) : at + 2]:
        yield "cables.readers has no ground beside sck: its edges would disturb the other wires"
    late, half = answer_ns(circuit), 5e8 / hz
    if late > half:
        yield (
            f"cables.readers.mm is {cable['mm']}: at {hz} Hz an answer comes {late:.0f} ns after "
            f"its clock edge, and the limit is {half:.0f} ns"
        )


def clock_pf(circuit: Circuit) -> float:
    """Return the capacitance on the readers' clock line in pF: cables, readers and module."""
    chips = circuit.of(circuit.board.data["readers"]["chip"])
    mm: int = circuit.board.data["cables"]["readers"]["mm"]
    return len(chips) * (mm * PF_MM + 10) + MODULE_PF


def answer_ns(circuit: Circuit) -> float:
    """Return the delay of a reader's answer after the clock edge, in ns."""
    edge = 2.2 * DRIVER_OHM * clock_pf(circuit) * 1e-3
    # The delay is the sum of 5 ns a metre in both directions, the rise of the edge, 20 ns in the
    # reader and 13 ns in the isolator.
    mm: int = circuit.board.data["cables"]["readers"]["mm"]
    return 2 * mm / 1000 * 5 + edge + 20 + 13


def i2c_pf(circuit: Circuit) -> float:
    """Return the capacitance of an I2C line in pF.

    It is the sum for the module, the expanders, and 10 pF for wires on the circuit board.
    """
    chips = circuit.of(circuit.board.data["expanders"]["chip"])
    return MODULE_PF + sum(part.article.figures["pf"] for part in chips) + 10


def pull_ohm(circuit: Circuit) -> tuple[float, float]:
    """Return the smallest and the largest allowed pull-up of the expanders' bus, in ohm."""
    rise = RISE_NS if circuit.board.data["expanders"]["hz"] > 100_000 else 1000
    most = rise * 1e-9 / (log(0.7 / 0.3) * i2c_pf(circuit) * 1e-12)
    return (3.3 - 0.4) / (SINK_MA / 1000), most


def _ampacity(circuit: Circuit) -> Iterator[str]:
    carried = {"supply": total(circuit, "5V")}
    for name in ("readers", "lights", "display"):
        for part in circuit.of(circuit.board.data[name]["chip"]):
            carried[name] = part.article.ma
    for name, ma in carried.items():
        cable = circuit.board.data["cables"][name]
        area = MM2.get(cable["awg"], 1)
        if ma > area * MA_MM2:
            yield f"cables.{name}.awg is {cable['awg']}: too thin for {ma:.0f} mA"
        elif name != "supply" and cable["awg"] in MM2:
            lost = wire_ohm(cable["mm"], cable["awg"]) * ma / 1000
            if lost > 0.1:
                yield f"cables.{name} loses {lost:.2f} V on its way: make it shorter or thicker"


def _fused(circuit: Circuit) -> Iterator[str]:
    """Yield a sentence for each cable that a short would overheat before the fuse opens."""
    fuse = circuit.board.data["power"]["fuse_ma"]
    opens = round(FUSE_OPENS * fuse)
    for name, awg, carries in wires_at_5v(circuit):
        if carries < opens:
            yield (
                f"power.fuse_ma is {fuse}: the fuse opens from {opens} mA on, but cables.{name} "
                f"of {awg} AWG carries only {carries} mA"
            )


def _i2c(circuit: Circuit) -> Iterator[str]:
    hz = circuit.board.data["expanders"]["hz"]
    least, most = pull_ohm(circuit)
    held = f"for {i2c_pf(circuit):.0f} pF at {hz} Hz"
    for line in ("scl", "sda"):
        value = circuit.board.data["resistors"].get(f"expanders.{line}", "0R up").split()[0]
        ohm = value_of(value)
        if ohm and not least <= ohm <= most:
            yield (
                f"resistors.expanders.{line} is {value}: {held} it must be "
                f"from {least:.0f} to {most:.0f} ohm"
            )
