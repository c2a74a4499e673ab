"""What the tests of faults have in common."""

from collections.abc import Iterator

import pytest

from marcoria.scenarios.files import parse
from marcoria.scenarios.runner import Runner
from scenarios import BACKENDS, Tell


@pytest.fixture(params=BACKENDS)
def tell(request: pytest.FixtureRequest) -> Iterator[Tell]:
    """Plays steps as a scenario file has them, on one backend, and gives back what runs them."""
    runners = []

    def told(text: str) -> Runner:
        runner = Runner(parse(text, request.node.name), request.param)
        runners.append(runner)
        runner.run()
        return runner

    yield told
    for runner in runners:
        runner.close()
