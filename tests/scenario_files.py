"""Scenario files as tests: what is not as expected fails in the words of `marcoria sim`."""

from pathlib import Path

import pytest

from marcoria.errors import TableError
from marcoria.people.runner import Runner
from marcoria.people.scenario import read


def play(path: Path, backend: str) -> None:
    """Runs one to its end."""
    runner = Runner(read(str(path)), backend)
    try:
        runner.run()
    except TableError as error:
        pytest.fail(error.detail, pytrace=False)
    finally:
        runner.close()
