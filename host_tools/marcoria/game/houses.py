"""Houses on the host: finding a house file and saying what is wrong with one."""

from collections.abc import Mapping, Sequence
from functools import cache
from os.path import isfile
from typing import TypeAlias

from marcoria.errors import TableError
from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.housefile import HouseError, HouseFile, is_confused
from marcoria.firmware.belote.housekeys import KEYS
from marcoria.firmware.table.files.houses import both
from marcoria.game.display import too_wide, unknown_letters
from marcoria.game.mistakes import sentence, sentences
from marcoria.named_files import read_text
from marcoria.paths import HOUSES

ENDING = ".house"
OPEN_KEYS = tuple(sorted(key.name for key in KEYS if key.left_open))
Agreed: TypeAlias = "Sequence[str]"  # lines of what it does
_LONGEST = 4096  # bytes that the table reads
_FAR_TOO_LONG = 8 * _LONGEST  # letters


def names() -> list[str]:
    """The houses that come with the table."""
    return sorted(path.stem for path in HOUSES.glob(f"*{ENDING}"))


def open_house(name: str, agreed: Agreed = ()) -> House:
    """The house of that name, or of that file if the name ends in `.house`, as players have
    agreed."""
    if name.endswith(ENDING):
        return house_of(text_of(name), name, agreed)
    _check_known(name)
    return _built_in(name, tuple(agreed))


def check(name: str) -> House:
    """Return the house of a file; raise TableError with all that is wrong with it, a line each, or
    if it cannot lie on a table beside the houses that come with it."""
    text = text_of(name)
    house = check_text(text, name)
    if name.endswith(ENDING):
        check_apart({name.replace("\\", "/").split("/")[-1][: -len(ENDING)]: text})
    return house


def check_apart(own: Mapping[str, str]) -> None:
    """Raise TableError if a journal could take one of a bar's houses for another on its table.

    `own` has the text of each by its name; it stands in place of one that comes with the table.
    """
    others = {name: text_of(name) for name in names()} if own else {}
    others.update(own)
    variants = {name: HouseFile(text).variants() for name, text in others.items()}
    for name in own:
        for other in sorted(others):
            if is_confused(variants[name], variants[other]):
                raise alike(name, other)


def alike(name: str, other: str) -> TableError:
    """Return the error for two houses that have the same mark and other rules."""
    which = both(name, other).replace(", ", " and ")
    return TableError(
        "houses-alike",
        f"{which}: the rules differ, and have the same mark, so that a table's journal cannot tell"
        " one from the other: change a value in one of the files, such as target or fine",
    )


def check_text(text: str, name: str) -> House:
    """Check a text that stands in that file; one that is far too long is not read at all."""
    wrong = _too_long(text) if len(text) > _FAR_TOO_LONG else sentences(HouseFile(text))
    if not wrong:
        house = house_of(text, name)
        wrong = _unshown(house.name) + _too_long(text)
    if wrong:
        raise TableError("bad-house", "\nmarcoria: ".join(f"{name}: {one}" for one in wrong))
    return house


def text_of(name: str) -> str:
    """What stands in the file of a house."""
    if name.endswith(ENDING):
        return read_text(name, "no-house-file")
    _check_known(name)
    return read_text(HOUSES / f"{name}{ENDING}", "no-house-file")


def left_open(name: str) -> list[tuple[str, list[str]]]:
    """Return the keys that a house leaves to the players, with their words."""
    return HouseFile(text_of(name)).left_open()


def alternatives(name: str) -> list[tuple[str, House]]:
    """What players may make of a house by one word: the key, and the house then."""
    return [
        (key, open_house(name, [f"{key}: {word}"]))
        for key, words in left_open(name)
        for word in words[1:]
    ]


def left_out(name: str) -> list[str]:
    """Return the lines of keys that a house file leaves to their defaults."""
    given = HouseFile(text_of(name)).lines
    return [f"{key.name}: {key.default}" for key in KEYS if key.default and key.name not in given]


def _check_known(name: str) -> None:
    if name not in names():
        raise TableError("unknown-house", _unknown(name))


def _unknown(name: str) -> str:
    """What to write instead."""
    if name.lower() in names():
        return f"there is no house '{name}': write '{name.lower()}'"
    if isfile(f"{name}{ENDING}"):
        return f"there is no house '{name}': for your own file write '{name}{ENDING}'"
    if isfile(name):
        return f"'{name}' is not a house: the name of its file ends in {ENDING}"
    return f"there is no house '{name}': it is one of {', '.join(names())}, or a file NAME{ENDING}"


def _unshown(name: str) -> list[str]:
    """What the display cannot show of a name."""
    wide, letters = too_wide(name), unknown_letters(name)
    wrong = []
    if wide:
        wrong.append(f"the name is too long for the display, which has no room for '{wide}'")
    if letters:
        wrong.append(f"the display has no such letters as '{letters}' in the name")
    return wrong


def _too_long(text: str) -> list[str]:
    size = len(text.encode())
    long = (
        f"the file has {size} bytes, and the table reads {_LONGEST} at most: shorten its comments"
    )
    return [long] * (size > _LONGEST)


@cache
def _built_in(name: str, agreed: Agreed) -> House:
    return house_of(text_of(name), str(HOUSES / f"{name}{ENDING}"), agreed)


def house_of(text: str, path: str, agreed: Agreed = ()) -> House:
    """Return the house of a text that stands in that file, as the players have agreed."""
    file = HouseFile(text)
    known = [f"{key}: {word}" for key, words in file.left_open() for word in words]
    for line in agreed:
        if line not in known:
            left = "; ".join(known) or "nothing"
            raise TableError("not-left-open", f"{path}: '{line}' cannot be chosen, only {left}")
    try:
        return file.load(agreed)
    except HouseError:
        first, *others = file.check()
        more = f"; {len(others)} more: marcoria houses check {path}" if others else ""
        detail = f"{path}: {sentence(file, first)}{more}"
        raise TableError(f"house-{first.code}", detail)
