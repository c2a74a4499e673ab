"""Settings of a table, kept in the JSON file `/bar/settings.json`.

Each value is validated by itself: a wrong value becomes the default, and the others stay.
"""

import json

from micropython import const

from codes.game import Totals
from table.files import pin
from table.files.storage import names, read, write

# Key, default, smallest number, largest number.
_NUMBERS = (
    ("volume", 2, 0, 3),
    ("brightness", 2, 0, 3),
    ("hands", 0, 0, 1),
    ("discipline", -1, -1, 3),
    ("target", 0, 0, Totals.MOST_POINTS),
    ("messages", 1, 0, 1),
)
_WORDS = (("language", "en"), ("house", "piedicavallo"), ("deck", ""))
_LISTS = ("agreed", "names", "pin", "gains")
_GAINS = "234567"  # gains of a reader
_USUAL = "4444"  # default gains of the four readers
_LONGEST = const(24)  # maximum number of letters of a text
_MOST_AGREED = const(4)  # maximum number of lines of `agreed`
_NAME = "settings"
_ENDING = ".json"
_WHOLE_FILE = const(2048)  # maximum number of bytes of the file


class Settings:
    """The settings that docs/decks.md lists, with an attribute for each.

    `root` is the folder of all files of the table, "" on the board. `wrong` is set if the file
    exists but cannot be read, or if something in it is not valid.
    """

    language: str
    volume: int
    brightness: int
    house: str
    agreed: list[str]  # lines of a house file, for the rules that the house leaves open
    hands: int  # 0 blind, 1 scanned
    discipline: int  # -1: the discipline of the house
    target: int  # 0: the target of the house
    messages: int  # 1: show messages of a host between deals
    deck: str
    names: list[str]  # names of the players, by seat
    gains: str  # gains of the readers, by seat: one digit of `Gains` for each
    pin: str  # PIN of the director, in the format of `table.files.pin`

    def __init__(self, root: str) -> None:
        self.root = root
        self.path = root + "/bar/" + _NAME + _ENDING
        found = _read(self.path)
        self.wrong = found is None
        found = found or {}
        for key, default, least, most in _NUMBERS:
            value = found.get(key, default)
            self._take(key, value, type(value) is int and least <= value <= most, default)
        for key, word in _WORDS:
            value = found.get(key, word)
            self._take(key, value, is_word(value) and "/" not in value, word)
        agreed = found.get("agreed", [])
        self._take("agreed", agreed, _are_words(agreed) and len(agreed) <= _MOST_AGREED, [])
        people = found.get("names", [""] * 4)
        self._take("names", people, _are_words(people) and len(people) == 4, [""] * 4)
        gains = found.get("gains", _USUAL)
        good = isinstance(gains, str) and len(gains) == 4 and not gains.strip(_GAINS)
        self._take("gains", gains, good, _USUAL)
        try:
            self.pin = pin.kept(found.get("pin", ""))
        except ValueError:
            self._take("pin", "", False, "")

    def _take(self, key: str, value: object, good: bool, default: object) -> None:
        setattr(self, key, value if good else default)
        self.wrong = self.wrong or not good

    def save(self) -> bool:
        """Write the file; return whether that succeeded. Call it between deals only.

        A power cut leaves either the old file or the new one.
        """
        keys = [row[0] for row in _NUMBERS + _WORDS] + list(_LISTS)
        values = {key: getattr(self, key) for key in keys}
        return write(self.path, json.dump, values)


def _read(path: str) -> "dict | None":
    """Return the content of the file, or {} if there is no file.

    Return None if the file cannot be read, is too long, or is not a JSON object.
    """
    try:
        found = json.loads(str(read(path, _WHOLE_FILE), "utf-8"))
    except OSError:  # a new table has no such file
        return None if _NAME in names(path[: path.rfind("/")], _ENDING) else {}
    except (ValueError, RuntimeError):
        return None
    return found if isinstance(found, dict) else None


def _are_words(value: object) -> bool:
    return isinstance(value, list) and False not in [is_word(word) for word in value]


def is_word(value: object) -> bool:
    """Return whether a value is a text that the settings may contain."""
    if not isinstance(value, str) or len(value) > _LONGEST:
        return False
    try:
        return value.encode().decode() == value and "\0" not in value
    except UnicodeError:
        return False
