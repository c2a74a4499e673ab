"""A program for an ESP32, as the loader in its ROM reads it, taken apart and checked.

A head of 24 bytes, segments with their addresses, a checksum, and a hash of all that.
"""

import hashlib
import struct
from dataclasses import dataclass
from functools import reduce
from operator import xor

from marcoria.errors import Exit, TableError

_MAGIC = 0xE9
_HEAD = 24
_SEGMENT = struct.Struct("<II")
_MOST_SEGMENTS = 16
_HASHED = 23  # where the head says whether a hash follows
_CHIP = 12
_CHECKSUM = 0xEF
_HASH = 32
_DAMAGED = "it is damaged or was not copied wholly: fetch it again"

CHIPS = {0: "ESP32", 9: "ESP32-S3"}


@dataclass(frozen=True)
class ChipImage:
    """For which chip it is, how much flash it expects at least, and its bytes."""

    chip: int
    flash_mib: int
    data: bytes

    @property
    def chip_name(self) -> str:
        """As people call it."""
        return CHIPS.get(self.chip, f"another chip (number {self.chip})")


def take(data: bytes, at: int, what: str) -> ChipImage:
    """The program that begins there; TableError, naming `what`, if it is none or not whole."""
    if len(data) < at + _HEAD or data[at] != _MAGIC:
        raise TableError("not-an-image", f"{what} is no program for an ESP32: nothing begins so")
    end = _end_of_segments(data, at, what)
    hash_at = at + (end - at + 16) // 16 * 16
    whole = hash_at + (_HASH if data[at + _HASHED] else 0)
    if len(data) < whole:
        raise _damaged(f"{what} ends too early")
    if data[hash_at - 1] != _checksum(data, at):
        raise _damaged(f"the checksum of {what} is wrong")
    if whole > hash_at and data[hash_at:whole] != hashlib.sha256(data[at:hash_at]).digest():
        raise _damaged(f"the hash of {what} is wrong")
    (chip,) = struct.unpack_from("<H", data, at + _CHIP)
    return ChipImage(chip, 1 << (data[at + 3] >> 4), data[at:whole])


def _segments(data: bytes, at: int) -> list[tuple[int, int]]:
    """Where each begins and ends."""
    found = []
    place = at + _HEAD
    for _ in range(data[at + 1]):
        if place + _SEGMENT.size > len(data):
            return []
        _, size = _SEGMENT.unpack_from(data, place)
        place += _SEGMENT.size
        found.append((place, place + size))
        place += size
    return found


def _end_of_segments(data: bytes, at: int, what: str) -> int:
    segments = _segments(data, at)
    if not segments or len(segments) > _MOST_SEGMENTS or segments[-1][1] >= len(data):
        raise _damaged(f"{what} ends too early")
    return segments[-1][1]


def _checksum(data: bytes, at: int) -> int:
    """Of all segments: of each its bytes together, word by word, for there are a million."""
    found = _CHECKSUM
    for start, end in _segments(data, at):
        words = int.from_bytes(data[start:end], "little")
        found ^= _folded(words, end - start)
    return found


def _folded(number: int, size: int) -> int:
    """All bytes of a number, one over the other."""
    while size > 8:
        half = (size + 1) // 2
        number = (number >> (8 * half)) ^ (number & ((1 << (8 * half)) - 1))
        size = half
    return reduce(xor, number.to_bytes(size, "little"), 0)


def _damaged(sentence: str) -> TableError:
    return TableError("damaged-image", f"{sentence}: {_DAMAGED}", Exit.UNVERIFIED)
