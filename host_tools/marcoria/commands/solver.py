"""Solvers of deals for a command, with a line of progress."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from marcoria.commands.progress import Progress

if TYPE_CHECKING:
    from marcoria.analysis.solvers import Solvers
    from marcoria.bdn.export import Weigh
    from marcoria.bdn.hand.facts import PrintedCosts
    from marcoria.bdn.replay import DealReplay

SLOW = "node is missing or too old: the solver in Python takes up to a minute for each deal"


@contextmanager
def start_solvers() -> "Iterator[tuple[Solvers, Progress]]":
    """Yield the solvers and a line of progress; stop the solvers at the end."""
    from marcoria.analysis.solvers import Solvers

    solvers = Solvers()
    try:
        with Progress() as progress:
            if solvers.name == "python":
                progress.note(SLOW)
            yield solvers, progress
    finally:
        solvers.close()


@contextmanager
def start_weighing() -> "Iterator[Weigh]":
    """Yield a function that returns the costs of the cards of a deal.

    For a deal that was not played to its end, the function prints a note and returns None.
    """
    from marcoria.analysis.costs import DealCosts
    from marcoria.analysis.open_facts import is_complete

    count = 0
    with start_solvers() as (solvers, progress):

        def weigh(one: "DealReplay") -> "PrintedCosts | None":
            nonlocal count
            count += 1
            deal = f"deal {one.deal.tags.get('Board', count)}"
            if not is_complete(one):
                progress.note(f"{deal} is printed without costs: it was not played to its end")
                return None
            return DealCosts(
                one, solvers, lambda words: progress.say(f"{deal}: {words}")
            ).printed()

        yield weigh
