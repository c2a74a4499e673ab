"""Replacement for the host's module that reads files.

In a browser the VM has only files that the page has written.
"""

from marcoria.errors import TableError


def read_text(path: str, code: str) -> str:
    """Return the text of a file in UTF-8, with LF instead of CRLF.

    Raise TableError with the given code if there is no such file.
    """
    try:
        with open(f"{path}", encoding="utf-8") as file:
            return file.read().replace("\r\n", "\n")
    except OSError:
        raise TableError(code, f"cannot read {path}: the page has no such file")
