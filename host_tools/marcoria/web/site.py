"""The virtual table as static files: the page, its worker, MicroPython, and in one file the
program of the table and all that is beside it."""

import ctypes
import errno
import hashlib
import json
import os
import shutil
import struct
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from marcoria import __version__
from marcoria.build.mpy import DEPLOYED
from marcoria.guard import guarded
from marcoria.paths import HOST, INSTALLED, NODE_MODULES, ROOT
from marcoria.sim.chips import prices
from marcoria.sim.vm.files import file_prices, firmware_files, stand_ins, world_files
from marcoria.sim.vm.vm import PACKAGE, found
from marcoria.web.world_files import beside_the_chips, papers

_WEB = HOST / "web"
_VM = HOST / "sim" / "vm"
# Those that serve a pipe of node's; the others belong to no machine.
_OF_NODE = ("board_server", "pipe", "vm")
# What writes a chip, from install.html alone: of its package what is for the chips of our boards.
_ESP = "esp-web-tools"
_ESP_PARTS = ("install-button", "install-dialog-*", "index-*", "styles-*")
_ESP_CHIPS = ("esp32-*", "esp32s3-*", "stub_flasher_32-*", "stub_flasher_32s3-*")
_MICROPYTHON = ("micropython.mjs", "micropython.wasm")
_KEEPER = "sw.js"  # the service worker, which is another one when anything is
# What `rename` says of a place that is not empty, or no folder.
_TAKEN = (errno.EEXIST, errno.ENOTEMPTY, errno.ENOTDIR)
_AT_FDCWD, _RENAME_EXCHANGE = -100, 2  # of Linux's renameat2
_LEFT_S = 3600  # a build takes seconds
_NO_MARK = b"made by marcoria/web/site.py"
_DIGITS = 12
_YAML, _READER = "js-yaml", "dist/browser/js-yaml.esm.min.mjs"
NAME = "web"


def site() -> dict[str, bytes]:
    """Return the files of the page by their paths: those of the package, in a clone as they are
    now."""
    return _read(ROOT / NAME) if INSTALLED else _collect()


def make(folder: Path) -> None:
    """Make the folder anew. It is built aside and put in its place when it is complete, so that
    whoever serves the folder meanwhile, or builds it as well, never sees a part of it."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    _clean_up(folder)
    aside = Path(tempfile.mkdtemp(prefix=_aside(folder), dir=folder.parent))
    try:
        for path, data in _collect().items():
            file = aside / "made" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        _put_in_place(aside / "made", folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _put_in_place(made: Path, folder: Path) -> None:
    """Let `made` and `folder` change places at once where the system can do that. Elsewhere, and
    for the first time, rename: what is in the place moves away before, as often as another build
    has been faster."""
    if _exchange(made, folder):
        return
    for turn in count():
        try:
            made.rename(folder)
            return
        except OSError as error:
            if error.errno not in _TAKEN:
                raise
        with suppress(FileNotFoundError):
            folder.rename(made.parent / f"old-{turn}")


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two paths as Linux can; return whether that was done."""
    if sys.platform != "linux":
        return False
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    paths = (_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other))
    return rename is not None and rename(*paths, _RENAME_EXCHANGE) == 0


def _clean_up(folder: Path) -> None:
    """Remove what builds left that were killed: all that is older than any build takes."""
    for left in folder.parent.glob(_aside(folder) + "*"):
        with suppress(FileNotFoundError):
            if time.time() - left.stat().st_mtime > _LEFT_S:
                shutil.rmtree(left, ignore_errors=True)


def _aside(folder: Path) -> str:
    """Return how the names begin of the folders in which that one is built."""
    return f".{folder.name}-"


def _collect() -> dict[str, bytes]:
    """Return the files of the page, made of the clone's sources."""
    files = _read(_WEB / "page") | _worker()
    shared = [path for path in sorted(_VM.glob("*.mjs")) if path.stem not in _OF_NODE]
    files |= {f"vm/{path.name}": path.read_bytes() for path in shared}
    package = found(PACKAGE)
    files |= {f"micropython/{name}": (package / name).read_bytes() for name in _MICROPYTHON}
    yaml = found(NODE_MODULES / _YAML)
    files[f"{_YAML}/{_YAML}.mjs"] = (yaml / _READER).read_bytes()
    files[f"{_YAML}/LICENSE"] = (yaml / "LICENSE").read_bytes()
    files["program.pack"] = program()
    files["papers.pack"] = _packed({"papers": papers()})
    # Not kept for when there is no net: most people never write a chip.
    return _listed(files) | _esp_tools()


def _read(folder: Path) -> dict[str, bytes]:
    """Return the files in a folder and below by their paths there, without hidden ones."""
    paths = [(path, path.relative_to(folder)) for path in sorted(folder.rglob("*"))]
    return {
        name.as_posix(): path.read_bytes()
        for path, name in paths
        if path.is_file() and not any(part.startswith(".") for part in name.parts)
    }


def _worker() -> dict[str, bytes]:
    """Return the worker's modules, with what they import where the page has it."""
    files = {}
    for source in sorted((_WEB / "worker").glob("*.mjs")):
        text = source.read_text(encoding="utf-8").replace("../../sim/vm/", "../vm/")
        text = text.replace(f'"{_YAML}/browser"', f'"../{_YAML}/{_YAML}.mjs"')
        files[f"worker/{source.name}"] = text.encode()
    return files


def _esp_tools() -> dict[str, bytes]:
    """Return what install.html takes of ESPHome's package."""
    package = found(NODE_MODULES / _ESP)
    files = {f"{_ESP}/LICENSE": (package / "LICENSE").read_bytes()}
    for part in (*_ESP_PARTS, *_ESP_CHIPS):
        (file,) = (package / "dist" / "web").glob(f"{part}.js")
        files[f"{_ESP}/{file.name}"] = file.read_bytes()
    return files


def program() -> bytes:
    """Return the file with all files of both VMs."""
    board = firmware_files((), DEPLOYED)
    files = {"board": board | stand_ins(), "world": world_files(()) | beside_the_chips()}
    costs = {"files": file_prices(board), "collectKib": prices.COLLECT_KIB}
    return _packed(files, version=__version__, prices=costs)


def _packed(files: Mapping[str, Mapping[str, bytes]], **facts: Any) -> bytes:
    """Files of several VMs in one, as web/worker/program.mjs takes it apart."""
    listed = [[vm, path, len(data)] for vm, part in files.items() for path, data in part.items()]
    head = json.dumps({**facts, "files": listed}, separators=(",", ":")).encode()
    contents = [data for part in files.values() for data in part.values()]
    return b"".join([struct.pack("<I", len(head)), head, *contents])


def _listed(files: dict[str, bytes]) -> dict[str, bytes]:
    """Add the list of the files and a mark of them all, by which the page is kept for when there
    is no net."""
    mark = fingerprint(files)
    others = [path for path in sorted(files) if path != _KEEPER]
    listed = {"version": __version__, "mark": mark, "files": others}
    return files | {
        _KEEPER: files[_KEEPER].replace(_NO_MARK, mark.encode()),
        "files.json": (json.dumps(listed, indent=0) + "\n").encode(),
    }


def fingerprint(files: Mapping[str, bytes]) -> str:
    """Return the digits that are the same for the same files alone."""
    hashed = hashlib.sha256()
    for path, data in sorted(files.items()):
        hashed.update(f"{path}\0{len(data)}\0".encode() + data)
    return hashed.hexdigest()[:_DIGITS]


if __name__ == "__main__":
    sys.exit(guarded(lambda: make(Path(sys.argv[1]))))
