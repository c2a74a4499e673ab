"""The modules of one boot: the firmware's own, the stand-ins, and what a board has besides.

Nothing of it is in `sys.modules`: each boot imports everything afresh, as after a power cut, and
several tables can live in one process. What a board does not have cannot be imported.
"""

import builtins
import importlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from marcoria.paths import FIRMWARE, MACHINE, MICROPYTHON

# CPython's modules that do what MicroPython's of the same name do.
_ALIKE = {"array", "binascii", "cmath", "collections", "errno", "hashlib", "heapq", "io", "json"}
_ALIKE |= {"math", "re", "struct"}


class Modules:
    """Imports for one boot. `given` are modules made for it, `names` what else is built in."""

    def __init__(
        self, given: dict[str, ModuleType], names: Mapping[str, object], folders: list[Path]
    ) -> None:
        self.loaded = dict(given)
        self.folders = [*folders, MACHINE, MICROPYTHON]
        self.builtins = {**vars(builtins), **names, "__import__": self._import}

    def load(self, name: str) -> ModuleType:
        """The module of that (dotted) name; ImportError if a board has none."""
        if name in self.loaded:
            return self.loaded[name]
        parent, _, last = name.rpartition(".")
        if parent:
            self.load(parent)
        module = self._find(name)
        if parent:
            setattr(self.loaded[parent], last, module)
        return module

    def run(self, source: str, path: str = "main.py") -> ModuleType:
        """Runs a source as the main module."""
        return self._execute("__main__", compile(source, path, "exec"), path)

    def _import(
        self,
        name: str,
        globals: object = None,
        locals: object = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        if level:
            raise ImportError("imports are absolute")
        module = self.load(name)
        if not fromlist:
            return self.loaded[name.partition(".")[0]]
        for wanted in fromlist:
            if "__path__" in module.__dict__ and not hasattr(module, wanted):
                self.load(f"{name}.{wanted}")
        return module

    def _find(self, name: str) -> ModuleType:
        inside = name.replace(".", "/")
        for folder in self.folders:
            for path in (folder / f"{inside}.py", folder / inside / "__init__.py"):
                if path.is_file():
                    code = _compiled(path, path.stat().st_mtime_ns)
                    return self._execute(name, code, str(path))
            if (folder / inside).is_dir():
                module = self.loaded[name] = ModuleType(name)
                module.__path__ = [str(folder / inside)]
                return module
        return self._built_in(name)

    def _built_in(self, name: str) -> ModuleType:
        """What needs no file on a board; its old name with a u is good as well."""
        if name in _ALIKE:
            module = self.loaded[name] = importlib.import_module(name)
            return module
        if name[0] == "u" and (name[1:] in self.loaded or name[1:] in _ALIKE):
            module = self.loaded[name] = self.load(name[1:])
            return module
        absent = self.load("_absent")
        if name in absent.MODULES:
            raise absent.absent(name)
        raise ImportError(f"no module named '{name}' on the board")

    def _execute(self, name: str, code: CodeType, path: str) -> ModuleType:
        module = ModuleType(name)
        module.__file__ = path
        # What CPython has not is made of what only CPython has.
        own = path.startswith(str(MICROPYTHON))
        module.__dict__["__builtins__"] = vars(builtins) if own else self.builtins
        if path.endswith("__init__.py"):
            module.__path__ = [str(Path(path).parent)]
        self.loaded[name] = module
        try:
            exec(code, module.__dict__)
        except BaseException:
            del self.loaded[name]
            raise
        return module


@cache
def _compiled(path: Path, changed: int) -> CodeType:
    """Return a module's code; for what is ours Python keeps it beside the source."""
    if any(path.is_relative_to(folder) for folder in (FIRMWARE, MACHINE)):
        code = SourceFileLoader(path.stem, str(path)).get_code(path.stem)
        assert code
        return code
    return compile(path.read_bytes(), str(path), "exec")
