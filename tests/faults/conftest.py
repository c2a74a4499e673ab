"""What the tests of faults have in common."""

from collections.abc import Callable, Iterator

import pytest

from marcoria.people.runner import Runner
from marcoria.people.scenario import parse

Tell = Callable[[str], Runner]


@pytest.fixture(params=["cpython", "vm"])
def tell(request: pytest.FixtureRequest) -> Iterator[Tell]:
    """Plays steps as a scenario file has them, on each backend, and gives back what runs them."""
    runners = []

    def told(text: str) -> Runner:
        runner = Runner(parse(text, request.node.name), request.param)
        runners.append(runner)
        runner.run()
        return runner

    yield told
    for runner in runners:
        runner.close()
