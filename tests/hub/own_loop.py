"""Event loop for coroutines of the hub, in a thread of its own.

In a process in which tests of the page have opened a browser, an event loop already runs in the
main thread. So `asyncio.run` raises an error there.
"""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end, and return its result."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
