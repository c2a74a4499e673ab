"""Each change to MicroPython's package is needed: without it the VM does what a board never does.

A test that fails here after an update of the package says that a change can go."""

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
_HANGS_S = 5  # what does not hang is there within one


def _run(case: str, without: str = "", limit_s: float = _LIMIT_S) -> Any:
    command = [find()[0], _RUNNER, HOST / "sim" / "vm", PACKAGE, case, without]
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", timeout=limit_s, check=False
    )
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


def test_the_heap_would_grow() -> None:
    assert _run("heap", "heap growth")
    assert not _run("heap")


@pytest.mark.parametrize("unit", ["ms", "us"])
def test_a_wait_would_look_at_the_clock_until_it_is_over(unit: str) -> None:
    assert _run(f"wait_{unit}", f"delay_{unit}") > 1_000
    assert _run(f"wait_{unit}") == 0


def test_time_would_go_on_in_whole_ms() -> None:
    assert _run("ticks", "ticks_us") == 7_000
    assert _run("ticks") == 7_250


def test_a_full_heap_would_hang() -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        _run("full", "nlr_jump_fail", _HANGS_S)
    assert _run("full") == "unreachable"


def test_nothing_would_be_collected_within_a_call() -> None:
    assert _run("collect") <= 0, "the VM collects by itself: collector.mjs can go"


def test_each_try_block_would_leave_web_assembly() -> None:
    assert _run("leaves") > 0, "the package stays inside: trying.mjs can go"
