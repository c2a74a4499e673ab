"""Files of the table: found, and written so that no power cut tears them."""

import os

from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TextIO


def names(folder: str, ending: str) -> list[str]:
    """The files of a folder that end so, without the ending, in order."""
    try:
        files = os.listdir(folder)
    except OSError:
        return []
    return sorted([file[: -len(ending)] for file in files if file.endswith(ending)])


def write(path: str, put: "Callable[[Any, TextIO], None]", what: "Any") -> bool:
    """Has `put(what, file)` write a file so that a power cut leaves the old or the new one;
    whether it could."""
    try:
        with open(path + "~", "w", encoding="utf-8") as file:
            put(what, file)
        os.rename(path + "~", path)
    except OSError:
        return False
    return True
