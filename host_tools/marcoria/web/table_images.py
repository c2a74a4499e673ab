"""Images to flash, for the folder of the page: install.html writes them to boards.

An image is made from a stock image of MicroPython: a given one, or the one that `marcoria image`
or `marcoria flash` has downloaded.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marcoria import __version__
from marcoria.board.profile import load, profiles
from marcoria.errors import Exit, TableError
from marcoria.flash.download import open_kept
from marcoria.flash.stock import CHIPS, Stock, chip_of, look_through, read_image, take
from marcoria.flash.whole import build


@dataclass(frozen=True)
class PageImage:
    """Image for a board, and the version of MicroPython in it."""

    profile: str
    micropython: str
    data: bytes

    @property
    def path(self) -> str:
        """Return the file's path in the page's folder."""
        return f"images/table-{self.profile}.bin"

    @property
    def facts(self) -> dict[str, Any]:
        """Return what the page shows about the image."""
        return {
            "file": self.path,
            "version": __version__,
            "micropython": self.micropython,
            "bytes": len(self.data),
            "sha256": hashlib.sha256(self.data).hexdigest(),
        }


def images_for(given: Iterable[str]) -> dict[str, PageImage]:
    """Return the images for boards, by the name of the board's profile.

    A board has an image if its stock image is one of the files `given`, or was downloaded earlier.
    A given file is preferred.
    """
    stocks = _given(given)
    found = {}
    for name in profiles():
        board = load(profile=name)
        stock = stocks.get(name) or open_kept(board)
        if stock:
            found[name] = PageImage(name, stock.version, build(stock, board).data)
    return found


def _given(paths: Iterable[str]) -> dict[str, Stock]:
    """Return each given stock image by the profile of the board that has the image's chip."""
    boards = {chip_of(board): board for board in (load(profile=name) for name in profiles())}
    found: dict[str, Stock] = {}
    for path in paths:
        data = read_image(Path(path))
        image = take(data, 0, path)
        board = boards.get(image.chip)
        if board is None:
            chips = " or ".join(CHIPS[chip] for chip in boards)
            told = f"{path} is for {image.chip_name}: the boards have an {chips}"
            raise TableError("wrong-image", told, Exit.WRONG_DEVICE)
        if board.profile in found:
            told = f"{path} is the second image for board '{board.profile}': name only one"
            raise TableError("usage", told, Exit.USAGE)
        found[board.profile] = look_through(data, path, board)
    return found
