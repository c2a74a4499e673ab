"""Scenarios as tests: what is not as expected fails in the words of `marcoria sim`."""

from collections.abc import Callable, Iterator

import pytest

from marcoria.errors import TableError
from marcoria.scenarios.files import parse
from marcoria.scenarios.runner import Runner
from marcoria.scenarios.scenario import Scenario

# Everything is played on CPython, and every fourth thing in the VM as well.
BACKENDS = ["cpython", pytest.param("vm", marks=pytest.mark.one_in(4))]
# What the fixture `tell` gives: runs steps and gives back their runner.
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


def telling(name: str, backend: str, check: Callable[[Runner], None]) -> Iterator[Tell]:
    """What `tell` gives, for a fixture; each runner is checked before it is closed."""
    runners = []

    def told(text: str) -> Runner:
        runner = Runner(parse(text, name), backend)
        runners.append(runner)
        runner.run()
        return runner

    yield told
    for runner in runners:
        check(runner)
        runner.close()
