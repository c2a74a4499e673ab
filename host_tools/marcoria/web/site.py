"""The virtual table as a folder of static files: the page, its worker, MicroPython, and in one
file the program of the table and all that is beside it."""

import hashlib
import json
import shutil
import struct
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from marcoria import __version__
from marcoria.build.mpy import DEPLOYED
from marcoria.guard import guarded
from marcoria.paths import BUILD, HOST, INSTALLED, NODE_MODULES, ROOT
from marcoria.sim.chips import prices
from marcoria.sim.vm.files import file_prices, firmware_files, stand_ins, world_files
from marcoria.sim.vm.vm import PACKAGE, found
from marcoria.web.world_files import beside_the_chips, papers

_WEB = HOST / "web"
_VM = HOST / "sim" / "vm"
# Those that belong to no machine; the others serve a pipe of node's.
_SHARED = ("board", "clock", "collector", "disk", "entry", "loader", "patches", "trying")
# What writes a chip, from install.html alone: of its package what is for the chips of our boards.
_ESP = "esp-web-tools"
_ESP_PARTS = ("install-button", "install-dialog-*", "index-*", "styles-*")
_ESP_CHIPS = ("esp32-*", "esp32s3-*", "stub_flasher_32-*", "stub_flasher_32s3-*")
_MICROPYTHON = ("micropython.mjs", "micropython.wasm")
_KEEPER = "sw.js"  # the service worker, which is another one when anything is
_NO_MARK = b"made by marcoria/web/site.py"
_DIGITS = 12
_YAML, _READER = "js-yaml", "dist/browser/js-yaml.esm.min.mjs"
NAME = "web"


def site() -> Path:
    """The folder: that which came with the package, in a clone as it is now."""
    if INSTALLED:
        return ROOT / NAME
    make(BUILD / NAME)
    return BUILD / NAME


def make(folder: Path) -> None:
    """Makes the folder anew."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(_WEB / "page", folder, ignore=shutil.ignore_patterns(".*"))
    (folder / "worker").mkdir()
    for source in sorted((_WEB / "worker").glob("*.mjs")):
        text = source.read_text(encoding="utf-8").replace("../../sim/vm/", "../vm/")
        text = text.replace(f'"{_YAML}/browser"', f'"../{_YAML}/{_YAML}.mjs"')
        (folder / "worker" / source.name).write_text(text, encoding="utf-8")
    (folder / "vm").mkdir()
    for name in _SHARED:
        shutil.copy(_VM / f"{name}.mjs", folder / "vm")
    (folder / "micropython").mkdir()
    for name in _MICROPYTHON:
        shutil.copy(found(PACKAGE) / name, folder / "micropython")
    (folder / _YAML).mkdir()
    yaml = found(NODE_MODULES / _YAML)
    shutil.copy(yaml / _READER, folder / _YAML / f"{_YAML}.mjs")
    shutil.copy(yaml / "LICENSE", folder / _YAML)
    (folder / "program.pack").write_bytes(program())
    (folder / "papers.pack").write_bytes(_packed({"papers": papers()}))
    _list(folder)
    # Not kept for when there is no net: most people never write a chip.
    _put_esp_tools(folder / _ESP)


def _put_esp_tools(folder: Path) -> None:
    package = found(NODE_MODULES / _ESP)
    folder.mkdir()
    shutil.copy(package / "LICENSE", folder)
    for part in (*_ESP_PARTS, *_ESP_CHIPS):
        (file,) = (package / "dist" / "web").glob(f"{part}.js")
        shutil.copy(file, folder)


def program() -> bytes:
    """The file with all files of both VMs."""
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


def _list(folder: Path) -> None:
    """What there is, and a mark of it all, by which the page is kept for when there is no net."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    worker = files.pop(_KEEPER)
    hashed = hashlib.sha256(worker)
    for path, data in files.items():
        hashed.update(f"{path}\0{len(data)}\0".encode() + data)
    mark = hashed.hexdigest()[:_DIGITS]
    (folder / _KEEPER).write_bytes(worker.replace(_NO_MARK, mark.encode()))
    listed = {"version": __version__, "mark": mark, "files": list(files)}
    (folder / "files.json").write_text(json.dumps(listed, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(guarded(lambda: make(Path(sys.argv[1]))))
