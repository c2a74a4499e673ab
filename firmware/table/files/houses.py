"""The houses on the table's files: those of the bar come before those that came with the table."""

from micropython import const

from belote.housefile import HouseError
from belote.housefile import load as parse
from table.files.storage import names, read

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.house import House

_ENDING = ".house"
_WHOLE_HOUSE = const(4096)  # bytes, comments included
_FOLDERS = ("/bar/houses", "/lib/belote/houses")


def find(root: str) -> dict[str, str]:
    """Where each house's file is, by its name."""
    found: dict[str, str] = {}
    for folder in _FOLDERS:
        for name in names(root + folder, _ENDING):
            found.setdefault(name, root + folder + "/" + name + _ENDING)
    return found


def load(root: str, name: str) -> "House | None":
    """The house of that name, None if there is none or its file is wrong."""
    for folder in _FOLDERS:
        try:
            return parse(str(read(root + folder + "/" + name + _ENDING, _WHOLE_HOUSE), "utf-8"))
        except OSError:
            pass
        except (HouseError, ValueError):
            return None
    return None


def with_mark(root: str, mark: int) -> "tuple[str, House | None]":
    """The house of which a match has that mark, and its name; None if there is none."""
    for name in find(root):
        house = load(root, name)
        if house and house.mark == mark:
            return name, house
    return "", None


def any_house(root: str) -> "House | None":
    """The first house that came with the table and is right."""
    for name in names(root + _FOLDERS[-1], _ENDING):
        house = load(root, name)
        if house:
            return house
    return None


def title(path: str) -> str:
    """The name that a house gives itself; "" if it cannot be read."""
    try:
        for line in str(read(path, _WHOLE_HOUSE), "utf-8").split("\n"):
            if line.startswith("name:"):
                return line[5:].strip()
    except (OSError, ValueError):
        pass
    return ""
