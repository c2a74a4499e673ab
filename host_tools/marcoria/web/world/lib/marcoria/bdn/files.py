"""Replacement for reading a file of deals: in a browser a scenario has no files beside it."""

from typing import NoReturn

from marcoria.errors import TableError


def redeal(path: str, board: str = "") -> NoReturn:
    """Raise TableError, because the file does not exist."""
    raise TableError("no-file", f"cannot read {path}: the page has no such file")
