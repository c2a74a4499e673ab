"""The stock image for a board when none is named: fetched once, and kept in the cache folder."""

import hashlib
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from marcoria.board.profile import Board
from marcoria.errors import Exit, TableError
from marcoria.flash.fetching import check_hash, fetch
from marcoria.flash.stock import Stock, look_through
from marcoria.named_files import replacing
from marcoria.paths import KEPT, user_folder

IMAGES = Path(__file__).with_name("micropython.toml")


@dataclass(frozen=True)
class PinnedImage:
    """An image's address, and its SHA-256, "" while that is not known."""

    address: str
    sha256: str

    @property
    def name(self) -> str:
        """Return the file's name."""
        return self.address.rpartition("/")[2]


def open_pinned(
    board: Board, sha256: str, first_use: bool, told: Callable[[str], object]
) -> Stock:
    """Return the stock image for a board, from the cache or from the network. Its hash must be
    `sha256`, or as this Marcoria knows it, or as it was at the first use on this computer."""
    image = _image(board, sha256)
    known = image.sha256 or _first_used(image)
    cached = user_folder("XDG_CACHE_HOME", "~/.cache") / "micropython" / image.name
    kept = cached.read_bytes() if known and cached.is_file() else b""
    if kept and _hash(kept) == known:
        return look_through(kept, str(cached), board)
    if not known and not first_use:
        raise _unknown(image)
    data = fetch(image.address, told, safely=not known)
    if known:
        check_hash(data, known, image.address)
    stock = look_through(data, image.address, board)
    if not known:
        _write(_record(image), _hash(data).encode() + b"\n")
    _write(cached, data)
    return stock


def _image(board: Board, sha256: str) -> PinnedImage:
    images = tomllib.loads(IMAGES.read_text("utf-8"))
    if board.profile not in images:
        sentence = f"no image is known for board '{board.profile}': say --micropython FILE.bin"
        raise TableError("usage", f"{sentence} (docs/flash.md)", Exit.USAGE)
    image = PinnedImage(**images[board.profile])
    return PinnedImage(image.address, sha256 or image.sha256)


def _unknown(image: PinnedImage) -> TableError:
    return TableError(
        "usage",
        f"this Marcoria does not know the SHA-256 of {image.name}: fetch {image.address} with a"
        " browser and say --micropython FILE.bin, or say --first-use to fetch it now and to"
        " remember its hash",
        Exit.USAGE,
        address=image.address,
    )


def _record(image: PinnedImage) -> Path:
    """Return the path of the hash that an image had at its first use."""
    return KEPT / "micropython" / f"{image.name}.sha256"


def _first_used(image: PinnedImage) -> str:
    try:
        return _record(image).read_text("ascii").strip()
    except FileNotFoundError:
        return ""


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with replacing(str(file)) as part:
        part.write_bytes(data)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
