"""MicroPython from the network: what has not the hash that was asked for is nothing."""

import hashlib
import http.client
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from marcoria.board.profile import Board
from marcoria.errors import Exit, TableError
from marcoria.flash.stock import Stock, look_through, read_image

_LARGEST = 32 << 20
_PIECE = 1 << 16
# A server that says nothing for so long, or never comes to an end.
_SILENT_S = 20.0
LONGEST_S = 600.0
_THIS_MACHINE = ("127.0.0.1", "localhost")
_HASH = re.compile(r"[0-9a-f]{64}")


def open_given(given: str, sha256: str, board: Board, longest_s: float = LONGEST_S) -> Stock:
    """Return MicroPython from a file, or fetched from an address, whose hash must be known."""
    from_net = given.startswith(("http://", "https://"))
    if from_net and not sha256:
        sentence = f"what is fetched is only trusted by its hash: --sha256 of {given}"
        raise TableError("usage", sentence, Exit.USAGE)
    data = fetch(given, longest_s=longest_s) if from_net else read_image(Path(given))
    if sha256:
        check_hash(data, sha256, given)
    return look_through(data, given, board)


def checked_digits(sha256: str) -> str:
    """Return a hash that a person has typed, in small letters."""
    sha256 = sha256.lower()
    if sha256 and not _HASH.fullmatch(sha256):
        raise TableError("usage", "--sha256 takes the 64 digits of a SHA-256 hash", Exit.USAGE)
    return sha256


def check_hash(data: bytes, sha256: str, name: str) -> None:
    """Raise TableError if a file has another hash."""
    has = hashlib.sha256(data).hexdigest()
    if has != sha256:
        sentence = f"{name} has another hash ({has}): it is not the file you meant"
        raise TableError("wrong-hash", f"{sentence}, do not flash it", Exit.UNVERIFIED)


def fetch(
    url: str,
    told: Callable[[str], object] = bool,
    longest_s: float = LONGEST_S,
    safely: bool = False,
) -> bytes:
    """Return the file at an address; `told` says how far it is. `safely` is for one whose hash
    is not known: it must not come over a connection that anybody on the way could change."""
    end = time.monotonic() + longest_s
    try:
        with urllib.request.urlopen(url, timeout=_SILENT_S) as answer:
            if safely and not is_safe(answer.geturl()):
                raise _failed(url, f"it leads to {answer.geturl()}, which anybody could change")
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
    """Return whether what comes from an address is as its server has sent it."""
    parts = urlsplit(url)
    return parts.scheme == "https" or parts.hostname in _THIS_MACHINE


def _failed(url: str, reason: str) -> TableError:
    sentence = f"cannot fetch {url}: {reason}; fetch it with a browser and name the file"
    sentence += " with --micropython"
    return TableError("network", sentence, Exit.NETWORK)
