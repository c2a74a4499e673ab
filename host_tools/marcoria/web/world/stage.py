"""A scenario is played before one's eyes, step by step."""

from typing import TYPE_CHECKING

from marcoria.bots.body import Stuck
from marcoria.scenarios.doing import Doing
from marcoria.scenarios.files import parse
from marcoria.scenarios.scenario import Step
from marcoria.web.world.sight import Sight, script

if TYPE_CHECKING:
    from marcoria.bots.tables import PlayedTable


class Stage:
    """`told` is what the page has not heard yet."""

    def __init__(self, table: "PlayedTable") -> None:
        scenario = parse(script(), "scenario")
        self.doing = Doing(scenario, table, scenario.seed, Sight())
        self.people = self.doing.people
        self.told: list[dict[str, object]] = []
        self.over = False
        self._number = 0

    async def run(self) -> None:
        """All steps, as long as they go well."""
        for step in self.doing.steps:
            self._number += 1
            self._tell(step, None, "")
            wrong = await self._wrong_with(step)
            self._tell(step, not wrong, wrong)
            if wrong:
                break
        self.over = True

    def broken(self, what: str) -> None:
        """It cannot go on."""
        if not self.over and self._number:
            step = self.doing.steps[self._number - 1]
            self._tell(step, False, self.doing.sentence(step, what))
        self.over = True

    async def _wrong_with(self, step: Step) -> str:
        """Does a step; what is wrong then."""
        try:
            await self.doing.perform(step)
        except Stuck as error:
            return self.doing.timed_out(step, error)
        except (ValueError, AttributeError, KeyError, IndexError, TypeError) as error:
            return self.doing.cannot_be(step, error)
        return ""

    def _tell(self, step: Step, ok: bool | None, wrong: str) -> None:
        of = len(self.doing.steps)
        told: dict[str, object] = {
            "step": self._number,
            "of": of,
            "line": step.line,
            "verb": step.verb,
            "ok": ok,
        }
        told["wrong"] = wrong
        self.told.append(told)
