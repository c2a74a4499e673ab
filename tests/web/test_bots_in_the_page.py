"""Bots play at the page's table, in two VMs under node as in the browser's worker.

The page must receive the same score that CPython computes from the journal.
"""

import json
import subprocess
from base64 import b64decode
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import testenv
from marcoria.bdn.files import exported
from marcoria.bdn.replay import Replayer
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.game.houses import names
from marcoria.sim.vm.node import find

RUNS_ON = "cpython"

_RUNNER = Path(__file__).with_name("bots.mjs")
_KINDS = ("honest", "wild", "forgetful")
_LIMIT_S = 400  # limit of virtual time


def _played(site: Path, **wanted: Any) -> dict[str, Any]:
    wish = json.dumps({"limit_s": _LIMIT_S, "deals": 1, **wanted})
    done = subprocess.run(
        [find()[0], _RUNNER, site, wish],
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.soak
@pytest.mark.parametrize("hands", ["blind", "scanned"])
@pytest.mark.parametrize("house", names())
def test_the_page_gets_the_score_of_the_journal(
    site: Path, house: str, hands: str, tmp_path: Path
) -> None:
    seed = testenv.SEED
    kind = _KINDS[seed % len(_KINDS)]
    bots = dict.fromkeys("NESW", kind)
    found = _played(site, house=house, hands=hands, seed=seed % 65536, bots=bots)
    assert not found["fault"] and not found["troubles"], found["troubles"]
    told = found["told"]
    assert found["deals"] == 1 or told["over"]
    image = tmp_path / "table.img"
    image.write_bytes(b64decode(found["journal"]))
    books = Rulebooks()
    replay = Replayer(books)
    deals = [replay.play(deal) for deal in exported(str(image), books, {}) if deal.is_dealt]
    played = [deal for deal in deals if deal.telling.counts]
    assert played[-1].telling.total() == told["score"]["match"]


@pytest.mark.soak
def test_constant_tidying_removes_no_new_card(site: Path) -> None:
    bots = dict.fromkeys("NESW", "honest")
    found = _played(site, house="salotto", seed=testenv.SEED % 65536, bots=bots, tidy=True)
    assert not found["fault"] and not found["troubles"], found["troubles"]
    happened = Counter(found["happened"])
    assert happened["card"] == 32 and not happened["undo"] and not happened["refused"], happened
