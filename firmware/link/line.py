"""A line that a host sends: a flat JSON object of whole numbers and plain texts, and its check.

It is taken apart where it stands, for a step takes no heap.
"""

from micropython import const

from codes import protocol, replies, signs
from link.check import DIGITS, TAIL, TAIL_SIZE, crc

_MOST_FIELDS = const(8)
_MOST_DIGITS = const(10)
_LONGEST_NUMBER = const(0x3FFFFFFF)
_QUOTE = b'"'


class Line:
    """`take` bytes until it is True, then ask for the fields."""

    def __init__(self) -> None:
        self.bytes = bytearray(protocol.LINE_BYTES)
        self.length = 0
        self.at = self.end = 0  # of the text that was asked for last
        self._too_long = False
        self._is_plain = True
        self._keys = bytearray(_MOST_FIELDS * 4)  # where each key and value begins and ends
        self._fields = 0
        self._place = 0

    def take(self, byte: int) -> bool:
        """Whether a line has ended with that byte."""
        if byte == signs.NEWLINE:
            return True
        if byte != signs.RETURN:
            if byte < signs.BLANK or byte == signs.BACKSLASH:
                self._is_plain = False
            if self.length < protocol.LINE_BYTES:
                self.bytes[self.length] = byte
                self.length += 1
            else:
                self._too_long = True
        return False

    def clear(self) -> None:
        """The next line begins."""
        self.length = self._fields = 0
        self._too_long = False
        self._is_plain = True

    def is_meant(self) -> bool:
        """Whether it is for the table at all, and not typed or printed by somebody else."""
        return self.length > 0 and self.bytes[0] == signs.OPEN

    def check(self) -> int:
        """replies.DONE, or what has become of it on its way."""
        if self._too_long:
            return replies.TOO_LONG
        return replies.DONE if self._is_checked() else replies.CHECK

    def open(self) -> int:
        """Takes it apart: replies.DONE, or NOT_JSON."""
        return replies.DONE if self._is_plain and self._parse() else replies.NOT_JSON

    def _is_checked(self) -> bool:
        data = self.bytes
        start = self.length - TAIL_SIZE
        if start < 1 or data[start + 10] != signs.QUOTE or data[start + 11] != signs.CLOSE:
            return False
        for at in range(len(TAIL)):
            if data[start + at] != TAIL[at]:
                return False
        found = crc(data, 0, start)
        for at in range(4):
            if data[start + len(TAIL) + at] != DIGITS[found >> 12 - 4 * at & 15]:
                return False
        return True

    # --- JSON -------------------------------------------------------------------------------

    def _parse(self) -> bool:
        """Finds the fields; the check is one of them."""
        self._place = 1
        while self._fields < _MOST_FIELDS:
            if not self._text(self._fields * 4) or not self._skip(signs.COLON):
                return False
            if not self._value(self._fields * 4 + 2):
                return False
            self._fields += 1
            if self._skip(signs.CLOSE):
                return self._place == self.length
            if not self._skip(signs.COMMA):
                return False
        return False

    def _skip(self, wanted: int) -> bool:
        """Goes on behind a sign, and the blanks around it, if it comes next."""
        self._skip_blanks()
        if self._place >= self.length or self.bytes[self._place] != wanted:
            return False
        self._place += 1
        self._skip_blanks()
        return True

    def _skip_blanks(self) -> None:
        while self._place < self.length and self.bytes[self._place] == signs.BLANK:
            self._place += 1

    def _text(self, field: int) -> bool:
        """A text, without its quotation marks."""
        self._skip_blanks()
        start = self._place + 1
        if start > self.length or self.bytes[start - 1] != signs.QUOTE:
            return False
        end = self.bytes.find(_QUOTE, start, self.length)
        if end < 0:
            return False
        self._keys[field] = start
        self._keys[field + 1] = end
        self._place = end + 1
        return True

    def _value(self, field: int) -> bool:
        """A text or a whole number."""
        if self._place < self.length and self.bytes[self._place] == signs.QUOTE:
            return self._text(field)
        data = self.bytes
        at = start = self._place
        if at < self.length and data[at] == signs.MINUS:
            at += 1
        digits = at
        while at < self.length and signs.ZERO <= data[at] <= signs.NINE:
            at += 1
        self._keys[field] = start
        self._keys[field + 1] = at
        self._place = at
        return 0 < at - digits <= _MOST_DIGITS

    # --- fields -----------------------------------------------------------------------------

    def find(self, key: bytes) -> bool:
        """Whether it has a field of that name: then it is between `at` and `end`."""
        keys = self._keys
        for field in range(0, self._fields * 4, 4):
            if self._is(keys[field], keys[field + 1], key):
                self.at = keys[field + 2]
                self.end = keys[field + 3]
                return True
        return False

    def _is(self, at: int, end: int, key: bytes) -> bool:
        if end - at != len(key):
            return False
        for place in range(len(key)):
            if self.bytes[at + place] != key[place]:
                return False
        return True

    def is_text(self) -> bool:
        """Whether what was found is a text."""
        return self.bytes[self.at - 1] == signs.QUOTE

    def number(self, key: bytes, otherwise: int = -1) -> int:
        """A field that is a whole number from 0 on; `otherwise` if it is not there, or not one."""
        if not self.find(key) or self.is_text() or self.bytes[self.at] == signs.MINUS:
            return otherwise
        found = 0
        for at in range(self.at, self.end):
            digit = self.bytes[at] - signs.ZERO
            if found > (_LONGEST_NUMBER - digit) // 10:
                return otherwise
            found = found * 10 + digit
        return found

    def text(self) -> str:
        """What was found, if that is a text; raises UnicodeError if it is not in UTF-8."""
        return str(self.bytes[self.at : self.end], "utf-8") if self.is_text() else ""

    def says(self, word: bytes) -> bool:
        """Return whether what was found is the text `word`, byte by byte."""
        return self.is_text() and self._is(self.at, self.end, word)
