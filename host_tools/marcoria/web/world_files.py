"""Files for the VM with the simulated chips: modules of the host and the firmware, and houses.

The page's VMs that read files or follow a real table get the same files. The modules are found by
following imports from modules of `web/world`. `web/world/lib` has small replacements for modules
that MicroPython lacks, and for host modules that a page cannot use.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from marcoria.build.mpy import compile_file, compile_text
from marcoria.paths import CHIPS, FIRMWARE, HOST

_LIBRARY = HOST / "web" / "world" / "lib"
_ALWAYS = ("page", "cable")
_FOR_PAPERS = ("desk", "stage")  # downloaded later, for example to read a file or play a scenario


def beside_the_chips() -> dict[str, bytes]:
    """Return the contents of the files that every visit downloads, by path in the VM."""
    files = _compiled(_reached(_ALWAYS))
    for path in sorted((FIRMWARE / "belote" / "houses").iterdir()):
        files[f"/a/belote/houses/{path.name}"] = path.read_bytes()
    return files


def papers() -> dict[str, bytes]:
    """Return further files by path: for deals, house files, scenarios and reading the display."""
    files = _compiled(_reached(_FOR_PAPERS) - _reached(_ALWAYS))
    for path in sorted((FIRMWARE / "ui" / "words").glob("*.words")):
        files[f"/a/ui/words/{path.name}"] = path.read_bytes()
    font = FIRMWARE / "ui" / "fonts" / "type.font"
    return files | {f"/a/ui/fonts/{font.name}": font.read_bytes()}


def _reached(names: tuple[str, ...]) -> set[Path]:
    """Return the files of these modules of `web/world` and of all modules that they need.

    Leave out modules of the chips, which the VM has anyway, and MicroPython's own modules.
    """
    found: set[Path] = set()
    left = ["marcoria", *(f"marcoria.web.world.{name}" for name in names)]
    while left:
        path = _file_of(left.pop())
        if path and path not in found and not path.is_relative_to(CHIPS):
            found.add(path)
            left += _imports(path)
    return found


def _file_of(module: str) -> Path | None:
    # In the VM, as on the board, modules of the firmware have no prefix.
    module = module.removeprefix("marcoria.firmware").removeprefix(".")
    if not module:
        return None
    inside = module.replace(".", "/")
    host = HOST / inside.removeprefix("marcoria/") if inside.startswith("marcoria/") else None
    for place in (_LIBRARY / inside, host, FIRMWARE / inside):
        for path in (place.with_name(f"{place.name}.py"), place / "__init__.py") if place else ():
            if path.is_file() and path.stat().st_size:
                return path
    return None


def _imports(path: Path) -> Iterator[str]:
    """Yield the modules that a file imports at its top level, and names that may be modules.

    Skip imports inside functions and conditions.
    """
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)


def _compiled(paths: set[Path]) -> dict[str, bytes]:
    """Return the bytecode of each file by the path from which the VM imports the module."""
    files = {}
    for path in sorted(paths):
        if path.is_relative_to(FIRMWARE):
            name = path.relative_to(FIRMWARE).as_posix()
            data = compile_file(path, name)
        else:
            root = _LIBRARY if path.is_relative_to(_LIBRARY) else HOST.parent
            name = path.relative_to(root).as_posix()
            data = compile_text(path, path.read_bytes(), name)
        files[f"/lib/{name.removesuffix('.py')}.mpy"] = data
    return files
