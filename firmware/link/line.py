"""Functions that make and parse lines of the link: JSON objects whose last field is a CRC."""

import json
import sys
from array import array

from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

CRC_OF_NOTHING = const(0xFFFF)
_TAIL_BYTES = const(12)  # bytes of the last field, the CRC, with the closing brace
# Letters beyond ASCII are not escaped, because MicroPython never escapes them.
_AS_THEY_ARE = {} if sys.implementation.name == "micropython" else {"ensure_ascii": False}


def _make_table() -> "array[int]":
    found = array("H")
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ 0x8408 if byte & 1 else byte >> 1
        found.append(byte)
    return found


_CRC_OF_BYTE = _make_table()


def pack(fields: "Mapping[str, Any]") -> bytes:
    """Return the line for these fields, with its CRC and newline."""
    return seal(encode(fields)) + b"\n"


def encode(fields: "Mapping[str, Any]") -> bytes:
    """Return the fields as a JSON object without its closing brace."""
    return json.dumps(fields, separators=(",", ":"), **_AS_THEY_ARE)[:-1].encode()


def unpack(line: bytes) -> "dict[str, Any] | None":
    """Return the fields of a line, or None if its CRC is wrong. The newline must be cut off.

    Return {} for a line with the right CRC that is not a JSON object.
    """
    if line != seal(line[:-_TAIL_BYTES]):
        return None
    try:
        fields = json.loads(str(line, "utf-8"))
    except (ValueError, RuntimeError):  # RuntimeError: nested too deeply
        return {}
    return fields if isinstance(fields, dict) else {}


def seal(body: bytes) -> bytes:
    """Return a JSON object without its closing brace, completed with its CRC and this brace."""
    return body + tail(crc(body))


def tail(check: int) -> bytes:
    """Return the end of a line: the last field, which is the CRC, and the closing brace."""
    return b',"c":"%04x"}' % check


def crc(data: bytes, found: int = CRC_OF_NOTHING) -> int:
    """Return the CRC-16 of `data`: polynomial 0x1021, lowest bit first, starting from 0xFFFF.

    `found` is the CRC of the bytes before `data`. The journal computes the same CRC without a
    look-up table. Lines are longer than the journal's records, so this function uses a table.
    """
    table = _CRC_OF_BYTE
    for byte in data:
        found = found >> 8 ^ table[(found ^ byte) & 255]
    return found


def is_printed(letter: str) -> bool:
    """Return whether a letter is not below U+0020 and is no half of a surrogate pair."""
    return letter >= " " and not 0xD800 <= ord(letter) <= 0xDFFF


def printed(text: str) -> str:
    """Return a text with ? for each letter that a host would not accept."""
    return "".join([letter if is_printed(letter) else "?" for letter in text])


def decoded(data: bytes) -> str:
    """Decode UTF-8 into a text that a host accepts.

    Bytes that are not UTF-8 may come from a damaged file of words: decode them as ASCII.
    """
    try:
        return printed(str(data, "utf-8"))
    except UnicodeError:
        return ascii_of(data)


def ascii_of(data: bytes) -> str:
    """Decode bytes into a text, with ? for each byte that is not printable ASCII."""
    return "".join([chr(byte) if 32 <= byte < 127 else "?" for byte in data])
