"""What the host's code asks of CPython's `dataclasses`, once build/subset.py has made classes of
them."""

from typing import Any


def replace(one: Any, **changes: Any) -> Any:
    """The same with other values."""
    return type(one)(**(one.__dict__ | changes))
