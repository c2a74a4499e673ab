"""The words of the table, `firmware/ui/words/NAME.words`, and the names of its texts for the code,
firmware/texts.py, which is made of the English ones."""

import re

from marcoria.errors import TableError
from marcoria.paths import FIRMWARE

FOLDER = FIRMWARE / "ui" / "words"
GENERATED = FIRMWARE / "texts.py"
_LINE = re.compile(r"(\d{3}) ([a-z][a-z0-9-]*): .*")
_HEAD = """\
\"\"\"The texts of the table by name: generated from ui/words/en.words, not to be edited.\"\"\"

from micropython import const
"""


def generate() -> str:
    """The text of firmware/texts.py."""
    names = numbers((FOLDER / "en.words").read_text(encoding="utf-8"))
    return "\n".join([_HEAD, *(f"{constant(name)} = const({n})" for name, n in names.items()), ""])


def constant(name: str) -> str:
    """What the code calls a text."""
    return name.upper().replace("-", "_")


def numbers(english: str) -> dict[str, int]:
    """The texts' numbers by their names."""
    found: dict[str, int] = {}
    for at, line in enumerate(english.splitlines(), 1):
        match = _LINE.fullmatch(line)
        if not match or match[2] in found:
            raise TableError(
                "bad-words", f"en.words, line {at}: no name, or not the first: {line}"
            )
        found[match[2]] = int(match[1])
    return found


def check() -> list[str]:
    """What is wrong with the words."""
    if GENERATED.read_text(encoding="utf-8") == generate():
        return []
    return [f"{GENERATED.name} is not what en.words makes of it: generate it again"]
