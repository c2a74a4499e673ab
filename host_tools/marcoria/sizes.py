"""What each firmware module weighs on the board's flash, and so roughly on its heap."""

from pathlib import Path

from marcoria.mpy import compile_tree
from marcoria.paths import FIRMWARE

# A module imported from `.mpy` takes this many times its file in RAM (docs: what code costs).
RAM_PER_FILE_BYTE = 1.65


def mpy_sizes(folder: Path = FIRMWARE / "belote", opt: int = 0) -> dict[str, int]:
    """Bytes of `.mpy` per module under `folder`, by dotted name, largest first."""
    files = compile_tree(folder, folder.name, opt)
    sizes = {
        path.removesuffix(".mpy").replace("/", "."): len(data)
        for path, data in files.items()
        if path.endswith(".mpy")
    }
    return dict(sorted(sizes.items(), key=lambda item: -item[1]))
