"""The languages that the display can speak: a file each beside its fonts."""

import slot
from table.files.storage import names

_FOLDER = "/ui/words"
_ENDING = ".text"


def find(root: str) -> dict[str, str]:
    """The languages' own names by the names of their files. Such a file begins with the length
    of that name, and the name."""
    found: dict[str, str] = {}
    folder = root + slot.FOLDER + _FOLDER
    for name in names(folder, _ENDING):
        with open(folder + "/" + name + _ENDING, "rb") as file:
            found[name] = str(file.read(file.read(1)[0]), "utf-8")
    return found
