"""Hubs and servers for the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hub_process import HubProcess
from servers import Postgres


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[HubProcess]:
    hub = HubProcess(tmp_path)
    yield hub
    hub.kill()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all tests of this process; each test makes a database of its own."""
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the name of an empty database of each kind."""
    if request.param == "sqlite":
        return f"{tmp_path}/hub.sqlite"
    server: Postgres = request.getfixturevalue("postgres")
    return server.database()
