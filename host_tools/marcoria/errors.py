"""The one error of the host tools, and a file that a person names: the most usual cause of it."""

from pathlib import Path


class TableError(Exception):
    """Something a person got wrong: a code for programs, and what happened and what to do."""

    status = 1  # of the command that ends so

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


def read_text(path: str | Path, code: str) -> str:
    """What stands in a file; TableError with that code if it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise TableError(code, f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise TableError(code, f"{path} is not a text file in UTF-8") from error
