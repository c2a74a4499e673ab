"""Replacement for CPython's `typing`. Names that are only for type checkers are None."""

TYPE_CHECKING = False
Protocol = object


def __getattr__(_: str) -> None:
    return None
