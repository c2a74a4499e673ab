"""Files of the table: found, and written so that no power cut tears them."""

import os

# Where houses are: those of the bar come before those that came with the table.
HOUSES = ("/houses", "/lib/belote/houses")
HOUSE = ".house"


def names(folder: str, ending: str) -> list[str]:
    """The files of a folder that end so, without the ending, in order."""
    try:
        files = os.listdir(folder)
    except OSError:
        return []
    return sorted([file[: -len(ending)] for file in files if file.endswith(ending)])


def write(path: str, put, what) -> bool:  # type: ignore[no-untyped-def]
    """Has `put(what, file)` write a file so that a power cut leaves the old or the new one;
    whether it could."""
    try:
        with open(path + "~", "w", encoding="utf-8") as file:
            put(what, file)
        os.rename(path + "~", path)
    except OSError:
        return False
    return True
