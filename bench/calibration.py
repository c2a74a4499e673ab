"""Scaling of rates to a reference machine, so that a slow machine does not miss a budget.

A loop of plain Python is timed just before and after a measurement. The figure is scaled to a
machine that runs the loop REFERENCE times a second.
"""

from collections.abc import Callable
from time import perf_counter

REFERENCE = 350.0  # loops a second on a core of the machine for which the budgets were chosen
_ROUNDS = 200  # loops timed before a measurement; as many are timed after it
_STEPS = 20_000


def _loop() -> int:
    """Do the typical work of rules and chip models: calls, small integers, bytes and lists."""
    seen = bytearray(256)
    last = [0] * 8
    for step in range(_STEPS):
        place = _mixed(step) & 255
        if seen[place] < 255:
            seen[place] += 1
        last[step & 7] = place
    return sum(last) + sum(seen)


def _mixed(number: int) -> int:
    return number * 40503 >> 7 ^ number


def slowness(clock: Callable[[], float] = perf_counter) -> float:
    """Return how many times slower this machine, under its current load, is than the reference."""
    began = clock()
    for _ in range(_ROUNDS):
        _loop()
    return (clock() - began) * REFERENCE / _ROUNDS


def calibrated(measure: Callable[[], float]) -> float:
    """Measure a rate, and return the rate that the reference machine would reach."""
    before = slowness()
    rate = measure()
    return rate * (before + slowness()) / 2
