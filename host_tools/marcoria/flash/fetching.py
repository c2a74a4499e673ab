"""MicroPython from the network: what has not the hash that was asked for is nothing."""

import hashlib
import re
import time
import urllib.error
import urllib.request
from pathlib import Path

from marcoria.board.profile import Board
from marcoria.errors import Exit, TableError
from marcoria.flash.stock import Stock, look_through, read_image

_LARGEST = 32 << 20
_PIECE = 1 << 16
# A server that says nothing for so long, or never comes to an end.
_SILENT_S = 20.0
LONGEST_S = 600.0
_HASH = re.compile(r"[0-9a-f]{64}")


def open_given(given: str, sha256: str, board: Board, longest_s: float = LONGEST_S) -> Stock:
    """MicroPython from a file, or fetched from an address, whose hash must be known then."""
    sha256 = sha256.lower()
    if sha256 and not _HASH.fullmatch(sha256):
        raise TableError("usage", "--sha256 takes the 64 digits of a SHA-256 hash", Exit.USAGE)
    from_net = given.startswith(("http://", "https://"))
    if from_net and not sha256:
        sentence = f"what is fetched is only trusted by its hash: --sha256 of {given}"
        raise TableError("usage", sentence, Exit.USAGE)
    data = _fetched(given, longest_s) if from_net else read_image(Path(given))
    if sha256 and hashlib.sha256(data).hexdigest() != sha256:
        has = hashlib.sha256(data).hexdigest()
        sentence = f"{given} has another hash ({has}): it is not the file you meant"
        raise TableError("wrong-hash", f"{sentence}, do not flash it", Exit.UNVERIFIED)
    return look_through(data, given, board)


def _fetched(url: str, longest_s: float) -> bytes:
    end = time.monotonic() + longest_s
    try:
        with urllib.request.urlopen(url, timeout=_SILENT_S) as answer:
            data = bytearray()
            while piece := answer.read1(_PIECE):
                data += piece
                if len(data) > _LARGEST:
                    raise _failed(url, "it is larger than any flash")
                if time.monotonic() > end:
                    raise _failed(url, f"it took more than {longest_s:g} s")
            promised = answer.headers.get("Content-Length", "")
    except urllib.error.HTTPError as error:
        raise _failed(url, f"the server says {error.code} {error.reason}") from error
    except (OSError, ValueError) as error:
        raise _failed(url, str(getattr(error, "reason", error))) from error
    if promised.isdigit() and len(data) < int(promised):
        raise _failed(url, f"only {len(data)} of {promised} bytes came")
    return bytes(data)


def _failed(url: str, reason: str) -> TableError:
    sentence = f"cannot fetch {url}: {reason}; fetch it with a browser and name the file"
    return TableError("network", sentence, Exit.NETWORK)
