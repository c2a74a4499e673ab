"""Shares: of the tests of one file that are marked `one_in(n)`, a usual run takes every n-th.

The seed of the run chooses the first of them, so n seeds in a row take all. Whoever names tests
gets what was named, and `--all` and `--soak` everything.
"""

import zlib
from collections.abc import Iterable

import pytest

# Everything is played on CPython, and every sixteenth thing in the VM as well.
BACKENDS = ["cpython", pytest.param("vm", marks=pytest.mark.one_in(16))]

Groups = dict[tuple[str, int], list[pytest.Item]]


def is_for_all(config: pytest.Config) -> bool:
    """Whether this run leaves nothing out."""
    asked = config.getoption("all") or config.getoption("soak") or config.getoption("keyword")
    return bool(asked) or any("::" in argument for argument in config.args)


def left_out(items: Iterable[pytest.Item], seed: int) -> tuple[list[pytest.Item], list[str]]:
    """What this run leaves to others, and in words what it takes of each file."""
    left, told = [], []
    for (file, n), group in _groups(items).items():
        first = (seed + zlib.crc32(file.encode())) % n
        taken = group[first::n]
        left += [item for item in group if item not in taken]
        names = f", from {taken[0].name} in steps of {n}" if taken else ""
        told.append(f"  {file}: {len(taken)} of {len(group)}{names}")
    return left, told


def _groups(items: Iterable[pytest.Item]) -> Groups:
    """The marked tests by their file and their share, in the order in which they stand."""
    found: Groups = {}
    for item in items:
        mark = item.get_closest_marker("one_in")
        if mark:
            file = item.nodeid.partition("::")[0]
            found.setdefault((file, mark.args[0]), []).append(item)
    return found
