"""Runner of a scenario in the page, which reports each step."""

import json
from typing import TYPE_CHECKING, Any

from _board import read_page  # type: ignore[attr-defined]  # from sim/vm/world.mjs
from uctypes import addressof

from marcoria.bots.body import Stuck
from marcoria.scenarios.files import parse
from marcoria.scenarios.scene import Verb
from marcoria.sim.view.ocr import ScreenLine, ScreenPage

if TYPE_CHECKING:
    from marcoria.bots.tables import PlayedTable


def script() -> str:
    """Return the scenario's YAML nodes, as the JSON text that web/world/lib/yaml.py parses."""
    with open("/scenario", encoding="utf-8") as file:
        return file.read()


class Sight:
    """Reader of the display's text, which asks the page's worker to read it."""

    def page(self, screen: bytes) -> ScreenPage:
        """Return the text of an image."""
        told: Any = json.loads(read_page(addressof(screen), len(screen)))
        return ScreenPage(
            [ScreenLine(*line) for line in told["lines"]], told["alike"], told["mirrored"]
        )


class Stage:
    """Scenario that is being played. `told` has the reports that the page has not taken yet."""

    def __init__(self, table: "PlayedTable") -> None:
        scenario = parse(script(), "scenario")
        self.scene = scenario.scene(table, scenario.seed, Sight())
        self.people = self.scene.people
        self.told: list[dict[str, object]] = []
        self.over = False
        self._steps = scenario.all_steps
        self._number = 0

    async def run(self) -> None:
        """Perform the steps until one fails.

        If the firmware has crashed and was restarted meanwhile, the last step counts as failed.
        """
        for step in self._steps:
            self._number += 1
            self._tell(step, None, "")
            wrong = await self._wrong_with(step)
            if not wrong and self._number == len(self._steps) and self.scene.has_crashed():
                wrong = step.sentence(self.scene, "the firmware has crashed and was restarted")
            self._tell(step, not wrong, wrong)
            if wrong:
                break
        self.over = True

    def broken(self, what: str) -> None:
        """End the scenario, and report that the current step has failed because of `what`."""
        if not self.over and self._number:
            step = self._steps[self._number - 1]
            self._tell(step, False, step.sentence(self.scene, what))
        self.over = True

    async def _wrong_with(self, step: Verb) -> str:
        """Perform a step; return the error message, or "" if the step has succeeded."""
        try:
            await step.perform(self.scene)
        except Stuck as error:
            return step.timed_out(self.scene, error)
        except (ValueError, AttributeError, KeyError, IndexError, TypeError) as error:
            return step.cannot_be(self.scene, error)
        return ""

    def _tell(self, step: Verb, ok: bool | None, wrong: str) -> None:
        self.told.append(
            {
                "step": self._number,
                "of": len(self._steps),
                "line": step.line,
                "verb": step.verb,
                "ok": ok,
                "wrong": wrong,
            }
        )
