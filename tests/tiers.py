"""Decide which run a test belongs to: `make test` leaves out those that are marked `soak`.

`@pytest.mark.soak` leaves a test to `make soak`. `@pytest.mark.soak(keep=2)` keeps two of its
cases in `make test`, spread evenly; they are the same two in every run. A mark on a parameter
counts before the one of its function, and that before the one of its module. A test that is named
on the command line is run.
"""

from collections.abc import Iterable
from typing import Any

import pytest


def backends(in_vm: int = 0) -> list[Any]:
    """Return the parameters of a test that plays on both backends.

    `make test` runs its cases on CPython and `in_vm` of them in the VM, `make soak` all on both.
    """
    return ["cpython", pytest.param("vm", marks=pytest.mark.soak(keep=in_vm))]


BACKENDS = backends()


def is_for_all(config: pytest.Config) -> bool:
    """Return whether this run leaves nothing to `make soak`."""
    asked = config.getoption("soak") or config.getoption("keyword")
    return bool(asked) or any("::" in argument for argument in config.args)


def _own_mark(item: pytest.Item) -> pytest.Mark | None:
    """Return the mark of a test's parameters, or of its function."""
    return next((mark for mark in reversed(item.own_markers) if mark.name == "soak"), None)


def left_to_soak(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return the tests that `make test` does not run."""
    groups: dict[tuple[str, int], list[pytest.Item]] = {}
    for item in items:
        mark = _own_mark(item) or item.get_closest_marker("soak")
        if mark:
            function = item.nodeid.partition("[")[0]
            groups.setdefault((function, mark.kwargs.get("keep", 0)), []).append(item)
    left = []
    for (_, keep), group in groups.items():
        kept = {len(group) * number // keep for number in range(keep)}
        left += [item for number, item in enumerate(group) if number not in kept]
    return left
