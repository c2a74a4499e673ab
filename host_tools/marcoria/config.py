"""User's config file: the default table and the names of tables.

table = "bar"

[tables]
bar = "24:0A:C4:45:45:64"  # a serial number, a port or a socket
"""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from marcoria.errors import TableError
from marcoria.named_files import read_text
from marcoria.paths import user_folder

VARIABLE = "MARCORIA_TABLE"
_LINE = re.compile(r"\(at line (\d+), column \d+\)")


@dataclass(frozen=True)
class Config:
    """Content of the config file.

    `table` is the default table, "" if none: a name in `tables`, a port, a socket or a serial
    number. `tables` has the port, socket or serial number of each named table.
    """

    table: str = ""
    tables: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class NamedTable:
    """Table that the user named.

    `name` may also be a port, a socket or a serial number. `source` says where the name was given.
    `place` is the port, socket or serial number that the config file gives for `name`, "" if none.
    """

    name: str
    source: str
    place: str


def config_file() -> Path:
    """Return the path of the config file."""
    return user_folder("XDG_CONFIG_HOME", "~/.config") / "config.toml"


def named_table(option: str) -> NamedTable | None:
    """Return the table that the user named, or None.

    The name is `option`, the value of --table. If that is empty, it is the variable
    MARCORIA_TABLE, else the default table of the config file.
    """
    config = load()
    choices = ((option, "--table"), (os.environ.get(VARIABLE, ""), VARIABLE))
    for name, source in (*choices, (config.table, str(config_file()))):
        if name:
            return NamedTable(name, source, config.tables.get(name, ""))
    return None


def name_of(option: str) -> str:
    """Return the name of the table to use if the config file defines that name, else ""."""
    named = named_table(option)
    return named.name if named and named.place else ""


def load() -> Config:
    """Load and return the config file; a missing file counts as empty.

    Raise TableError if the file cannot be read. If the file has an error, raise TableError with
    the line of the error.
    """
    if not config_file().exists():
        return Config()
    import tomllib  # imported here, because most users have no config file

    text = read_text(config_file(), "bad-config")
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = _LINE.search(str(error))
        reason = _LINE.sub("", str(error)).replace("(at end of document)", "").strip()
        raise _wrong(int(line[1]) if line else text.count("\n") + 1, reason) from error
    _check(found, text)
    return Config(found.get("table", ""), found.get("tables", {}))


def _check(found: dict[str, Any], text: str) -> None:
    """Raise TableError for an unknown key or a wrong value."""
    for key, value in found.items():
        if key not in ("table", "tables"):
            raise _wrong(
                _line_of(text, key), f"unknown key '{key}': the keys are table and [tables]"
            )
        if not isinstance(value, str if key == "table" else dict):
            kind = 'a text, like table = "bar"' if key == "table" else "a section, like [tables]"
            raise _wrong(_line_of(text, key), f"'{key}' must be {kind}")
    for name, place in found.get("tables", {}).items():
        if not isinstance(place, str) or not place:
            wanted = "must be a port, a socket or a serial number, in quotes"
            raise _wrong(_line_of(text, name), f"'{name}' {wanted}")


def _line_of(text: str, key: str) -> int:
    """Return the number of the first line that begins with a key or section, 1 if none does."""
    begins = re.compile(rf"\s*\[?\s*[\"']?{re.escape(key)}[\s\"'=.\]]")
    lines = text.split("\n")
    return next((at for at, line in enumerate(lines, 1) if begins.match(line)), 1)


def _wrong(line: int, reason: str) -> TableError:
    file = config_file()
    sentence = f"{file}, line {line}: {reason} (docs/commands.md)"
    return TableError("bad-config", sentence, line=line, file=str(file))
