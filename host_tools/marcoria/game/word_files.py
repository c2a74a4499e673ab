"""Parser of word files, which have a line `name: text` for each text."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def read_words(path: "Path") -> dict[str, str]:
    """Return the texts of a file by their names; lines without a name are left out."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines if ": " in line)
