"""Runner of a scenario: it performs the steps at a new simulated table."""

from pathlib import Path

from marcoria.bots.body import Stuck
from marcoria.coroutines import finish
from marcoria.errors import Exit, TableError
from marcoria.scenarios.scenario import Scenario
from marcoria.scenarios.scene import Verb
from marcoria.sim.chips.kernel import SimFault
from marcoria.sim.simtable import open_bar
from marcoria.sim.view import pictures
from marcoria.sim.vm.child import VMError

_PRINTED = 1000  # an error message quotes this many characters from the end of the output


class TimedOut(TableError):
    """Raised when a step has waited too long."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail, Exit.TIMED_OUT)


class Runner:
    """Scenario with its simulated table.

    If `backend` is "" or `seed` is None, the value in the scenario is used.
    """

    def __init__(self, scenario: Scenario, backend: str = "", seed: int | None = None) -> None:
        self.scenario = scenario
        self.seed = scenario.seed if seed is None else seed
        backend = backend or scenario.backend
        self.table = open_bar(backend, self.seed, program="", settings=scenario.settings)
        for path, text in scenario.files.items():
            self.table.write(path, text.encode())
        self.table.boot("main")
        self.scene = scenario.scene(self.table, self.seed)
        self.scene.draw = self.picture
        self.company = self.scene.company
        self.people = self.company.people

    def run(self) -> None:
        """Perform all steps; raise TimedOut if a step waits too long.

        Raise TableError if a step is not possible, if the firmware misuses a chip, or if the
        firmware has crashed, even if it has restarted and all steps succeeded.
        """
        self.perform(self.scenario.all_steps)
        self.scene.look_back()
        if self.scene.has_crashed():
            printed = self.table.printed[-_PRINTED:].strip()
            crash = f"{self.scene.path}: the firmware has crashed and was restarted: {printed}"
            raise TableError("crash", crash)

    def perform(self, steps: list[Verb]) -> None:
        """Perform these steps; raise the errors of `run`, but do not look for a crash."""
        for step in steps:
            self._try(step)

    def picture(self, path: str) -> None:
        """Write a picture of the table as PNG."""
        Path(path).write_bytes(pictures.table(self.table))

    def close(self) -> None:
        """Close the table."""
        self.table.close()

    def _try(self, step: Verb) -> None:
        scene = self.scene
        try:
            finish(step.perform(scene))
        except Stuck as error:
            raise TimedOut("timeout", step.timed_out(scene, error)) from error
        except VMError as error:
            told = step.sentence(scene, f"the firmware has crashed: {error}")
            raise TableError("crash", told) from error
        except SimFault as error:
            told = step.sentence(scene, "a fault in the {}: {}".format(*error.args))
            raise TableError("fault", told) from error
        except (ValueError, AttributeError, KeyError, IndexError, TypeError) as error:
            raise TableError("bad-step", step.cannot_be(scene, error)) from error
