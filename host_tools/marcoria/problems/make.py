"""Generator of the page's file of problems: searches random deals and chooses varied problems.

Run it with `make problems`.
"""

import json
import sys
from collections import Counter

from marcoria.analysis.solvers import Solvers
from marcoria.analysis.tables import Tables
from marcoria.paths import HOST
from marcoria.problems.miner import Miner
from marcoria.problems.problem import GRADES, Problem, problem_of

PATH = HOST / "web" / "page" / "problems.json"
SEED = 1
_DEALS = 4000  # random deals of each house
# Numbers of easy, medium and hard problems of each house.
SHARES = {
    "piedicavallo": (4, 4, 4),
    "french": (3, 4, 3),
    "bulgarian": (4, 3, 3),
    "libre": (3, 2, 3),
    "salotto": (2, 3, 3),
    "espanola-4": (2, 2, 2),
    "espanola-2": (2, 2, 2),
}


def read() -> list[Problem]:
    """Return the problems of the page's file."""
    return [problem_of(facts) for facts in json.loads(PATH.read_text("utf-8"))["problems"]]


def write(problems: list[Problem]) -> None:
    """Write the page's file: a line for each problem, and for each `Tables` that problems need."""
    tables = {one.rules(): vars(Tables(one.deal().house, one.contract)) for one in problems}
    rules = [f"{_json(name)}:{_json(tables[name])}" for name in sorted(tables)]
    lines = [_json(one.facts()) for one in problems]
    parts = ['{"tables":{', ",\n".join(rules), '},"problems":[', ",\n".join(lines), "]}", ""]
    PATH.write_text("\n".join(parts), "utf-8")


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def chosen(mined: list[Problem]) -> list[Problem]:
    """Return as many problems of each house and grade as `SHARES` says, the easiest first.

    Always choose a problem whose first motif has been chosen least often so far. Of several such
    problems, choose the problem in which the right card makes the greatest difference. Raise
    ValueError if there are not enough problems.
    """
    used: Counter[str] = Counter()
    found: list[Problem] = []
    cells = {
        (house, grade): [one for one in mined if (one.house, one.grade) == (house, grade)]
        for house in SHARES
        for grade in GRADES
    }
    wanted = {cell: SHARES[cell[0]][GRADES.index(cell[1])] for cell in cells}
    while any(wanted.values()):
        # Choose first for the house and grade with the fewest problems per wanted problem.
        cell = min(
            (one for one in cells if wanted[one]), key=lambda one: len(cells[one]) / wanted[one]
        )
        if not cells[cell]:
            raise ValueError(f"too few deals for {' '.join(cell)}")
        best = min(cells[cell], key=lambda one: (used[main_motif(one)], -one.margin()))
        cells[cell].remove(best)
        wanted[cell] -= 1
        used[main_motif(best)] += 1
        found.append(best)
    return sorted(found, key=lambda one: (GRADES.index(one.grade), one.tricks_left(), one.house))


def main_motif(problem: Problem) -> str:
    """Return the name of the first motif of a problem."""
    return next(iter(problem.motifs))


def main() -> int:
    """Find and choose problems, and write the file; print how many problems were found."""
    solvers = Solvers()
    mined: list[Problem] = []
    for house in SHARES:
        found = list(Miner(house, SEED, solvers).problems(_DEALS))
        print(f"{house}: {len(found)} problems in {_DEALS} deals")
        mined += found
    solvers.close()
    write(chosen(mined))
    print(f"made: {PATH.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
