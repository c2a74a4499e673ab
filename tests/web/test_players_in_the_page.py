"""With the same seed, simulated players choose the same on CPython and in the page."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import testenv
from choices import played
from marcoria.game.houses import names, open_house
from marcoria.sim.vm.node import find

RUNS_ON = "cpython"

_HERE = Path(__file__).parent
# A house without an auction, a house with an auction, and a house for two players. `make soak`
# tests all houses.
_HOUSES = ["piedicavallo", "bulgarian", "espanola-2"]
_KINDS = ["expert", "player", "expert", "beginner"]


def _in_the_page(site: Path, folder: Path, *wish: Any) -> tuple[list[list[int]], list[float]]:
    shutil.copy(_HERE / "choices.py", folder)
    shutil.copy(_HERE.parent / "kitchen.py", folder)
    done = subprocess.run(
        [find()[0], _HERE / "choices.mjs", site, folder, json.dumps(wish)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    events, times = json.loads(done.stdout)
    return events, times


@pytest.mark.parametrize("house", names() if testenv.SOAK else _HOUSES)
def test_players_choose_the_same_in_the_page(site: Path, tmp_path: Path, house: str) -> None:
    wish = (house, _KINDS, testenv.SEED, 1 + testenv.SOAK)
    there, times = _in_the_page(site, tmp_path, *wish)
    here, _ = played(open_house(house), *wish[1:])
    assert there == here
    assert len(there) > 20 and times
