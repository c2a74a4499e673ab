"""The `vm` backend: it runs the firmware's bytecode in a MicroPython VM with a limited heap.

    with VmBackend(seed=1) as board:
        board.boot("main")
        board.run_until(2_000_000)

A node process runs two VMs: one for the firmware, and one for the chip models, which therefore
take nothing of the firmware's heap. The chip models are the same as in the `cpython` backend. Runs
with equal seeds are identical. With `priced`, the time that an ESP32 at 240 MHz needs for the
bytecode is added to virtual time. This time is computed from a count of the VM's operations, so
that runs with `priced` are repeatable too.
"""

import builtins
import json
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any, Unpack

from marcoria.sim.chips import prices
from marcoria.sim.chips.calls import packed, plain
from marcoria.sim.chips.kernel import SimFault
from marcoria.sim.options import WorldOptions
from marcoria.sim.vm.child import Child, VMError
from marcoria.sim.vm.files import file_prices, firmware_files, stand_ins, world_files
from marcoria.sim.vm.vm import HEAP_KIB, PACKAGE, as_base64, found

_SERVER = Path(__file__).with_name("board_server.mjs")
_SEEDS = 1 << 16  # largest number of boots that have different seeds
# Longest virtual time of one request to the child process; each request has a limit of real time.
SPAN_US = 1_000_000
# A firmware that restarts this many times in a row is taken for an endless loop and stopped.
_RESTARTS = 100
# Code that makes the simulated world of a table; tests use other code for smaller worlds.
SETUP = """
import board
from marcoria.sim.chips.world import World
world = World(board, {seed}, **{options})
"""
# Code to run after Ctrl-C. On a board `boot/program.py` calls `give_way` when its event loop has
# ended. Here the event loop runs outside of the firmware, so this code makes the call.
_INTERRUPTED = """
try:
    from boot import program
except ImportError:  # an older program, which had no such folder
    import program
program.recovery.give_way()
"""
BENCH = """
from marcoria.sim.chips.bench import PartsWorld
world = PartsWorld({profile!r}, {wired!r}, {seed}, {tags!r})
"""


