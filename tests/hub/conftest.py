"""A hub for the tests, as a process of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hub_process import HubProcess


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[HubProcess]:
    hub = HubProcess(tmp_path)
    yield hub
    hub.kill()
