"""Runs a scenario, step after step, at a table of its own."""

from collections.abc import Callable
from pathlib import Path

from marcoria.bots.body import Stuck
from marcoria.errors import Exit, TableError
from marcoria.scenarios.doing import Doing
from marcoria.scenarios.scenario import Scenario, Step
from marcoria.sim.chips.kernel import SimFault
from marcoria.sim.simtable import open_bar
from marcoria.sim.view import pictures
from marcoria.sim.vm.child import VMError
from marcoria.waiting import finish


class TimedOut(TableError):
    """What was waited for did not come."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail, Exit.TIMED_OUT)


class Runner:
    """One scenario at its table."""

    def __init__(self, scenario: Scenario, backend: str = "", seed: int | None = None) -> None:
        self.scenario = scenario
        self.seed = scenario.seed if seed is None else seed
        backend = backend or scenario.backend
        self.table = open_bar(backend, self.seed, program="", settings=scenario.settings)
        for path, text in scenario.files.items():
            self.table.write(path, text.encode())
        self.table.boot("main")
        self.doing = Doing(scenario, self.table, self.seed)
        self.company = self.doing.company
        self.people = self.company.people
        self.witness = self.doing.witness

    def run(self, told: Callable[[Step], None] = lambda step: None) -> None:
        """All steps; TimedOut where one cannot be done."""
        for step in self.doing.steps:
            if step.verb != "start":
                told(step)
            self._try(step)
        self.doing.look_back()

    def picture(self, path: str) -> None:
        """What the table looks like now, as a PNG."""
        Path(path).write_bytes(pictures.table(self.table))

    def close(self) -> None:
        """Clears the table."""
        self.table.close()

    def _try(self, step: Step) -> None:
        doing = self.doing
        try:
            if step.verb == "picture":
                self.picture(step.what)
            else:
                finish(doing.perform(step))
        except Stuck as error:
            raise TimedOut("timeout", doing.timed_out(step, error)) from error
        except VMError as error:
            told = doing.sentence(step, f"the firmware has crashed: {error}")
            raise TableError("crash", told) from error
        except SimFault as error:
            raise TableError("fault", doing.sentence(step, f"a fault in the {error}")) from error
        except (ValueError, AttributeError, KeyError, IndexError, TypeError) as error:
            raise TableError("bad-step", doing.cannot_be(step, error)) from error
