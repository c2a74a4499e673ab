"""Coroutines on CPython, where a simulated table advances virtual time inside each wait."""

from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


def finish(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end and return its result; it must never suspend."""
    try:
        work.send(None)
    except StopIteration as over:
        result: Result = over.value
        return result
    work.close()
    raise RuntimeError("a coroutine waits, but no event loop is running that could resume it")
