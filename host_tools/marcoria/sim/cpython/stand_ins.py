"""Modules that a board has and CPython has otherwise: made for each boot, on virtual time."""

import calendar as calendar_module
import random
import time as real_time
import traceback
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import TextIO

from marcoria.sim.chips import prices
from marcoria.sim.chips.bench import Bench
from marcoria.sim.cpython import virtual_asyncio
from marcoria.sim.cpython.file_system import Files

_PERIOD = 1 << 30  # of MicroPython's ticks
_YEAR_2000 = 946_684_800
_IN_USE_KIB = 256  # of the heap, at most
_FREE_KIB = 7000  # of eight mebibytes


class StandIns:
    """The `modules` of a boot, by name; those that take time let it pass in `world`."""

    def __init__(
        self,
        world: Bench,
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
            "vfs": ModuleType("vfs"),  # there is nothing to be mounted
            "random": _random(dice),
        }
        self.connect(world)

    def connect(self, world: Bench) -> None:
        """From now on it is this world that is asked."""
        for name in ("time", "gc"):
            self.modules[name].__dict__["_world"] = world


def _time(started: int) -> ModuleType:
    """`time`: each look costs some time, so that a loop that waits for one comes to its end."""
    module = ModuleType("time")
    # The world is looked up at each call: at the board's end another takes its place.
    names = module.__dict__

    def ticks_us() -> int:
        world: Bench = names["_world"]
        world.wait(prices.LOOK)
        return (world.clock.now - started) % _PERIOD

    def ticks_ms() -> int:
        world: Bench = names["_world"]
        world.wait(prices.LOOK)
        return (world.clock.now - started) // 1000 % _PERIOD

    def ticks_diff(end: int, start: int) -> int:
        return (end - start + _PERIOD // 2) % _PERIOD - _PERIOD // 2

    def calendar(seconds: int | None = None) -> tuple[int, ...]:
        seconds = ticks_us() // 1_000_000 if seconds is None else seconds
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
        time=lambda: ticks_us() // 1_000_000,
        time_ns=lambda: ticks_us() * 1000,
        gmtime=calendar,
        localtime=calendar,
        mktime=lambda when: calendar_module.timegm((*when[:6], 0, 0, 0)) - _YEAR_2000,
    )
    return module


def _gc() -> ModuleType:
    """`gc`: nothing is collected, but it takes its time."""
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
        stdin=None,  # it is there when there is a world at its other end
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
