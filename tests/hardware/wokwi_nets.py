"""Faults and nets of a Wokwi drawing, and the nets that the board file requires.

The required nets are computed without the program that makes the drawings.
"""

import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema

from marcoria.paths import HARDWARE

FOLDER = HARDWARE / "wokwi"
BOARD = HARDWARE / "board.toml"
_SCHEMA = json.loads((FOLDER / "diagram.schema.json").read_text(encoding="utf-8"))
KNOWN = json.loads((FOLDER / "parts.json").read_text(encoding="utf-8"))["parts"]
_CHIP = json.loads((FOLDER / "mcp23017.chip.json").read_text(encoding="utf-8"))
# Names printed for two GPIOs on the DevKitC of the profile wrover; other GPIOs have their numbers.
_PRINTED = {36: "VP", 39: "VN"}

Diagram = dict[str, Any]
Nets = set[frozenset[str]]


def faults(diagram: Diagram) -> list[str]:
    """Return sentences about everything in a drawing that Wokwi does not know or accept.

    If the drawing does not match the schema, return only sentences about this.
    """
    found = [
        error.message for error in jsonschema.Draft202012Validator(_SCHEMA).iter_errors(diagram)
    ]
    if found:
        return found
    types = {part["id"]: part["type"] for part in diagram["parts"]}
    pins = {name: set(kind["pins"]) for name, kind in KNOWN.items()}
    pins["chip-mcp23017"] = set(_CHIP["pins"]) - {""}
    attrs = {name: set(kind["attrs"]) for name, kind in KNOWN.items()}
    attrs["chip-mcp23017"] = {"address"}
    counts = Counter(part["id"] for part in diagram["parts"])
    found += [f"{part} is there twice" for part in counts if counts[part] > 1]
    for part in diagram["parts"]:
        if part["type"] not in pins:
            found.append(f"no part is a {part['type']}")
        else:
            odd = set(part["attrs"]) - attrs[part["type"]]
            found += [f"{part['id']} has no {attr}" for attr in odd]
    for connection in diagram["connections"]:
        for end in connection[:2]:
            part, pin = end.split(":")
            there = {"RX", "TX"} if part[0] == "$" else pins.get(types.get(part, ""), set())
            found += [] if pin in there else [f"there is no {end}"]
    return found


def joined(end: str) -> str:
    """Return one name for a pin and for all pins that its part connects to it inside."""
    part, pin = end.split(":")
    if part == "esp" or part.startswith("key"):
        pin = pin.split(".")[0]
    return f"{part}:{pin}"


def nets(diagram: Diagram) -> Nets:
    """Return the nets of a drawing by joining its connections."""
    parent: dict[str, str] = {}

    def root(end: str) -> str:
        parent.setdefault(end, end)
        while parent[end] != end:
            end = parent[end]
        return end

    for one, other, *_ in diagram["connections"]:
        parent[root(joined(one))] = root(joined(other))
    groups: dict[str, set[str]] = {}
    for end in list(parent):
        groups.setdefault(root(end), set()).add(end)
    return {frozenset(group) for group in groups.values()}


def expected(profile: str, path: Path = BOARD) -> Nets:
    """Return the nets that the board file requires.

    Most nets are a pin of the module and the ends connected to it. The nets between a key and an
    expander, and between the lights of two seats, have no pin of the module.
    """
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    pins, resistors = data["profile"][profile], data["resistors"]
    found: dict[str, set[str]] = {
        "3V3": set(),
        "GND": set(),
        "5V": set(),
        "RX": set(),
        "TX": set(),
    }
    loose: Nets = set()

    def wire(gpio: int, signal: str, which: str, *ends: str) -> None:
        name = _PRINTED.get(gpio, str(gpio)) if profile == "wrover" else str(gpio)
        net = found.setdefault(name, set())
        net |= set(ends)
        if signal in resistors:
            resistor = f"pull_{signal}{which}".replace(".", "_")
            net.add(f"{resistor}:2")
            rail = {"up": "3V3", "down": "GND"}[resistors[signal].split()[1]]
            found[rail].add(f"{resistor}:1")

    for signal, pin in (("sck", "SCK"), ("mosi", "MOSI"), ("miso", "MISO"), ("rst", "RST")):
        ends = [f"reader{seat}:{pin}" for seat in "NESW"]
        wire(pins["readers"][signal], f"readers.{signal}", "", *ends)
    for seat, gpio in pins["readers"]["cs"].items():
        wire(gpio, "readers.cs", f".{seat}", f"reader{seat}:SDA")
        found["3V3"].add(f"reader{seat}:3.3V")
        found["GND"] |= {f"reader{seat}:GND", f"lights{seat}:VSS"}
        found["5V"].add(f"lights{seat}:VDD")
    for signal in ("sck", "mosi", "cs", "dc", "rst", "busy"):
        wire(pins["display"][signal], f"display.{signal}", "")
    addresses = data["expanders"]["addresses"]
    for signal in ("scl", "sda"):
        ends = [f"expander{i}:{signal.upper()}" for i in range(len(addresses))]
        wire(pins["expanders"][signal], f"expanders.{signal}", "", *ends)
    for i, address in enumerate(addresses):
        wire(pins["expanders"]["int"][i], "expanders.int", f".{i}", f"expander{i}:INTA")
        found["3V3"] |= {f"expander{i}:VDD", f"expander{i}:RESET"}
        found["GND"].add(f"expander{i}:VSS")
        for bit, digit in enumerate(f"{address:07b}"[:-4:-1]):
            found["3V3" if digit == "1" else "GND"].add(f"expander{i}:A{bit}")
    wire(pins["lights"]["pin"], "lights", "", "lightsN:DIN")
    wire(pins["buzzer"]["pin"], "buzzer", "", "buzzer:2")
    found["GND"].add("buzzer:1")
    found["TX"].add("$serialMonitor:RX")
    found["RX"].add("$serialMonitor:TX")
    for owner, keys in data["keys"].items():
        for key, place in keys.items():
            expander, pin = place.split()
            loose.add(frozenset({f"key_{owner}_{key}:1", f"expander{expander}:{pin}"}))
            found["GND"].add(f"key_{owner}_{key}:2")
    for one, other in ("NE", "ES", "SW"):
        loose.add(frozenset({f"lights{one}:DOUT", f"lights{other}:DIN"}))
    return loose | {frozenset({f"esp:{pin}", *ends}) for pin, ends in found.items() if ends}
