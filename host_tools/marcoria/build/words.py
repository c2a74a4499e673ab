"""Checks of the table's texts, and generators of the files that are made from these texts.

The file `firmware/ui/words/CODE.words` has the texts of a language: a line `name: text` for each
text. The order of the English file gives the texts their numbers, which the firmware uses
(`firmware/texts.py`). The first text is the language's own name. Its number is 0, which in the
firmware also stands for no text.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from marcoria.build.fonts import characters, in_titles
from marcoria.build.made import MadeFile
from marcoria.errors import TableError
from marcoria.paths import FIRMWARE, ROOT

FOLDER = FIRMWARE / "ui" / "words"
ENGLISH = "en.words"
LANGUAGE = "language"
MOST_BYTES = 32768  # maximum number of bytes of a file; the table reads no more
LONGEST = 128  # maximum number of characters of a text, or of an item of a list, for the display
_LINE = re.compile(r"([a-z][a-z0-9-]*): (.+)")
_FILLED_IN = "scodntmbwepql"
_PLACEHOLDER = re.compile(r"%(.?)")
_CONSTANTS = '''\
"""Numbers of the table's texts by name: generated from ui/words/en.words, not to be edited."""

from micropython import const

NONE = const(0)
'''
_NAMES = '''\
"""Names of the texts by number: generated from ui/words/en.words, not to be edited."""

NAMES = b"""\\
'''
_PAGE = """\
# What the table says

Each text of the table in all its languages. `marcoria words generate` makes this page from
`firmware/ui/words/`: do not edit it. The [glossary](glossary.md) explains the terms of the game.

You speak one of the languages, and a text sounds wrong? Change the line with its name in the file
of the language, such as `firmware/ui/words/it.words`, and run `marcoria words generate`.
`make test` reports texts that are too long for the display. Address one player in the singular,
and all players in the plural.

The files are in UTF-8 and are copied to the table unchanged. If a language lacks a text, the table
shows it in English.

In a text `%s` and `%o` stand for seats, `%c` and `%d` for cards, `%n` for a number, `%t` for a
name, `%m` for a meld or call, `%b` for a side, `%w` for seats joined by *and*, `%e` for seats
joined by *or*, `%p` and `%q` for points, `%l` for the text `on-your-pad` or the text `on-pad-of`.
`|` separates the items of a list. The table wraps long texts into lines.
"""


class TableText(NamedTuple):
    """Text with its line number in the file."""

    text: str
    line: int


Texts = dict[str, TableText]


def languages() -> list[Path]:
    """Return the files of all languages, English first."""
    return sorted(FOLDER.glob("*.words"), key=lambda path: (path.name != ENGLISH, path.name))


def made_files() -> list[MadeFile]:
    """Return the generated files: numbers and names for the firmware, and docs/words.md."""
    english = FOLDER / ENGLISH
    return [
        MadeFile(FIRMWARE / "texts.py", english, constants, faults),
        MadeFile(FIRMWARE / "ui" / "text_names.py", english, names, faults),
        MadeFile(ROOT / "docs" / "words.md", english, page, faults),
    ]


def read(path: Path) -> Texts:
    """Return the texts of a language by name, in the order of the English file.

    Raise TableError for a wrong line, and for a name that only this file or only the English file
    has.
    """
    found = _parse(path)
    if path.name == ENGLISH:
        return found
    english = _parse(path.with_name(ENGLISH))
    for name, text in found.items():
        if name not in english:
            raise _wrong(path, text.line, f"English has no '{name}'")
    for name, text in english.items():
        if name not in found:
            what = f"'{name}' is missing ({ENGLISH}, line {text.line})"
            raise _wrong(path, len(found), what)
    return {name: found[name] for name in english}


def faults() -> list[str]:
    """Return the faults in the words of all languages, a sentence each."""
    found: list[str] = []
    for path in languages():
        try:
            found += check(path)
        except TableError as error:
            found.append(error.detail)
    return found


def check(path: Path) -> list[str]:
    """Return the faults in the texts of a language, a sentence each."""
    texts = read(path)
    english = _parse(path.with_name(ENGLISH))
    found = []
    if path.stat().st_size > MOST_BYTES:
        found.append(f"{path.name}: the file has more than {MOST_BYTES} bytes: shorten its texts")
    for name, text in texts.items():
        for fault in _faults(name, text.text, english[name].text):
            found.append(f"{path.name}, line {text.line}: {fault}")
    return found


def constant(name: str) -> str:
    """Return the name of a text's constant in the firmware."""
    return name.upper().replace("-", "_")


