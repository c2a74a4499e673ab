"""Packages for MicroPython that are bundled with the firmware: see docs/dependencies.md."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

# For each package the modules that the table needs. Other modules of a package are not bundled.
LIBRARIES = {"chumicro_mqtt": ("_wire", "client")}


@cache
def library_folder(name: str) -> Path:
    """Return the folder of an installed package."""
    spec = find_spec(name)
    assert spec and spec.origin
    return Path(spec.origin).parent


def library_files() -> dict[str, Path]:
    """Return the files of modules and licences to bundle, by path in the program's folder."""
    found = {}
    for name, modules in LIBRARIES.items():
        folder = library_folder(name)
        for module in modules:
            found[f"{name}/{module}.py"] = folder / f"{module}.py"
        licence = next(folder.parent.glob(f"{name}-*.dist-info/licenses/LICENSE"))
        found[f"{name}/LICENSE"] = licence
    return found
