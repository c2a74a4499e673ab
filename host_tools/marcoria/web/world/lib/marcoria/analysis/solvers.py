"""The solvers in JavaScript, as Python code in the page uses them."""

import json
from typing import TYPE_CHECKING

from marcoria.analysis.tables import Tables

if TYPE_CHECKING:
    from marcoria.analysis.belief import Question
    from marcoria.firmware.belote.house import House


def _answer(question: "dict[str, object]") -> list[int]:
    # Only the worker's VM has this module (web/worker/table.mjs), and only bots need it.
    import _solvers  # type: ignore[import-not-found]

    found: list[int] = json.loads(_solvers.answer(json.dumps(question)))
    return found


class PageSolver:
    """Solver for one house and one contract, in the worker of the page."""

    def __init__(self, number: int, tables: Tables) -> None:
        self._number = number
        _answer({"solver": number, "tables": tables.__dict__})

    def weigh(self, question: "Question") -> list[int]:
        """Return the worth of each legal card in deals that a player can believe in."""
        return _answer({"solver": self._number, "weigh": question.facts()})


_all: "dict[str, PageSolver]" = {}  # by house and contract


def world_solver(house: "House", contract: int) -> PageSolver:
    """Return the solver of possible deals for a house and a contract."""
    key = f"{house.name} {house.mark} {contract}"
    if key not in _all:
        _all[key] = PageSolver(len(_all), Tables(house, contract))
    return _all[key]
