"""Static files of the web page with the virtual table, and the build of the page's folder."""

import ctypes
import errno
import gzip
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
from marcoria.board.profile import profiles
from marcoria.build.mpy import DEPLOYED
from marcoria.guard import guarded
from marcoria.paths import HOST, INSTALLED, NODE_MODULES, ROOT
from marcoria.sim.chips import prices
from marcoria.sim.vm.files import file_prices, firmware_files, stand_ins, world_files
from marcoria.sim.vm.vm import PACKAGE, found
from marcoria.web.construction import IN_THE_REPOSITORY
from marcoria.web.construction import files as construction_files
from marcoria.web.table_images import PageImage, images_for
from marcoria.web.world_files import beside_the_chips, papers

_WEB = HOST / "web"
_VM = HOST / "sim" / "vm"
_SOLVER = HOST / "analysis"
# Modules of sim/vm and analysis that run only in node, so the page does not get them.
_OF_NODE = ("board_server", "pipe", "vm")
# The package with which install.html flashes a chip. Its files for other chips are not copied.
_ESP = "esp-web-tools"
_ESP_PARTS = ("install-button", "install-dialog-*", "index-*", "styles-*")
_ESP_CHIPS = ("esp32-*", "esp32s3-*", "stub_flasher_32-*", "stub_flasher_32s3-*")
_MICROPYTHON = ("micropython.mjs", "micropython.wasm")
_KEEPER = "sw.js"  # the service worker; `_listed` writes a hash of the files into it
# Errors of `rename` if the target is not a folder, or is a folder that is not empty.
_TAKEN = (errno.EEXIST, errno.ENOTEMPTY, errno.ENOTDIR)
_AT_FDCWD, _RENAME_EXCHANGE = -100, 2  # constants of Linux's renameat2
_LEFT_S = 3600  # age at which a leftover of a killed build is removed; a build takes seconds
_NO_MARK = b"made by marcoria/web/site.py"
_DIGITS = 12
_YAML, _READER = "js-yaml", "dist/browser/js-yaml.esm.min.mjs"
_NO_IMAGE = (
    "no image, because no stock image of MicroPython for this board was found: fetch one with "
    "`marcoria image --first-use --profile BOARD`, or name a file with "
    '`make web ARGS="FILE.bin"` (docs/flash.md)'
)
NAME = "web"


def site() -> dict[str, bytes]:
    """Return the files of the page by path: from the installed package, or made from a clone."""
    return _read(ROOT / NAME) if INSTALLED else _collect()


def make(
    folder: Path, guide: str = IN_THE_REPOSITORY, images: Mapping[str, PageImage] | None = None
) -> None:
    """Build the folder of the page, replacing an old folder.

    `guide` is a template of the addresses of the guide's pages (construction.py). `images` has the
    images to flash, by the name of the board's profile. A board without an image has no key.

    The files are written into a temporary folder, which is then moved into place. So servers and
    other builds never see an incomplete folder.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    _clean_up(folder)
    aside = Path(tempfile.mkdtemp(prefix=_aside(folder), dir=folder.parent))
    try:
        for path, data in _collect(guide, images).items():
            file = aside / "made" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        _put_in_place(aside / "made", folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _put_in_place(made: Path, folder: Path) -> None:
    """Exchange `made` and `folder` atomically if the system supports it.

    Otherwise move the old folder away and rename the new one, and retry if another build has put
    its folder there meanwhile.
    """
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
    """Exchange two paths with Linux's renameat2; return whether this has succeeded."""
    if sys.platform != "linux":
        return False
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    paths = (_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other))
    return rename is not None and rename(*paths, _RENAME_EXCHANGE) == 0


def _clean_up(folder: Path) -> None:
    """Remove the temporary folders of killed builds: those older than any running build."""
    for left in folder.parent.glob(_aside(folder) + "*"):
        with suppress(FileNotFoundError):
            if time.time() - left.stat().st_mtime > _LEFT_S:
                shutil.rmtree(left, ignore_errors=True)


def _aside(folder: Path) -> str:
    """Return the prefix of the names of the temporary folders in which `folder` is built."""
    return f".{folder.name}-"


