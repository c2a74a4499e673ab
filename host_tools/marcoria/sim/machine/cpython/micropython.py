"""MicroPython's module of that name, as far as the firmware uses it, for CPython."""


def const(value: int) -> int:
    """A constant the board's compiler folds in."""
    return value
