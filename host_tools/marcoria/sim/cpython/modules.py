"""Loader of the modules that a board can import: the firmware, and MicroPython's modules.

MicroPython's modules that differ from CPython's, such as `time`, are replaced by stand-ins, which
are made for each boot. Only modules that are the same in CPython, such as `math`, are stored in
`sys.modules`. Therefore each boot imports the other modules again, as after a power cut, and
several tables can run in one process. Modules that a board lacks cannot be imported. Functions
that take time advance the virtual clock.
"""

import builtins
import calendar as calendar_module
import importlib
import random
import time as real_time
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType, SimpleNamespace
from typing import TextIO

from marcoria.build.libraries import LIBRARIES, library_folder
from marcoria.paths import FIRMWARE, MACHINE, MICROPYTHON, SIMULATED
from marcoria.sim.chips import prices
from marcoria.sim.chips.bench import PartsWorld
from marcoria.sim.cpython import virtual_asyncio
from marcoria.sim.cpython.file_system import Files

_PERIOD = 1 << 30  # period of MicroPython's ticks
_YEAR_2000 = 946_684_800
_IN_USE_KIB = 256  # KiB of the heap that are assumed to be in use (an upper limit)
_FREE_KIB = 7000  # KiB of the heap that are assumed to be free, out of 8 MiB
# Modules of CPython that are used unchanged for MicroPython's modules of the same names.
_ALIKE = {"array", "binascii", "cmath", "collections", "errno", "hashlib", "heapq", "io", "json"}


class StandIns:
    """Replacements for modules of MicroPython, made for one boot: `modules` has them by name.

    Functions that take time advance the clock of `world`. `dice` gives the random numbers.
    """

    def __init__(
        self,
        world: PartsWorld,
        files: Files,
        loop: virtual_asyncio.Loop,
        dice: random.Random,
        print: Callable[..., None],
    ) -> None:
        self.modules = {
            "asyncio": virtual_asyncio.module(loop),
            "time": _time(world.clock.now),
            "gc": _gc(),
            "os": files.module(dice.randbytes),
            "sys": _sys(print),
            "vfs": ModuleType("vfs"),  # empty, because the file system is always mounted
            "random": _random(dice),
        }
        self.connect(world)

    def connect(self, world: PartsWorld) -> None:
        """Use the clock of this world in `time` and `gc` from now on."""
        for name in ("time", "gc"):
            self.modules[name].__dict__["_world"] = world


