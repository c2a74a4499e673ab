"""What the host's code asks of CPython's `functools`."""

from typing import Any


def cache(function: Any) -> Any:
    """Answers that were given before are given again."""
    known: dict[Any, Any] = {}

    def remembered(*arguments: Any) -> Any:
        if arguments not in known:
            known[arguments] = function(*arguments)
        return known[arguments]

    return remembered


def partial(function: Any, *arguments: Any) -> Any:
    """The function with its first arguments."""
    return lambda *more: function(*arguments, *more)
