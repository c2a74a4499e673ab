"""What the host's code asks of CPython's `itertools`."""

from typing import Any


def zip_longest(one: Any, other: Any) -> Any:
    """Pairs, with None for what the shorter one has not."""
    for i in range(max(len(one), len(other))):
        yield (one[i] if i < len(one) else None, other[i] if i < len(other) else None)
