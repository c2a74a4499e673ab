"""Loader of hardware/parts.toml, which has pins, prices and data-sheet figures of parts."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from marcoria.board.profile import board_error, read_toml
from marcoria.paths import HARDWARE

PARTS_FILE = HARDWARE / "parts.toml"

KINDS = ("in", "out", "tri", "io", "passive", "power", "source", "ground", "nc")
_TEXTS = ("what", "matters", "trap")
_FIGURES = ("ma", "gives_ma", "mohm", "pf", "high")


@dataclass(frozen=True)
class Article:
    """An entry of hardware/parts.toml; the comment at the file's top explains the keys.

    `pins` has name and electrical kind of each pin. A figure that is missing in the file is 0 in
    `figures`.
    """

    name: str
    what: str
    matters: str
    trap: str
    others: tuple[str, ...]
    euro: tuple[float, float]
    pins: tuple[tuple[str, str], ...]
    why: str
    volts: tuple[float, float]
    figures: dict[str, float]

    @property
    def ma(self) -> float:
        """Return the largest current that the article draws, in mA."""
        return self.figures["ma"]


@cache
def articles(path: Path = PARTS_FILE) -> dict[str, Article]:
    """Load all articles by name; raise TableError if the file is not valid."""
    return {name: _article(name, entry) for name, entry in catalogue(path).items()}


def catalogue(path: Path) -> dict[str, Any]:
    """Load the entries of a catalogue, which is a TOML file, by name.

    Raise TableError if the file cannot be parsed, or if an entry is not a TOML table.
    """
    entries = read_toml(path)
    for name, entry in entries.items():
        if not isinstance(entry, dict):
            raise board_error(
                f"'{name}' in {path.name} is no entry: an entry begins with [{name}]"
            )
    return entries


def _article(name: str, entry: dict[str, Any]) -> Article:
    for key in (*_TEXTS, "pins", "others", "euro"):
        if key not in entry:
            raise board_error(f"'{name}.{key}' is missing in parts.toml")
    known = {*_TEXTS, *_FIGURES, "pins", "others", "euro", "why", "volts"}
    for key in entry:
        if key not in known:
            raise board_error(f"'{name}.{key}' is no key of parts.toml")
    if entry.get("ma") and not entry.get("why"):
        raise board_error(f"'{name}.ma' has no 'why' in parts.toml: add the source of the value")
    if len(entry["others"]) != 2:
        raise board_error(f"'{name}.others' must name two alternatives")
    return Article(
        name=name,
        **{key: str(entry[key]) for key in _TEXTS},
        others=tuple(entry["others"]),
        euro=(entry["euro"][0], entry["euro"][1]),
        pins=tuple(_pin(name, pin) for pin in entry["pins"]),
        why=entry.get("why", ""),
        volts=tuple(entry.get("volts", (0, 100))),
        figures={key: entry.get(key, 0) for key in _FIGURES},
    )


def _pin(name: str, pin: str) -> tuple[str, str]:
    label, _, kind = pin.rpartition(" ")
    if kind not in KINDS:
        known = ", ".join(KINDS)
        raise board_error(f"'{pin}' of '{name}' in parts.toml must end with one of {known}")
    return label, kind
