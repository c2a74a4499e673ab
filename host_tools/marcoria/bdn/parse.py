"""Parser of BDN text: checks characters, computes and verifies hashes, parses each deal."""

from base64 import urlsafe_b64encode
from binascii import crc32, crc_hqx
from collections.abc import Iterator
from typing import BinaryIO

from marcoria.bdn.model import HASH, KNOWN, NOTE, SECTIONS, Deal, PaperError, Row

LONGEST = 4096  # maximum number of bytes of a line, without its line end
MOST_LINES = 2000  # maximum number of lines of a deal
LARGEST = 1 << 16  # maximum number of bytes of a deal, without line ends
TOO_LARGE = f"this deal has more than {LARGEST >> 10} KiB, more than any table writes"

_BOM = b"\xef\xbb\xbf"
OTHER_BOMS = (b"\xff\xfe", b"\xfe\xff")
_SIZE = 4
_SEARCHED = 1000  # longest line, in bytes, in which a changed byte is searched for
_BEGINNING = f'[{HASH} "'
_END = '"]'
MOST_WORDS = 4000

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_OF_A_NAME = _LETTERS + "0123456789_"
_OF_A_HASH = _OF_A_NAME + "-"


class Chunk:
    """Lines of one deal, without line ends, and the number of the first line."""

    def __init__(
        self,
        first: int,
        lines: list[str],
        size: int = 0,
    ) -> None:
        self.first = first
        self.lines = lines
        self.size = size  # size of the lines in bytes


def chunks(file: BinaryIO) -> Iterator[Chunk]:
    """Yield the deals of a file as chunks of lines.

    A deal ends at an empty line that is followed by the beginning of another deal. A line that
    has only blanks counts as empty.
    """
    found: Chunk | None = None
    empty = 0  # number of empty lines before the current line
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
    """Raise PaperError if a deal becomes too large with `empty` empty lines and then `text`."""
    if len(chunk.lines) + empty >= MOST_LINES:
        told = (
            f"this deal has more than {MOST_LINES} lines: "
            f"begin the next deal after an empty line, with {_beginning(chunk)}"
        )
        raise PaperError(told, number, 1)
    if chunk.size + len(text.encode()) > LARGEST:
        raise PaperError(TOO_LARGE, number, 1)


def _is_next(chunk: Chunk, text: str) -> bool:
    """Return whether another deal begins with the line `text`, which follows an empty line.

    This is so if the line begins like the first tag of `chunk`, or if the last line of `chunk` is
    a hash.
    """
    last = next(line for line in reversed(chunk.lines) if line)
    return text.startswith(_beginning(chunk)) or last.startswith("[Hash ")


def _beginning(chunk: Chunk) -> str:
    """Return the beginning of a chunk's first tag, such as "[House ", or "[" if it has no tag."""
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
    if len(data) > LONGEST:
        raise PaperError(f"this line has more than {LONGEST} bytes: split it", number, LONGEST)
    if b"\0" in data:
        at = letters_begun(data[: data.index(b"\0")]) + 1
        raise PaperError("this NUL character shows that the file is not text in UTF-8", number, at)
    try:
        text = data.decode("utf-8")
    except UnicodeError:
        column = _good_letters(data) + 1
        raise PaperError("this is not UTF-8: save the file as UTF-8", number, column)
    if text and (min(text) < " " or max(text) > "~"):
        _check_letters(text, number)
    return text


def _skip(text: str, at: int, letters: str) -> int:
    """Return the index of the first character from `at` on that is not one of `letters`.

    Return the length of the text if there is none.
    """
    while at < len(text) and text[at] in letters:
        at += 1
    return at


def letters_begun(data: bytes) -> int:
    """Return how many characters begin in this part of a UTF-8 text."""
    return sum(byte & 0xC0 != 0x80 for byte in data)


def _good_letters(data: bytes) -> int:
    """Return the number of characters before the first invalid byte, which `data` must have."""
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
    """Return whether a character is an ASCII control character, a line separator or a BOM."""
    return letter < " " or letter in "\x7f\x85\u2028\u2029\ufeff"


def _check_letters(text: str, number: int) -> None:
    for column, letter in enumerate(text, 1):
        if letter != "\t" and is_hidden(letter):
            told = f"here is an invisible character, U+{ord(letter):04X}: remove it"
            raise PaperError(told, number, column)


def hash_of(lines: list[str]) -> str:
    """Return the hash of a deal with these lines."""
    body = "".join(map(_check, lines))
    return body + _check(body)


def _check(line: str) -> str:
    """Return the checksum of a line: 24 bits, as four characters of base64.

    The first 16 bits are a CRC. It detects any burst of at most 16 wrong bits, and so any change
    of one byte.
    """
    data = line.encode("utf-8", "surrogatepass")
    both = crc_hqx(data, 0xFFFF) << 8 | crc32(data) & 0xFF
    return urlsafe_b64encode(both.to_bytes(3, "big")).decode()


