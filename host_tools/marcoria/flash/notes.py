"""Parser of littlefs's metadata, to find damage that littlefs hides.

The metadata of a folder are stored in one or more pairs of blocks. A block has a revision, and
then a sequence of commits. littlefs uses the block of a pair that has the newer revision.

littlefs treats a damaged commit like a write that a power cut has interrupted: it ignores this
commit and the rest of the block. If the first commit is damaged, littlefs uses the older block of
the pair. Files listed in the ignored commits then seem not to exist.
"""

import binascii
from collections.abc import Iterator
from dataclasses import dataclass, field

from marcoria.build.image import BLOCK

_ROOT = (0, 1)
_BLANK = b"\xff"
_TAG = 4  # bytes of a tag, and of the revision before the first tag
_ONES = 0xFFFFFFFF
_HALF = 1 << 31
_NO_DATA = 0x3FF  # length in a deleted tag, which has no data; also the mask of 10-bit fields
# Kinds of tags. Kinds below _NAMES are names. A kind ends a commit if its bits _ENDS are _END.
_NAMES = 0x100
_ENDS, _END = 0x780, 0x500
_PAIR, _CREATED, _DELETED, _MORE = 0x200, 0x401, 0x4FF, 0x601

Pair = tuple[int, int]
_Tag = tuple[int, int, bytes]  # kind, index of the entry, data


@dataclass
class _Entry:
    """Metadata of a file or a folder; `pair` is the first pair of a folder, None for a file."""

    name: str = ""
    pair: Pair | None = None


@dataclass
class _Block:
    """Valid commits of a block; `end` is the offset after the last commit, 0 if there is none."""

    revision: int = 0
    end: int = 0
    entries: list[_Entry] = field(default_factory=list)
    more: Pair | None = None  # the next pair of the folder


def damaged_folders(data: bytes, folder: str) -> list[str]:
    """Return the paths of folders with damaged metadata, in which files may be missing.

    `data` is the content of a partition; a blank partition has no damage. Check `/`, the folder
    `folder` in it, and all subfolders of `folder`.
    """
    found: list[str] = []
    if not data[: 2 * BLOCK].strip(_BLANK):
        return found
    for path, pair in _folders(data, folder.lstrip("/")):
        if path not in found and not _is_whole(data, pair):
            found.append(path)
    return found


def _folders(data: bytes, wanted: str) -> Iterator[tuple[str, Pair]]:
    """Yield the path of a folder and a pair of its blocks, for each pair of the folders to check.

    The folders are `/`, the folder `wanted` in it, and all subfolders of `wanted`. Skip pairs
    outside the partition, and yield no pair twice.
    """
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
    """Return whether littlefs reads all metadata that were written to a pair of blocks.

    The older block may hold the previous metadata, damaged or not, or be unused.
    """
    one, two = (_at(data, place) for place in pair)
    counts = _younger(data, pair)
    used, other = (one, two) if _read(one) == counts else (two, one)
    if not counts.end or used[counts.end :].strip(_BLANK):
        return False
    if _read(other).end:
        return True
    # The other block has no valid commit. If it has the next revision, it is a newer block whose
    # first commit is damaged. If it would be valid with the next revision, it is a newer block
    # whose revision is damaged. Else it is not newer.
    younger = (counts.revision + 1 & _ONES).to_bytes(_TAG, "little")
    return other[:_TAG] != younger and not _read(younger + other[_TAG:]).end


def _younger(data: bytes, pair: Pair) -> _Block:
    """Return the block of a pair that littlefs uses: the valid block with the newer revision.

    A block is valid if it has a valid commit. If neither block is valid, the result's `end` is 0.
    """
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
    """Yield the end offset and the tags of each commit before the first damaged one.

    In a block, each tag is stored XORed with the previous tag.
    """
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
    """Apply a tag to the contents of a block; `which` is the index of the tag's entry."""
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
