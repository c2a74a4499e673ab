"""MicroPython's module of that name, as far as programs use it, for CPython."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    Function = Callable[..., Any]
    Constant = TypeVar("Constant")


def const(value: "Constant") -> "Constant":
    """Return its argument: a constant the board's compiler folds in."""
    return value


def native(function: "Function") -> "Function":
    """Return the function: machine code on a board, here the same."""
    return function


viper = native


def alloc_emergency_exception_buf(size: int) -> None:
    """Make room for an error in an interrupt, of which there is enough."""


def schedule(function: "Callable[[Any], object]", argument: "Any") -> None:
    """Run at once: interrupts come between two operations here."""
    function(argument)
