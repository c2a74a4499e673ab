"""The circuit as a netlist for KiCad, with SKiDL's check of electrical rules.

Only `make hardware` and tests need SKiDL.
"""

import logging
import os
import re
import tempfile
from contextlib import chdir, redirect_stderr
from io import StringIO
from typing import Any

from marcoria.board.circuit import GROUND, Circuit, Component, kind

_KINDS = {
    "in": "INPUT",
    "out": "OUTPUT",
    "tri": "TRISTATE",
    "io": "BIDIR",
    "passive": "PASSIVE",
    "power": "PWRIN",
    "source": "PWROUT",
    "ground": "PWRIN",
    "nc": "NOCONNECT",
}
# Nets that are marked as powered, because SKiDL's check finds no source of their power: 5V gets
# its power through passive parts, which the check does not follow, and no pin drives ground.
_FED = ("5V", GROUND)
# Text that is removed from the netlist: what differs between runs or machines, such as the date
# and the source file, and SKiDL's tags and empty entries.
_OWN = re.compile(
    r'\n *\((?:date "[^"]*"|source "[^"]*")\)'
    r'|\n *\(field\s+\(name "(?:SKiDL Tag|SKiDL Line|Footprint|Description|Datasheet)"\)[^)]*\)'
    r"|\n *\(comment\s+\(number \"\d\"\)\s+\(value \"\"\)\)"
    r'|\n *\(tstamps "[^"]*"\)|\n *\((?:description|footprint) "[^"]*"\)'
)


def netlist(circuit: Circuit) -> tuple[str, list[str]]:
    """Return the text of the netlist, and a line for each error and warning of the rule check."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        skidl = _skidl()
        found: list[str] = []
        told = _Told(found)
        skidl.logger.erc_logger.addHandler(told)
        try:
            drawn = _drawn(skidl, circuit)
            drawn.ERC()
            text = str(drawn.generate_netlist(tool="kicad9"))
        finally:
            skidl.logger.erc_logger.removeHandler(told)
    return _OWN.sub("", text) + "\n", found


class _Told(logging.Handler):
    """Log handler that collects the messages of the rule check."""

    def __init__(self, found: list[str]) -> None:
        super().__init__(logging.WARNING)
        self.found = found

    def emit(self, record: logging.LogRecord) -> None:
        """Append the record's message."""
        self.found.append(record.getMessage())


def _skidl() -> Any:
    """Import SKiDL with its log off and without KiCad's libraries, and return the module."""
    for version in ("", *map(str, range(6, 11))):
        os.environ.setdefault(f"KICAD{version}_SYMBOL_DIR", os.devnull)
    with redirect_stderr(StringIO()):
        import skidl
        import skidl.logger
    skidl.logger.stop_log_file_output()
    # SKiDL warns of missing footprints, but no board is laid out from this netlist.
    skidl.logger.rt_logger.setLevel(logging.CRITICAL)
    skidl.logger.erc_logger.handlers.clear()
    return skidl


def _drawn(skidl: Any, circuit: Circuit) -> Any:
    drawn = skidl.Circuit()
    nets = {name: skidl.Net(name, circuit=drawn) for name in sorted(circuit.nets())}
    for name in _FED:
        nets[name].drive = skidl.POWER
    for part in circuit.parts:
        numbers = _numbers(part)
        made = skidl.Part(
            name=part.article.name,
            tool=skidl.SKIDL,
            dest=skidl.TEMPLATE,
            pins=[
                skidl.Pin(num=number, name=pin, func=_func(skidl, circuit, part, pin))
                for number, pin in numbers.items()
            ],
        )(ref=part.ref, value=part.value, circuit=drawn, tag=part.ref)
        for number, pin in numbers.items():
            if pin in part.nets:
                nets[part.nets[pin]] += made[number]
    return drawn


def _numbers(part: Component) -> dict[str, str]:
    """Return the names of a part's pins by number; if its article lists no pins, by name."""
    if not part.article.pins:
        return {pin: pin for pin in part.nets}
    return {str(i): pin for i, (pin, _) in enumerate(part.article.pins, 1)}


def _func(skidl: Any, circuit: Circuit, part: Component, pin: str) -> Any:
    """Return SKiDL's type for a pin.

    The type is NOCONNECT for a pin that is on no net and that can be an output.
    """
    name = _KINDS[dict(part.article.pins).get(pin) or kind(circuit.board, part, pin)]
    alone = pin not in part.nets and name in ("OUTPUT", "BIDIR", "TRISTATE")
    return getattr(skidl.Pin.types, "NOCONNECT" if alone else name)
