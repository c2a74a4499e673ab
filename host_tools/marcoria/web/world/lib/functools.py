"""Replacement for `cache` of CPython's `functools`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Result = TypeVar("Result")


def cache(function: "Callable[..., Result]") -> "Callable[..., Result]":
    """Return a function that caches the results of `function` by its positional arguments."""
    known: dict[tuple[object, ...], Result] = {}

    def remembered(*arguments: object) -> "Result":
        if arguments not in known:
            known[arguments] = function(*arguments)
        return known[arguments]

    return remembered
