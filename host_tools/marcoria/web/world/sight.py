"""What people read in the browser: a scenario, and the display. That is read by somebody at the
desk, who has the time and the memory for it (web/world/desk.py)."""

import json
from typing import Any

from _board import read_page  # type: ignore[attr-defined]  # of sim/vm/board.mjs
from uctypes import addressof

from marcoria.sim.view.ocr import ScreenLine, ScreenPage


def script() -> str:
    """The scenario's nodes (web/world/lib/yaml.py)."""
    with open("/scenario", encoding="utf-8") as file:
        return file.read()


class Sight:
    """`reader` of a Screen."""

    def page(self, screen: bytes) -> ScreenPage:
        """What a screen says."""
        told: Any = json.loads(read_page(addressof(screen), len(screen)))
        return ScreenPage(
            [ScreenLine(*line) for line in told["lines"]], told["alike"], told["mirrored"]
        )
