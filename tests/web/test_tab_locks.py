"""Tests of the lock among tabs for browsers without `navigator.locks`."""

import json
import subprocess
from pathlib import Path

from marcoria.sim.vm import node


def test_exactly_one_of_several_tabs_gets_the_lock() -> None:
    program = Path(__file__).with_name("tab_locks.mjs")
    done = subprocess.run([node.find()[0], program], capture_output=True, check=True)
    groups = json.loads(done.stdout)
    assert len(groups) == 4 * (2 + 6 + 24)
    assert all(group.count(True) == 1 for group in groups), groups
