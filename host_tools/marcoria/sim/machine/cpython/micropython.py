"""MicroPython's `micropython` for CPython, with the functions that programs use."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    Function = Callable[..., Any]
    Constant = TypeVar("Constant")


def const(value: "Constant") -> "Constant":
    """Return `value`; MicroPython's compiler replaces the constant's name by its value."""
    return value


def native(function: "Function") -> "Function":
    """Return the function unchanged; a board compiles it to machine code."""
    return function


viper = native


def alloc_emergency_exception_buf(size: int) -> None:
    """Do nothing: CPython needs no buffer for exceptions in interrupts."""


def schedule(function: "Callable[[Any], object]", argument: "Any") -> None:
    """Call the function at once, because interrupt handlers are ordinary code here."""
    function(argument)
