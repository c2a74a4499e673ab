"""MicroPython's `OrderedDict` and `deque`, in a package that can contain `collections.abc`."""

from ucollections import OrderedDict as OrderedDict  # type: ignore[import-not-found]
from ucollections import deque as deque
