"""Houses on the host: finding a house file and saying what is wrong with one."""

from functools import cache
from pathlib import Path
from typing import Any

from belote.housefile import HouseError, load
from belote.housekeys import DEFAULTS
from marcoria.errors import TableError, read_text
from marcoria.paths import HOUSES

_SENTENCES = {
    "missing-key": "the key '{key}' is missing: add a line '{key}: ...'",
    "unknown-key": "line {what}: '{key}' is no key of a house; docs/houses.md lists them",
    "key-twice": "line {what}: the key '{key}' stands there a second time: remove one of the two",
    "not-a-line": "line {what}: '{key}' is not of the form 'key: value'",
    "bad-value": "'{key}' cannot be '{what}'; docs/houses.md lists its values",
    "contradiction": "'{key}' contradicts '{what}': change one of the two",
}


def names() -> list[str]:
    """The houses that come with the table."""
    return sorted(path.stem for path in HOUSES.glob("*.house"))


def open_house(name: str) -> Any:
    """The house of that name, or of that file if the name ends in `.house`."""
    if name.endswith(".house"):
        return _read(Path(name))
    if name not in names():
        raise TableError(
            "unknown-house",
            f"there is no house '{name}': it is one of {', '.join(names())}, or a file NAME.house",
        )
    return _built_in(name)


def left_out(name: str) -> list[str]:
    """The lines of keys that a house file leaves to their defaults."""
    path = Path(name) if name.endswith(".house") else HOUSES / f"{name}.house"
    given = {line.split(":")[0].strip() for line in path.read_text("utf-8").splitlines()}
    return [line for line in DEFAULTS.decode().splitlines() if line.split(":")[0] not in given]


@cache
def _built_in(name: str) -> Any:
    return _read(HOUSES / f"{name}.house")


def _read(path: Path) -> Any:
    text = read_text(path, "no-house-file")
    try:
        return load(text)
    except HouseError as error:
        code, key, what = error.args
        detail = _SENTENCES[code].format(key=key, what=what)
        raise TableError(f"house-{code}", f"{path}: {detail}") from error
