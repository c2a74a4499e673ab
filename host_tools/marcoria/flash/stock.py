"""A stock image of MicroPython, as micropython.org publishes it: loader, partitions and program in
one file. What is given is looked through before anything is made of it."""

import re
from dataclasses import dataclass
from pathlib import Path

from marcoria.board.profile import Board
from marcoria.errors import Exit, TableError
from marcoria.flash import partitions
from marcoria.flash.chip_image import ChipImage, take

# Where the file is flashed to, which is where the chip looks for its loader.
BEGINS = {0: 0x1000, 9: 0x0}
_CHIPS = {"ESP32_GENERIC": 0, "ESP32_GENERIC_S3": 9}
OLDEST = (1, 26)
_NEWEST = 1  # whose bytecode is known
# Of the bytecode, the format that these versions read.
MPY = 6
_LARGEST = 32 << 20

_VERSION = re.compile(rb"MicroPython v((\d+)\.(\d+)[0-9A-Za-z.\-]*) on \d{4}-\d\d-\d\d")
_BUILD = re.compile(rb"\0(ESP32_GENERIC[A-Z0-9_]*(?:-[A-Z0-9_]+)?)\0")
_MACHINE = re.compile(rb"[;\0] ?([ -:<-~]{3,80} with ESP32[A-Z0-9]*)[\0\r\n]")


@dataclass(frozen=True)
class Stock:
    """What a table takes of it; `variant` is empty where the image does not tell it."""

    begins: int
    loader: ChipImage
    program: ChipImage
    version: str
    variant: str


def look_through(data: bytes, name: str, board: Board) -> Stock:
    """The image that `name` holds, if it is one for that board; else TableError, with what is
    wrong."""
    begins = BEGINS[_CHIPS[board.pins["image"]]]
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
    """A file that may be one."""
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
    """The stock image for a board, as its page on micropython.org calls it."""
    return f"{board.pins['image']}-{board.pins['variant']}"


def _wrong(sentence: str, board: Board) -> TableError:
    """It is sound, but not what this board needs."""
    wanted = f"board '{board.profile}' needs MicroPython's image {_wanted(board)}"
    return TableError("wrong-image", f"{sentence}; {wanted}", Exit.WRONG_DEVICE)


def _check_chip(image: ChipImage, name: str, board: Board) -> None:
    if image.chip != _CHIPS[board.pins["image"]]:
        raise _wrong(f"{name} is for {image.chip_name}", board)


def _check_partitions(data: bytes, name: str) -> None:
    """The program must be where ours has it, alone."""
    try:
        found = partitions.read(data[: partitions.SIZE])
    except partitions.NotATable as error:
        sentence = f"{name} has no whole table of partitions at 0x8000: fetch it again"
        raise TableError("damaged-image", sentence, Exit.UNVERIFIED) from error
    ours = partitions.PROGRAM
    apps = [(one.subtype, one.at) for one in found if one.kind == partitions.APP]
    if apps != [(ours.subtype, ours.at)]:
        raise TableError(
            "wrong-image",
            f"{name} has its program elsewhere than at {ours.at:#x}, as images for updates over"
            " the air have: take the plain one",
            Exit.WRONG_DEVICE,
        )


def _check_size(loader: ChipImage, program: ChipImage, name: str, board: Board) -> None:
    if len(program.data) > partitions.PROGRAM.size:
        most = partitions.PROGRAM.size
        sentence = f"the program in {name} has {len(program.data)} bytes, and {most} have room"
        raise TableError("wrong-image", f"{sentence}: take a stock image", Exit.WRONG_DEVICE)
    has = board.pins["flash_mib"]
    if loader.flash_mib > has:
        raise _wrong(f"{name} is for {loader.flash_mib} MiB of flash, the board has {has}", board)


def _check_version(program: bytes, name: str) -> str:
    found = _VERSION.search(program)
    if not found:
        raise TableError(
            "wrong-image", f"{name} is a program, but not MicroPython", Exit.WRONG_DEVICE
        )
    version = found[1].decode()
    if (int(found[2]), int(found[3])) < OLDEST:
        older = f"{name} is MicroPython {version}, and the table needs 1.26 or newer"
        raise TableError("wrong-image", older, Exit.WRONG_DEVICE)
    if int(found[2]) > _NEWEST:
        newer = f"{name} is MicroPython {version}, which may not read our bytecode (.mpy {MPY})"
        raise TableError("wrong-image", f"{newer}: take one of 1.26 to 1.x", Exit.WRONG_DEVICE)
    return version


def _check_variant(program: bytes, name: str, board: Board) -> str:
    """Its name, by which it is known whether it finds the board's PSRAM."""
    build = _BUILD.search(program)
    if build:
        if build[1].decode() != _wanted(board):
            raise _wrong(f"{name} is {build[1].decode()}", board)
        return build[1].decode()
    machine = _MACHINE.search(program)
    wanted = "Octal-SPIRAM" if board.pins["variant"].endswith("OCT") else "SPIRAM"
    if machine and wanted not in machine[1].decode():
        raise _wrong(f"{name} is for a '{machine[1].decode()}', without its PSRAM", board)
    return machine[1].decode() if machine else ""
