"""What the host's code asks of CPython's `bisect`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def bisect(some: "Sequence[int]", one: int) -> int:
    """Where it goes into a row that is in order, behind its like."""
    return _place(some, lambda other: other <= one)


def bisect_left(some: "Sequence[int]", one: int) -> int:
    """Where it goes into a row that is in order, before its like."""
    return _place(some, lambda other: other < one)


def _place(some: "Sequence[int]", before: "Callable[[int], bool]") -> int:
    low, high = 0, len(some)
    while low < high:
        middle = (low + high) // 2
        if before(some[middle]):
            low = middle + 1
        else:
            high = middle
    return low