class VmBackend:
    """A simulated table whose firmware runs in a MicroPython VM.

    Modules are searched in `folders` and then in firmware/. `options` are the options of World.
    `setup` is code that assigns the simulated hardware to `world`; without it, `SETUP` is run.
    With `priced`, executed bytecode takes virtual time. `watched` measures the heap after each
    step, which is slow. `limit_s` is the longest real time that a call, or the simulation of one
    virtual second, may take. `opt` is the compiler's optimisation level; 3 leaves out the line
    numbers of tracebacks. `firmware` replaces the files on the board. `stubs` are modules that a
    board has in its MicroPython, so that they are not on its flash. `print_us` is the virtual time
    in us that printing a character takes.
    """

    def __init__(
        self,
        seed: int = 0,
        folders: tuple[Path, ...] = (),
        heap_kib: int = HEAP_KIB,
        priced: bool = False,
        watched: bool = False,
        limit_s: float = 60.0,
        setup: str = "",
        opt: int = 0,
        firmware: dict[str, bytes] | None = None,
        stubs: dict[str, bytes] | None = None,
        print_us: int = 0,
        **options: Unpack[WorldOptions],
    ) -> None:
        self.seed = seed
        self.folders = folders
        self.heap_kib = heap_kib
        self.printed = ""
        self.boots = 0
        self.program = "main"
        self._child = Child(_SERVER, limit_s)
        try:
            setup = setup or SETUP.format(seed=seed, options=repr(options))
            flash = firmware_files(folders, opt) if firmware is None else firmware
            self._build(
                setup, flash, stubs or {}, priced=priced, watched=watched, printUs=print_us
            )
        except BaseException:
            self.close()
            raise

    @property
    def now(self) -> int:
        """Return the virtual time in us since the table was made."""
        return round(self._child.now)

    @property
    def operations(self) -> int:
        """Return how many requests the firmware has made to pins, buses, flash and other parts."""
        return int(self._call("state")["operations"])

    @property
    def file_reads(self) -> int:
        """Return the number of flash reads for files since the boot.

        Reads for imports are counted only if bytecode is priced.
        """
        return int(self._call("fileReads")["count"])

    @property
    def file_log(self) -> list[list[str | int]]:
        """Return the log of operations on files; it is empty unless the board is `watched`.

        Each entry has the name of the operation (walk, open, list or read) and the path. The entry
        of a read also has position and size.
        """
        log: list[list[str | int]] = self._call("fileReads")["log"]
        return log

    def boot(self, program: str = "") -> None:
        """Switch the power on and start a program: the name of a module, or source code.

        The default is the program of the last boot.
        """
        self.program = program or self.program
        self.call("power_on")
        self._boots("ended")

    def run_until(self, us: int) -> None:
        """Run the firmware until the virtual time `us`; after a reset it boots again.

        SimFaults and uncaught exceptions of the firmware are raised.
        """
        while self.now < us:
            self._boots(self._call("until", us=min(us, self.now + SPAN_US)))

    def call(self, method: str, *arguments: object, **named: object) -> Any:
        """Call a method of the simulated world by its dotted name: `call("readers.S.wedge")`."""
        text = json.dumps([method, [packed(value) for value in arguments], packed(named)])
        return _told(self._world("call", text=text))

    def get(self, name: str) -> Any:
        """Return an attribute of the world, such as `clock.now` or `flash.operations`."""
        return _told(self._world("get", name=name))

    def set(self, name: str, value: object) -> None:
        """Set an attribute of the world, such as `spi_buses.2.stuck`."""
        self._world("set", name=name, text=json.dumps(packed(value)))

    def run(self, code: str) -> str:
        """Run statements on the board as one step; return their output."""
        before = len(self.printed)
        self._boots(self._call("run", code=code))
        return self.printed[before:]

    def memory(self, anew: bool = False) -> dict[str, int]:
        """Return the bytes of the firmware's heap that are `used` and `free` after a collection.

        With `watched` also return the `highest` use after any step since the boot, and the time
        of the `longest` collection in us; `anew` resets both.
        """
        sizes: dict[str, int] = self._call("memory", anew=anew)
        return sizes

    @property
    def files(self) -> dict[str, bytes]:
        """Return all files on the flash except the firmware; bytes not flushed are missing."""
        files = self._call("files")
        return {path: b64decode(data) for path, data in files.items()}

    def write(self, path: str, data: bytes) -> None:
        """Write a file on the board's flash; the board may be off."""
        self._call("write", path=path, data=b64encode(data).decode())

    def read(self, path: str) -> bytes:
        """Return the content of a file on the flash; bytes that were not flushed are missing.

        Raise FileNotFoundError if there is no such file.
        """
        files = self.files
        if path not in files:
            raise FileNotFoundError(path)
        return files[path]

    def cut_power(self, operation: int = 0) -> None:
        """Cut the power now, or before a later request of the firmware.

        `operation` 0 means now, 1 means before the next request, 2 before the one after it.
        """
        if operation:
            self._call("cutAt", operation=operation)
            return
        self.call("cut_power")
        self._call("end")

    def close(self) -> None:
        """Stop both VMs."""
        self._child.close()

    def __enter__(self) -> "VmBackend":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- building, booting and requests -----------------------------------------------------

    def _build(
        self, setup: str, flash: dict[str, bytes], stubs: dict[str, bytes], **options: object
    ) -> None:
        request = {"folder": str(found(PACKAGE)), "setup": setup, **options}
        world = world_files(self.folders)
        request |= {"world": as_base64(world), "firmware": as_base64(flash | stubs | stand_ins())}
        request["collectKib"] = prices.COLLECT_KIB
        request["filePrices"] = file_prices(flash)
        self._call("build", seed=self.seed, **request)

    def _boots(self, state: str) -> None:
        """Boot again each time the board has restarted; raise a fault of the models.

        `state` is the answer to the last request: "ended", "fault", or "".
        """
        for _ in range(_RESTARTS):
            if state == "fault":
                self._raise_fault()
            if state != "ended" or not self.get("power"):
                return
            state = self._boot()
        raise RuntimeError(f"the board has restarted {_RESTARTS} times in a row")

    def _boot(self) -> str:
        self.boots += 1
        named = self.program.isidentifier()
        program = f"import {self.program}" if named else self.program
        seed = self.seed * _SEEDS + self.boots
        started = {"program": program, "interrupted": _INTERRUPTED, "seed": seed}
        state: str = self._call("boot", heapKiB=self.heap_kib, **started)
        return state

    def _raise_fault(self) -> None:
        chip, what = self.get("faults.found")[0]
        self.call("faults.found.clear")
        raise SimFault(chip, what)

    def _call(self, op: str, **request: object) -> Any:
        try:
            value, out = self._child.call(op, None, **request)
        except VMError as error:
            self.printed += error.out
            if error.type == "FirmwareError" and error.out:
                raise VMError(f"{error}\n{error.out.strip()}", error.type, error.out) from None
            raise
        self.printed += out
        return value

    def _world(self, op: str, **request: object) -> Any:
        """Send a request to the world; convert an error to the exception of the same name."""
        try:
            return self._call(op, **request)
        except VMError as error:
            kind = getattr(builtins, error.type, None)
            if kind in (ValueError, KeyError, TypeError, AttributeError, IndexError):
                raise kind(str(error).rpartition(f"{error.type}: ")[2]) from error
            raise


def _told(answer: list[str]) -> Any:
    """Convert an answer of the world, a JSON text and its pieces of bytes, to a value."""
    text, *pieces = answer
    return plain(json.loads(text), [b64decode(piece) for piece in pieces])
