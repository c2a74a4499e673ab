"""A line for the host, written down without heap: a JSON object, with a check at its end."""

from micropython import const

from codes import signs
from link.check import DIGITS, START, TAIL, crc

_AROUND_KEY = const(4)  # bytes
_RESERVE = const(16)  # bytes, for the check and the end
_END = b'"}\n'
_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_PADDING = const(61)
_ENCODED = const(36)  # bytes in a step, a multiple of three
_CHECKED = const(120)


class Reply:
    """`begin` it, write fields, `finish` it until that is done: its bytes before `length` are then
    the line. What is too long for it is left away, and `cut` says so."""

    def __init__(self, size: int) -> None:
        self.bytes = bytearray(size)
        self.length = 0
        self.cut = False
        self._digits = bytearray(10)
        self._last = b""  # the field that is still to be written: its key, its bytes, how many
        self._data: "bytes | bytearray" = b""
        self._at = 0
        self._crc = START  # of the first bytes of the line
        self._checked = 0

    def begin(self) -> None:
        """An empty object."""
        self.bytes[0] = signs.OPEN
        self.length = 1
        self.cut = False
        self._data = b""
        self._crc = START
        self._checked = 0

    def finish(self) -> bool:
        """Does a part of what is left: the bytes that were given last, then the check. Whether
        the line is complete."""
        if self._data:
            self._encode(self._data)
        elif self._checked < self.length:
            end = min(self.length, self._checked + _CHECKED)
            self._crc = crc(self.bytes, self._checked, end, self._crc)
            self._checked = end
        else:
            self._end()
            return True
        return False

    def _end(self) -> None:
        """The room for it was kept."""
        line = self.bytes
        at = self.length
        for byte in TAIL:
            line[at] = byte
            at += 1
        for shift in (12, 8, 4, 0):
            line[at] = DIGITS[self._crc >> shift & 15]
            at += 1
        for byte in _END:
            line[at] = byte
            at += 1
        self.length = at

    def number(self, key: bytes, value: int) -> None:
        """A field that is a whole number."""
        self._key(key)
        self._number(value)

    def truth(self, key: bytes, value: bool) -> None:
        """A field that is true or false."""
        self._key(key)
        self._write(b"true" if value else b"false")

    def text(self, key: bytes, value: "bytes | bytearray") -> None:
        """A field that is a text, in UTF-8."""
        self._key(key)
        self._quote(value)

    def texts(self, key: bytes, values: "list[str]") -> None:
        """A field that is a list of texts; takes heap."""
        self._key(key)
        self._put(signs.OPEN_LIST)
        for at in range(len(values)):
            if at:
                self._put(signs.COMMA)
            self._quote(values[at].encode())
        self._put(signs.CLOSE_LIST)

    def _quote(self, value: "bytes | bytearray") -> None:
        self._put(signs.QUOTE)
        for byte in value:
            if byte == signs.QUOTE or byte == signs.BACKSLASH:
                self._put(signs.BACKSLASH)
            self._put(byte if byte >= signs.BLANK else signs.QUESTION)
        self._put(signs.QUOTE)

    def numbers(self, key: bytes, values: "list[int] | bytearray", first: int, end: int) -> None:
        """A field that is a list of some of these."""
        self._key(key)
        self._put(signs.OPEN_LIST)
        for at in range(first, end):
            if at > first:
                self._put(signs.COMMA)
            self._number(values[at])
        self._put(signs.CLOSE_LIST)

    def hexadecimal(self, key: bytes, data: bytearray, count: int) -> None:
        """A field that is few bytes, two digits each."""
        self._key(key)
        self._put(signs.QUOTE)
        for at in range(count):
            self._put(DIGITS[data[at] >> 4])
            self._put(DIGITS[data[at] & 15])
        self._put(signs.QUOTE)

    def base64(self, key: bytes, data: bytearray) -> None:
        """A field that is bytes, the last one: `finish` writes them down, some at a time."""
        self._last = key
        self._data = data
        self._at = 0

    def _encode(self, data: "bytes | bytearray") -> None:
        if not self._at:
            self._key(self._last)
            self._put(signs.QUOTE)
        end = min(self._at + _ENCODED, len(data))
        for at in range(self._at, end, 3):
            self._encode_three(data, at, len(data) - at)
        self._at = end
        if end == len(data):
            self._put(signs.QUOTE)
            self._data = b""

    def _encode_three(self, data: "bytes | bytearray", at: int, left: int) -> None:
        """Up to three bytes as four letters."""
        three = data[at] << 16
        if left > 1:
            three |= data[at + 1] << 8
        if left > 2:
            three |= data[at + 2]
        self._put(_BASE64[three >> 18])
        self._put(_BASE64[three >> 12 & 63])
        self._put(_BASE64[three >> 6 & 63] if left > 1 else _PADDING)
        self._put(_BASE64[three & 63] if left > 2 else _PADDING)

    def _key(self, key: bytes) -> None:
        line = self.bytes
        at = self.length
        if at + len(key) + _AROUND_KEY > len(line) - _RESERVE:
            self.cut = True
            return
        if at > 1:
            line[at] = signs.COMMA
            at += 1
        line[at] = signs.QUOTE
        for byte in key:
            at += 1
            line[at] = byte
        line[at + 1] = signs.QUOTE
        line[at + 2] = signs.COLON
        self.length = at + 3

    def _number(self, value: int) -> None:
        if value < 0:
            self._put(signs.MINUS)
            value = -value
        if value < 10:
            self._put(signs.ZERO + value)
            return
        digits = self._digits
        count = 0
        while value:
            digits[count] = signs.ZERO + value % 10
            value //= 10
            count += 1
        while count:
            count -= 1
            self._put(digits[count])

    def _write(self, data: bytes) -> None:
        """All of them, or none."""
        line = self.bytes
        at = self.length
        if at + len(data) > len(line) - _RESERVE:
            self.cut = True
            return
        for byte in data:
            line[at] = byte
            at += 1
        self.length = at

    def _put(self, byte: int) -> None:
        at = self.length
        if at < len(self.bytes) - _RESERVE:
            self.bytes[at] = byte
            self.length = at + 1
        else:
            self.cut = True
