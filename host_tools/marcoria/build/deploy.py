"""Files of a board: the program in a slot, and the `/main.py` that starts this program.

A slot is the folder `/a` or `/b`. It has a bundle of the modules, the importer that reads the
bundle, other files that the table reads, and a manifest that identifies the program.
"""

import hashlib
import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from posixpath import dirname

from marcoria import __version__
from marcoria.build.libraries import library_files
from marcoria.build.mpy import COMPILER, cached
from marcoria.paths import FIRMWARE

# The board runs this file at its start; the file is not compiled.
MAIN = "/main.py"
SLOTS = ("/a", "/b")
OLD = "/main.old"  # the /main.py of the old program, until the trial of the new program starts
BUNDLE = "program.bundle"
BUNDLE_HEAD = 6  # bytes before the list of contents: four of _MAGIC, two for the list's length
MANIFEST = "manifest"
_MAGIC = b"MRB1"
_DIGITS = 12  # number of hex digits of a program's hash that the manifest keeps
_FOUND_BY = "bundle.mpy"  # importer that reads the bundle, so it is not in the bundle
# Without the watchdog, a program that fails at once would stop at MicroPython's prompt, and the
# old program would not be started again. The watchdog restarts a board that does not feed it.
_TRIAL = f"""import os
from machine import WDT

WDT(timeout=8000)
try:
    os.rename("{OLD}", "{MAIN}")
except OSError:
    pass
""".encode()
_PROFILE = re.compile(rb'^PROFILE = "([\w-]+)"', re.MULTILINE)


def deployed(*others: Path) -> dict[str, bytes]:
    """Return all files of a board that has the program in its first slot, by path.

    `others` are folders. Their files are added to the firmware's files, or replace files with the
    same path; a later folder wins. Other functions of this module take the same folders.
    """
    slot = SLOTS[0]
    files = {f"{slot}/{path}": data for path, data in program(*others).items()}
    return {MAIN: main(slot, *others), **files}


def main(slot: str, *others: Path) -> bytes:
    """Return the `/main.py` that starts the program of a slot."""
    found = [folder / "main.py" for folder in (*reversed(others), FIRMWARE)]
    source = next(path for path in found if path.is_file()).read_bytes()
    return source.replace(f'"{SLOTS[0]}"'.encode(), f'"{slot}"'.encode())


def trial(slot: str) -> bytes:
    """Return the `/main.py` that tries the program of a slot.

    The next start uses the old slot, unless the program has confirmed that it works.
    """
    return _TRIAL + main(slot).replace(b"start()", b"start(True)")


def identity(*others: Path) -> tuple[str, str]:
    """Return the version of the program and the first digits of its hash.

    Both are cached under the hash of the sources, so the program is built only if the sources have
    changed.
    """

    def make() -> bytes:
        return program(*others)[MANIFEST].split(b"\n")[0]

    _, number, build = cached(sources(*others), ".identity", make).decode().split()
    return number, build


def sources(*others: Path) -> bytes:
    """Return a hash of the program's sources, this package and the compiler's version."""
    key = hashlib.sha256(f"{COMPILER} {__version__}".encode())
    for folder in (FIRMWARE, Path(__file__).parent, *others):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                name = path.relative_to(folder).as_posix()
                key.update(name.encode() + b"\0" + path.read_bytes())
    for source in library_files().values():
        key.update(source.read_bytes())
    return key.digest()


def program(*others: Path) -> dict[str, bytes]:
    """Return the files of a slot by their paths in the slot, the manifest last."""
    from marcoria.build.mpy import DEPLOYED, compile_tree

    files: dict[str, bytes] = {}
    for folder in (FIRMWARE, *others):
        for path, data in compile_tree(folder, "", DEPLOYED).items():
            files[path.removeprefix("/")] = data
    del files["main.mpy"]
    loose = [path for path in files if not path.endswith(".mpy") or path == _FOUND_BY]
    kept = {path: files.pop(path) for path in loose}
    kept[BUNDLE] = bundle(files)
    return {**kept, MANIFEST: manifest(kept, *others)}


def manifest(files: Mapping[str, bytes], *others: Path) -> bytes:
    """Return the manifest: the program's version and hash, the board, and the bytecode version.

    The files are not listed, which saves 1.5 KB on the board.
    """
    found = [folder / "board.py" for folder in (*reversed(others), FIRMWARE)]
    board = _PROFILE.search(next(path for path in found if path.is_file()).read_bytes())
    assert board
    lines = [f"board {board[1].decode()}", f"mpy {files[_FOUND_BY][1]}"]
    all_of_it = [f"marcoria {__version__}", *lines]
    for path in sorted(files):
        all_of_it.append(f"{hashlib.sha256(files[path]).hexdigest()} {path}")
    build = hashlib.sha256("\n".join([*all_of_it, ""]).encode()).hexdigest()
    return "\n".join([f"marcoria {__version__} {build[:_DIGITS]}", *lines, ""]).encode()


def bundle(files: Mapping[str, bytes]) -> bytes:
    """Return the bundle from which `firmware/bundle.py` imports."""
    listed = _contents(files, 0)
    # The offsets depend on the length of the list, and this length depends on the number of digits
    # of the offsets. So repeat until the length stays the same.
    while len(listed) != len(again := _contents(files, BUNDLE_HEAD + len(listed))):
        listed = again
    return b"".join([_MAGIC, len(again).to_bytes(2, "little"), again, *files.values()])


def spans(data: bytes) -> list[tuple[int, int]]:
    """Return the start and end of each part of a bundle: the header, then each module.

    The header includes the list of contents. `data` may be a whole bundle or its header. Raise
    ValueError or IndexError if the list is not valid.
    """
    listed = data[BUNDLE_HEAD : BUNDLE_HEAD + int.from_bytes(data[4:BUNDLE_HEAD], "little")]
    places = [int(line.split(b" ")[1]) for line in listed.split(b"\n") if b" " in line]
    if places != sorted(places):
        raise ValueError
    return [(0, places[0]), *pairwise(places)]


def _contents(files: Mapping[str, bytes], at: int) -> bytes:
    """Return the list of contents: the folders, each module's offset, and the offset of the end.

    `at` is the offset of the first module.
    """
    lines = sorted({folder for path in files for folder in _around(path)})
    for path, data in files.items():
        lines.append(f"{path.removesuffix('.mpy')} {at}")
        at += len(data)
    return "\n".join([*lines, f" {at}"]).encode()


def _around(path: str) -> list[str]:
    folder = dirname(path)
    return [folder, *_around(folder)] if folder else []
