"""Generator of the stubs through which mypy finds the modules of `marcoria.firmware`.

Run it with .venv/bin/python -m marcoria.build.type_stubs. mypy accepts only one module name for a
file. The firmware's modules import each other by their names on the board, such as `belote.match`.
So these are the names for mypy, and `marcoria.firmware.belote.match` is a stub that re-exports
`belote.match`.
"""

import shutil
from pathlib import Path

from marcoria.paths import BUILD, FIRMWARE, MACHINE, MICROPYTHON

FOLDER = BUILD / "typed"


def stubs() -> dict[str, str]:
    """Return the text of each stub by its path below `marcoria/firmware`."""
    found = {}
    for folder in (FIRMWARE, MACHINE, MICROPYTHON):
        for source in folder.rglob("*.py"):
            inside = source.relative_to(folder)
            module = ".".join(inside.with_suffix("").parts).removesuffix(".__init__")
            found[inside.with_suffix(".pyi").as_posix()] = f"from {module} import *\n"
    return found


def make(folder: Path) -> None:
    """Write all stubs to a folder, replacing its content."""
    shutil.rmtree(folder, ignore_errors=True)
    for path, text in stubs().items():
        file = folder / "marcoria" / "firmware" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    make(FOLDER)
