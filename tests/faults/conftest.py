"""What the tests of faults have in common."""

from collections.abc import Iterator

import pytest

from scenarios import Tell, telling
from tiers import BACKENDS


@pytest.fixture(params=BACKENDS)
def tell(request: pytest.FixtureRequest) -> Iterator[Tell]:
    """Plays steps as a scenario file has them, on one backend, and gives back what runs them."""
    yield from telling(request.node.name, request.param, lambda runner: None)
