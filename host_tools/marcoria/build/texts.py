"""The texts of the table, `firmware/ui/words/NAME.words`, a line each: `name: text`.

English says which there are: its order gives them their numbers, and the code their names, in
firmware/texts.py, which is made of it. The first text is the language's own name, and no sentence:
its number, 0, means that nothing is said.
"""

import re
from pathlib import Path
from typing import NamedTuple

from marcoria.errors import TableError
from marcoria.paths import FIRMWARE

FOLDER = FIRMWARE / "ui" / "words"
GENERATED = FIRMWARE / "texts.py"
ENGLISH = "en.words"
LANGUAGE = "language"
MOST = 255  # a number is a byte
_LINE = re.compile(r"([a-z][a-z0-9-]*): (.+)")
_HEAD = """\
\"\"\"The texts of the table by name: generated from ui/words/en.words, not to be edited.\"\"\"

from micropython import const

NONE = const(0)
"""


class TextLine(NamedTuple):
    """What a line says, and where it stands."""

    text: str
    line: int


def languages() -> list[Path]:
    """The files of all languages, English first."""
    return sorted(FOLDER.glob("*.words"), key=lambda path: (path.name != ENGLISH, path.name))


def read(path: Path) -> dict[str, TextLine]:
    """The texts of a language by their names, in the order of the English ones beside them."""
    found = parse(path.read_text(encoding="utf-8"), path.name)
    if path.name == ENGLISH:
        return found
    return in_order(found, path.name, read(path.with_name(ENGLISH)))


def parse(source: str, where: str) -> dict[str, TextLine]:
    """The texts of a file by their names."""
    found: dict[str, TextLine] = {}
    for at, line in enumerate(source.splitlines(), 1):
        match = _LINE.fullmatch(line)
        if not match:
            raise wrong(where, at, f"this is not `name: text`: {line}")
        if match[1] in found:
            raise wrong(where, at, f"'{match[1]}' is in line {found[match[1]].line} already")
        found[match[1]] = TextLine(match[2], at)
    if next(iter(found), "") != LANGUAGE:
        raise wrong(where, 1, f"the first text is '{LANGUAGE}', the language's own name")
    return found


def in_order(
    found: dict[str, TextLine], where: str, english: dict[str, TextLine]
) -> dict[str, TextLine]:
    """The same, if they are those of English, in its order."""
    for name, one in found.items():
        if name not in english:
            raise wrong(where, one.line, f"English has no '{name}'")
    for name, one in english.items():
        if name not in found:
            raise wrong(where, len(found), f"'{name}' is missing ({ENGLISH}, line {one.line})")
    return {name: found[name] for name in english}


def wrong(where: str, line: int, what: str) -> TableError:
    """The error about a line of a file."""
    return TableError("bad-words", f"{where}, line {line}: {what}")


def constant(name: str) -> str:
    """What the code calls a text."""
    return name.upper().replace("-", "_")


def generate() -> str:
    """The text of firmware/texts.py."""
    names = [name for name in read(FOLDER / ENGLISH) if name != LANGUAGE]
    lines = [f"{constant(name)} = const({number})" for number, name in enumerate(names, 1)]
    return _HEAD + "\n".join(lines) + "\n"
