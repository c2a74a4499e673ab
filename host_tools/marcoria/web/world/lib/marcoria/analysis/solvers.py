"""Access to the solvers in JavaScript for Python code in the page."""

import json
from typing import TYPE_CHECKING

from marcoria.analysis.tables import Tables

if TYPE_CHECKING:
    from typing import Any

    from marcoria.analysis.belief import Question
    from marcoria.firmware.belote.house import House


def _beside() -> "Any":
    """Return the module with the methods of `Experts` (web/worker/experts.mjs)."""
    # The import is not at the top, because only the VM of a table has this module.
    import _solvers  # type: ignore[import-not-found]

    return _solvers


class PageSolver:
    """Solver for one house and one contract; `number` identifies the solver in JavaScript.

    The solver runs in a worker of its own, not in the table's. If the solver has no worker, or its
    worker has failed, `ask` computes the answer.
    """

    def __init__(self, number: int, tables: Tables) -> None:
        self._number = number
        _beside().make(json.dumps({"solver": number, "tables": tables.__dict__}))

    def ask(self, question: "Question") -> int:
        """Ask for the worth of each legal card; return the number of the question, for `take`."""
        asked = json.dumps({"solver": self._number, "weigh": question.facts()})
        number: int = _beside().ask(asked)
        return number

    def take(self, number: int) -> "list[int] | None":
        """Return the answer to the question `number`, and forget the answer.

        `belief.weighed` parses the answer. Return None if there is no answer yet.
        """
        answer: str = _beside().take(number)
        return json.loads(answer) if answer else None


_all: "dict[str, PageSolver]" = {}  # by house and contract


def world_solver(house: "House", contract: int) -> PageSolver:
    """Return the solver for a house and a contract; make it at the first call.

    It answers questions of a player who does not see all cards.
    """
    key = f"{house.name} {house.mark} {contract}"
    if key not in _all:
        _all[key] = PageSolver(len(_all), Tables(house, contract))
    return _all[key]
