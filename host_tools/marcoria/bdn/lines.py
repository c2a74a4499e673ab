"""The lines of a file of deals, read one deal at a time, each letter checked."""

from collections.abc import Iterator
from typing import BinaryIO

from marcoria.bdn.faults import PaperError

LONGEST = 4096  # bytes of a line
MOST_LINES = 2000  # of a deal
LARGEST = 1 << 16  # bytes of a deal
TOO_LARGE = f"this deal has more than {LARGEST >> 10} KiB: no table writes so much of one"

_BOM = b"\xef\xbb\xbf"
OTHER_BOMS = (b"\xff\xfe", b"\xfe\xff")


class Chunk:
    """The lines of one deal, without their ends; the first one's number."""

    def __init__(
        self,
        first: int,
        lines: list[str],
        size: int = 0,
    ) -> None:
        self.first = first
        self.lines = lines
        self.size = size  # bytes


def chunks(file: BinaryIO) -> Iterator[Chunk]:
    """The deals of a file. One ends where, behind an empty line, the tag comes again that it
    began with."""
    found: Chunk | None = None
    empty = 0  # lines before this one
    for number, text in _lines(file):
        if not text.strip():
            empty += 1
            continue
        if found is None or (empty and _is_next(found, text)):
            if found:
                yield found
            found = Chunk(number, [])
        else:
            _check_size(found, empty, text, number)
            found.lines += [""] * empty
        empty = 0
        found.lines.append(text)
        found.size += len(text.encode())
    if found:
        yield found


def _check_size(chunk: Chunk, empty: int, text: str, number: int) -> None:
    """Raise PaperError if a deal grows larger than any is."""
    if len(chunk.lines) + empty >= MOST_LINES:
        told = (
            f"this deal has more than {MOST_LINES} lines: "
            f"the next one begins behind an empty line with {_beginning(chunk)}"
        )
        raise PaperError(told, number, 1)
    if chunk.size + len(text.encode()) > LARGEST:
        raise PaperError(TOO_LARGE, number, 1)


def _is_next(chunk: Chunk, text: str) -> bool:
    """Whether behind an empty line another deal begins: its first tag comes again, or there was
    a hash, the last one."""
    last = next(line for line in reversed(chunk.lines) if line)
    return text.startswith(_beginning(chunk)) or last.startswith("[Hash ")


def _beginning(chunk: Chunk) -> str:
    """The tag that each deal of this file begins with."""
    first = next((one for one in chunk.lines if one.startswith("[")), "[")
    return first.split(None, 1)[0] + " " if first != "[" else "["


def _lines(file: BinaryIO) -> Iterator[tuple[int, str]]:
    number = 0
    while True:
        data = file.readline(LONGEST + 2)
        if not data:
            return
        number += 1
        if number == 1:
            data = _without_mark(data)
        yield number, _text(data, number)


def _without_mark(data: bytes) -> bytes:
    if data[:2] in OTHER_BOMS:
        raise PaperError("this file is in UTF-16: save it as UTF-8", 1, 1)
    return data[len(_BOM) :] if data.startswith(_BOM) else data


def _text(data: bytes, number: int) -> str:
    if data.endswith(b"\r\n"):
        data = data[:-2]
    elif data.endswith(b"\n"):
        data = data[:-1]
    elif len(data) > LONGEST:
        raise PaperError(f"this line has more than {LONGEST} bytes", number, LONGEST)
    if b"\0" in data:
        at = letters_begun(data[: data.index(b"\0")]) + 1
        raise PaperError("here is a NUL: this is not a text, or not in UTF-8", number, at)
    try:
        text = data.decode("utf-8")
    except UnicodeError:
        column = _good_letters(data) + 1
        raise PaperError("this is not UTF-8: save the file as UTF-8", number, column)
    if text and (min(text) < " " or max(text) > "~"):
        _check_letters(text, number)
    return text


def letters_begun(data: bytes) -> int:
    """Return the number of letters of which the first byte is in this part of a UTF-8 text."""
    return sum(byte & 0xC0 != 0x80 for byte in data)


def _good_letters(data: bytes) -> int:
    """Return the number of letters in front of the first byte that is not UTF-8."""
    count = at = 0
    while True:
        for size in (1, 2, 3, 4):
            try:
                data[at : at + size].decode("utf-8")
            except UnicodeError:
                continue
            at += size
            count += 1
            break
        else:
            return count


def is_hidden(letter: str) -> bool:
    """Return whether a letter is one that nobody sees."""
    return letter < " " or letter in "\x7f\x85\u2028\u2029\ufeff"


def _check_letters(text: str, number: int) -> None:
    for column, letter in enumerate(text, 1):
        if letter != "\t" and is_hidden(letter):
            told = f"here is a letter that nobody sees, U+{ord(letter):04X}: take it out"
            raise PaperError(told, number, column)
