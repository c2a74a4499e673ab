"""JSON form of BDN: the same content, one object for each deal."""

import json
import re
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from marcoria.bdn.model import HASH, NOTE, SECTIONS, TAGS, VERSION, Deal, PaperError, Words
from marcoria.bdn.parse import LARGEST, TOO_LARGE

DEEPEST = 32  # maximum number of levels of nested brackets

_PIECE = 1 << 16  # bytes that are read at once
_BLANKS = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_WORD = re.compile(r"[^\s;\[\]\"]+")


class JsonText:
    """Incremental JSON reader; `line` and `column` are the place of the next character.

    The methods raise PaperError if the file is not JSON or not UTF-8.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.line = 1
        self.column = 1
        self._file = file
        self._decoder = getincrementaldecoder("utf-8-sig")()
        self._text = ""  # part of the text that is in memory
        self._at = 0  # index of the next character in `_text`
        self._over = False  # whether the whole file was read

    def members(self) -> Iterator[str]:
        """Yield the names in an object; the caller must read each value before the next name."""
        for _ in self._parts("{", "}"):
            if self.next() != '"':
                raise self._wrong("a name in quotes is missing here")
            name = str(self.value())
            self.take(":")
            yield name

    def items(self) -> Iterator[None]:
        """Yield once for each item of a list; the caller must read the item before the next."""
        return self._parts("[", "]")

    def end(self) -> None:
        """Check that the text ends here."""
        if self.next():
            raise self._wrong("there is more text after the last bracket")

    def next(self) -> str:
        """Skip blanks; return the next character without consuming it, "" at the end."""
        while True:
            blanks = _BLANKS.match(self._text, self._at)
            self._pass(blanks.end() if blanks else self._at)
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._fill():
                return ""

    def take(self, letters: str) -> str:
        """Skip blanks; consume and return the next character, which must be one of `letters`."""
        letter = self.next()
        if not letter or letter not in letters:
            raise self._wrong(f"{' or '.join(letters)} is missing here")
        self._pass(self._at + 1)
        return letter

    def value(self) -> object:
        """Read and return a value; raise PaperError if it is larger or deeper than any deal."""
        self.next()
        while len(self._text) - self._at <= LARGEST and self._fill():
            pass
        value, end = self._decoded()
        text = self._text[self._at : end]
        if len(text.encode("utf-8", "surrogatepass")) > LARGEST:
            raise PaperError(TOO_LARGE, self.line, self.column)
        if text.count("[") + text.count("{") > DEEPEST and _is_deeper(value, DEEPEST):
            raise self._too_deep()
        self._pass(end)
        return value

    def _decoded(self) -> tuple[object, int]:
        """Return the next value and the index of its end in `_text`.

        Raise PaperError if the value is not JSON, or if its end is not in memory.
        """
        try:
            return _DECODER.raw_decode(self._text, self._at)
        except json.JSONDecodeError as error:
            endless = error.msg.startswith("Unterminated") or error.pos >= self._at + LARGEST
            if endless and not self._over:
                raise PaperError(TOO_LARGE, self.line, self.column) from error
            self._pass(error.pos)
            raise self._wrong(error.msg) from error
        except RecursionError as error:
            raise self._too_deep() from error
        except ValueError as error:  # for example, a number has thousands of digits
            raise self._wrong("a number is far too long") from error

    def _parts(self, begin: str, end: str) -> Iterator[None]:
        """Read brackets and commas; yield wherever the caller must read a part between them."""
        self.take(begin)
        if self.next() == end:
            self.take(end)
            return
        yield
        while self.take(f",{end}") != end:
            yield

    def _fill(self) -> bool:
        """Read more of the file and drop consumed text; return False at the end of the file."""
        if self._over:
            return False
        data = self._file.read(_PIECE)
        self._over = not data
        try:
            more = self._decoder.decode(data, final=self._over)
        except UnicodeDecodeError as error:
            self._text += error.object[: error.start].decode("utf-8", "ignore")
            self._pass(len(self._text))
            told = "this is not UTF-8: save the file as UTF-8"
            raise PaperError(told, self.line, self.column) from error
        self._text, self._at = self._text[self._at :] + more, 0
        return not self._over

    def _pass(self, end: int) -> None:
        """Advance to the index `end` of `_text`, and update `line` and `column`."""
        lines = self._text.count("\n", self._at, end)
        if lines:
            self.line += lines
            self.column = end - self._text.rindex("\n", self._at, end)
        else:
            self.column += end - self._at
        self._at = end

    def _wrong(self, detail: str) -> PaperError:
        return PaperError(f"this is not JSON: {detail}", self.line, self.column)

    def _too_deep(self) -> PaperError:
        told = f"more than {DEEPEST} nested brackets, which is more than any deal has"
        return PaperError(told, self.line, self.column)


def _is_deeper(value: object, most: int) -> bool:
    """Return whether lists and objects are nested deeper than `most`."""
    if not isinstance(value, (list, dict)):
        return False
    parts = value.values() if isinstance(value, dict) else value
    return most == 0 or any(_is_deeper(part, most - 1) for part in parts)


def twin_of(deal: Deal) -> dict[str, object]:
    """Return the JSON object of a deal."""
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
    """Return the deal of a JSON object; raise PaperError if the object has a wrong form."""
    if not isinstance(twin, dict):
        raise PaperError("a deal must be an object")
    deal = Deal()
    for name, value in twin.items():
        if not _NAME.fullmatch(name):
            raise PaperError(f"'{name[:40]}' is not a name of a tag")
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
    """Return a section as in `Deal.sections`: the value of its tag, and its lines.

    `value` is the section in JSON: an object with `first` and `lines`, a list of lines, or a list
    of words if there is only one line. Without `first` the value of the tag is "".
    """
    first = ""
    if isinstance(value, dict):
        first, value = _text(name, value.get("first", "")), value.get("lines", [])
    lines = _list(name, value)
    if lines and all(isinstance(word, str) for word in lines):
        lines = [lines]
    return first, [[_word(name, word) for word in _list(name, line)] for line in lines]


def _list(name: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise PaperError(f"{name} must be a list")
    return value


def _text(name: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > 3000:
        raise PaperError(f"{name} must be a text of at most 3000 characters")
    if not value.isprintable() and any(letter < " " or letter in "\x7f\x85" for letter in value):
        raise PaperError(f"{name} has an invisible character: remove it")
    if any("\ud800" <= letter <= "\udfff" or letter in "\u2028\u2029\ufeff" for letter in value):
        raise PaperError(f"{name} has an invisible character: remove it")
    return value


def _word(name: str, value: object) -> str:
    if not isinstance(value, str) or not _WORD.fullmatch(value) or len(value) > 200:
        raise PaperError(f"{name} must have lines of words, such as 7H or pass")
    return _text(name, value)


def dump(deals: Iterable[Deal]) -> Iterator[str]:
    """Yield the JSON text of a file of deals, in pieces."""
    yield f'{{"bdn":"{VERSION}","deals":['
    between = "\n"
    for deal in deals:
        yield between + json.dumps(twin_of(deal), ensure_ascii=False, separators=(",", ":"))
        between = ",\n"
    yield "\n]}\n"


def load(file: BinaryIO) -> Iterator[Deal]:
    """Read a JSON file piece by piece; yield its deals, each with `line` set to its first line.

    Raise PaperError at the first error.
    """
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
        raise PaperError('this JSON needs one list "deals": {"bdn": "1.0", "deals": [...]}', 1, 1)


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
