"""MicroPython's own `collections` as a package, so that it can have `collections.abc`."""

from ucollections import OrderedDict as OrderedDict  # type: ignore[import-not-found]
from ucollections import deque as deque
