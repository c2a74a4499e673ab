"""Replacement for files of deals, which do not exist beside a scenario in a browser."""

from typing import NoReturn

from marcoria.errors import TableError


def redeal(path: str, board: str = "") -> NoReturn:
    """Raise TableError."""
    raise TableError("no-file", f"cannot read {path}: the page has no such file")
