"""Stock images of MicroPython from a file, an address or the cache, with a check of their hash.

If the user names no image, the stock image for the board is fetched once and kept in the cache
folder.
"""

import hashlib
import http.client
import re
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from marcoria.board.profile import Board
from marcoria.errors import Exit, TableError
from marcoria.flash.stock import Stock, look_through, read_image
from marcoria.named_files import replacing
from marcoria.paths import KEPT, user_folder

_LARGEST = 32 << 20
_PIECE = 1 << 16
# Timeouts for a silent server, and for a download that does not end.
_SILENT_S = 20.0
LONGEST_S = 600.0
_THIS_MACHINE = ("127.0.0.1", "localhost")
_HASH = re.compile(r"[0-9a-f]{64}")


def open_given(given: str, sha256: str, board: Board, longest_s: float = LONGEST_S) -> Stock:
    """Return the stock image that a user has named; `given` is the path of a file, or an address.

    An address needs `sha256`, the expected hash. If it is "", the hash of a file is not checked.
    """
    from_net = given.startswith(("http://", "https://"))
    if from_net and not sha256:
        sentence = f"a download needs its hash: add --sha256 with the hash of {given}"
        raise TableError("usage", sentence, Exit.USAGE)
    data = fetch(given, longest_s=longest_s) if from_net else read_image(Path(given))
    if sha256:
        check_hash(data, sha256, given)
    return look_through(data, given, board)


def checked_digits(sha256: str) -> str:
    """Return a typed hash in lower case, "" for none; raise TableError if it is no SHA-256."""
    sha256 = sha256.lower()
    if sha256 and not _HASH.fullmatch(sha256):
        raise TableError("usage", "--sha256 takes the 64 digits of a SHA-256 hash", Exit.USAGE)
    return sha256


def check_hash(data: bytes, sha256: str, name: str) -> None:
    """Raise TableError if the data have another hash."""
    has = hashlib.sha256(data).hexdigest()
    if has != sha256:
        sentence = f"{name} has another hash ({has}): it is not the expected file"
        raise TableError("wrong-hash", f"{sentence}, do not flash it", Exit.UNVERIFIED)


def fetch(
    url: str,
    told: Callable[[str], object] = bool,
    longest_s: float = LONGEST_S,
    safely: bool = False,
) -> bytes:
    """Return the content of the file at an address; raise TableError if the download fails.

    `told` is called with texts about the progress. Set `safely` for a file whose hash is not
    known: then the final address, after any redirects, must be safe (see `is_safe`).
    """
    end = time.monotonic() + longest_s
    try:
        with urllib.request.urlopen(url, timeout=_SILENT_S) as answer:
            if safely and not is_safe(answer.geturl()):
                raise _failed(url, f"it redirects to {answer.geturl()}, which is not encrypted")
            promised = answer.headers.get("Content-Length", "")
            data = bytearray()
            while piece := answer.read1(_PIECE):
                data += piece
                told(f"fetching {url.rpartition('/')[2]}: {len(data)} of {promised or '?'} bytes")
                if len(data) > _LARGEST:
                    raise _failed(url, "it is larger than any flash")
                if time.monotonic() > end:
                    raise _failed(url, f"it took more than {longest_s:g} s")
    except urllib.error.HTTPError as error:
        raise _failed(url, f"the server says {error.code} {error.reason}") from error
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise _failed(url, str(getattr(error, "reason", error)) or "no answer") from error
    if promised.isdigit() and len(data) < int(promised):
        raise _failed(url, f"only {len(data)} of {promised} bytes came")
    return bytes(data)


def is_safe(url: str) -> bool:
    """Return whether data from this address are encrypted or come from this computer."""
    parts = urlsplit(url)
    return parts.scheme == "https" or parts.hostname in _THIS_MACHINE


def _failed(url: str, reason: str) -> TableError:
    sentence = f"cannot fetch {url}: {reason}; fetch it with a browser and name the file"
    sentence += " with --micropython"
    return TableError("network", sentence, Exit.NETWORK)


IMAGES = Path(__file__).with_name("micropython.toml")


@dataclass(frozen=True)
class PinnedImage:
    """Address of an image and its SHA-256, "" if unknown."""

    address: str
    sha256: str

    @property
    def name(self) -> str:
        """Return the file name."""
        return self.address.rpartition("/")[2]


def open_pinned(
    board: Board, sha256: str, first_use: bool, told: Callable[[str], object]
) -> Stock:
    """Return the stock image for a board, from the cache or else from the network.

    The expected hash is `sha256`. If `sha256` is "", it is the hash in IMAGES; if that is empty,
    it is the hash that this computer has stored. If no hash is known, raise TableError; but with
    `first_use` accept any hash and store it. `told` is called with the progress in words.
    """
    image, known = _known(board, sha256)
    if stock := _kept(image, known, board):
        return stock
    if not known and not first_use:
        raise _unknown(image)
    data = fetch(image.address, told, safely=not known)
    if known:
        check_hash(data, known, image.address)
    stock = look_through(data, image.address, board)
    if not known:
        _write(_record(image), _hash(data).encode() + b"\n")
    _write(_cached(image), data)
    return stock


def open_kept(board: Board) -> Stock | None:
    """Return the stock image for a board from the cache, None if it is not there.

    A cached file with another hash than the expected one does not count.
    """
    return _kept(*_known(board), board)


def _known(board: Board, sha256: str = "") -> tuple[PinnedImage, str]:
    """Return the stock image for a board and its expected hash, "" if no hash is known."""
    image = _image(board, sha256)
    return image, image.sha256 or _first_used(image)


def _kept(image: PinnedImage, known: str, board: Board) -> Stock | None:
    cached = _cached(image)
    kept = cached.read_bytes() if known and cached.is_file() else b""
    return look_through(kept, str(cached), board) if kept and _hash(kept) == known else None


def _cached(image: PinnedImage) -> Path:
    return user_folder("XDG_CACHE_HOME", "~/.cache") / "micropython" / image.name


def _image(board: Board, sha256: str) -> PinnedImage:
    images = tomllib.loads(IMAGES.read_text("utf-8"))
    if board.like not in images:
        sentence = f"no image is known for board '{board.profile}': add --micropython FILE.bin"
        raise TableError("usage", f"{sentence} (docs/flash.md)", Exit.USAGE)
    image = PinnedImage(**images[board.like])
    return PinnedImage(image.address, sha256 or image.sha256)


def _unknown(image: PinnedImage) -> TableError:
    return TableError(
        "usage",
        f"this Marcoria does not know the SHA-256 of {image.name}: fetch {image.address} with a"
        " browser and add --micropython FILE.bin, or add --first-use to fetch it now and remember"
        " its hash",
        Exit.USAGE,
        address=image.address,
    )


def _record(image: PinnedImage) -> Path:
    """Return the path of the file that stores the hash of an image after its first use."""
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
