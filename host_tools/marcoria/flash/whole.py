"""The one file that makes a table of an empty chip: stock MicroPython, our partitions, our files.

The same bytes for the same MicroPython and program, whoever makes it and where. The journal's
partition lies behind its end: it is never written.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from marcoria.board.generate import made_for
from marcoria.board.profile import Board
from marcoria.build.deploy import deployed
from marcoria.build.image import BLOCK, image
from marcoria.flash import partitions
from marcoria.flash.stock import MPY, Stock


@dataclass(frozen=True)
class ImagePart:
    """Bytes and where on the flash they belong."""

    name: str
    at: int
    data: bytes

    @property
    def sha256(self) -> str:
        """Return their hash."""
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True)
class TableImage:
    """All parts, the first at the place where the whole is flashed to."""

    stock: Stock
    parts: tuple[ImagePart, ...]

    @property
    def begins(self) -> int:
        """Return where on the flash it begins."""
        return self.stock.begins

    @property
    def data(self) -> bytes:
        """Return the file."""
        whole = bytearray(b"\xff" * (partitions.FILES.end - self.begins))
        for part in self.parts:
            at = part.at - self.begins
            whole[at : at + len(part.data)] = part.data
        return bytes(whole)


def table_files(board: Board, own: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    """Return what lies on a table's flash, by path, in the order in which it is read; last the
    `own` files of a bar."""
    files = deployed(made_for(board.profile))
    formats = {data[1] for path, data in files.items() if path.endswith(".mpy")}
    assert formats == {MPY}, "mpy-cross makes bytecode that no allowed MicroPython reads"
    return files | dict(sorted((own or {}).items()))


def file_system(files: Mapping[str, bytes]) -> bytes:
    """Return the partition with these files."""
    return image(files, partitions.FILES.size // BLOCK)


def build(stock: Stock, board: Board, own: Mapping[str, bytes] | None = None) -> TableImage:
    """Return the image for a board; `own` are files of a bar that it takes along."""
    files = file_system(table_files(board, own))
    return TableImage(
        stock,
        (
            ImagePart("loader", stock.begins, stock.loader.data),
            ImagePart("partitions", partitions.AT, partitions.written(partitions.OURS)),
            ImagePart("MicroPython", partitions.PROGRAM.at, stock.program.data),
            ImagePart("files", partitions.FILES.at, files),
        ),
    )