def verify(chunk: Chunk) -> bool:
    """Verify the hash of a deal; return whether there is one at the beginning of a line.

    Raise PaperError if the hash is malformed, or else at the first change that was made after the
    hash was computed.
    """
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
        raise PaperError("lines of this deal are missing: its hash covers more lines", number, 1)
    return True


def _checked(text: str, number: int) -> str:
    """Verify the hash in the line `text`; return its checksums of the lines before it, joined."""
    at = len(_BEGINNING)
    end = _skip(text, at, _OF_A_HASH)
    if text[end:] != _END:
        column = end + 1 + (text.startswith(_END, end) and len(_END))
        raise PaperError(f'a hash is {_BEGINNING}..."] and nothing else', number, column)
    value = text[at:end]
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
    """Return the error for a changed line.

    The error is at the place of the change if only one of these things happened:

    - A byte was changed, and `_slip` finds it.
    - A line end became a character.
    - The last character of the line, an ASCII character, was removed.
    - An ASCII character became a line end, so that the line is now two lines.

    For any other change the error is in column 1. `after` is the next line. `wanted` is the
    checksum that the hash has for the line, and `rest` has the checksums of the lines after it.
    """
    for column in range(1, len(line) + 1):
        two = _check(line[: column - 1]) == wanted and _check(line[column:]) == rest[:_SIZE]
        if two and rest:
            return PaperError("a line ended here when the deal was written", number, column)
    for letter in map(chr, range(32, 127)):
        if wanted in (_check(line + letter + after), _check(line + letter)):
            return PaperError(_sentence(f"line {number}", letter), number, len(line) + 1)
    column, letter = _slip(line, wanted)
    return PaperError(_sentence(f"line {number}", letter), number, max(column, 1))


def _sentence(where: str, letter: str) -> str:
    stood = f": here was '{letter}'" if letter else ""
    return f"{where} was changed after the deal was written{stood}"


def _slip(line: str, wanted: str) -> tuple[int, str]:
    """Return the column of the character with a changed byte, and the original character.

    Changing the byte back restores the checksum `wanted`. Return (0, "") if no change of a single
    byte restores it, or if the line is too long to search. An original byte below 32, such as a
    tab, is not found.
    """
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
    """Return the character with the byte at `place`.

    Return "" if `data` is not UTF-8, or if the character is hidden and not a tab.
    """
    try:
        text = data.decode()
    except UnicodeError:
        return ""
    letter = text[letters_begun(data[: place + 1]) - 1]
    return "" if letter != "\t" and is_hidden(letter) else letter


def deals(file: BinaryIO) -> Iterator[Deal]:
    """Yield the deals of a file; raise PaperError at the first error."""
    hashed = False
    for chunk in chunks(file):
        verified = verify(chunk)
        deal = _Reader(chunk).read()
        if deal.hash and not verified:
            raise deal.wrong_tag(HASH, "Hash must be alone on its line, from the first column on")
        if hashed and not deal.hash:
            last = chunk.lines[-1]
            told = "this deal has no Hash, but the deal before has one: is the file cut off here?"
            raise PaperError(told, deal.end, 1 if HASH in last else len(last))
        hashed = bool(deal.hash)
        yield deal


