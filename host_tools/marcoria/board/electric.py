"""Electrical rules: faults that would damage a board's circuit or keep it from working.

Each fault is a sentence that names a key of the board file, a part, a net or a rail.
"""

from collections.abc import Callable, Iterator

from marcoria.board import cabling
from marcoria.board.cabling import drop, total
from marcoria.board.circuit import (
    FUSED,
    GROUND,
    INPUT,
    RAILS,
    Circuit,
    Component,
    Nets,
    kind,
    value_of,
)

# LD1117: volts needed above its output at 500 mA, K of heating for each W in free air, and the
# limit of its junction in °C. ROOM is the temperature of the room in °C.
DROPOUT_V, KELVIN_W, JUNCTION, ROOM = 1.15, 50, 125, 40


def rules(circuit: Circuit) -> list[str]:
    """Return a sentence for each fault of a circuit."""
    return [sentence for rule in _RULES for sentence in rule(circuit)]


def _values(circuit: Circuit) -> Iterator[str]:
    for part in circuit.parts:
        if part.article.name in ("R", "C") and not value_of(part.value) and part.value != "0R":
            yield f"'{part.value}' ({part.ref}) is no value: write 100n, 10u, 330R or 4k7"


def _guards(circuit: Circuit) -> Iterator[str]:
    reasons = {
        "fuse": "a short would heat the wires",
        "AO3401A": "a supply the wrong way round would break every part",
        "SMBJ5.0A": "a surge on the supply would reach every part",
    }
    for guard, reason in reasons.items():
        if not circuit.of(guard):
            yield f"power.guards has no {guard}: {reason}"


def _rails(circuit: Circuit) -> Iterator[str]:
    """Check that [rails] names known rails, and that the voltage of each rail suits its parts."""
    for section, rail in circuit.board.data["rails"].items():
        if rail not in RAILS:
            yield f"rails.{section} is '{rail}': there are {', '.join(RAILS)}"
    for part in circuit.parts:
        for pin, net in part.nets.items():
            volts = RAILS.get(net)
            low, high = part.article.volts
            if volts and kind(circuit.board, part, pin) == "power" and not low <= volts <= high:
                yield f"{part.ref} ({part.article.name}) is on {net}: it takes {low} to {high} V"


def _levels(circuit: Circuit) -> Iterator[str]:
    """Check that each output's high level suits the inputs on its net."""
    nets = circuit.nets()
    for net, pins in nets.items():
        listening = [part for part, pin in pins if kind(circuit.board, part, pin) == "in"]
        for driver in _drivers(circuit, nets, net) if listening else ():
            for part in listening:
                yield from _level(net, driver, part)


def _drivers(circuit: Circuit, nets: Nets, net: str) -> list[Component]:
    """Return the parts that drive a net, directly or through a series resistor."""
    joined = [net]
    for part in circuit.of("R"):
        if net in part.nets.values() and not {GROUND, *RAILS} & {*part.nets.values()}:
            joined += [one for one in part.nets.values() if one != net]
    return [
        part
        for one in joined
        for part, pin in nets[one]
        if kind(circuit.board, part, pin) in ("out", "tri")
    ]


def _level(net: str, driver: Component, part: Component) -> Iterator[str]:
    gives, needs, most = _swing(driver), part.article.figures["high"], _swing(part)
    name = part.article.name
    if gives < needs:
        yield (
            f"{net} comes with {gives} V from {driver.article.name}, and {name} needs {needs} V "
            "for a high level: add a level shifter as between.shifter"
        )
    if gives > most + 0.3:
        yield f"{net} brings {gives} V into {part.ref} ({name}), which runs at {most} V"


def _swing(part: Component) -> float:
    """Return the voltage of a high level at a part's pins: the part's supply voltage.

    It is 3.3 V for the module, and for a part that has no power pin on a known rail.
    """
    if part.ref == "M1":
        return 3.3
    fed = [part.nets[pin] for pin, sort in part.article.pins if sort == "power"]
    return RAILS.get(fed[0], 3.3) if fed else 3.3


def _miso(circuit: Circuit) -> Iterator[str]:
    chips = circuit.of(circuit.board.data["readers"]["chip"])
    if len([part for part in chips if part.nets["MISO"] == "readers.miso"]) > 1:
        yield (
            "between.isolator is missing: readers that keep driving MISO would drive against each "
            "other"
        )
    if not circuit.board.data["between"]["idle_miso"]:
        yield "between.idle_miso is missing: with no reader selected, no chip drives MISO"


