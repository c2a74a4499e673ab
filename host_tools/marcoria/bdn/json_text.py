"""A JSON text read value by value, so that a file of any size takes little memory."""

import json
import re
from codecs import getincrementaldecoder
from collections.abc import Iterator
from typing import BinaryIO

from marcoria.bdn.faults import PaperError
from marcoria.bdn.lines import LARGEST, TOO_LARGE

DEEPEST = 32  # brackets within brackets

_PIECE = 1 << 16  # bytes that are read at once
_BLANKS = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


class JsonText:
    """The text of a file; `line` and `column` are those of the next letter."""

    def __init__(self, file: BinaryIO) -> None:
        self.line = 1
        self.column = 1
        self._file = file
        self._decoder = getincrementaldecoder("utf-8-sig")()
        self._text = ""  # what is in memory
        self._at = 0  # the next letter of it
        self._over = False  # the file has no more

    def members(self) -> Iterator[str]:
        """Yield the names in an object; the caller reads the value of each before the next."""
        for _ in self._parts("{", "}"):
            if self.next() != '"':
                raise self._wrong("here a name in quotes is missing")
            name = str(self.value())
            self.take(":")
            yield name

    def items(self) -> Iterator[None]:
        """Yield once for each item of a list, which the caller reads before the next."""
        return self._parts("[", "]")

    def end(self) -> None:
        """Check that nothing more comes."""
        if self.next():
            raise self._wrong("there is more behind its end")

    def next(self) -> str:
        """Skip blanks and return the next letter without taking it, "" at the end."""
        while True:
            blanks = _BLANKS.match(self._text, self._at)
            self._pass(blanks.end() if blanks else self._at)
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._fill():
                return ""

    def take(self, letters: str) -> str:
        """Take the next letter, which must be one of those."""
        letter = self.next()
        if not letter or letter not in letters:
            raise self._wrong(f"here {' or '.join(letters)} is missing")
        self._pass(self._at + 1)
        return letter

    def value(self) -> object:
        """Read a value of any kind; PaperError if it is larger or deeper than a deal may be."""
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
        """Return the next value and its end; one that has no end in memory is too large."""
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
        except ValueError as error:  # a number of thousands of digits
            raise self._wrong("a number is far too long") from error

    def _parts(self, begin: str, end: str) -> Iterator[None]:
        """Yield at each part between brackets, which are separated by commas."""
        self.take(begin)
        if self.next() == end:
            self.take(end)
            return
        yield
        while self.take(f",{end}") != end:
            yield

    def _fill(self) -> bool:
        """Read more of the file, and drop what was taken; false at its end."""
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
        """Go on to that place of the text in memory."""
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
        told = f"here are more than {DEEPEST} brackets within brackets: no deal has so many"
        return PaperError(told, self.line, self.column)


def _is_deeper(value: object, most: int) -> bool:
    """Return whether lists and objects lie more than `most` deep in each other."""
    if not isinstance(value, (list, dict)):
        return False
    parts = value.values() if isinstance(value, dict) else value
    return most == 0 or any(_is_deeper(part, most - 1) for part in parts)
