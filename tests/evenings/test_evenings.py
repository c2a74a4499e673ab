"""Play each scenario file of this folder at a simulated table, on CPython and in the VM."""

from pathlib import Path

import pytest

from marcoria.scenarios.files import read
from scenarios import play
from tiers import BACKENDS

_FILES = sorted(Path(__file__).parent.glob("*.yaml"))


@pytest.mark.soak(keep=4)
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.stem)
def test_an_evening_goes_as_its_file_expects(path: Path, backend: str) -> None:
    play(read(str(path)), backend)