def _series(circuit: Circuit) -> Iterator[str]:
    reasons = {
        "lights": (100, 1000, "with less the data wire rings, with more it is too slow"),
        "keys": (470, 4700, "it protects the expander from sparks, and a key must still read 0"),
        "buzzer": (100, 1000, "a piezo is a capacitor and the pin gives only 20 mA"),
    }
    for name, (low, high, reason) in reasons.items():
        value = circuit.board.data["between"][name]
        if not low <= value_of(value) <= high:
            yield f"between.{name} is '{value}': it must be from {low} to {high} ohm: {reason}"


def _capacitors(circuit: Circuit) -> Iterator[str]:
    wanted_uf = {"supply": 470, "readers": 47, "lights": 100, "display": 10}
    quick = ("readers", "display", "expanders", "isolator", "shifter")
    held = circuit.board.data["capacitors"]
    for section, values in held.items():
        micro = [round(value_of(value) * 1e6, 6) for value in values]
        if sum(micro) < wanted_uf.get(section, 0):
            yield f"capacitors.{section} is too little: at least {wanted_uf[section]} uF"
        if section in quick and not any(0.09 <= one <= 1 for one in micro):
            yield f"capacitors.{section} has none of 100 nF, which fast edges need"
    if [value_of(value) >= 10e-6 for value in held["regulator"]] != [False, True]:
        yield "capacitors.regulator must be 100 nF at its input, then at least 10 uF at its output"


def _load(circuit: Circuit) -> Iterator[str]:
    power = circuit.board.data["power"]
    regulator = circuit.of(power["regulator"])[0].article
    module = next(part for part in circuit.parts if part.ref == "M1").article
    left = cabling.MODULE_GIVES_MA - module.ma
    for rail, gives, who in (
        ("3V3R", regulator.figures["gives_ma"], f"power.regulator {regulator.name} gives"),
        ("3V3", left, "the module's regulator has, besides the module's own current, only"),
        ("5V", power["supply_ma"], "power.supply_ma is"),
    ):
        if (needed := total(circuit, rail)) > gives:
            yield f"rail {rail} is overloaded: it must give {needed:.0f} mA, and {who} {gives:.0f}"
    heat = (cabling.SUPPLY_HIGH - 3.3) * total(circuit, "3V3R") / 1000 * KELVIN_W + ROOM
    if heat > JUNCTION:
        yield f"rail 3V3R heats the {regulator.name} to {heat:.0f} degrees: limit {JUNCTION}"


def _fuse(circuit: Circuit) -> Iterator[str]:
    power, needed = circuit.board.data["power"], total(circuit, "5V")
    if power["fuse_ma"] < 1.25 * needed:
        yield (
            f"power.fuse_ma is {power['fuse_ma']}: it would blow at the {needed:.0f} mA of the "
            f"worst case; it must be at least {1.25 * needed:.0f}"
        )
    left = cabling.SUPPLY_LOW - drop(circuit) - 3.3
    if left < DROPOUT_V:
        yield (
            f"cables.supply loses too much: of 4.75 V the regulator gets {left:.2f} V above its "
            f"output of 3.3 V, and needs {DROPOUT_V} V"
        )


def _alone(circuit: Circuit) -> Iterator[str]:
    """Check that each net joins at least two pins and has at most one driver.

    Check also that a net with power pins has a source of power.
    """
    for net, pins in circuit.nets().items():
        kinds = [kind(circuit.board, part, pin) for part, pin in pins]
        if len(pins) < 2:
            part, pin = pins[0]
            yield f"{net} goes nowhere: {part.ref} {pin} is alone on it"
        if kinds.count("out") + kinds.count("source") > 1:
            yield f"{net} is driven by more than one part"
        sourced = "source" in kinds or net in (FUSED, "5V", INPUT, GROUND)
        if "power" in kinds and not sourced:
            yield f"{net} feeds parts, but no part feeds it"


_RULES: tuple[Callable[[Circuit], Iterator[str]], ...] = (
    _values,
    _guards,
    _rails,
    _levels,
    _miso,
    _series,
    _capacitors,
    _load,
    _fuse,
    _alone,
    cabling.rules,
)