class _Reader:
    """Parser of one deal."""

    def __init__(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self.deal = Deal(line=chunk.first, end=chunk.first + len(chunk.lines) - 1)
        self.section = ""
        self.words = 0

    def read(self) -> Deal:
        """Parse all lines of the chunk; return the deal."""
        for number, text in enumerate(self.chunk.lines, self.chunk.first):
            if not text or (text.startswith(";") and not self.deal.hash):
                continue
            at = 0
            stripped = text.lstrip()
            if stripped.startswith("["):
                at = len(text) - len(stripped)
                while text.startswith("[", at):
                    at = self._tag(text, at, number)
            if at < len(text):
                self._words(text, at, number)
            if self.words > MOST_WORDS:
                told = f"this deal has more than {MOST_WORDS} words, more than any table writes"
                raise PaperError(told, number, 1)
        return self.deal

    def _tag(self, text: str, at: int, number: int) -> int:
        """Store the tag at the index `at`; return the index after the tag and following blanks."""
        start, name = _name_at(text, at)
        quote = _skip_blanks(text, start + len(name))
        is_quoted = bool(name) and text.startswith('"', quote)
        end = _closing_quote(text, quote + 1) if is_quoted else -1
        bracket = _skip_blanks(text, end + 1)
        if end < 0 or not text.startswith("]", bracket):
            raise _not_a_tag(text, at, number)
        value = _unescaped(text[quote + 1 : end])
        deal = self.deal
        if name not in KNOWN:
            _check_slip(name, number, start)
        if deal.hash:
            raise PaperError(
                "nothing may follow Hash in a deal: leave an empty line before a new deal",
                number,
                at + 1,
            )
        if name == NOTE:
            deal.notes.append(value)
        elif name in deal.tags_at:
            first = deal.tags_at[name][0]
            raise PaperError(
                f"the tag {name} appears twice, first in line {first}", number, at + 1
            )
        elif name in SECTIONS:
            deal.sections[name] = (value, [])
            deal.rows[name] = []
        elif name == HASH:
            deal.hash = value
        else:
            deal.tags[name] = value
        deal.tags_at.setdefault(name, (number, quote + 2))
        self.section = name if name in SECTIONS else ""
        return _skip(text, bracket + 1, " \t")

    def _words(self, text: str, at: int, number: int) -> None:
        """Store the words of a line, from the index `at` on, in the current section.

        A line that begins with a blank continues the previous line of the section, if there is
        one.
        """
        words = text[at:].split()
        for place, word in enumerate(words):
            if word.startswith(";") and not self.deal.hash:
                words = words[:place]
                break
        if not words:
            return
        if not self.section:
            column = at + len(text[at:]) - len(text[at:].lstrip()) + 1
            told = (
                f"'{words[0][:40]}' belongs to no section: [Auction ...] or [Play ...] is missing"
            )
            if self.deal.hash:
                told = "nothing may follow Hash in a deal: leave an empty line before a new deal"
            raise PaperError(told, number, column)
        lines = self.deal.sections[self.section][1]
        rows = self.deal.rows[self.section]
        self.words += len(words)
        row: Row = (number, text, at, len(words))
        if at == 0 and text[0] in " \t" and lines:
            lines[-1] += words
            rows[-1].append(row)
        else:
            lines.append(words)
            rows.append([row])


def _name_at(text: str, at: int) -> tuple[int, str]:
    """Return the index and the name of the tag at `at`; the name is "" if missing or invalid."""
    start = _skip_blanks(text, at + 1)
    name = text[start : _skip(text, start, _OF_A_NAME)]
    return start, name if name and name[0] in _LETTERS else ""


def _skip_blanks(text: str, at: int) -> int:
    return len(text) - len(text[at:].lstrip()) if at < len(text) else at


def _closing_quote(text: str, at: int) -> int:
    """Return the index of the quote that ends the value beginning at `at`, -1 if it is missing.

    Also return -1 if a backslash is not followed by a quote or a backslash.
    """
    end = text.find('"', at)
    if "\\" not in text[at:end]:
        return end
    while at < len(text) and text[at] != '"':
        escapes = text[at] == "\\"
        if escapes and text[at + 1 : at + 2] not in ('"', "\\"):
            return -1
        at += 1 + escapes
    return at if at < len(text) else -1


def _unescaped(value: str) -> str:
    if "\\" not in value:
        return value
    return "\\".join([part.replace('\\"', '"') for part in value.split("\\\\")])


def _not_a_tag(text: str, at: int, number: int) -> PaperError:
    """Return the error for text that begins like a tag but is not a tag."""
    _, name = _name_at(text, at)
    if not name:
        return PaperError('a tag begins with its name, such as [House "french"]', number, at + 2)
    quote = text.find('"', at)
    if quote < 0 or text[at + 1 : quote].strip() != name:
        column = at + text[at:].index(name) + len(name) + 1
        return PaperError(f'the value of {name} must be in quotes: [{name} "..."]', number, column)
    end = text.find('"', quote + 1)
    if end < 0:
        return PaperError(f"the quotes of {name} are not closed", number, len(text) + 1)
    told = f'the tag {name} ends with a quote and a bracket; write a quote inside the value as \\"'
    return PaperError(told, number, end + 2)


def _check_slip(name: str, number: int, at: int) -> None:
    """Raise PaperError for an unknown tag that is nearly a known tag (see `_is_near`).

    Any other unknown tag is accepted.
    """
    for known in sorted(KNOWN):
        if _is_near(name, known):
            column = next(
                (i for i, pair in enumerate(zip(name, known)) if pair[0] != pair[1]),
                min(len(name), len(known)) - 1,
            )
            told = f"there is no tag {name}: write {known}"
            raise PaperError(told, number, at + column + 1)


def _is_near(name: str, known: str) -> bool:
    """Return whether two names differ only in case, or in one changed, added or missing letter."""
    if name.lower() == known.lower():
        return True
    shorter, longer = sorted((len(name), len(known)))
    same = next((i for i in range(shorter) if name[i] != known[i]), shorter)
    end = next((i for i in range(shorter - same) if name[-1 - i] != known[-1 - i]), shorter - same)
    return longer - same - end <= 1
