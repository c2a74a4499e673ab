"""Files of the table: found, and written so that no power cut tears them.

What the table writes lies in `/bar`, never beside what it starts from: littlefs adds each change
of a folder to notes, and goes through them on the way to whatever lies in it or below.
"""

import os

from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO, TypeVar

    T = TypeVar("T")


def names(folder: str, ending: str) -> list[str]:
    """The files of a folder that end so, without the ending, in order."""
    try:
        files = os.listdir(folder)
    except OSError:
        return []
    return sorted([file[: -len(ending)] for file in files if file.endswith(ending)])


def read(path: str, most: int) -> bytes:
    """What is in a file; raises OSError if there is none, and ValueError if it is longer than any
    of its kind: its memory is bounded, whoever has put it there."""
    with open(path, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(path)
    return bytes(data)


def write(path: str, put: "Callable[[T, TextIO], None]", what: "T") -> bool:
    """Has `put(what, file)` write a file so that a power cut leaves the old or the new one;
    whether it could. The folders around it are made if they are not there."""
    make_folders(path)
    try:
        with open(path + "~", "w", encoding="utf-8") as file:
            put(what, file)
        os.rename(path + "~", path)
    except OSError:
        return False
    return True


def make_folders(path: str) -> None:
    """The folders around a file, as far as they are not there."""
    end = path.find("/", 1)
    while end > 0:
        try:
            os.mkdir(path[:end])
        except OSError:
            pass  # it is there already; if not, whoever opens the file is told
        end = path.find("/", end + 1)
