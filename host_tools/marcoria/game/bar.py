"""A bar's files on its table (settings, decks, own houses), checked with the firmware's code."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePath, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from marcoria.errors import TableError
from marcoria.firmware.codes.game import SEATS, Totals
from marcoria.firmware.table.files import decks as deck_files
from marcoria.firmware.table.files import pin
from marcoria.firmware.table.files.deck import Deck
from marcoria.firmware.table.files.settings import Settings, is_word
from marcoria.game import houses
from marcoria.game.decks import check_deck
from marcoria.paths import FIRMWARE

SETTINGS = "/bar/settings.json"
_DECKS = "/bar/decks/"
_HOUSES = "/bar/houses/"
_LONGEST_NAME = 24  # letters of a file's name, as `_LONGEST` in `table.files.settings`
_AS_THE_HOUSE = "house"
_HANDS = {"blind": 0, "scanned": 1}
_DISCIPLINES = {_AS_THE_HOUSE: -1, "refuse": 0, "warn": 1, "points": 2, "forfeit": 3}
_SWITCH = {"off": 0, "on": 1}
# Gains of the readers' receivers: the number in the MFRC522's register, and decibels.
DECIBELS = {2: 18, 3: 23, 4: 33, 5: 38, 6: 43, 7: 48}
_LEVELS = {str(level): level for level in range(4)}

Files = Mapping[str, bytes]
Value = TypeVar("Value")


class Bar:
    """A bar's files on one table, by path, and the settings parsed from them."""

    def __init__(self, files: Files) -> None:
        self.files = dict(files)
        self.settings = _settings(self.files.get(SETTINGS, b"{}"))

    def told(self) -> dict[str, str]:
        """Return each setting as a text, in the form that `change` parses.

        There is one exception: the PIN is only "set" or "none", and `change` cannot set it.
        """
        chosen = self.settings
        return {
            "house": chosen.house,
            "agreed": "; ".join(chosen.agreed),
            "language": chosen.language,
            "names": ", ".join(chosen.names).rstrip(", "),
            "deck": chosen.deck,
            "hands": _name(_HANDS, chosen.hands),
            "discipline": _name(_DISCIPLINES, chosen.discipline),
            "target": str(chosen.target) if chosen.target else _AS_THE_HOUSE,
            "volume": str(chosen.volume),
            "brightness": str(chosen.brightness),
            "messages": _name(_SWITCH, chosen.messages),
            "gains": ",".join(str(DECIBELS[int(gain)]) for gain in chosen.gains),
            "pin": "set" if chosen.pin else "none",
        }

    def change(self, wishes: Iterable[str]) -> bytes:
        """Return the settings file after some `KEY=VALUE` changes, whose order does not matter.

        Raise TableError if a key is unknown, if a value is not valid for its key, or if the house
        in the new settings cannot be loaded with the agreed rules.
        """
        values = self._values()
        changes = [_split_change(wish) for wish in wishes]
        # The house comes first, because another house resets other settings.
        for key, text in sorted(changes, key=lambda change: change[0] != "house"):
            value = _PARSERS[key](self, text)
            if key == "house" and value != values["house"]:
                # Like the table, reset the choices that were made for the old house.
                values |= {"agreed": [], "target": 0, "discipline": -1}
            values[key] = value
        houses.house_of(*self._house(values["house"]), values["agreed"])
        return json.dumps(values, ensure_ascii=False).encode()

    def check(self) -> None:
        """Raise TableError if a table could not use one of the files."""
        for path in self.files:
            _check_path(path)
        for path, data in self.files.items():
            if path.startswith(_DECKS):
                check_deck(data, path)
            elif path.startswith(_HOUSES):
                houses.check_text(_text(data, path), path)
        check_houses(self.files)
        check_decks({path: data for path, data in self.files.items() if path.startswith(_DECKS)})
        if self.settings.wrong:
            raise TableError(
                "bad-settings",
                f"{SETTINGS} is not a valid settings file: docs/decks.md lists the valid values",
            )

    def _values(self) -> dict[str, Any]:
        """Return the value of each key of the settings file.

        The value is the default if the key is missing or its value in the file is not valid.
        """
        chosen = self.settings
        return {key: getattr(chosen, key) for key in (*_PARSERS, "pin")}

    # --- parsers of values, for `_PARSERS` ----------------------------------------------------

    def _house_name(self, value: str) -> str:
        self._house(value)
        check_houses(self.files)
        return value

    def _house(self, name: str) -> tuple[str, str]:
        """Return the text of a house, and its path if it is the bar's own, else its name.

        A bar's own house replaces the house of the same name that comes with the table. Raise
        TableError if there is no house of this name.
        """
        path = f"{_HOUSES}{name}{houses.ENDING}"
        if path in self.files:
            return _text(self.files[path], path), path
        if name in houses.names():
            return houses.text_of(name), name
        own = [PurePosixPath(one).stem for one in self.files if one.startswith(_HOUSES)]
        raise _not_one_of("house", name, [*own, *houses.names()])

    def _agreed(self, value: str) -> list[str]:
        lines = [line.strip() for line in value.split(";") if line.strip()]
        keys = [line.split(":")[0] for line in lines]
        for key in keys:
            if keys.count(key) > 1:
                raise TableError("bad-setting", f"agreed={value}: give '{key}' only once")
        return lines

    def _language(self, value: str) -> str:
        known = sorted(path.stem for path in (FIRMWARE / "ui" / "words").glob("*.words"))
        return _one_of("language", value, {name: name for name in known})

    def _deck(self, value: str) -> str:
        own = [PurePosixPath(path).stem for path in self.files if path.startswith(_DECKS)]
        if not value:
            return ""  # the first deck by name
        return _one_of("deck", value, {name: name for name in own})

    def _names(self, value: str) -> list[str]:
        found = [name.strip() for name in value.split(",")]
        if len(found) > len(SEATS) or not all(is_word(name) for name in found):
            raise TableError(
                "bad-setting",
                "give names for North, East, South and West, each at most 24 letters:"
                " names=Ada,Bruno,Carla,Dino",
            )
        return found + [""] * (len(SEATS) - len(found))

    def _gains(self, value: str) -> str:
        numbers = {str(decibels): str(gain) for gain, decibels in DECIBELS.items()}
        found = [numbers.get(one.strip(), "") for one in value.split(",")]
        if len(found) != len(SEATS) or "" in found:
            usual = ", ".join(numbers)
            raise TableError(
                "bad-setting",
                f"gains={value}: give one of {usual} for each of North, East, South and West",
            )
        return "".join(found)

    def _target(self, value: str) -> int:
        if value == _AS_THE_HOUSE:
            return 0
        digits = value.lstrip("0")
        if not (digits.isascii() and digits.isdigit() and int(digits[:9]) <= Totals.MOST_POINTS):
            raise TableError(
                "bad-setting",
                f"target={value}: it is '{_AS_THE_HOUSE}' or 1 to {Totals.MOST_POINTS} points",
            )
        return int(digits)


