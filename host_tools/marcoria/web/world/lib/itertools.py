"""What the host's code asks of CPython's `itertools`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeVar

    Item = TypeVar("Item")


def pairwise(sequence: "Sequence[Item]") -> "Iterator[tuple[Item, Item]]":
    """Yield each item with the one behind it."""
    for i in range(len(sequence) - 1):
        yield sequence[i], sequence[i + 1]


def dropwhile(belongs: "Callable[[Item], bool]", items: "Iterable[Item]") -> "Iterator[Item]":
    """Yield the items from the first one on that does not belong."""
    dropping = True
    for item in items:
        dropping = dropping and belongs(item)
        if not dropping:
            yield item
