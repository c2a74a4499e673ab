"""Replacement for reading files: in a browser only files exist that the page has written."""

from marcoria.errors import TableError


def read_text(path: str, code: str) -> str:
    """Return the text of a file; raise TableError with the given code if there is none."""
    try:
        with open(f"{path}", encoding="utf-8") as file:
            return file.read().replace("\r\n", "\n")
    except OSError:
        raise TableError(code, f"cannot read {path}: the page has no such file")
