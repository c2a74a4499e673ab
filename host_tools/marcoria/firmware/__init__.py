"""Board's modules on CPython, as `marcoria.firmware.belote.match` and so on.

The files import each other by their short names, the names on the board, such as `belote.match`.
Here each file is loaded once, as a module of this package. The same holds for the stand-ins for
MicroPython modules that CPython lacks, such as `framebuf`. Code outside this package cannot import
the short names.
"""

import builtins
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType

from marcoria.paths import FIRMWARE, MACHINE, MICROPYTHON

__path__ = [str(FIRMWARE), str(MACHINE), str(MICROPYTHON)]
# Short names of all modules and packages in these folders. Names of CPython's own modules, such as
# `select`, are left out, so imports of `select` get CPython's module.
_FILES = [path for folder in __path__ for path in Path(folder).iterdir()]
NAMES = {path.stem for path in _FILES if path.name != "__pycache__"} - sys.stdlib_module_names


def _import(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """Import as `__import__` does, with the short names mapped to modules of this package."""
    if name.partition(".")[0] not in NAMES:
        return builtins.__import__(name, globals, locals, fromlist, level)
    module = import_module(f"{__name__}.{name}")
    if not fromlist:
        return sys.modules[f"{__name__}.{name.partition('.')[0]}"]
    return builtins.__import__(module.__name__, globals, locals, fromlist)


class _Loader(SourceFileLoader):
    """Loader of a module whose imports go through `_import`."""

    def exec_module(self, module: ModuleType) -> None:
        """Run a module with the built-ins of this package."""
        module.__dict__["__builtins__"] = _BUILTINS
        super().exec_module(module)


class _Finder:
    """Finder of the modules of this package."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module of this package, None for others."""
        if not name.startswith(f"{__name__}."):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(name, spec.loader.path)
        return spec


_BUILTINS = {**vars(builtins), "__import__": _import}
sys.meta_path.insert(0, _Finder)
