"""Languages of the display: each has a file of words."""

from micropython import const

from boot import slot
from table.files.storage import names

_FOLDER = "/ui/words"
_ENDING = ".words"
_HEAD = "language: "  # the beginning of a file's first line
_FIRST_BYTES = const(64)  # bytes that contain the first line of a file


def find(root: str) -> dict[str, str]:
    """Return the name that each language gives itself, by the name of its file.

    A language whose file gives no name has the name of the file.
    """
    folder = root + slot.FOLDER + _FOLDER
    return {name: _own_name(folder + "/" + name) or name for name in names(folder, _ENDING)}


def _own_name(path: str) -> str:
    try:
        with open(path + _ENDING, "rb") as file:
            line = str(file.read(_FIRST_BYTES).split(b"\n")[0], "utf-8")
    except (OSError, UnicodeError):
        return ""
    return line.partition(_HEAD)[2].strip()
