"""Scenarios as tests: what is not as expected fails in the words of `marcoria sim`."""

from collections.abc import Callable

import pytest

from marcoria.errors import TableError
from marcoria.scenarios.runner import Runner
from marcoria.scenarios.scenario import Scenario

# Everything is played on CPython, and every fourth thing in the VM as well.
BACKENDS = ["cpython", pytest.param("vm", marks=pytest.mark.one_in(4))]
# What the fixture of the faults gives: runs steps and gives back their runner.
Tell = Callable[[str], Runner]


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
