"""The hash of a deal: four letters for each of its lines, so that a lie is not only found but
also located; the last four are for the hash itself."""

import re
from base64 import urlsafe_b64encode
from binascii import crc32, crc_hqx

from marcoria.bdn.document import HASH
from marcoria.bdn.faults import PaperError
from marcoria.bdn.lines import Chunk, is_hidden, letters_begun

_SIZE = 4
_SEARCHED = 1000  # bytes of a line in which one is looked for
_BEGINNING = f'[{HASH} "'
_END = '"]'
_TAG = re.compile(rf'\[{HASH} "([A-Za-z0-9_-]*)')


def hash_of(lines: list[str]) -> str:
    """The hash of a deal that has these lines before it."""
    body = "".join(map(_check, lines))
    return body + _check(body)


def _check(line: str) -> str:
    """No change of one byte gives the same 24 bits: the first 16 tell any burst of that length."""
    data = line.encode("utf-8", "surrogatepass")
    both = crc_hqx(data, 0xFFFF) << 8 | crc32(data) & 0xFF
    return urlsafe_b64encode(both.to_bytes(3, "big")).decode()


def verify(chunk: Chunk) -> bool:
    """Whether there is a hash and it is right; PaperError at the first place that is not as it
    was when the hash was made."""
    lines = chunk.lines
    place = next((i for i, text in enumerate(lines) if text.startswith(_BEGINNING)), -1)
    if place < 0:
        if lines[-1][1:].startswith(_BEGINNING[1:]):
            raise PaperError(f'a hash is {_BEGINNING}..."]', chunk.first + len(lines) - 1, 1)
        return False
    number = chunk.first + place
    body = _checked(lines[place], number)
    for i, line in enumerate(lines[:place]):
        wanted = body[i * _SIZE : i * _SIZE + _SIZE]
        if _check(line) != wanted:
            rest = body[i * _SIZE + _SIZE :]
            raise _located(line, lines[i + 1], wanted, rest, chunk.first + i)
    if len(body) != place * _SIZE:
        raise PaperError("lines of this deal are missing: its hash has more", number, 1)
    return True


def _checked(text: str, number: int) -> str:
    """The checks of the lines, of a line with a hash that is right itself."""
    found = _TAG.match(text)
    if not found or found.end(1) + len(_END) != len(text) or not text.endswith(_END):
        column = found.end(1) + 1 if found else len(_BEGINNING) + 1
        column += text.startswith(_END, column - 1) and len(_END)
        raise PaperError(f'a hash is {_BEGINNING}..."] and nothing else', number, column)
    value, at = found.group(1), found.start(1)
    body, own = value[:-_SIZE], value[-_SIZE:]
    right = _check(body)
    if right == own:
        return body
    wrong = [i for i in range(len(own)) if own[i] != right[i]]
    if len(wrong) == 1:
        column, letter = len(body) + wrong[0] + 1, right[wrong[0]]
    else:
        column, letter = _slip(body, own)
    raise PaperError(_sentence(f"line {number}", letter), number, at + max(column, 1))


def _located(line: str, after: str, wanted: str, rest: str, number: int) -> PaperError:
    """Where in a line the one letter is that was changed, if it was one; it may have been the
    line's end, or have become one."""
    for column in range(1, len(line) + 1):
        two = _check(line[: column - 1]) == wanted and _check(line[column:]) == rest[:_SIZE]
        if two and rest:
            return PaperError("here a line ended when the deal was written", number, column)
    for letter in map(chr, range(32, 127)):
        if wanted in (_check(line + letter + after), _check(line + letter)):
            return PaperError(_sentence(f"line {number}", letter), number, len(line) + 1)
    column, letter = _slip(line, wanted)
    return PaperError(_sentence(f"line {number}", letter), number, max(column, 1))


def _sentence(where: str, letter: str) -> str:
    stood = f": here stood '{letter}'" if letter else ""
    return f"{where} is not as it was when the deal was written{stood}"


def _slip(line: str, wanted: str) -> tuple[int, str]:
    """The column of the one byte with which the check is right again, and what letter it was;
    (0, "") if there is none."""
    data = bytearray(line.encode())
    if len(data) > _SEARCHED:
        return 0, ""
    letters = range(32, 127 if len(data) == len(line) else 256)
    for place, byte in enumerate(data):
        for other in letters:
            data[place] = other
            if other != byte and _check_bytes(data) == wanted:
                letter = _letter(bytes(data), place)
                if letter:
                    return letters_begun(bytes(data[: place + 1])), letter
        data[place] = byte
    return 0, ""


def _check_bytes(data: bytearray) -> str:
    both = crc_hqx(data, 0xFFFF) << 8 | crc32(data) & 0xFF
    return urlsafe_b64encode(both.to_bytes(3, "big")).decode()


def _letter(data: bytes, place: int) -> str:
    """The letter that has this byte; "" if that is no text."""
    try:
        text = data.decode()
    except UnicodeError:
        return ""
    letter = text[letters_begun(data[: place + 1]) - 1]
    return "" if letter != "\t" and is_hidden(letter) else letter
