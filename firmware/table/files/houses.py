"""The houses on the table's files: those of the bar come before those that came with the table.

A house may leave a rule to the players: `melds: on | off`. The engine is only ever given one word,
the one they have agreed on or else the first. What they have agreed on are lines of such a file.
"""

from micropython import const

import slot
from belote.housefile import HouseError, HouseReader
from belote.housefile import load as parse
from table.files.storage import names, read

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from belote.house import House

# What a house may leave to the players, and the words that it may have: those that there are
# sentences for in all languages.
LEFT_OPEN = {
    "melds": ("on", "off"),
    "third": ("no", "x8", "match"),
    "no_trump": ("none", "aces"),
    "kirtik": ("0", "10"),
}
_ENDING = ".house"
_BAR = "|"  # between words that are left open
_BLANKS = " \t\r\v\f"
_WHOLE_HOUSE = const(4096)  # bytes, comments included
_OWN = "/bar/houses"
_OURS = "/belote/houses"  # in the slot


def find(root: str) -> dict[str, str]:
    """Where each house's file is, by its name."""
    found: dict[str, str] = {}
    for folder in _folders(root):
        for name in names(folder, _ENDING):
            found.setdefault(name, folder + "/" + name + _ENDING)
    return found


def load(root: str, name: str, agreed: list[str]) -> "House | None":
    """The house of that name as people have agreed, None if there is none or it is wrong."""
    return _house(settled(_text(root, name), agreed))


def load_anyhow(root: str, name: str, agreed: list[str]) -> "House | None":
    """The same, but as its file has it if what was agreed does not go together."""
    return load(root, name, agreed) or load(root, name, [])


async def with_mark(
    root: str, mark: int, step: "Callable[[], Awaitable[None]]"
) -> "tuple[str, list[str], House | None]":
    """Find the house of which a match has that mark: its name, what is agreed then, and the house.

    The house is None if there is none (then the name is ""), or if two with other rules have that
    mark (then the name is both). Awaits a step after each one, which takes long and much memory.
    """
    for name in find(root):
        text = _text(root, name)
        for agreed in variations(text):
            house = _house(settled(text, agreed))
            if house and house.mark == mark:
                other = clash(root, name)
                return (both(name, other), [], None) if other else (name, agreed, house)
            await step()
    return "", [], None


def clash(root: str, name: str) -> str:
    """Return another house on the table that a journal could take for this one, "" if there is
    none. Those that came with the table are known to differ."""
    found = find(root)
    ours = root + slot.FOLDER
    is_own = not found.get(name, "").startswith(ours)
    others = [other for other in found if is_own or not found[other].startswith(ours)]
    if not others:
        return ""
    reader = HouseReader()
    mine = marks(reader, _text(root, name))
    for other in others:
        if confused(reader, mine, _text(root, other)):
            return other
    return ""


def both(name: str, other: str) -> str:
    """Name two houses, or one that its own agreements make two."""
    return ", ".join(sorted({name, other}))


def marks(reader: HouseReader, text: str) -> "dict[int, list[int]]":
    """Return the marks that the house of a text may have, each with the rules."""
    return {mark: reader.rules(house) for mark, house in _agreements(reader, text)}


def confused(reader: HouseReader, mine: "dict[int, list[int]]", text: str) -> bool:
    """Return whether the house of a text may have one of these marks, and other rules."""
    for mark, house in _agreements(reader, text):
        if mark in mine and mine[mark] != reader.rules(house):
            return True
    return False


def _agreements(reader: HouseReader, text: str) -> "Iterator[tuple[int, House]]":
    """Yield the mark for all that can be agreed, and the house as it is then. No other house is
    made each time, which would take much memory."""
    try:
        house = reader.read(settled(text, []))
    except (HouseError, ValueError):
        return
    for agreed in variations(text):
        for line in agreed:
            reader.choose(house, line)
        yield reader.mark(house), house


def any_house(root: str) -> "House | None":
    """The first house that came with the table and is right."""
    for name in names(_folders(root)[-1], _ENDING):
        house = load(root, name, [])
        if house:
            return house
    return None


def left_open(root: str, name: str) -> "list[tuple[str, list[str]]]":
    """What the house of that name leaves to the players: each key with its words."""
    return open_in(_text(root, name))


def title(path: str) -> str:
    """The name that a house gives itself; "" if it cannot be read."""
    try:
        for line in str(read(path, _WHOLE_HOUSE), "utf-8").split("\n"):
            if line.startswith("name:"):
                return line[5:].strip()
    except (OSError, ValueError):
        pass
    return ""


def _folders(root: str) -> tuple[str, str]:
    return root + _OWN, root + slot.FOLDER + _OURS


def _text(root: str, name: str) -> str:
    """What stands in the file of a house, "" if it is no text."""
    for folder in _folders(root):
        try:
            return str(read(folder + "/" + name + _ENDING, _WHOLE_HOUSE), "utf-8")
        except OSError:
            pass
        except ValueError:
            break
    return ""


def _house(text: str) -> "House | None":
    try:
        return parse(text)
    except (HouseError, ValueError):
        return None


# --- what is left open -----------------------------------------------------------------------


def settled(text: str, agreed: list[str]) -> str:
    """The text of a house with one word for each key that it leaves open: that which was agreed,
    or the first."""
    lines = text.split("\n")
    for at in range(len(lines)):
        key, words = _open_line(lines[at])
        if words:
            wanted = [line for line in _said(key, words) if line in agreed]
            lines[at] = (wanted or _said(key, words))[0]
    return "\n".join(lines)


def open_in(text: str) -> "list[tuple[str, list[str]]]":
    """Each key that the text of a house leaves open, with its words."""
    found: "list[tuple[str, list[str]]]" = []
    for line in text.split("\n"):
        key, words = _open_line(line)
        if words and key not in [one[0] for one in found]:
            found.append((key, words))
    return found


def variations(text: str) -> list[list[str]]:
    """All that can be agreed, the house's own first."""
    found: list[list[str]] = [[]]
    for key, words in open_in(text):
        found = [agreed + [line] for agreed in found for line in _said(key, words)]
    return found


def _said(key: str, words: list[str]) -> list[str]:
    return [key + ": " + word for word in words]


def _open_line(line: str) -> tuple[str, list[str]]:
    """The key of a line and the words that it leaves to the players; no words if it leaves
    nothing. What is wrong with a line is left to the engine to say."""
    if _BAR not in line:
        return "", []  # most lines, and memory is dear
    key, _, value = line.split("#")[0].partition(":")
    key = key.strip(_BLANKS)
    words = [word.strip(_BLANKS) for word in value.split(_BAR)]
    known = [word for word in LEFT_OPEN.get(key, ()) if word in words]
    return key, words if 1 < len(known) == len(words) else []
