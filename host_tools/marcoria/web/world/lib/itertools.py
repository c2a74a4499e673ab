"""What the host's code asks of CPython's `itertools`."""

from typing import Any


def pairwise(sequence: Any) -> Any:
    """Yield each item with the one behind it."""
    for i in range(len(sequence) - 1):
        yield sequence[i], sequence[i + 1]


def dropwhile(belongs: Any, items: Any) -> Any:
    """Yield the items from the first one on that does not belong."""
    dropping = True
    for item in items:
        dropping = dropping and belongs(item)
        if not dropping:
            yield item
