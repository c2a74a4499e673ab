"""The solvers: in JavaScript if node is installed, else in Python."""

import atexit
import json
import subprocess
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Protocol

from marcoria.analysis.belief import Question
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

        With a score table of this position, return side 0's score minus that of side 1.
        """

    def cards(self, position: Position, score: ScoreTable | None = None) -> dict[int, int]:
        """Return for each legal card what `value` would return if no other card were legal."""


class WorldSolver(Protocol):
    """Solver for a player who does not see all cards, for one house and one contract."""

    def weigh(self, question: Question) -> list[int]:
        """Return the worth of each legal card, as numbers that `belief.weighed` parses."""


class NodeProcess:
    """Process of node that runs the solvers; `ask` starts it if necessary."""

    def __init__(self, program: Path) -> None:
        self._program = program
        self._process: subprocess.Popen[str] | None = None
        self.starts = 0

    def start(self) -> int:
        """Start node if it is not running; return how often it has been started."""
        if self._process and self._process.poll() is not None:
            self.close()
        if self._process is None:
            self._process = subprocess.Popen(
                [self._program, PIPE],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
            )
            self.starts += 1
        return self.starts

    def ask(self, question: dict[str, object]) -> list[int]:
        """Return the answer to a question; raise TableError if node has stopped."""
        self.start()
        assert self._process and self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            answer: list[int] = json.loads(self._process.stdout.readline())
        except (OSError, ValueError) as error:
            self.close()
            raise TableError(
                "solver-failed", "the solver in node has stopped: try again"
            ) from error
        return answer

    def close(self) -> None:
        """Stop node."""
        if self._process is not None:
            with suppress(OSError):
                self._process.communicate()
            self._process = None


class NodeSolver:
    """Solver in a process of node, which knows the solver by its number."""

    def __init__(self, process: NodeProcess, number: int, tables: Tables) -> None:
        self._process = process
        self._number = number
        self._tables = tables
        self._start = 0  # `starts` of the process when the tables were sent, 0 if never sent

    def value(self, position: Position, score: ScoreTable | None = None) -> int:
        """Return what `Solver.value` describes."""
        (value,) = self._ask("value", position, score)
        return value

    def cards(self, position: Position, score: ScoreTable | None = None) -> dict[int, int]:
        """Return what `Solver.cards` describes."""
        found = self._ask("cards", position, score)
        return dict(zip(found[::2], found[1::2], strict=True))

    def weigh(self, question: Question) -> list[int]:
        """Return what `WorldSolver.weigh` describes."""
        return self._answer("weigh", question.facts())

    def _ask(self, what: str, position: Position, score: ScoreTable | None) -> list[int]:
        differences = score.differences() if score else None
        asked: dict[str, object] = {"position": vars(position), "score": differences}
        return self._answer(what, asked)

    def _answer(self, what: str, asked: dict[str, object]) -> list[int]:
        question: dict[str, object] = {"solver": self._number, what: asked}
        start = self._process.start()
        if start != self._start:
            question["tables"] = vars(self._tables)
        answer = self._process.ask(question)
        self._start = start
        return answer


class Solvers:
    """Solvers of a program, one for each set of rules of play.

    `name` is "js" if the solvers run in node; then they share one process. `name` is "python" if
    node is not installed, or if `in_python` is true.
    """

    def __init__(self, in_python: bool = False) -> None:
        program = None if in_python else _node()
        self._process = NodeProcess(program) if program else None
        self._solvers: dict[str, Solver] = {}  # by their tables, as JSON
        self.name = "js" if self._process else "python"

    def of(self, house: House, contract: int) -> Solver:
        """Return the solver for a house and a contract."""
        tables = Tables(house, contract)
        key = json.dumps(vars(tables))
        if key not in self._solvers:
            self._solvers[key] = self._make(tables)
        return self._solvers[key]

    def of_worlds(self, house: House, contract: int) -> WorldSolver:
        """Return the solver for a player who does not see all cards.

        Raise TableError if the solvers are in Python, because only solvers in node have `weigh`.
        """
        solver = self.of(house, contract)
        if not isinstance(solver, NodeSolver):
            raise TableError(
                "no-node", "the expert needs node: install node, or use the bot 'player'"
            )
        return solver

    def close(self) -> None:
        """Stop node if the solvers run in it."""
        if self._process is not None:
            self._process.close()

    def _make(self, tables: Tables) -> Solver:
        if self._process is None:
            return ReferenceSolver(tables)
        return NodeSolver(self._process, len(self._solvers), tables)


def world_solver(house: House, contract: int) -> WorldSolver:
    """Return the solver of `shared_solvers` for a player who does not see all cards.

    Raise TableError if node is not installed.
    """
    return shared_solvers().of_worlds(house, contract)


@cache
def shared_solvers() -> Solvers:
    """Return the solvers of this process; node stops when this process ends."""
    solvers = Solvers()
    atexit.register(solvers.close)
    return solvers


def _node() -> Path | None:
    """Return the path of a node that is new enough and has npm, or None if there is none."""
    try:
        return node.find()[0]
    except node.NoVM:
        return None
