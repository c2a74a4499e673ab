"""Tests of the drivers' budgets: bytes and calls on the display's bus, step time, code size."""

import sys

from marcoria.paths import ROOT

sys.path.append(str(ROOT / "bench"))

import display
from codes.display import Refreshes


def test_a_full_refresh_writes_little_more_than_both_rams():
    cost = display.refresh(Refreshes.FULL)
    assert cost["bytes"] <= 30_090 and cost["calls"] <= 92 and cost["slice_us"] <= 10_000


def test_a_partial_refresh_writes_less():
    cost = display.refresh(Refreshes.PARTIAL)
    assert cost["bytes"] <= 30_080 and cost["calls"] <= 85


def test_no_slice_is_longer_than_10_ms_even_on_a_slow_bus():
    assert display.refresh(Refreshes.FULL, hz=4_000_000)["slice_us"] <= 10_000


def test_the_drivers_are_small():
    assert sum(display.mpy_bytes().values()) <= 6 * 1024
