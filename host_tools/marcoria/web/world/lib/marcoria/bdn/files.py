"""In a browser no file of deals lies beside a scenario."""

from typing import NoReturn

from marcoria.errors import TableError


def redeal(path: str, board: str = "") -> NoReturn:
    """TableError."""
    raise TableError("no-file", f"cannot read {path}: the page has no such file")
