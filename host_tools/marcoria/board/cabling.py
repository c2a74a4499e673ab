"""The rules for cables and buses: what a wire carries and loses, and how fast its edges are."""

from collections.abc import Iterator
from math import log

from marcoria.board.circuit import Circuit
from marcoria.board.currents import FUSE_OPENS, MM2, total, wire_ohm, wires_at_5v
from marcoria.board.datasheets import DIRECTOR_KEYS, SEAT_KEYS, SIGNALS
from marcoria.board.values import number

# SN74AHC125 and the MFRC522's pads drive some 50 ohm; a wire beside its ground has 100 pF a metre.
DRIVER_OHM, PF_MM = 50, 0.1
MODULE_PF = 10
# I2C (UM10204): the slowest edge at 400 kHz, and what every chip can pull down.
RISE_NS, SINK_MA = 300, 3
# What a wire in a bundle may carry.
MA_MM2 = 6000
_SIGNALS = {
    "readers": {"rail", *SIGNALS["readers"]},
    "keys": {*SEAT_KEYS},
    "lights": {"rail", "in", "out"},
    "display": {"rail", *SIGNALS["display"]},
    "director": {*DIRECTOR_KEYS},
    "supply": {"rail"},
}


def rules(circuit: Circuit) -> Iterator[str]:
    """What is wrong with them, a sentence each."""
    for name, cable in circuit.board.data["cables"].items():
        yield from _wires(name, cable["wires"])
        if cable["awg"] not in MM2:
            yield f"cables.{name}.awg is {cable['awg']}: one of {', '.join(map(str, MM2))}"
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
        yield f"cables.{name} has a wire '{unknown}', which nothing is on"
    for twice in sorted({wire for wire in wires if wires.count(wire) > 1} - {"ground"}):
        yield f"cables.{name} has {twice} twice"


def _clock(circuit: Circuit) -> Iterator[str]:
    """The clock of four readers on a star of cables, and their answers on the way back."""
    cable, hz = circuit.board.data["cables"]["readers"], circuit.board.data["readers"]["hz"]
    wires = cable["wires"]
    at = wires.index("sck") if "sck" in wires else 0
    if "sck" in wires and "ground" not in wires[max(0, at - 1) : at + 2]:
        yield "cables.readers has no ground beside sck: its edges would be felt by the others"
    late, half = answer_ns(circuit), 5e8 / hz
    if late > half:
        yield (
            f"cables.readers.mm is {cable['mm']}: at {hz} Hz an answer comes {late:.0f} ns after "
            f"its edge, and must in {half:.0f}"
        )


def clock_pf(circuit: Circuit) -> float:
    """What the module's pin has to charge: a star of cables, with a reader at each end."""
    chips = circuit.of(circuit.board.data["readers"]["chip"])
    mm: int = circuit.board.data["cables"]["readers"]["mm"]
    return len(chips) * (mm * PF_MM + 10) + MODULE_PF


def answer_ns(circuit: Circuit) -> float:
    """When a reader's answer is there, after the edge that asks for it."""
    edge = 2.2 * DRIVER_OHM * clock_pf(circuit) * 1e-3
    # There and back at 5 ns a metre, the edge, the reader's 20 ns and the gate's 13.
    mm: int = circuit.board.data["cables"]["readers"]["mm"]
    return 2 * mm / 1000 * 5 + edge + 20 + 13


def i2c_pf(circuit: Circuit) -> float:
    """The module's pin, the expanders', and 10 of wire on the board."""
    chips = circuit.of(circuit.board.data["expanders"]["chip"])
    return MODULE_PF + sum(part.article.figures["pf"] for part in chips) + 10


def pull_ohm(circuit: Circuit) -> tuple[float, float]:
    """The least and the most that the bus of the expanders takes."""
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
                yield f"cables.{name} loses {lost:.2f} V on its way: shorter, or thicker"


def _fused(circuit: Circuit) -> Iterator[str]:
    """Yield a sentence for each cable that a short would burn before the fuse opens."""
    fuse = circuit.board.data["power"]["fuse_ma"]
    opens = round(FUSE_OPENS * fuse)
    for name, awg, carries in wires_at_5v(circuit):
        if carries < opens:
            yield (
                f"power.fuse_ma is {fuse}: it opens from {opens} mA on, and cables.{name} of "
                f"{awg} AWG carries {carries}"
            )


def _i2c(circuit: Circuit) -> Iterator[str]:
    hz = circuit.board.data["expanders"]["hz"]
    least, most = pull_ohm(circuit)
    held = f"for {i2c_pf(circuit):.0f} pF at {hz} Hz"
    for line in ("scl", "sda"):
        value = circuit.board.data["resistors"].get(f"expanders.{line}", "0R up").split()[0]
        ohm = number(value)
        if ohm and not least <= ohm <= most:
            yield (
                f"resistors.expanders.{line} is {value}: {held} it must be "
                f"from {least:.0f} to {most:.0f} ohm"
            )
