"""The `cpython` backend: it runs the unmodified firmware in this process, at full speed.

    board = Cpython(seed=1)
    board.boot("main")
    board.run_until(2_000_000)

Here `asyncio.run` returns at once, and `run_until` runs the tasks. Therefore the main module of a
program must not loop forever, and `asyncio.run` must be in its last line. Virtual time passes in
calls that take time on a board, such as access to hardware and files, sleeping, and reading the
clock. Executing bytecode takes no virtual time.
"""

import io
import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn, Unpack, cast

from marcoria.build.deploy import MAIN
from marcoria.paths import FIRMWARE
from marcoria.sim.chips.bench import PartsWorld
from marcoria.sim.chips.calls import find
from marcoria.sim.chips.world import World
from marcoria.sim.cpython.file_system import Files
from marcoria.sim.cpython.modules import Modules, StandIns
from marcoria.sim.cpython.virtual_asyncio import Loop
from marcoria.sim.options import BenchParts, WorldOptions

# After this many starts in a row a program is not started again, because it would probably restart
# for ever.
RESTARTS = 100


class _Ended(BaseException):
    """Raised to end the firmware's code at a reset or a power cut."""


class _Off:
    """Replacement for the world of a stopped firmware; every access raises _Ended."""

    def __getattr__(self, name: str) -> NoReturn:
        raise _Ended


