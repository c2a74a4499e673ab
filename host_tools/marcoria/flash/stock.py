"""Stock image of MicroPython from micropython.org: loader, partitions and program in one file.

An image is checked before it is used. Loader and program have the same format: a header of 24
bytes, segments with their addresses, a checksum and perhaps a hash. `take` checks this format, as
a chip does before it starts them. The other checks show whether the image fits the board.
"""

import hashlib
import re
import struct
from dataclasses import dataclass
from functools import reduce
from operator import xor
from pathlib import Path

from marcoria.board.profile import Board
from marcoria.errors import Exit, TableError
from marcoria.flash import partitions

_MAGIC = 0xE9
_HEAD = 24
_SEGMENT = struct.Struct("<II")
_MOST_SEGMENTS = 16
_HASHED = 23  # offset of the header's byte that is 1 if a hash follows the checksum
_CHIP = 12
_CHECKSUM = 0xEF
_HASH = 32
_DAMAGED = "it is damaged or incomplete: download it again"

CHIPS = {0: "ESP32", 9: "ESP32-S3"}
# Address at which a chip looks for its loader, by the chip's number. The image is flashed there.
BEGINS = {0: 0x1000, 9: 0x0}
_CHIPS = {"ESP32_GENERIC": 0, "ESP32_GENERIC_S3": 9}
OLDEST = (1, 26)
_NEWEST = 1  # newest major version whose bytecode is known
# Bytecode format of all versions from OLDEST on that have the major version _NEWEST.
MPY = 6
_LARGEST = 32 << 20

_VERSION = re.compile(rb"MicroPython v((\d+)\.(\d+)[0-9A-Za-z.\-]*) on \d{4}-\d\d-\d\d")
_BUILD = re.compile(rb"\0(ESP32_GENERIC[A-Z0-9_]*(?:-[A-Z0-9_]+)?)\0")
_MACHINE = re.compile(rb"[;\0] ?([ -:<-~]{3,80} with ESP32[A-Z0-9]*)[\0\r\n]")


def chip_of(board: Board) -> int:
    """Return the number that stands for a board's chip in the header of an image."""
    return _CHIPS[board.pins["image"]]


@dataclass(frozen=True)
class ChipImage:
    """Program for a chip, with the chip's number and the least size of flash from its header."""

    chip: int
    flash_mib: int
    data: bytes

    @property
    def chip_name(self) -> str:
        """Return the chip's name."""
        return CHIPS.get(self.chip, f"another chip (number {self.chip})")


def take(data: bytes, at: int, what: str) -> ChipImage:
    """Return the program at an offset.

    Raise TableError if there is none, or it is damaged; `what` names it in the message.
    """
    if len(data) < at + _HEAD or data[at] != _MAGIC:
        raise TableError(
            "not-an-image", f"{what} is not a program for an ESP32: choose another file"
        )
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
    """Return the start and end of each segment, [] if the header of a segment is missing.

    The last segment may end after the end of the data.
    """
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
    """Return the checksum of all segments.

    Fold big integers, because XORing a million bytes one by one is slow.
    """
    found = _CHECKSUM
    for start, end in _segments(data, at):
        words = int.from_bytes(data[start:end], "little")
        found ^= _folded(words, end - start)
    return found


def _folded(number: int, size: int) -> int:
    """Return the XOR of all bytes of a number that has `size` bytes."""
    while size > 8:
        half = (size + 1) // 2
        number = (number >> (8 * half)) ^ (number & ((1 << (8 * half)) - 1))
        size = half
    return reduce(xor, number.to_bytes(size, "little"), 0)


def _damaged(sentence: str) -> TableError:
    return TableError("damaged-image", f"{sentence}: {_DAMAGED}", Exit.UNVERIFIED)


@dataclass(frozen=True)
class Stock:
    """Checked stock image; `begins` is the address at which it is flashed.

    `variant` is the name of the build, or the name of the hardware if the image does not name its
    build. It is "" if the image has neither name.
    """

    begins: int
    loader: ChipImage
    program: ChipImage
    version: str
    variant: str


def look_through(data: bytes, name: str, board: Board) -> Stock:
    """Check a stock image for a board and return it; raise TableError with what is wrong."""
    begins = BEGINS[chip_of(board)]
    loader = take(data, 0, f"the loader in {name}")
    _check_chip(loader, name, board)
    _check_partitions(data[partitions.AT - begins :], name)
    program = take(data, partitions.PROGRAM.at - begins, f"the program in {name}")
    _check_chip(program, name, board)
    _check_size(loader, program, name, board)
    version = _check_version(program.data, name)
    variant = _check_variant(program.data, name, board)
    return Stock(begins, loader, program, version, variant)


