"""The `cpython` backend: the unmodified firmware in this process, as fast as it goes.

    board = Cpython(seed=1)
    board.boot("main")
    board.run_until(2_000_000)

A program must leave its main module: with `asyncio.run` as the last line it does. Virtual time
is that of calls to the hardware and of looks at the clock; what bytecode costs is left out.
"""

import io
import random
import sys
import time as real_time
import traceback
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from marcoria.paths import FIRMWARE
from marcoria.sim.chips import prices
from marcoria.sim.chips.world import World
from marcoria.sim.cpython import virtual_asyncio
from marcoria.sim.cpython.file_system import Files
from marcoria.sim.cpython.modules import Modules

_PERIOD = 1 << 30  # of MicroPython's ticks
_YEAR_2000 = 946_684_800
# A firmware that restarts that often without time passing would never come to an end.
_RESTARTS = 100
_IN_USE_KIB = 256  # of the heap, at most


class _Ended(BaseException):
    """The processor has been reset, or the power is gone: the firmware's code ends here."""


class _Off:
    """The world of a firmware that is no longer there: nothing it does has an effect."""

    def __getattr__(self, name: str) -> Any:
        raise _Ended


class Cpython:
    """A table whose firmware CPython runs. `world` is there for tests to reach into.

    `folders` are searched for modules before firmware/; `options` are World's.
    """

    def __init__(self, seed: int = 0, folders: tuple[Path, ...] = (), **options: Any) -> None:
        self.seed = seed
        self.folders = list(folders)
        self.files = Files([*folders, FIRMWARE])
        self.printed = ""
        self.boots = 0
        self.program = "main"
        self._loop: virtual_asyncio.Loop | None = None
        self._modules: Modules | None = None
        self._given: list[ModuleType] = []
        self._again = False
        board = Modules({}, {}, self.folders).load("board")
        self.world: Any = World(board, seed, **options)
        self.world.on_reset = self._reset

    @property
    def now(self) -> int:
        """Virtual time in us since the table was made."""
        return self.world.clock.now  # type: ignore[no-any-return]

    def start(self) -> Modules:
        """Power on, and a board without a program: `load` its modules and call them."""
        self._stop()
        self.world.power_on()
        self.boots += 1
        self._loop = loop = virtual_asyncio.Loop(self.world)
        names = {"open": self.files.open, "print": self._print}
        self.files.world = self.world
        given = self._stand_ins(loop)
        self._given = list(given.values())
        self._modules = Modules(given, names, self.folders)
        self._modules.load("_board").connect(self.world)
        given["sys"].__dict__["modules"] = self._modules.loaded
        return self._modules

    def load(self, name: str) -> Any:
        """A module of the running board, such as `drivers.mfrc522` or `machine`."""
        modules = self._modules or self.start()
        return modules.load(name)

    def boot(self, program: str = "") -> None:
        """Starts a program, the same as before if none is given: a module's name, or a source."""
        self.program = program or self.program
        self._again = True
        self._guard(self._boots)

    def run_until(self, us: int) -> None:
        """Lets the firmware run until that time. SimFaults and what it does not catch are
        raised; a board that restarts boots again."""
        while self.now < us:
            self._guard(self._boots)
            if self._loop is None:
                self.world.wait(us - self.now)
                self.world.faults.check()
                return
            loop = self._loop
            self._guard(lambda loop=loop: loop.run_until(us))

    def call(self, method: str, *arguments: Any, **named: Any) -> Any:
        """Something that happens to the world, or a question to it, by the method's name, which
        may lead on: `call("readers.S.wedge")`."""
        return self.get(method)(*arguments, **named)

    def get(self, name: str) -> Any:
        """An attribute of the world, such as `clock.now` or `flash.operations`."""
        found = self.world
        for part in name.split(".") if name else ():
            if isinstance(found, dict):
                found = found[int(part) if part.isdigit() else part]
            elif isinstance(found, list):
                found = found[int(part)]
            else:
                found = getattr(found, part)
        return found

    def set(self, name: str, value: Any) -> None:
        """Sets one: an order such as `spi_buses.2.stuck`."""
        path, _, last = name.rpartition(".")
        setattr(self.get(path), last, value)

    def write(self, path: str, data: bytes) -> None:
        """Puts a file on the board, which may be off."""
        self.files.write(path, data)

    def read(self, path: str) -> bytes:
        """What a power cut now would leave of a file; FileNotFoundError if there is none."""
        if path not in self.files.data:
            raise FileNotFoundError(path)
        return self.files.data[path]

    def memory(self) -> dict[str, int]:
        """Nothing: CPython's heap tells nothing about the board's."""
        return {}

    def cut_power(self) -> None:
        """The plug is pulled. `boot` plugs it in again."""
        self.world.cut_power()
        self._stop()

    def close(self) -> None:
        """Ends the firmware."""
        self._stop()

    # --- from here on: how it is done -------------------------------------------------------

    def _boots(self) -> None:
        for _ in range(_RESTARTS):
            if not self._again:
                return
            self._again = False
            self._guard(self._run_main)
        raise RuntimeError(f"the board has restarted {_RESTARTS} times in a row")

    def _run_main(self) -> None:
        modules = self.start()
        if self.program.isidentifier():
            modules.load(self.program)
        else:
            modules.run(self.program)
        self.world.faults.check()

    def _guard(self, what: Any) -> None:
        """Calls into the firmware; a reset comes back out of it as _Ended."""
        try:
            what()
        except _Ended:
            self._stop()

    def _reset(self) -> None:
        """The world says: the processor stops. With power it starts again."""
        self._again = bool(self.world.power)
        if self._loop is not None and self._in_firmware():
            raise _Ended
        self._stop()

    def _in_firmware(self) -> bool:
        frame = sys._getframe(1)
        while frame is not None:
            if frame.f_code is Cpython._guard.__code__:
                return True
            frame = frame.f_back  # type: ignore[assignment]
        return False

    def _stop(self) -> None:
        """Ends what is running, without giving it a chance to do anything more."""
        if self._modules is None:
            return
        off = self.files.world = _Off()
        for module in self._given:
            if "_world" in vars(module):
                module.__dict__["_world"] = off
        self._modules.load("_board").connect(off)
        loop, self._loop, self._modules = self._loop, None, None
        if loop is not None:
            loop.world = off
            loop.stop()

    def _print(self, *what: Any, sep: str = " ", end: str = "\n", file: Any = None) -> None:
        text = io.StringIO()
        print(*what, sep=sep, end=end, file=text)
        self.printed += text.getvalue()

    def _print_exception(self, error: BaseException, file: Any = None) -> None:
        text = "".join(traceback.format_exception(error))
        if file is None:
            self._print(text, end="")
        else:
            file.write(text)

    def _stand_ins(self, loop: virtual_asyncio.Loop) -> dict[str, ModuleType]:
        dice = random.Random(f"{self.seed} {self.boots}")
        return {
            "asyncio": virtual_asyncio.module(loop),
            "time": _time(self.world),
            "gc": _gc(self.world),
            "os": self.files.module(dice.randbytes),
            "sys": self._sys(),
            "vfs": ModuleType("vfs"),  # there is nothing to be mounted
            "random": _random(dice),
        }

    def _sys(self) -> ModuleType:
        module = ModuleType("sys")
        module.__dict__.update(
            implementation=SimpleNamespace(name="micropython", version=(1, 27, 0, ""), _mpy=774),
            platform="esp32",
            byteorder="little",
            maxsize=(1 << 31) - 1,
            path=["", ".frozen", "/lib"],
            print_exception=self._print_exception,
        )
        return module