class Cpython:
    """A simulated table whose firmware runs on CPython; tests may use its `world`.

    Modules are searched in `folders` and then in firmware/. `options` are the options of World.
    With `parts` the board is not a table: its world is a PartsWorld of these parts. Then firmware/
    is not searched, and `options` are ignored.
    """

    def __init__(
        self,
        seed: int = 0,
        folders: tuple[Path, ...] = (),
        parts: "BenchParts | None" = None,
        **options: Unpack[WorldOptions],
    ) -> None:
        self.seed = seed
        self.folders = list(folders) if parts else [*folders, FIRMWARE]
        self.printed = ""
        self.boots = 0
        self.program = "main"
        self._loop: Loop | None = None
        self._modules: Modules | None = None
        self._stand_ins: StandIns | None = None
        self._again = False
        self.world = self._table(options) if parts is None else self._bench(parts)
        self.world.processor.on_reset = self._reset
        self.files = Files(self.world, [] if parts else self.folders)

    @property
    def now(self) -> int:
        """Return the virtual time in us since the table was made."""
        return self.world.clock.now

    def start(self) -> Modules:
        """Start the board without a program; return the loader of its modules."""
        self._stop()
        self.world.power_on()
        self.boots += 1
        self._loop = loop = Loop(self.world)
        names = {"open": self.files.open, "print": self._print, "input": self._input}
        self.files.world = self.world
        dice = random.Random(f"{self.seed} {self.boots}")
        self._stand_ins = StandIns(self.world, self.files, loop, dice, self._print)
        given = self._stand_ins.modules
        self._modules = modules = Modules(given, names, self.folders)
        self._modules.load("_board").connect(self.world.processor)
        port = modules.load("_console").SerialPort()
        given["sys"].__dict__.update(stdin=port)
        given["sys"].__dict__["stdout"].buffer = port.buffer
        given["sys"].__dict__["modules"] = self._modules.loaded
        given["os"].__dict__["uname"] = lambda: modules.load("_uname").uname()
        return modules

    def load(self, name: str) -> Any:
        """Import and return a module, such as `drivers.mfrc522` or `machine`, on the board.

        If the board is not running, start it without a program.
        """
        modules = self._modules or self.start()
        return modules.load(name)

    def boot(self, program: str = "") -> None:
        """Switch the power on and start a program: the name of a module, or source code.

        A name with a dot counts as source code. The default is the program of the last boot, and
        "main" at the first boot. If the flash has a file /main.py, "main" runs this file.
        """
        self.program = program or self.program
        self._again = True
        self._guard(self._boots)

    def run_until(self, us: int) -> None:
        """Run the firmware until the virtual time `us`; boot it again after a reset.

        If no firmware runs, only time passes. SimFaults and uncaught exceptions of the firmware
        are raised.
        """
        while self.now < us:
            self._guard(self._boots)
            if self._loop is None:
                self.world.wait(us - self.now)
                self.world.faults.check()
                return
            self._guard(partial(self._loop.run_until, us))

    def call(self, method: str, *arguments: object, **named: object) -> Any:
        """Call a method of the simulated world by its dotted name: `call("readers.S.wedge")`."""
        return self.get(method)(*arguments, **named)

    def get(self, name: str) -> Any:
        """Return an attribute of the world, such as `clock.now` or `flash.operations`."""
        return find(self.world, name)

    def set(self, name: str, value: object) -> None:
        """Set an attribute of the world, such as `spi_buses.2.stuck`."""
        path, _, last = name.rpartition(".")
        setattr(self.get(path), last, value)

    def write(self, path: str, data: bytes) -> None:
        """Write a file on the board's flash; the board may be off."""
        self.files.write(path, data)

    def read(self, path: str) -> bytes:
        """Return the content of a file on the flash; bytes that were not flushed are missing.

        Raise FileNotFoundError if there is no such file.
        """
        if path not in self.files.data:
            raise FileNotFoundError(path)
        return self.files.data[path]

    def memory(self) -> dict[str, int]:
        """Return an empty dictionary, because CPython's heap is not that of a board."""
        return {}

    def cut_power(self) -> None:
        """Cut the power; `boot` switches it on again."""
        self.world.cut_power()
        self._stop()

    def close(self) -> None:
        """Stop the firmware."""
        self._stop()

    # --- making the world, booting and stopping ---------------------------------------------

    def _table(self, options: WorldOptions) -> PartsWorld:
        board: Any = Modules({}, {}, self.folders).load("board")
        return World(board, self.seed, **options)

    def _bench(self, parts: BenchParts) -> PartsWorld:
        return PartsWorld(parts.profile, parts.wired, self.seed, parts.tags)

    def _boots(self) -> None:
        for _ in range(RESTARTS):
            if not self._again:
                return
            self._again = False
            self._guard(self._run_main)
        raise RuntimeError(f"the board has restarted {RESTARTS} times in a row")

    def _run_main(self) -> None:
        modules = self.start()
        main = self.files.data.get(MAIN, b"").decode() if self.program == "main" else ""
        if self.program.isidentifier() and not main:
            modules.load(self.program)
        else:
            modules.run(main or self.program)
        self.world.faults.check()

    def _guard(self, what: Callable[[], object]) -> None:
        """Call a function that runs the firmware; stop the firmware if _Ended is raised."""
        try:
            what()
        except _Ended:
            self._stop()

    def _reset(self) -> None:
        """Stop the firmware when the processor resets, halts or loses power.

        If the power is on, `_boots` will start the firmware again. Raise _Ended if the firmware
        is running now.
        """
        self._again = bool(self.world.power)
        if self._loop is not None and self._in_firmware():
            raise _Ended
        self._stop()

    def _in_firmware(self) -> bool:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_code is Cpython._guard.__code__:
                return True
            frame = frame.f_back
        return False

    def _stop(self) -> None:
        """Stop the firmware, and replace its world, so that the firmware has no further effect."""
        if self._modules is None or self._stand_ins is None:
            return
        off = self.files.world = cast(World, _Off())
        self._stand_ins.connect(off)
        self._modules.load("_board").connect(off)
        loop, self._loop, self._modules = self._loop, None, None
        if loop is not None:
            loop.world = off
            loop.stop()

    def _input(self, prompt: str = "") -> str:
        error: Exception = self.load("_absent").absent("input()")
        raise error

    def _print(self, *what: object, sep: str = " ", end: str = "\n", file: object = None) -> None:
        text = io.StringIO()
        print(*what, sep=sep, end=end, file=text)
        self.printed += text.getvalue()
        self.world.console.send(text.getvalue().encode())
