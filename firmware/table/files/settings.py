"""What the people of a bar have chosen, kept over a power cut in a file: JSON, each key checked by
itself, so that one mistake costs one setting."""

import json

from micropython import const

from codes import totals
from table.files.storage import read, write

# key, default, and the smallest and largest number.
_NUMBERS = (
    ("volume", 2, 0, 3),
    ("brightness", 2, 0, 3),
    ("hands", 0, 0, 1),
    ("discipline", -1, -1, 3),
    ("target", 0, 0, totals.MOST_POINTS),
)
_WORDS = (("language", "en"), ("house", "piedicavallo"), ("deck", ""))
_LISTS = ("names", "pin")
_LONGEST = const(24)  # of a word, at most
_WHOLE_FILE = const(2048)  # bytes
PIN_KEYS = const(4)


class Settings:
    """One attribute a setting, as docs/decks.md lists them; `root` is where all files of the table
    are, "" on the board."""

    language: str
    volume: int
    brightness: int
    house: str
    hands: int  # 0 blind, 1 scanned
    discipline: int  # -1: as the house has it
    target: int  # 0: as the house has it
    deck: str
    names: list[str]  # of the players, by seat
    pin: list[int]  # of the director: four suits, or none

    def __init__(self, root: str) -> None:
        self.root = root
        self.path = root + "/bar/settings.json"
        found = _read(self.path)
        for key, default, least, most in _NUMBERS:
            value = found.get(key)
            good = type(value) is int and least <= value <= most
            setattr(self, key, value if good else default)
        for key, word in _WORDS:
            value = found.get(key, word)
            setattr(self, key, value if _is_word(value) and "/" not in value else word)
        names = found.get("names")
        self.names = [""] * 4
        if isinstance(names, list) and [_is_word(name) for name in names] == [True] * 4:
            self.names = names
        pin = found.get("pin")
        self.pin = []
        if isinstance(pin, list) and [suit in (0, 1, 2, 3) for suit in pin] == [True] * PIN_KEYS:
            self.pin = pin

    def save(self) -> bool:
        """Writes the file so that a power cut leaves the old or the new one; whether it could.
        Between deals only."""
        keys = [row[0] for row in _NUMBERS + _WORDS] + list(_LISTS)
        values = {key: getattr(self, key) for key in keys}
        return write(self.path, json.dump, values)


def _read(path: str) -> dict:
    try:
        found = json.loads(str(read(path, _WHOLE_FILE), "utf-8"))
    except (OSError, ValueError, RuntimeError):
        return {}  # a new table has no such file; or it is nonsense, however deep
    return found if isinstance(found, dict) else {}


def _is_word(value: object) -> bool:
    if not isinstance(value, str) or len(value) > _LONGEST:
        return False
    try:
        return value.encode().decode() == value and "\0" not in value
    except UnicodeError:
        return False
