"""Methods of CPython's own types that MicroPython's lack, as functions (build/lacking.py)."""

from collections import OrderedDict
from typing import Any

_BLANK = " "


def removeprefix(text: Any, prefix: Any) -> Any:
    """Without it, if it begins so."""
    return text[len(prefix) :] if prefix and text.startswith(prefix) else text


def removesuffix(text: Any, suffix: Any) -> Any:
    """Without it, if it ends so."""
    return text[: len(text) - len(suffix)] if suffix and text.endswith(suffix) else text


def isascii(text: str) -> bool:
    """Whether each letter is one byte."""
    return len(text) == len(text.encode())


def isprintable(text: str) -> bool:
    """Whether all letters are to be seen, as far as bytes tell."""
    return all(letter >= _BLANK and letter not in "\x7f\x85\xa0\u2028\u2029" for letter in text)


def capitalize(text: str) -> str:
    """The first letter a capital, all others small."""
    return text[:1].upper() + text[1:].lower()


def ljust(text: Any, width: int, blank: Any = _BLANK) -> Any:
    """So wide at least."""
    return text + blank * max(0, width - len(text))


def translate(data: bytes, table: bytes) -> bytes:
    """Each byte as the table has it."""
    return bytes([table[byte] for byte in data])


def maketrans(_: Any, wanted: bytes, instead: bytes) -> bytes:
    """A table for that."""
    table = bytearray(range(256))
    for i, byte in enumerate(wanted):
        table[byte] = instead[i]
    return bytes(table)


def bit_count(number: int) -> int:
    """So many of its bits are set."""
    return bin(number).count("1")


def bit_length(number: int) -> int:
    """So many bits are needed for it."""
    size = 1
    while number >> 8 * size:
        size *= 2
    data = number.to_bytes(size, "little").rstrip(b"\0")
    return len(data) * 8 - (8 - _BITS[data[-1]]) if data else 0


_BITS = [0] + [len(bin(byte)) - 2 for byte in range(1, 256)]


def from_bytes(_: Any, data: bytes, order: Any, signed: bool = False) -> int:
    """A number."""
    number = int.from_bytes(data, order)
    return number - (1 << 8 * len(data)) if signed and number >> 8 * len(data) - 1 else number


def decode(data: bytes, _: str, errors: str) -> str:
    """The text of bytes, without those that are none."""
    if errors != "ignore":
        raise ValueError(errors)
    try:
        return data.decode()
    except UnicodeError:
        pass
    good = b""
    at = 0
    while at < len(data):
        for size in range(1, 5):
            try:
                bytes(data[at : at + size]).decode()
            except UnicodeError:
                continue
            good += data[at : at + size]
            at += size
            break
        else:
            at += 1
    return good.decode()


def stepped(some: Any, start: Any, stop: Any, step: int) -> Any:
    """Each so many, of all; the last one first if there are fewer than none."""
    if (start, stop) != (None, None):
        raise ValueError(step)
    first, end = (0, len(some)) if step > 0 else (len(some) - 1, -1)
    found = [some[i] for i in range(first, end, step)]
    return "".join(found) if isinstance(some, str) else type(some)(found)


def fromkeys(keys: Any, value: Any = None) -> Any:
    """A dictionary that keeps its order."""
    return OrderedDict([(key, value) for key in keys])
