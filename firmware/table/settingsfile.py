"""Settings as a file: JSON, each key checked by itself, so that one mistake costs one setting."""

import json

from micropython import const

from table.files import write
from table.settings import Settings

# key, default, and the smallest and largest number or the most letters.
_NUMBERS = (
    ("volume", 2, 0, 3),
    ("brightness", 2, 0, 3),
    ("hands", 0, 0, 1),
    ("discipline", -1, -1, 3),
    ("target", 0, 0, 9999),
)
_WORDS = (("language", "en"), ("house", "piedicavallo"), ("deck", ""))
_LETTERS = const(24)


def load(settings: Settings) -> None:
    """Sets every attribute: as the file says, or to its default where that makes no sense."""
    found = None
    try:
        with open(settings.path, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        pass  # a new table has no such file
    if not isinstance(found, dict):
        found = {}
    for key, default, least, most in _NUMBERS:
        value = found.get(key, default)
        good = type(value) is int and least <= value <= most
        setattr(settings, key, value if good else default)
    for key, word in _WORDS:
        value = found.get(key, word)
        good = _is_word(value) and "/" not in value
        setattr(settings, key, value if good else word)
    names = found.get("names", [""] * 4)
    good = isinstance(names, list) and [_is_word(name) for name in names] == [True] * 4
    settings.names = names if good else [""] * 4
    pin = found.get("pin", [])
    good = isinstance(pin, list) and [suit in (0, 1, 2, 3) for suit in pin] in ([], [True] * 4)
    settings.pin = pin if good else []


def _is_word(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LETTERS


def save(settings: Settings) -> bool:
    """Writes the file so that a power cut leaves the old or the new one; whether it could."""
    keys = [row[0] for row in _NUMBERS + _WORDS] + ["names", "pin"]
    values = {key: getattr(settings, key) for key in keys}
    return write(settings.path, json.dump, values)
