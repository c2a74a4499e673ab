"""Selection of the tests that `make test` drops because they are marked `soak`.

A test with `@pytest.mark.soak` runs only in `make soak`. With `@pytest.mark.soak(keep=2)`, two of
its cases also run in `make test`. These two are spread evenly over all its cases, and are the same
in every run. A mark on a parameter overrides the mark on the function, which overrides the mark on
the module. If the command line selects tests with `::` or `-k`, no test is dropped.
"""

from collections.abc import Iterable
from typing import Any

import pytest


def backends(in_vm: int = 0) -> list[Any]:
    """Return the parameters of a test that runs on both backends.

    `make test` runs all its cases on CPython and `in_vm` of them in the VM. `make soak` runs all
    cases on both.
    """
    return ["cpython", pytest.param("vm", marks=pytest.mark.soak(keep=in_vm))]


BACKENDS = backends()


def is_for_all(config: pytest.Config) -> bool:
    """Return whether this run includes the tests that are marked `soak`."""
    asked = config.getoption("soak") or config.getoption("keyword")
    return bool(asked) or any("::" in argument for argument in config.args)


def _own_mark(item: pytest.Item) -> pytest.Mark | None:
    """Return the mark `soak` of a test's parameters, else of its function, else None."""
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
