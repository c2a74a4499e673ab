"""Hubs and servers for the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hub_process import HubProcess
from servers import Postgres

if TYPE_CHECKING:
    from carrying import Hub


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[HubProcess]:
    hub = HubProcess(tmp_path)
    yield hub
    hub.kill()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Yield one PostgreSQL server for all tests; each test makes a database of its own on it."""
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the name of an empty database; each test runs with SQLite and with PostgreSQL."""
    if request.param == "sqlite":
        return f"{tmp_path}/hub.sqlite"
    server: Postgres = request.getfixturevalue("postgres")
    return server.database()


@pytest.fixture
def file_hub(tmp_path: Path) -> "Iterator[Hub]":
    """Yield a hub in this process, with a database in a file."""
    from carrying import Hub  # needs the firmware, whose path may be set after this file is loaded

    hub = Hub(f"{tmp_path}/hub.sqlite")
    yield hub
    hub.store.close()
