"""Runner of coroutines on CPython without an event loop.

The coroutines never suspend: to wait, they block, or advance the virtual time of a simulated
table.
"""

from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


def finish(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end and return its result; raise RuntimeError if it suspends."""
    try:
        work.send(None)
    except StopIteration as over:
        result: Result = over.value
        return result
    work.close()
    raise RuntimeError("a coroutine waits, but no event loop is running that could resume it")