def _collect(
    guide: str = IN_THE_REPOSITORY, images: Mapping[str, PageImage] | None = None
) -> dict[str, bytes]:
    """Return the files of the page, made from the clone's sources."""
    images = images or {}
    files = _read(_WEB / "page") | _worker()
    files |= _shared(_VM, "vm") | _shared(_SOLVER, "solver")
    package = found(PACKAGE)
    files |= {f"micropython/{name}": (package / name).read_bytes() for name in _MICROPYTHON}
    yaml = found(NODE_MODULES / _YAML)
    files[f"{_YAML}/{_YAML}.mjs"] = (yaml / _READER).read_bytes()
    files[f"{_YAML}/LICENSE"] = (yaml / "LICENSE").read_bytes()
    files["program.pack"] = program()
    files["papers.pack"] = _packed({"papers": papers()})
    files |= construction_files(guide, {name: one.facts for name, one in images.items()})
    # Files that flash a chip are not cached for offline use, because most people never flash one.
    flashed = {one.path: one.data for one in images.values()}
    return _listed(files) | _esp_tools() | flashed


def _read(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder by path, except hidden files."""
    paths = [(path, path.relative_to(folder)) for path in sorted(folder.rglob("*"))]
    return {
        name.as_posix(): path.read_bytes()
        for path, name in paths
        if path.is_file() and not any(part.startswith(".") for part in name.parts)
    }


def _shared(folder: Path, name: str) -> dict[str, bytes]:
    """Return the modules of `folder` that also run in the page, by path in the page's folder.

    In the page's folder these modules are in the subfolder `name`.
    """
    paths = [path for path in sorted(folder.glob("*.mjs")) if path.stem not in _OF_NODE]
    return {f"{name}/{path.name}": path.read_bytes() for path in paths}


def _worker() -> dict[str, bytes]:
    """Return the worker's modules, with their imports adapted to the page's folders."""
    files = {}
    for source in sorted((_WEB / "worker").glob("*.mjs")):
        text = source.read_text(encoding="utf-8").replace("../../sim/vm/", "../vm/")
        text = text.replace("../../analysis/", "../solver/")
        text = text.replace(f'"{_YAML}/browser"', f'"../{_YAML}/{_YAML}.mjs"')
        files[f"worker/{source.name}"] = text.encode()
    return files


def _esp_tools() -> dict[str, bytes]:
    """Return the files of ESPHome's package that install.html uses."""
    package = found(NODE_MODULES / _ESP)
    files = {f"{_ESP}/LICENSE": (package / "LICENSE").read_bytes()}
    for part in (*_ESP_PARTS, *_ESP_CHIPS):
        (file,) = (package / "dist" / "web").glob(f"{part}.js")
        files[f"{_ESP}/{file.name}"] = file.read_bytes()
    return files


def program() -> bytes:
    """Return the pack with the files of the board's VM and of the VM with the simulated chips."""
    board = firmware_files((), DEPLOYED)
    files = {"board": board | stand_ins(), "world": world_files(()) | beside_the_chips()}
    costs = {"files": file_prices(board), "collectKib": prices.COLLECT_KIB}
    return _packed(files, version=__version__, prices=costs)


def _packed(files: Mapping[str, Mapping[str, bytes]], **facts: Any) -> bytes:
    """Return the files of one or more VMs in one pack, which web/worker/program.mjs unpacks.

    `facts` become fields of the JSON object with the list of files.
    """
    listed = [[vm, path, len(data)] for vm, part in files.items() for path, data in part.items()]
    head = json.dumps({**facts, "files": listed}, separators=(",", ":")).encode()
    contents = [data for part in files.values() for data in part.values()]
    whole = b"".join([struct.pack("<I", len(head)), head, *contents])
    return gzip.compress(whole, mtime=0)


def _listed(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files with files.json added, and with a hash put into sw.js.

    The hash is that of the given files, without files.json. sw.js uses files.json and the hash to
    cache the page for offline use.
    """
    mark = fingerprint(files)
    others = [path for path in sorted(files) if path != _KEEPER]
    listed = {"version": __version__, "mark": mark, "files": others}
    return files | {
        _KEEPER: files[_KEEPER].replace(_NO_MARK, mark.encode()),
        "files.json": (json.dumps(listed, indent=0) + "\n").encode(),
    }


def fingerprint(files: Mapping[str, bytes]) -> str:
    """Return a short hash of the paths and contents of files."""
    hashed = hashlib.sha256()
    for path, data in sorted(files.items()):
        hashed.update(f"{path}\0{len(data)}\0".encode() + data)
    return hashed.hexdigest()[:_DIGITS]


def _main(folder: Path, stock: list[str]) -> None:
    images = images_for(stock)
    make(folder, images=images)
    for name in profiles():
        print(f"board {name}: {images[name].path if name in images else _NO_IMAGE}")


if __name__ == "__main__":
    sys.exit(guarded(lambda: _main(Path(sys.argv[1]), sys.argv[2:])))
