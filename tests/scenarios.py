"""Scenarios as tests: what is not as expected fails in the words of `marcoria sim`."""

from collections.abc import Callable

import pytest

from marcoria.errors import TableError
from marcoria.scenarios.runner import Runner
from marcoria.scenarios.scenario import Scenario

# What the fixtures of the faults give: runs steps and gives back their runner, on each backend or
# on the one that is named first.
Tell = Callable[[str], Runner]
TellOn = Callable[[str, str], Runner]


def play(scenario: Scenario, backend: str) -> None:
    """Runs one to its end, and finds no chip misused."""
    runner = Runner(scenario, backend)
    try:
        runner.run()
        assert not runner.table.faults()
    except TableError as error:
        pytest.fail(error.detail, pytrace=False)
    finally:
        runner.close()