def constants() -> str:
    """Return the source of firmware/texts.py."""
    named = enumerate(read(FOLDER / ENGLISH))
    lines = [f"{constant(name)} = const({number})" for number, name in named if number]
    return _CONSTANTS + "\n".join(lines) + "\n"


def names() -> str:
    """Return the source of firmware/ui/text_names.py."""
    return _NAMES + "\n".join(read(FOLDER / ENGLISH)) + '\n"""\n'


def page() -> str:
    """Return the text of docs/words.md."""
    paths = languages()
    said = [read(path) for path in paths]
    rows = [["name", *(f"`{path.stem}`" for path in paths)], ["---"] * (len(paths) + 1)]
    rows += [[f"`{name}`", *(_cell(one[name].text) for one in said)] for name in said[0]]
    return _PAGE + "\n" + "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def _cell(text: str) -> str:
    """Return a text escaped for a Markdown table."""
    return text.replace("|", r"\|").replace("*", r"\*")


def _parse(path: Path) -> Texts:
    """Return the texts of a file by name."""
    try:
        source = path.read_bytes().decode()
    except UnicodeDecodeError as error:
        at = error.object.count(b"\n", 0, error.start) + 1
        raise _wrong(path, at, "this is not UTF-8: save the file as UTF-8") from error
    found: Texts = {}
    lines = source.replace("\r\n", "\n").split("\n")
    for at, line in enumerate(lines[:-1], 1):
        match = _LINE.fullmatch(line)
        if not match:
            raise _wrong(path, at, f"this is not `name: text`: {line!r}")
        if match[1] in found:
            raise _wrong(path, at, f"'{match[1]}' is in line {found[match[1]].line} already")
        found[match[1]] = TableText(match[2], at)
    if lines[-1]:
        raise _wrong(path, len(lines), "the last line has no line break: is the file complete?")
    if next(iter(found), "") != LANGUAGE:
        raise _wrong(path, 1, f"the first text must be '{LANGUAGE}', the language's own name")
    return found


def _faults(name: str, text: str, english: str) -> Iterator[str]:
    """Yield the faults of a text, a sentence each."""
    filled = set(_PLACEHOLDER.findall(text))
    wanted = set(_PLACEHOLDER.findall(english))
    for letter in sorted(filled - set(_FILLED_IN)):
        yield f"there is no placeholder %{letter}"
    if name == LANGUAGE and (filled or "|" in text):
        yield "the name of a language cannot have placeholders, and cannot be a list"
    elif filled & set(_FILLED_IN) != wanted & set(_FILLED_IN):
        yield f"'{name}' does not have the placeholders of the English text: {english}"
    if text.count("|") != english.count("|"):
        yield f"'{name}' has another number of items than the English list: {english}"
    elif filled and "|" in text:
        yield f"'{name}' is a list, which cannot have placeholders"
    for letter in sorted(set(text)):
        if letter not in characters():
            yield (
                f"the fonts have no {letter!r}: add it to _RANGES in"
                " host_tools/marcoria/build/fonts.py, then run marcoria fonts"
            )
        elif letter.islower() and not in_titles(letter):
            yield (
                f"titles have no {letter!r}: remove it from _NOT_IN_TITLES in"
                " host_tools/marcoria/build/fonts.py, then run marcoria fonts"
            )
    if max(map(len, text.split("|"))) > LONGEST:
        yield f"a text of more than {LONGEST} characters is too long for the display"


def _wrong(path: Path, line: int, what: str) -> TableError:
    """Return the error about a line of a file."""
    return TableError("bad-words", f"{path.name}, line {line}: {what}")
