"""Fixtures for the tests in this folder."""

from collections.abc import Iterator

import pytest

from scenarios import Tell, telling
from tiers import BACKENDS


@pytest.fixture(params=BACKENDS)
def tell(request: pytest.FixtureRequest) -> Iterator[Tell]:
    """Return a function that runs a scenario on one backend and returns the runner."""
    yield from telling(request.node.name, request.param, lambda runner: None)
