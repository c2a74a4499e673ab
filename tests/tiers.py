"""Which run a test belongs to: `make test` runs all but those that are marked `soak`.

`@pytest.mark.soak` leaves a test to `make soak`. `@pytest.mark.soak(keep=2)` leaves it there but
for two of its cases, spread evenly over them; they are the same two in every run. A mark on a
function counts before the one of its module. Whoever names a test gets it.
"""

from collections.abc import Iterable
from typing import Any

import pytest


def backends(in_vm: int = 0) -> list[Any]:
    """Return the parameters of a test that plays on both backends: all of its cases on CPython,
    and `in_vm` of them in the VM; `make soak` plays all of them in the VM as well."""
    return ["cpython", pytest.param("vm", marks=pytest.mark.soak(keep=in_vm))]


BACKENDS = backends()


def is_for_all(config: pytest.Config) -> bool:
    """Return whether this run leaves nothing to `make soak`."""
    asked = config.getoption("soak") or config.getoption("keyword")
    return bool(asked) or any("::" in argument for argument in config.args)


def left_to_soak(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return the tests that `make test` does not run."""
    groups: dict[tuple[str, int], list[pytest.Item]] = {}
    for item in items:
        mark = item.get_closest_marker("soak")
        if mark:
            function = item.nodeid.partition("[")[0]
            groups.setdefault((function, mark.kwargs.get("keep", 0)), []).append(item)
    left = []
    for (_, keep), group in groups.items():
        kept = {len(group) * number // keep for number in range(keep)}
        left += [item for number, item in enumerate(group) if number not in kept]
    return left
