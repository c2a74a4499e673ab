"""The solvers: in JavaScript if there is node, else in Python."""

import json
import subprocess
from pathlib import Path
from typing import Protocol

from marcoria.analysis.position import Position
from marcoria.analysis.reference import ReferenceSolver
from marcoria.analysis.tables import ScoreTable, Tables
from marcoria.errors import TableError
from marcoria.firmware.belote.house import House
from marcoria.sim.vm import node

PIPE = Path(__file__).parent / "pipe.mjs"


class Solver(Protocol):
    """Solver for one house and one contract."""

    def value(self, position: Position, score: ScoreTable | None = None) -> int:
        """Return side 0's points from a position on, with best play of both sides.

        With a score table, return side 0's score minus that of side 1.
        """

    def cards(self, position: Position, score: ScoreTable | None = None) -> dict[int, int]:
        """Return for each legal card what `value` returns for the position after it."""


class NodeSolver:
    """Solver that runs in a process of node."""

    def __init__(self, process: "subprocess.Popen[str]", number: int, tables: Tables) -> None:
        self._process = process
        self._number = number
        self._ask({"tables": vars(tables)})

    def value(self, position: Position, score: ScoreTable | None = None) -> int:
        """Return side 0's points or score from a position on, with best play of both sides."""
        (value,) = self._ask({"value": _request(position, score)})
        return value

    def cards(self, position: Position, score: ScoreTable | None = None) -> dict[int, int]:
        """Return for each legal card what `value` returns for the position after it."""
        found = self._ask({"cards": _request(position, score)})
        return dict(zip(found[::2], found[1::2], strict=True))

    def _ask(self, request: dict[str, object]) -> list[int]:
        source, sink = self._process.stdin, self._process.stdout
        assert source and sink
        try:
            source.write(json.dumps({"solver": self._number, **request}) + "\n")
            source.flush()
            answer: list[int] = json.loads(sink.readline())
        except (OSError, ValueError) as error:
            raise TableError(
                "solver-failed", "the solver in node has stopped: try again"
            ) from error
        return answer


class Solvers:
    """All solvers of a program, by house and contract; they share one process of node.

    `name` says which kind they are: "js" or "python".
    """

    def __init__(self, in_python: bool = False) -> None:
        self._process = None if in_python else _start()
        self._solvers: dict[tuple[int, int], Solver] = {}
        self._houses: list[House] = []  # kept, so that each has its own `id`
        self.name = "js" if self._process else "python"

    def of(self, house: House, contract: int) -> Solver:
        """Return the solver for a house and a contract."""
        key = id(house), contract
        if key not in self._solvers:
            self._houses.append(house)
            self._solvers[key] = self._make(Tables(house, contract))
        return self._solvers[key]

    def close(self) -> None:
        """Stop node."""
        if self._process is not None:
            assert self._process.stdin
            self._process.stdin.close()
            self._process.wait()

    def _make(self, tables: Tables) -> Solver:
        if self._process is None:
            return ReferenceSolver(tables)
        return NodeSolver(self._process, len(self._solvers), tables)


def _start() -> "subprocess.Popen[str] | None":
    """Start node with the solver; return None if there is no node."""
    try:
        program, _ = node.find()
    except node.NoVM:
        return None
    return subprocess.Popen(
        [program, PIPE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )


def _request(position: Position, score: ScoreTable | None) -> dict[str, object]:
    return {"position": vars(position), "score": score.differences() if score else None}
