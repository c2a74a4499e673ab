"""What littlefs has noted of its files, looked at as it lies on the flash: a folder's notes are a
pair of blocks, of which the younger one counts, and in it one commit after the other.

littlefs says nothing of damage there: the rest of a block behind a commit that is damaged, or all
of a younger block, is left out as what a power cut has left unfinished, and files with it.
"""

import binascii
from collections.abc import Iterator
from dataclasses import dataclass, field

from marcoria.build.image import BLOCK

_ROOT = (0, 1)
_BLANK = b"\xff"
_TAG = 4  # bytes, as the number before the first of them
_ONES = 0xFFFFFFFF
_HALF = 1 << 31
_NO_DATA = 0x3FF  # as a length
# Kinds of tags: those of names are below all others, ends of commits have their first bits.
_NAMES = 0x100
_ENDS, _END = 0x780, 0x500
_PAIR, _CREATED, _DELETED, _MORE = 0x200, 0x401, 0x4FF, 0x601

Pair = tuple[int, int]
_Tag = tuple[int, int, bytes]  # its kind, which file it tells of, and what


@dataclass
class _Entry:
    """What is noted of a file; `pair` if that is a folder itself."""

    name: str = ""
    pair: Pair | None = None


@dataclass
class _Block:
    """The commits of a block up to the first one that is not whole, if it has any; `end` is
    behind them."""

    revision: int = 0
    end: int = 0
    entries: list[_Entry] = field(default_factory=list)
    more: Pair | None = None  # where the folder goes on


def damaged_folders(data: bytes, folder: str) -> list[str]:
    """Return of `/`, a folder in it and all in that, those whose notes are damaged or cut off, so
    that something in there may be missing. In a blank partition there is none."""
    found: list[str] = []
    if not data[: 2 * BLOCK].strip(_BLANK):
        return found
    for path, pair in _folders(data, folder.lstrip("/")):
        if path not in found and not _is_whole(data, pair):
            found.append(path)
    return found


def _folders(data: bytes, wanted: str) -> Iterator[tuple[str, Pair]]:
    """Yield the pairs of these folders. One that cannot be read leads nowhere, and what leads
    around in circles ends."""
    left = [("/", _ROOT)]
    seen: set[Pair] = set()
    while left:
        path, pair = left.pop(0)
        if pair in seen or max(pair) >= len(data) // BLOCK:
            continue
        seen.add(pair)
        yield path, pair
        block = _younger(data, pair)
        if block.more:
            left.append((path, block.more))
        for entry in block.entries:
            if entry.pair and (path != "/" or entry.name == wanted):
                left.append((f"{path.rstrip('/')}/{entry.name}", entry.pair))


def _is_whole(data: bytes, pair: Pair) -> bool:
    """Return whether littlefs reads all that was written there. The other block may be what was
    there before, damaged or not, or no notes at all."""
    one, two = (_at(data, place) for place in pair)
    counts = _younger(data, pair)
    used, other = (one, two) if _read(one) == counts else (two, one)
    if not counts.end or used[counts.end :].strip(_BLANK):
        return False
    if _read(other).end:
        return True
    # A younger one that is damaged has its revision, or is whole but for that.
    younger = (counts.revision + 1 & _ONES).to_bytes(_TAG, "little")
    return other[:_TAG] != younger and not _read(younger + other[_TAG:]).end


def _younger(data: bytes, pair: Pair) -> _Block:
    """Return the block of a pair that counts."""
    one, two = (_read(_at(data, place)) for place in pair)
    if not one.end or not two.end:
        return one if one.end else two
    return two if 0 < (two.revision - one.revision & _ONES) < _HALF else one


def _at(data: bytes, place: int) -> bytes:
    return data[place * BLOCK : (place + 1) * BLOCK]


def _read(block: bytes) -> _Block:
    found = _Block(_number(block[:_TAG]))
    for end, tags in _commits(block):
        found.end = end
        for kind, which, data in tags:
            _note(found, kind, which, data)
    return found


def _commits(block: bytes) -> Iterator[tuple[int, list[_Tag]]]:
    """Yield where each ends, and its tags; each tag hides the next one's bits."""
    at, last, check = _TAG, _ONES, _crc(block[:_TAG], _ONES)
    tags: list[_Tag] = []
    while at + _TAG <= BLOCK:
        head = block[at : at + _TAG]
        last ^= int.from_bytes(head, "big")
        kind, which, length = last >> 20, last >> 10 & _NO_DATA, last & _NO_DATA
        data = block[at + _TAG : at + _TAG + (length if length != _NO_DATA else 0)]
        at += _TAG + len(data)
        if last & _HALF:
            return
        check = _crc(head, check)
        if kind & _ENDS != _END:
            check = _crc(data, check)
            tags.append((kind, which, data))
            continue
        if _number(data[:_TAG]) != check:
            return
        yield at, tags
        tags, check = [], _ONES
        last ^= (kind & 1) << 31


def _note(block: _Block, kind: int, which: int, data: bytes) -> None:
    """Take what a tag says of a folder: its files have numbers, by the order of their names."""
    entries = block.entries
    if kind == _CREATED:
        entries.insert(which, _Entry())
    elif kind == _DELETED:
        del entries[which : which + 1]
    elif kind == _MORE:
        block.more = _pair(data)
    elif kind < _NAMES:
        entries += [_Entry() for _ in range(len(entries), which + 1)]
        entries[which].name = data.decode("utf-8", "replace")
    elif kind == _PAIR and which < len(entries):
        entries[which].pair = _pair(data)


def _pair(data: bytes) -> Pair:
    return _number(data[:4]), _number(data[4:8])


def _number(data: bytes) -> int:
    return int.from_bytes(data, "little")


def _crc(data: bytes, before: int) -> int:
    return binascii.crc32(data, before ^ _ONES) ^ _ONES
