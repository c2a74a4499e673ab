"""Replacement for CPython's `collections.abc`. All names are None: they are for type checkers."""


def __getattr__(_: str) -> None:
    return None
