"""What people read in the browser: a scenario, and the display. That is read by somebody at the
desk, who has the time and the memory for it (web/world/desk.py)."""

import json
from typing import Any

from _board import read_page  # type: ignore[attr-defined]  # of sim/vm/world.mjs
from uctypes import addressof

from marcoria.sim.view.ocr import Line, Page


def script() -> str:
    """The scenario's nodes (web/world/lib/yaml.py)."""
    with open("/scenario", encoding="utf-8") as file:
        return file.read()


class Sight:
    """`reader` of a Screen."""

    def page(self, screen: bytes) -> Page:
        """What a screen says."""
        told: Any = json.loads(read_page(addressof(screen), len(screen)))
        return Page([Line(*line) for line in told["lines"]], told["alike"], told["mirrored"])
