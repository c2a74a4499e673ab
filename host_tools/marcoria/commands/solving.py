"""Solvers of deals for a command, with a line of progress."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from marcoria.commands.progress import Progress

if TYPE_CHECKING:
    from marcoria.analysis.solvers import Solvers

SLOW = "node is not installed: the solver in Python takes up to a minute for each deal"


@contextmanager
def solving() -> "Iterator[tuple[Solvers, Progress]]":
    """Start the solvers and a line of progress, and stop them at the end."""
    from marcoria.analysis.solvers import Solvers

    solvers = Solvers()
    try:
        with Progress() as progress:
            if solvers.name == "python":
                progress.note(SLOW)
            yield solvers, progress
    finally:
        solvers.close()