_PARSERS: dict[str, Callable[[Bar, str], int | str | list[str]]] = {
    "house": Bar._house_name,
    "agreed": Bar._agreed,
    "language": Bar._language,
    "names": Bar._names,
    "deck": Bar._deck,
    "hands": lambda bar, value: _one_of("hands", value, _HANDS),
    "discipline": lambda bar, value: _one_of("discipline", value, _DISCIPLINES),
    "target": Bar._target,
    "volume": lambda bar, value: _one_of("volume", value, _LEVELS),
    "brightness": lambda bar, value: _one_of("brightness", value, _LEVELS),
    "messages": lambda bar, value: _one_of("messages", value, _SWITCH),
    "gains": Bar._gains,
}


def check_decks(files: Files) -> None:
    """Raise TableError if a table cannot load these decks together.

    `check_deck` must have checked each deck before.
    """
    with laid_out(files) as folder:
        wrong = deck_files.load(Deck(), folder + deck_files.FOLDER, "")
    if not wrong:
        return
    name, code, _, what = wrong
    detail = f"{what} is a tag of another deck too: leave out one of the two decks"
    if code == deck_files.TOO_MANY:
        detail = f"a table knows {deck_files.MOST} decks: leave some out"
    elif code == deck_files.NO_FILE:
        detail = "the file is longer than the table can read: shorten it"
    raise TableError("bad-decks", f"{name}: {detail}")


