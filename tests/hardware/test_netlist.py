"""The netlist: SKiDL's rule check, the faults that the check finds, and the board file's nets."""

import re
import tomllib

import pytest

from marcoria.board.circuit import Circuit
from marcoria.board.netlist import netlist
from marcoria.board.profile import BOARD_FILE, load, profiles
from marcoria.paths import HARDWARE

_NET = re.compile(r'\(net\s+\(code [^)]*\)\s+\(name "([^"]*)"\)(.*?)(?=\(net\s+\(code|\Z)', re.S)
_NODE = re.compile(r'\(node\s+\(ref "([^"]*)"\)\s+\(pin "([^"]*)"\)')
_PART = re.compile(r'\(ref "([^"]*)"\)\s+\(value [^)]*\).*?\(part "([^"]*)"\)', re.S)


def _nets(text: str) -> dict[str, set[tuple[str, str]]]:
    """Return the pins of each net of a netlist, by the net's name.

    A pin consists of the part's reference and the pin's name in parts.toml, or the pin's number if
    parts.toml names no pins for the part.
    """
    parts = tomllib.loads((HARDWARE / "parts.toml").read_text(encoding="utf-8"))
    names = {
        ref: [pin.rsplit(" ")[0] for pin in parts[part]["pins"]]
        for ref, part in _PART.findall(text)
    }
    return {
        name: {
            (ref, names[ref][int(pin) - 1] if names[ref] else pin)
            for ref, pin in _NODE.findall(body)
        }
        for name, body in _NET.findall(text)
    }


@pytest.mark.soak
@pytest.mark.parametrize("profile", profiles())
def test_the_rule_check_finds_no_fault(profile: str) -> None:
    text, wrong = netlist(Circuit(load(profile=profile)))
    assert wrong == []
    written = (HARDWARE / f"netlist-{profile}.net").read_text(encoding="utf-8")
    assert text == written, "run make hardware"


@pytest.mark.parametrize("profile", profiles())
def test_nets_join_the_pins_of_the_board_file(profile: str) -> None:
    data = tomllib.loads(BOARD_FILE.read_text(encoding="utf-8"))
    pins, keys = data["profile"][profile], data["keys"]
    nets = _nets((HARDWARE / f"netlist-{profile}.net").read_text(encoding="utf-8"))
    where = {pin: name for name, nodes in nets.items() for pin in nodes}
    readers, display = pins["readers"], pins["display"]
    for seat, gate in zip("NESW", "1234", strict=True):
        for pin, signal in (("SCK", "sck"), ("MOSI", "mosi"), ("RST", "rst")):
            assert where[f"A{seat}", pin] == where["M1", f"GPIO{readers[signal]}"]
        select = where["M1", f"GPIO{readers['cs'][seat]}"]
        assert select == where[f"A{seat}", "SDA"] == where["U2", f"{gate}OE"]
        assert where[f"A{seat}", "MISO"] == where["U2", f"{gate}A"]
        assert where["U2", f"{gate}Y"] == where["M1", f"GPIO{readers['miso']}"]
        assert where[f"A{seat}", "3.3V"] == where["U1", "OUT"] != where["M1", "3V3"]
    for pin, signal in (("CLK", "sck"), ("DIN", "mosi"), ("CS", "cs"), ("BUSY", "busy")):
        assert where["E1", pin] == where["M1", f"GPIO{display[signal]}"]
    for seat, name in (("N", "clubs"), ("E", "rap"), ("S", "call"), ("W", "pass")):
        chip, pin = keys[seat][name].split()
        far, near = where[f"S{seat}-{name}", "1"], where[f"X{chip}", pin]
        assert far != near  # only a resistor joins the two nets
        joined = [ref for ref, _ in nets[far] if ref in {other for other, _ in nets[near]}]
        assert len(joined) == 1 and joined[0].startswith("R")


def _without(ref: str, pin: str) -> Circuit:
    circuit = Circuit(load())
    next(part for part in circuit.parts if part.ref == ref).nets.pop(pin)
    return circuit


def _joined(ref: str, pin: str, net: str) -> Circuit:
    circuit = Circuit(load())
    next(part for part in circuit.parts if part.ref == ref).nets[pin] = net
    return circuit


@pytest.mark.soak
@pytest.mark.parametrize(
    ("circuit", "sentence"),
    [
        (_without("AE", "SCK"), "Unconnected pin: INPUT pin 2/SCK of MFRC522/AE"),
        (_without("U1", "OUT"), "Insufficient drive current on net 3V3R"),
        (_joined("X0", "INTA", "expanders.int.1"), "Pin conflict on net expanders.int.1"),
        (_joined("AN", "MISO", "display.dc"), "Pin conflict on net display.dc"),
        (_joined("M1", "3V3", "3V3R"), "Pin conflict on net 3V3R"),
    ],
    ids=["no-clock", "no-rail", "two-interrupts", "answers-a-driver", "two-regulators"],
)
def test_the_rule_check_reports_a_fault(circuit: Circuit, sentence: str) -> None:
    _, wrong = netlist(circuit)
    assert any(line.startswith(sentence) for line in wrong), wrong
