"""What the host's code asks of CPython's `bisect`."""

from typing import Any


def bisect(some: Any, one: Any) -> int:
    """Where it goes into a row that is in order, behind its like."""
    return _place(some, lambda other: other <= one)


def bisect_left(some: Any, one: Any) -> int:
    """Where it goes into a row that is in order, before its like."""
    return _place(some, lambda other: other < one)


def _place(some: Any, before: Any) -> int:
    low, high = 0, len(some)
    while low < high:
        middle = (low + high) // 2
        if before(some[middle]):
            low = middle + 1
        else:
            high = middle
    return low