def _time(started: int) -> ModuleType:
    """Return the module `time`; `started` is the time of the boot in us.

    Reading the clock takes virtual time, so that a loop that waits for a time can end.
    """
    module = ModuleType("time")
    # Each call looks up the world, because the world is replaced when the board stops.
    names = module.__dict__

    def passed_us() -> int:
        """Return the time since the boot."""
        world: PartsWorld = names["_world"]
        world.wait(prices.LOOK)
        return world.clock.now - started

    def ticks_us() -> int:
        return passed_us() % _PERIOD

    def ticks_ms() -> int:
        return passed_us() // 1000 % _PERIOD

    def ticks_diff(end: int, start: int) -> int:
        return (end - start + _PERIOD // 2) % _PERIOD - _PERIOD // 2

    def calendar(seconds: int | None = None) -> tuple[int, ...]:
        seconds = passed_us() // 1_000_000 if seconds is None else seconds
        return tuple(real_time.gmtime(seconds + _YEAR_2000))[:8]

    names.update(
        ticks_us=ticks_us,
        ticks_ms=ticks_ms,
        ticks_cpu=ticks_us,
        ticks_add=lambda ticks, delta: (ticks + delta) % _PERIOD,
        ticks_diff=ticks_diff,
        sleep_us=lambda us: names["_world"].wait(max(us, 0)),
        sleep_ms=lambda ms: names["_world"].wait(max(ms, 0) * 1000),
        sleep=lambda seconds: names["_world"].wait(int(seconds * 1_000_000)),
        time=lambda: passed_us() // 1_000_000,
        time_ns=lambda: passed_us() * 1000,
        gmtime=calendar,
        localtime=calendar,
        mktime=lambda when: calendar_module.timegm((*when[:6], 0, 0, 0)) - _YEAR_2000,
    )
    return module


def _gc() -> ModuleType:
    """Return the module `gc`, in which a collection only takes time."""
    module = ModuleType("gc")
    names = module.__dict__
    names.update(
        collect=lambda: names["_world"].wait(prices.COLLECT_KIB * _IN_USE_KIB),
        threshold=lambda *_: None,
        enable=lambda: None,
        disable=lambda: None,
        mem_alloc=lambda: _IN_USE_KIB << 10,
        mem_free=lambda: _FREE_KIB << 10,
    )
    return module


def _sys(print: Callable[..., None]) -> ModuleType:
    def print_exception(error: BaseException, file: TextIO | None = None) -> None:
        text = "".join(traceback.format_exception(error))
        if file is None:
            print(text, end="")
        else:
            file.write(text)

    def leave(value: object = None) -> None:
        raise SystemExit(value)

    module = ModuleType("sys")
    module.__dict__.update(
        implementation=SimpleNamespace(name="micropython", version=(1, 27, 0, ""), _mpy=774),
        platform="esp32",
        version="3.4.0; MicroPython v1.27.0 on 2025-12-09",
        argv=[],
        exit=leave,
        stdin=None,  # the backend sets it to the serial port
        stdout=SimpleNamespace(write=lambda text: print(text, end="")),
        byteorder="little",
        maxsize=(1 << 31) - 1,
        path=["", ".frozen", "/lib"],
        print_exception=print_exception,
    )
    return module


def _random(dice: random.Random) -> ModuleType:
    module = ModuleType("random")
    for name in ("choice", "getrandbits", "randint", "random", "randrange", "seed", "uniform"):
        module.__dict__[name] = getattr(dice, name)
    return module


_ALIKE |= {"math", "re", "struct"}


class Modules:
    """Loader of the modules of one boot.

    `given` has the stand-ins by name. `names` has the built-in functions that differ from
    CPython's. `folders` are searched before the folders of the simulated modules.
    """

    def __init__(
        self, given: dict[str, ModuleType], names: Mapping[str, object], folders: list[Path]
    ) -> None:
        self.loaded = dict(given)
        self.folders = [*folders, MACHINE, MICROPYTHON]
        self.builtins = {**vars(builtins), **names, "__import__": self._import}

    def load(self, name: str) -> ModuleType:
        """Return a module by its dotted name; import it unless it is loaded already.

        Raise ImportError if a board has no such module, and NotImplementedError if only the
        simulator lacks it.
        """
        name = SIMULATED.get(name, name)
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
        """Run source code as the main module and return it; tracebacks show `path`."""
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
            raise ImportError("relative imports are not modelled on CPython")
        module = self.load(name)
        if not fromlist:
            return self.load(name.partition(".")[0])
        for wanted in fromlist:
            if "__path__" in module.__dict__ and not hasattr(module, wanted):
                self.load(f"{name}.{wanted}")
        return module

    def _find(self, name: str) -> ModuleType:
        inside = name.replace(".", "/")
        library, _, last = name.partition(".")
        if library in LIBRARIES:
            return self._find_in_library(name, library_folder(library), last)
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

    def _find_in_library(self, name: str, folder: Path, last: str) -> ModuleType:
        """Import the module `last` of a bundled package and return it.

        If `last` is empty, return the package. Its `__init__.py` does not run, because a board
        does not have this file.
        """
        if last:
            path = folder / f"{last}.py"
            return self._execute(name, _compiled(path, path.stat().st_mtime_ns), str(path))
        module = self.loaded[name] = ModuleType(name)
        module.__path__ = [str(folder)]
        return module

    def _built_in(self, name: str) -> ModuleType:
        """Return a built-in module of a board; `u` may stand before its name, as in `utime`.

        Raise errors as `load` does.
        """
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
        # The modules in MICROPYTHON use features of CPython, so they get CPython's builtins.
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
    """Return the code of a module, and cache it in memory.

    `changed` is the time of the file's last change, so that a changed file is compiled again. For
    the firmware and the simulated modules Python also caches the code on disk.
    """
    if any(path.is_relative_to(folder) for folder in (FIRMWARE, MACHINE)):
        code = SourceFileLoader(path.stem, str(path)).get_code(path.stem)
        assert code
        return code
    return compile(path.read_bytes(), str(path), "exec")
