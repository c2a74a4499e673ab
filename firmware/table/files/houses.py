"""House files of the table: the bar's own files, and the files that came with the program.

If there are two files for a house, the bar's file is used. A house may leave rules open to the
players; the settings have the rules that the players have agreed on, as lines of a house file.
"""

from micropython import const

from belote.housefile import HouseError, HouseFile, is_confused, split
from belote.housekeys import NAME
from boot import slot
from table.files.storage import names, read

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from belote.house import House

_ENDING = ".house"
_WHOLE_HOUSE = const(4096)  # maximum number of bytes of a file, comments included
_OWN = "/bar/houses"
_OURS = "/belote/houses"  # houses of the program, in the folder of its slot


def find(root: str) -> dict[str, str]:
    """Return the path of each house's file, by the name of the house.

    The name is the file's name without its ending, and not the title in the file.
    """
    found: dict[str, str] = {}
    for folder in _folders(root):
        for name in names(folder, _ENDING):
            found.setdefault(name, folder + "/" + name + _ENDING)
    return found


def load(root: str, name: str, agreed: "list[str]") -> "House":
    """Load a house with the agreed rules.

    Raise HouseError if its file is missing or wrong, or if its rules contradict each other.
    """
    return _parse(root, name).load(agreed)


def load_anyhow(root: str, name: str, agreed: "list[str]") -> "House":
    """Load a house with the agreed rules, or without them if they contradict the house.

    Raise HouseError if its file is missing or wrong.
    """
    file = _parse(root, name)
    try:
        return file.load(agreed)
    except HouseError:
        return file.load()


async def with_mark(
    root: str, mark: int, step: "Callable[[], Awaitable[None]]"
) -> "tuple[str, list[str], House | None]":
    """Find the house with this mark; return its name, the agreed rules, and the house.

    `mark` is the mark that a match has in the journal. If no house has the mark, the name is ""
    and the house is None. If `clash` finds that the house can be confused, the name is the result
    of `both` and the house is None. `step` is awaited after each file without the mark, because
    loading a file takes long and needs much memory.
    """
    for name in find(root):
        file = _parse(root, name)
        for variant in file.variants():
            if variant.mark == mark:
                try:
                    house = file.load(variant.agreed)
                except HouseError:
                    continue  # a contradiction: no match can have these rules
                other = clash(root, name)
                return (both(name, other), [], None) if other else (name, variant.agreed, house)
        await step()
    return "", [], None


def clash(root: str, name: str) -> str:
    """Return the name of a house that a journal could confuse with the house `name`, or "".

    Each agreement on the rules that a house leaves open has a mark. Two houses can be confused if
    an agreement of one and an agreement of the other have the same mark but different rules.
    Return `name` itself if two agreements of that house can be confused. The houses that came with
    the program are not compared with each other: they are known to differ.
    """
    found = find(root)
    ours = root + slot.FOLDER
    is_own = not found.get(name, "").startswith(ours)
    others = [other for other in found if is_own or not found[other].startswith(ours)]
    if not others:
        return ""
    mine = _parse(root, name).variants()
    for other in others:
        if is_confused(mine, _parse(root, other).variants()):
            return other
    return ""


def both(name: str, other: str) -> str:
    """Return the two names, sorted, as one text; if they are equal, return the name once."""
    return ", ".join(sorted({name, other}))


def label(name: str, error: HouseError) -> bytes:
    """Return the name of a house and the first mistake in its file, in UTF-8 for the display."""
    return f"{name} ({error.mistakes[0]})".encode()


def any_house(root: str) -> "House | None":
    """Return the first house that came with the program and has no mistakes, or None.

    If the bar has a file of its own for such a house, the bar's file is loaded.
    """
    for name in names(_folders(root)[-1], _ENDING):
        try:
            return load(root, name, [])
        except HouseError:
            pass
    return None


def left_open(root: str, name: str) -> "list[tuple[str, list[str]]]":
    """Return each key of a house file that is left to the players, with the words to choose."""
    return _parse(root, name).left_open()


def title(path: str) -> str:
    """Return the title in a house file; "" if the file has no title or cannot be read."""
    try:
        for line in str(read(path, _WHOLE_HOUSE), "utf-8").split("\n"):
            key, _, value = split(line)
            if key == NAME:
                return value
    except (OSError, ValueError):
        pass
    return ""


def _folders(root: str) -> tuple[str, str]:
    return root + _OWN, root + slot.FOLDER + _OURS


def _parse(root: str, name: str) -> HouseFile:
    """Parse the file of a house; a file that cannot be read counts as empty."""
    for folder in _folders(root):
        try:
            return HouseFile(str(read(folder + "/" + name + _ENDING, _WHOLE_HOUSE), "utf-8"))
        except OSError:
            pass
        except ValueError:
            break
    return HouseFile("")
