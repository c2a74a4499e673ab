"""The circuit as a netlist that KiCad reads, and what SKiDL's electrical rule check says of it.

SKiDL is a tool of `make hardware`; nobody else needs it.
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
# Nets that get their power through parts that only let it pass.
_FED = ("5V", GROUND)
# What SKiDL writes in by itself: when, where, and a random mark on each part.
_OWN = re.compile(
    r'\n *\((?:date "[^"]*"|source "[^"]*")\)'
    r'|\n *\(field\s+\(name "(?:SKiDL Tag|SKiDL Line|Footprint|Description|Datasheet)"\)[^)]*\)'
    r"|\n *\(comment\s+\(number \"\d\"\)\s+\(value \"\"\)\)"
    r'|\n *\(tstamps "[^"]*"\)|\n *\((?:description|footprint) "[^"]*"\)'
)


def netlist(circuit: Circuit) -> tuple[str, list[str]]:
    """Return the text of the netlist, and the errors and warnings of the rule check, a line
    each.
    """
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
    """Keeps what the rule check complains of."""

    def __init__(self, found: list[str]) -> None:
        super().__init__(logging.WARNING)
        self.found = found

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.found.append(record.getMessage())


def _skidl() -> Any:
    """Import SKiDL, which then looks for KiCad's libraries that nothing here needs."""
    for version in ("", *map(str, range(6, 11))):
        os.environ.setdefault(f"KICAD{version}_SYMBOL_DIR", os.devnull)
    with redirect_stderr(StringIO()):
        import skidl
        import skidl.logger
    skidl.logger.stop_log_file_output()
    # It misses footprints, which nobody lays out a board with here.
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
    """Return the pins by their numbers; a module's have what is printed beside them."""
    if not part.article.pins:
        return {pin: pin for pin in part.nets}
    return {str(i): pin for i, (pin, _) in enumerate(part.article.pins, 1)}


def _func(skidl: Any, circuit: Circuit, part: Component, pin: str) -> Any:
    """Require that a pin that hears is on a net; others may be left alone."""
    name = _KINDS[dict(part.article.pins).get(pin) or kind(circuit.board, part, pin)]
    alone = pin not in part.nets and name in ("OUTPUT", "BIDIR", "TRISTATE")
    return getattr(skidl.Pin.types, "NOCONNECT" if alone else name)
