"""What lies on the board's flash: the program in one file, and beside it what the table reads."""

from collections.abc import Mapping
from pathlib import Path
from posixpath import dirname

from marcoria.build.mpy import DEPLOYED, compile_tree
from marcoria.paths import FIRMWARE

BUNDLE = "/lib/program.bundle"
_LIBRARY = "/lib"
_MAGIC = b"MRB1"
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
    folders = sorted({folder for path in files for folder in _around(path)})
    contents = "\n".join([*folders, *(f"{path} {len(data)}" for path, data in files.items())])
    listed = contents.encode()
    return b"".join([_MAGIC, len(listed).to_bytes(2, "little"), listed, *files.values()])


def _around(path: str) -> list[str]:
    folder = dirname(path)
    return [folder, *_around(folder)] if folder else []
