"""What lies on the board's flash: the program in one file, and beside it what the table reads."""

from collections.abc import Mapping
from pathlib import Path
from posixpath import dirname

from marcoria.build.mpy import DEPLOYED, compile_tree
from marcoria.paths import FIRMWARE

BUNDLE = "/lib/program.bundle"
_LIBRARY = "/lib"
_MAGIC = b"MRB1"
_HEAD = 6
# From these all others are found.
_LOOSE = ("/lib/main.mpy", "/lib/bundle.mpy")


def deployed(*others: Path) -> dict[str, bytes]:
    """The files by their paths; what lies in `others` takes the place of the firmware's own."""
    files: dict[str, bytes] = {}
    for folder in (FIRMWARE, *others):
        files |= compile_tree(folder, _LIBRARY, DEPLOYED)
    modules = [path for path in files if path.endswith(".mpy") and path not in _LOOSE]
    program = {path.removeprefix("/lib/"): files.pop(path) for path in sorted(modules)}
    return files | {BUNDLE: bundle(program)}


def bundle(files: Mapping[str, bytes]) -> bytes:
    """The file from which `firmware/bundle.py` imports."""
    listed = _contents(files, 0)
    # Where a file is, from the first byte on, depends on how long the list is, and that on these.
    while len(listed) != len(again := _contents(files, _HEAD + len(listed))):
        listed = again
    return b"".join([_MAGIC, len(again).to_bytes(2, "little"), again, *files.values()])


def _contents(files: Mapping[str, bytes], at: int) -> bytes:
    """A line for each folder, for each module, the first of which begins at `at`, and the end."""
    lines = sorted({folder for path in files for folder in _around(path)})
    for path, data in files.items():
        lines.append(f"{path.removesuffix('.mpy')} {at}")
        at += len(data)
    return "\n".join([*lines, f" {at}"]).encode()


def _around(path: str) -> list[str]:
    folder = dirname(path)
    return [folder, *_around(folder)] if folder else []
