"""Replacement for the parts of CPython's `pathlib` that the host's code uses."""

import os
from collections.abc import Iterator

_FILE = 0x8000  # bit of a mode that marks a file, not a folder


class Path:
    """Path of a file or folder."""

    def __init__(self, path: "str | Path") -> None:
        self._path = f"{path}"

    def __str__(self) -> str:
        return self._path

    def __truediv__(self, name: str) -> "Path":
        alone = name.startswith("/") or self._path == "."
        return Path(name if alone else f"{self._path}/{name}")

    @property
    def name(self) -> str:
        """Return the last part of the path."""
        return self._path.rpartition("/")[2]

    @property
    def stem(self) -> str:
        """Return the name without its suffix."""
        before, _, after = self.name.rpartition(".")
        return before or after

    @property
    def parent(self) -> "Path":
        """Return the folder that contains the file, "." if the path names no folder."""
        return Path(self._path.rpartition("/")[0] or ".")

    def glob(self, pattern: str) -> "Iterator[Path]":
        """Yield the paths in this folder that match a pattern of the form "*...": "*.house"."""
        for name in os.listdir(self._path):
            if name.endswith(pattern[1:]):
                yield self / name

    def is_file(self) -> bool:
        """Return whether a file, not a folder, has this path."""
        try:
            return bool(os.stat(self._path)[0] & _FILE)
        except OSError:
            return False

    def read_bytes(self) -> bytes:
        """Return the content of the file."""
        with open(self._path, "rb") as file:
            return file.read()

    def read_text(self, encoding: str) -> str:
        """Return the content of the file, which must be in UTF-8, as text."""
        return self.read_bytes().decode()