def _time(world: Any) -> ModuleType:
    """`time`: each look costs some time, so that a loop that waits for one comes to its end."""
    module = ModuleType("time")
    # Looked up at each call: `_stop` puts the board's end in its place.
    names = module.__dict__
    names["_world"] = world
    started = world.clock.now

    def ticks_us() -> int:
        world = names["_world"]
        world.wait(prices.LOOK)
        return (world.clock.now - started) % _PERIOD  # type: ignore[no-any-return]

    def ticks_ms() -> int:
        world = names["_world"]
        world.wait(prices.LOOK)
        return (world.clock.now - started) // 1000 % _PERIOD  # type: ignore[no-any-return]

    def ticks_diff(end: int, start: int) -> int:
        return (end - start + _PERIOD // 2) % _PERIOD - _PERIOD // 2

    names.update(
        ticks_us=ticks_us,
        ticks_ms=ticks_ms,
        ticks_cpu=ticks_us,
        ticks_add=lambda ticks, delta: (ticks + delta) % _PERIOD,
        ticks_diff=ticks_diff,
        sleep_us=lambda us: names["_world"].wait(max(us, 0)),
        sleep_ms=lambda ms: names["_world"].wait(max(ms, 0) * 1000),
        sleep=lambda seconds: names["_world"].wait(int(seconds * 1_000_000)),
        time=lambda: ticks_us() // 1_000_000,
        gmtime=lambda seconds: tuple(real_time.gmtime(seconds + _YEAR_2000))[:8],
    )
    return module


def _gc(world: Any) -> ModuleType:
    """`gc`: nothing is collected, but it takes its time."""
    module = ModuleType("gc")
    names = module.__dict__
    names["_world"] = world
    names.update(
        collect=lambda: names["_world"].wait(prices.COLLECT_KIB * _IN_USE_KIB),
        threshold=lambda *_: None,
        enable=lambda: None,
        disable=lambda: None,
        mem_alloc=lambda: 0,
        mem_free=lambda: 0,
    )
    return module


def _random(dice: random.Random) -> ModuleType:
    module = ModuleType("random")
    for name in ("choice", "getrandbits", "randint", "random", "randrange", "seed", "uniform"):
        module.__dict__[name] = getattr(dice, name)
    return module
