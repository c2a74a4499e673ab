"""Proof that the simulator still needs each of its changes to MicroPython's package.

Without such a change the VM behaves differently from a board, or is slower. If an update of the
package makes a change unnecessary, its test fails. Then remove the change and its test.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from marcoria.paths import HOST
from marcoria.sim.vm.node import find
from marcoria.sim.vm.vm import PACKAGE

_RUNNER = Path(__file__).with_name("package_changes.mjs")
_LIMIT_S = 60
_HANGS_S = 5  # a run that does not hang takes less than one second


def _run(case: str, without: str = "", limit_s: float = _LIMIT_S) -> Any:
    command = [find()[0], _RUNNER, HOST / "sim" / "vm", PACKAGE, case, without]
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", timeout=limit_s, check=False
    )
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


def test_without_the_change_the_heap_grows() -> None:
    assert _run("heap", "heap growth")
    assert not _run("heap")


@pytest.mark.parametrize("unit", ["ms", "us"])
def test_without_the_change_a_wait_polls_the_clock(unit: str) -> None:
    assert _run(f"wait_{unit}", f"delay_{unit}") > 1_000
    assert _run(f"wait_{unit}") == 0


def test_without_the_change_time_advances_in_whole_ms() -> None:
    assert _run("ticks", "ticks_us") == 7_000
    assert _run("ticks") == 7_250


@pytest.mark.soak
def test_without_the_change_a_full_heap_hangs() -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        _run("full", "nlr_jump_fail", _HANGS_S)
    assert _run("full") == "unreachable"


def test_without_the_change_no_garbage_is_collected_within_a_call() -> None:
    assert _run("collect") <= 0, "the VM now collects by itself: remove collector.mjs"


def test_without_the_change_each_try_block_leaves_web_assembly() -> None:
    assert _run("leaves") > 0, "try blocks no longer leave WebAssembly: remove trying.mjs"
