"""The JSON twin of BDN: the same content, an object for each deal, one a line."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from marcoria.bdn.document import HASH, NOTE, SECTIONS, TAGS, VERSION, Deal, Words
from marcoria.bdn.faults import PaperError
from marcoria.bdn.json_text import JsonText

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_WORD = re.compile(r"[^\s;\[\]\"]+")


def twin_of(deal: Deal) -> dict[str, object]:
    """What BDN has in tags and sections."""
    twin: dict[str, object] = {tag: deal.tags[tag] for tag in sorted(deal.tags, key=_place)}
    for name, (value, lines) in deal.sections.items():
        twin[name] = {"first": value, "lines": lines}
    if deal.notes:
        twin[NOTE] = deal.notes
    if deal.hash:
        twin[HASH] = deal.hash
    return twin


def _place(tag: str) -> int:
    return TAGS.index(tag) if tag in TAGS else len(TAGS)


def deal_of(twin: object) -> Deal:
    """The deal of a twin; PaperError for whatever is no deal."""
    if not isinstance(twin, dict):
        raise PaperError("a deal is an object")
    deal = Deal()
    for name, value in twin.items():
        if not _NAME.fullmatch(name):
            raise PaperError(f"'{name[:40]}' is no name of a tag")
        if name in SECTIONS:
            deal.sections[name] = _section(name, value)
        elif name == NOTE:
            deal.notes = [_text(NOTE, note) for note in _list(NOTE, value)]
        elif name == HASH:
            deal.hash = _text(name, value)
        else:
            deal.tags[name] = _text(name, value)
    return deal


def _section(name: str, value: object) -> tuple[str, list[Words]]:
    """The value of its tag, and its lines. A list alone is lines, or one of words."""
    first = ""
    if isinstance(value, dict):
        first, value = _text(name, value.get("first", "")), value.get("lines", [])
    lines = _list(name, value)
    if lines and all(isinstance(word, str) for word in lines):
        lines = [lines]
    return first, [[_word(name, word) for word in _list(name, line)] for line in lines]


def _list(name: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise PaperError(f"{name} is a list")
    return value


def _text(name: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > 3000:
        raise PaperError(f"{name} is a text")
    if not value.isprintable() and any(letter < " " or letter in "\x7f\x85" for letter in value):
        raise PaperError(f"in {name} is a letter that nobody sees")
    if any("\ud800" <= letter <= "\udfff" or letter in "\u2028\u2029\ufeff" for letter in value):
        raise PaperError(f"in {name} is a letter that nobody sees")
    return value


def _word(name: str, value: object) -> str:
    if not isinstance(value, str) or not _WORD.fullmatch(value) or len(value) > 200:
        raise PaperError(f"{name} has lines of words, like 7H or pass")
    return _text(name, value)


def dump(deals: Iterable[Deal]) -> Iterator[str]:
    """The text of the twin of a file, in pieces."""
    yield f'{{"bdn":"{VERSION}","deals":['
    between = "\n"
    for deal in deals:
        yield between + json.dumps(twin_of(deal), ensure_ascii=False, separators=(",", ":"))
        between = ",\n"
    yield "\n]}\n"


def load(file: BinaryIO) -> Iterator[Deal]:
    """Yield the deals of a twin with the line of each, while the file is read."""
    text = JsonText(file)
    found = 0
    for name in text.members():
        if name == "deals" and text.next() == "[":
            found += 1
            yield from _listed(text)
        else:
            text.value()
    text.end()
    if found != 1:
        raise PaperError('this JSON is no twin of BDN: {"bdn": "1.0", "deals": [...]}', 1, 1)


def _listed(text: JsonText) -> Iterator[Deal]:
    for number, _ in enumerate(text.items(), 1):
        text.next()
        line, column = text.line, text.column
        try:
            deal = deal_of(text.value())
        except PaperError as error:
            if error.line:
                raise
            raise PaperError(f"deal {number}: {error.detail}", line, column) from error
        deal.line = line
        yield deal
