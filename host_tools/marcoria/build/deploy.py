"""What lies on the board's flash: `/main.py`, which names a slot, and in the slot the program in
one file, beside it what the table reads, and a manifest that tells which program that is."""

import hashlib
import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from posixpath import dirname

from marcoria import __version__
from marcoria.build.mpy import COMPILER, cached
from marcoria.paths import FIRMWARE

# The board starts it by itself, and is to have a source.
MAIN = "/main.py"
SLOTS = ("/a", "/b")
OLD = "/main.old"  # what started the program before, while another one is tried
BUNDLE = "program.bundle"
BUNDLE_HEAD = 6  # bytes before its list of contents, the last two of which are its length
MANIFEST = "manifest"
_MAGIC = b"MRB1"
_DIGITS = 12  # of the hash by which a program is known
_FOUND_BY = "bundle.mpy"  # from which all others are found
# The watchdog bites until the program feeds it, for one that fails at once leads to the prompt.
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
    """Return all files by their paths, on a board with one program; what lies in `others` takes
    the place of the firmware's own."""
    slot = SLOTS[0]
    files = {f"{slot}/{path}": data for path, data in program(*others).items()}
    return {MAIN: main(slot, *others), **files}


def main(slot: str, *others: Path) -> bytes:
    """Return what starts the program in a slot."""
    found = [folder / "main.py" for folder in (*reversed(others), FIRMWARE)]
    source = next(path for path in found if path.is_file()).read_bytes()
    return source.replace(f'"{SLOTS[0]}"'.encode(), f'"{slot}"'.encode())


def trial(slot: str) -> bytes:
    """Return what starts it once: whatever becomes of that, the next start is as before."""
    return _TRIAL + main(slot).replace(b"start()", b"start(True)")


def identity(*others: Path) -> tuple[str, str]:
    """Return the version and the hash of the program, which is not made for that as long as its
    sources are the same."""

    def make() -> bytes:
        return program(*others)[MANIFEST].split(b"\n")[0]

    _, number, build = cached(sources(*others), ".identity", make).decode().split()
    return number, build


def sources(*others: Path) -> bytes:
    """Return a hash of all that the program is made of."""
    key = hashlib.sha256(COMPILER.encode())
    for folder in (FIRMWARE, Path(__file__).parent, *others):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                key.update(path.name.encode() + b"\0" + path.read_bytes())
    return key.digest()


def program(*others: Path) -> dict[str, bytes]:
    """Return the files of a slot by their paths there, the manifest at last."""
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
    """Return which program that is, by its version and the hash of all that is in it; for which
    board and MicroPython. The files themselves are not listed: a table has better uses for 1.5
    KB."""
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
    """Return the file from which `firmware/bundle.py` imports."""
    listed = _contents(files, 0)
    # Where a file is, from the first byte on, depends on how long the list is, and that on these.
    while len(listed) != len(again := _contents(files, BUNDLE_HEAD + len(listed))):
        listed = again
    return b"".join([_MAGIC, len(again).to_bytes(2, "little"), again, *files.values()])


def spans(data: bytes) -> list[tuple[int, int]]:
    """Return from where to where each part of a bundle goes, by how it begins: the list of
    contents with what is before it, and each module. ValueError or IndexError if it is none."""
    listed = data[BUNDLE_HEAD : BUNDLE_HEAD + int.from_bytes(data[4:BUNDLE_HEAD], "little")]
    places = [int(line.split(b" ")[1]) for line in listed.split(b"\n") if b" " in line]
    if places != sorted(places):
        raise ValueError
    return [(0, places[0]), *pairwise(places)]


def _contents(files: Mapping[str, bytes], at: int) -> bytes:
    """Return a line for each folder, for each module, the first of which begins at `at`, and the
    end."""
    lines = sorted({folder for path in files for folder in _around(path)})
    for path, data in files.items():
        lines.append(f"{path.removesuffix('.mpy')} {at}")
        at += len(data)
    return "\n".join([*lines, f" {at}"]).encode()


def _around(path: str) -> list[str]:
    folder = dirname(path)
    return [folder, *_around(folder)] if folder else []