def read_image(path: Path) -> bytes:
    """Return the content of an image file; raise TableError if it is too large or unreadable."""
    try:
        if not path.is_file():
            reason = "it is not a file" if path.exists() else "there is no such file"
            raise TableError("no-image", f"cannot read {path}: {reason}")
        if path.stat().st_size > _LARGEST:
            raise TableError("no-image", f"{path} is larger than any flash: is it the right file?")
        return path.read_bytes()
    except OSError as error:
        raise TableError("no-image", f"cannot read {path}: {error.strerror}") from error


def _wanted(board: Board) -> str:
    """Return the name of the stock image for a board on micropython.org."""
    return f"{board.pins['image']}-{board.pins['variant']}"


def _wrong(sentence: str, board: Board) -> TableError:
    """Return the error for a valid image that does not fit the board."""
    wanted = f"board '{board.profile}' needs MicroPython's image {_wanted(board)}"
    return TableError("wrong-image", f"{sentence}; {wanted}", Exit.WRONG_DEVICE)


def _check_chip(image: ChipImage, name: str, board: Board) -> None:
    if image.chip != chip_of(board):
        raise _wrong(f"{name} is for {image.chip_name}", board)


def _check_partitions(data: bytes, name: str) -> None:
    """Raise TableError unless the only app partition has PROGRAM's address and subtype."""
    try:
        found = partitions.read(data[: partitions.SIZE])
    except partitions.NotATable as error:
        sentence = f"{name} has no complete partition table at 0x8000: download it again"
        raise TableError("damaged-image", sentence, Exit.UNVERIFIED) from error
    ours = partitions.PROGRAM
    apps = [(one.subtype, one.at) for one in found if one.kind == partitions.APP]
    if apps != [(ours.subtype, ours.at)]:
        raise TableError(
            "wrong-image",
            f"{name} does not have its program at {ours.at:#x}, perhaps because it is an image for"
            " over-the-air updates: take the plain image",
            Exit.WRONG_DEVICE,
        )


def _check_size(loader: ChipImage, program: ChipImage, name: str, board: Board) -> None:
    if len(program.data) > partitions.PROGRAM.size:
        most = partitions.PROGRAM.size
        sentence = f"the program in {name} has {len(program.data)} bytes, and at most {most} fit"
        raise TableError("wrong-image", f"{sentence}: take a stock image", Exit.WRONG_DEVICE)
    has = board.pins["flash_mib"]
    if loader.flash_mib > has:
        raise _wrong(f"{name} is for {loader.flash_mib} MiB of flash, the board has {has}", board)


def _check_version(program: bytes, name: str) -> str:
    found = _VERSION.search(program)
    if not found:
        raise TableError(
            "wrong-image",
            f"{name} is a program, but not MicroPython: choose another file",
            Exit.WRONG_DEVICE,
        )
    version = found[1].decode()
    if (int(found[2]), int(found[3])) < OLDEST:
        older = f"{name} is MicroPython {version}, and the table needs 1.26 or newer"
        raise TableError("wrong-image", older, Exit.WRONG_DEVICE)
    if int(found[2]) > _NEWEST:
        newer = f"{name} is MicroPython {version}, which may not load .mpy files of format {MPY}"
        raise TableError(
            "wrong-image", f"{newer}: use a version from 1.26 to 1.x", Exit.WRONG_DEVICE
        )
    return version


def _check_variant(program: bytes, name: str, board: Board) -> str:
    """Return the variant's name, "" if the image does not have it.

    Raise TableError if the name is of another variant, or of hardware without the board's PSRAM.
    """
    build = _BUILD.search(program)
    if build:
        if build[1].decode() != _wanted(board):
            raise _wrong(f"{name} is {build[1].decode()}", board)
        return build[1].decode()
    machine = _MACHINE.search(program)
    wanted = "Octal-SPIRAM" if board.pins["variant"].endswith("OCT") else "SPIRAM"
    if machine and wanted not in machine[1].decode():
        raise _wrong(f"{name} is for a '{machine[1].decode()}', without the board's PSRAM", board)
    return machine[1].decode() if machine else ""
