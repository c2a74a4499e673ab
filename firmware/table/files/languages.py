"""The languages that the display can speak: a file each beside its fonts."""

from table.files.storage import names

_FOLDER = "/lib/ui/words"
_ENDING = ".text"


def find(root: str) -> dict[str, str]:
    """The languages' own names by the names of their files. Such a file begins with the length
    of that name, and the name."""
    found: dict[str, str] = {}
    for name in names(root + _FOLDER, _ENDING):
        with open(root + _FOLDER + "/" + name + _ENDING, "rb") as file:
            found[name] = str(file.read(file.read(1)[0]), "utf-8")
    return found
