"""What the tests of faults have in common."""

from collections.abc import Iterator
from functools import partial

import pytest

from marcoria.scenarios.files import parse
from marcoria.scenarios.runner import Runner
from scenarios import Tell, TellOn


@pytest.fixture
def tell_on(request: pytest.FixtureRequest) -> Iterator[TellOn]:
    """Plays steps as a scenario file has them, on that backend, and gives back what runs them."""
    runners = []

    def told(backend: str, text: str) -> Runner:
        runner = Runner(parse(text, request.node.name), backend)
        runners.append(runner)
        runner.run()
        return runner

    yield told
    for runner in runners:
        runner.close()


@pytest.fixture(params=["cpython", "vm"])
def tell(request: pytest.FixtureRequest, tell_on: TellOn) -> Tell:
    """The same on each backend."""
    return partial(tell_on, request.param)
