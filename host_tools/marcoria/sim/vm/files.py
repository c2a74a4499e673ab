"""The files in the two VMs of a simulated board."""

from pathlib import Path
from typing import Any

from marcoria.build.deploy import deployed
from marcoria.build.mpy import DEPLOYED, compile_file, compile_tree
from marcoria.paths import CHIPS, FIRMWARE, MACHINE
from marcoria.sim.chips import prices
from marcoria.sim.file_reads import count_reads


def world_files(folders: tuple[Path, ...]) -> dict[str, bytes]:
    """The models and the pin map, as the world's VM imports them."""
    files = compile_tree(CHIPS, "/lib/marcoria/sim/chips")
    for folder in (*folders, FIRMWARE):
        if (folder / "board.py").is_file():
            files["/lib/board.mpy"] = compile_file(folder / "board.py", "board.py")
            break
    return files


def firmware_files(folders: tuple[Path, ...], opt: int) -> dict[str, bytes]:
    """What lies on the board's flash."""
    if opt == DEPLOYED:
        return deployed(*reversed(folders))
    files: dict[str, bytes] = {}
    for folder in (FIRMWARE, *reversed(folders)):
        files |= compile_tree(folder, "/lib", opt)
    return files


def stand_ins() -> dict[str, bytes]:
    """What stands in for the modules of a board. Their size on the heap was measured once, and is
    given back."""
    return {
        f"/lib/{path.stem}.mpy": compile_file(path, path.name) for path in MACHINE.glob("*.py")
    }


def file_prices(files: dict[str, bytes]) -> dict[str, Any]:
    """As `FileTimes` has them for these files, in us."""
    return {
        "reads": count_reads(files),
        "read": prices.FILE_READ,
        "size": prices.FILE_LINE,
        "flush": prices.FILE_FLUSH,
        "codeByte": prices.CODE_BYTE,
    }
