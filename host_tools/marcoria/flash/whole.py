"""Image that turns an empty chip into a table: stock MicroPython, partition table, and files.

The image is reproducible: the same MicroPython and program give the same bytes on every computer.
It ends before the journal's partition, so flashing the image does not change a journal.
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
    """Bytes and their address on the flash."""

    name: str
    at: int
    data: bytes

    @property
    def sha256(self) -> str:
        """Return the SHA-256 of the bytes."""
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True)
class TableImage:
    """Image in parts; the first part is at the address where the image is flashed."""

    stock: Stock
    parts: tuple[ImagePart, ...]

    @property
    def begins(self) -> int:
        """Return the address where the image is flashed."""
        return self.stock.begins

    @property
    def data(self) -> bytes:
        """Return the bytes of the image, with 0xFF between its parts."""
        whole = bytearray(b"\xff" * (partitions.FILES.end - self.begins))
        for part in self.parts:
            at = part.at - self.begins
            whole[at : at + len(part.data)] = part.data
        return bytes(whole)


def table_files(board: Board, own: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    """Return the files on a table's flash by path, in the order in which `image` writes them.

    The bar's `own` files come last.
    """
    files = deployed(made_for(board.profile))
    formats = {data[1] for path, data in files.items() if path.endswith(".mpy")}
    assert formats == {MPY}, "mpy-cross makes bytecode that no supported MicroPython reads"
    return files | dict(sorted((own or {}).items()))


def file_system(files: Mapping[str, bytes]) -> bytes:
    """Return the file system partition with these files."""
    return image(files, partitions.FILES.size // BLOCK)


def build(stock: Stock, board: Board, own: Mapping[str, bytes] | None = None) -> TableImage:
    """Return the image for a board, with the bar's `own` files."""
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
