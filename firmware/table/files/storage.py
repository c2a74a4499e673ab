"""Functions that list, read and write the table's files; a power cut damages no file.

These functions write only below `/bar` and `/hub`, never in a folder with program files. littlefs,
the board's file system, keeps a log of the changes of each folder. To open any file of the folder
it reads this log, so a long log in a folder with program files would slow down starts.
"""

import os

from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO, TypeVar

    T = TypeVar("T")


def names(folder: str, ending: str) -> list[str]:
    """Return the sorted names of a folder's files with this ending, without the ending.

    Return [] if the folder cannot be read.
    """
    try:
        files = os.listdir(folder)
    except OSError:
        return []
    return sorted([file[: -len(ending)] for file in files if file.endswith(ending)])


def exists(path: str) -> bool:
    """Return whether there is a file or folder at `path`."""
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def read(path: str, most: int) -> bytes:
    """Return the content of a file.

    Raise OSError if the file does not exist or cannot be read. Raise ValueError if it is longer
    than `most` bytes, so that no file can use up the memory.
    """
    with open(path, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(path)
    return bytes(data)


def write(path: str, put: "Callable[[T, TextIO], None]", what: "T") -> bool:
    """Write a file through `put(what, file)`; return whether that succeeded.

    A power cut leaves either the old file or the new one. Missing folders are made.
    """
    make_folders(path)
    try:
        with open(path + "~", "w", encoding="utf-8") as file:
            put(what, file)
        os.rename(path + "~", path)
    except OSError:
        return False
    return True


def make_folders(path: str) -> None:
    """Make the folders around a file, if they do not exist."""
    end = path.find("/", 1)
    while end > 0:
        try:
            os.mkdir(path[:end])
        except OSError:
            pass  # it exists already; if not, opening the file fails
        end = path.find("/", end + 1)