def check_houses(files: Files) -> None:
    """Raise TableError if a journal could confuse a bar's house with another house.

    `check_apart` says when.
    """
    houses.check_apart(
        {
            PurePosixPath(path).stem: data.decode("utf-8", "replace")
            for path, data in files.items()
            if path.startswith(_HOUSES) and path.endswith(houses.ENDING)
        }
    )


def check_keys(wishes: Iterable[str]) -> None:
    """Raise TableError unless each text is `KEY=VALUE` with a known key.

    `change` checks this too, but callers check it before they load the table's files.
    """
    for wish in wishes:
        _split_change(wish)


def _split_change(wish: str) -> tuple[str, str]:
    """Split `KEY=VALUE` into key and value.

    Raise TableError if there is no `=` or if the key is unknown.
    """
    key, equals, value = wish.partition("=")
    if not equals or key not in _PARSERS:
        known = ", ".join(_PARSERS)
        raise TableError("bad-setting", f"'{wish}' is not KEY=VALUE with one of the keys {known}")
    return key, value


def _one_of(key: str, value: str, known: Mapping[str, Value]) -> Value:
    if value not in known:
        raise _not_one_of(key, value, list(known))
    return known[value]


def _not_one_of(key: str, value: str, known: list[str]) -> TableError:
    usual = f"choose one of {', '.join(known)}" if known else f"the table has no {key}"
    return TableError("bad-setting", f"{key}={value}: {usual}")


def _name(names: Mapping[str, int], number: int) -> str:
    return next(name for name, value in names.items() if value == number)


@contextmanager
def laid_out(files: Files) -> Iterator[str]:
    """Write the files into a temporary folder, yield its path, then remove it."""
    with TemporaryDirectory() as folder:
        for path, data in files.items():
            file = Path(folder + path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        yield folder


def _settings(data: bytes) -> Settings:
    """Parse the settings file with the firmware's own class."""
    with laid_out({SETTINGS: data}) as folder:
        return Settings(folder)


def is_of_a_bar(path: str) -> bool:
    """Return whether a bar may have a file at this path: its settings, a deck or a house.

    The name of a deck or house has at most 24 letters, without the ending of its file.
    """
    name = PurePosixPath(path).name
    folder = path.removesuffix(name)
    ending = {_DECKS: ".deck", _HOUSES: houses.ENDING}.get(folder, "")
    own = name.removesuffix(ending)
    good = path == SETTINGS or (ending and name.endswith(ending) and own and is_word(own))
    return bool(good) and "\\" not in path


def house_path(file: str) -> str:
    """Return the path on a table for a house file of the computer.

    Raise TableError if the file's name is not possible for a house.
    """
    name = PurePath(file).name
    path = _HOUSES + name
    if PurePath(name).suffix != houses.ENDING or not is_of_a_bar(path):
        raise TableError(
            "bad-name",
            f"{file} cannot be a house on a table: its name must end in {houses.ENDING},"
            f" and have at most {_LONGEST_NAME} letters before this ending",
        )
    return path


def with_hashed_pin(settings: bytes) -> bytes:
    """Return the settings file, with a hash in place of a PIN that is a list of suits.

    A table stores the PIN as such a hash. An invalid list becomes "", which means no PIN. If the
    PIN is no list, return the file unchanged.
    """
    try:
        values = json.loads(settings)
    except (ValueError, RecursionError):
        return settings
    if not isinstance(values, dict) or not isinstance(values.get("pin"), list):
        return settings
    try:
        values["pin"] = pin.kept(values["pin"])
    except ValueError:
        values["pin"] = ""
    return json.dumps(values, ensure_ascii=False).encode()


def _check_path(path: str) -> None:
    """Raise TableError if a bar may not have a file at this path."""
    if not is_of_a_bar(path):
        raise TableError(
            "not-a-bars",
            f"'{path}' is not a settings, deck or house file, or its name is too long",
        )


def _text(data: bytes, path: str) -> str:
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise TableError("not-text", f"{path} is not a text file in UTF-8") from error
