"""Files for a simulated board: one VM runs its firmware, another VM runs the models of its chips.

Some files replace modules of an ESP32 that the VM lacks, such as `machine`.
"""

import runpy
from pathlib import Path

from marcoria.build.deploy import MAIN, SLOTS, deployed, main
from marcoria.build.mpy import DEPLOYED, compile_file, compile_tree
from marcoria.paths import CHIPS, FIRMWARE, MACHINE, SIMULATED
from marcoria.sim.chips import prices
from marcoria.sim.file_reads import count_reads

_OS = """
from os import *
from _uname import uname
def sync():
    pass
"""
_SYS = """
from sys import *
platform = "esp32"
"""
_MICROPYTHON = """
from micropython import *
def alloc_emergency_exception_buf(size):
    pass
"""
# `new_event_loop` returns the running loop, because a new loop would lack the running loop's
# tasks.
_IMAGE = """
import asyncio, builtins, sys
from _absent import absent
def _input(prompt=""):
    raise absent("input()")
builtins.input = _input
import _micropython, _os, _sys
asyncio.new_event_loop = asyncio.get_event_loop = lambda: _Loop
class _Loop(asyncio.Loop):
    def run_forever():
        pass
    run_until_complete = asyncio.create_task
sys.modules["uasyncio"] = asyncio
sys.modules["micropython"] = _micropython
sys.modules["os"] = sys.modules["uos"] = _os
sys.modules["sys"] = sys.modules["usys"] = _sys
"""
_SOURCES = {"_image": _IMAGE, "_micropython": _MICROPYTHON, "_os": _OS, "_sys": _SYS}
# The first statement of each boot of a user's program.
BEGIN = "import _image\n"


def image() -> dict[str, bytes]:
    """Return the files of simulated modules for a user's program.

    Importing a module that is not modelled raises NotImplementedError.
    """
    sources = {f"/lib/{name}.py": text for name, text in _SOURCES.items()}
    for name in runpy.run_path(str(MACHINE / "_absent.py"))["MODULES"]:
        sources[f"/lib/{name}.py"] = f"from _absent import absent\nraise absent({name!r})\n"
    return {path: text.encode() for path, text in sources.items()}


def world_files(folders: tuple[Path, ...]) -> dict[str, bytes]:
    """Return the files for the VM of the chip models: the models and the pin map.

    The pin map is `board.py` from the first of `folders` that has this file, else the firmware's.
    """
    files = compile_tree(CHIPS, "/lib/marcoria/sim/chips")
    for folder in (*folders, FIRMWARE):
        if (folder / "board.py").is_file():
            files["/lib/board.mpy"] = compile_file(folder / "board.py", "board.py")
            break
    return files


def firmware_files(folders: tuple[Path, ...], opt: int) -> dict[str, bytes]:
    """Return the firmware's files by their paths on the board.

    Files in `folders` are added to the firmware's files, or replace files with the same path; an
    earlier folder wins. `opt` is the optimisation level. With the level DEPLOYED the files are the
    same as on a real board. With another level each module is a file of its own in `/lib`, and the
    program's folder `/a` has only the data files that the modules read.
    """
    others = tuple(reversed(folders))
    if opt == DEPLOYED:
        return deployed(*others)
    files = {MAIN: main(SLOTS[0], *others)}
    for folder in (FIRMWARE, *others):
        for path, data in compile_tree(folder, "/lib", opt).items():
            read = not path.endswith(".mpy")
            files[path.replace("/lib", SLOTS[0], 1) if read else path] = data
    del files["/lib/main.mpy"]
    return files


def stand_ins() -> dict[str, bytes]:
    """Return the files of the simulated `machine` and similar modules.

    These modules occupy memory on the firmware's heap. Therefore the heap is enlarged by the
    measured size of those that every boot imports (STAND_INS_BYTES in heap.mjs).
    """
    names = {ours: name for name, ours in SIMULATED.items()}
    return {
        f"/lib/{names.get(path.stem, path.stem)}.mpy": compile_file(path, path.name)
        for path in MACHINE.glob("*.py")
    }


def file_prices(files: dict[str, bytes]) -> dict[str, object]:
    """Return the numbers of flash reads for these files, and the times of file operations.

    The result has the properties of `Prices` in disk.mjs, except `code` and `log`.
    """
    return {
        "reads": count_reads(files),
        "read": prices.FILE_READ,
        "size": prices.FILE_LINE,
        "flush": prices.FILE_FLUSH,
        "codeByte": prices.CODE_BYTE,
    }
