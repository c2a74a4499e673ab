"""The `vm` backend: it runs the firmware's bytecode in a MicroPython VM with a limited heap.

    with VmBackend(seed=1) as board:
        board.boot("main")
        board.run_until(2_000_000)

A node process runs two VMs: one for the firmware, and one for the chip models. Therefore the chip
models take nothing of the firmware's heap. The chip models are the same as in the `cpython`
backend. Runs with equal seeds and equal calls are identical. With `priced`, the time that an ESP32
at 240 MHz needs for the bytecode is added to virtual time. This time is estimated from the number
of calls inside the VM (clock.mjs), so runs with `priced` are repeatable too.
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
# After this many boots, the seeds of a table's boots equal those of the table with the next seed.
_SEEDS = 1 << 16
# Longest virtual time of one request to the child process. A longer run is split into requests.
SPAN_US = 1_000_000
# After this many starts in a row the firmware is not started again, because it would probably
# restart for ever.
_RESTARTS = 100
# Code that makes the simulated world of a table; tests use other code for smaller worlds.
SETUP = """
import board
from marcoria.sim.chips.world import World
world = World(board, {seed}, **{options})
"""
# Code to run after Ctrl-C. On a board `boot/program.py` calls `give_way` when Ctrl-C has ended the
# event loop. Here the event loop runs outside of the firmware, so this code calls `give_way`.
_INTERRUPTED = """
try:
    from boot import program
except ImportError:  # an older program, which had no such folder
    import program
program.recovery.give_way()
"""
# Code that makes a simulated world of parts, without a table.
BENCH = """
from marcoria.sim.chips.bench import PartsWorld
world = PartsWorld({profile!r}, {wired!r}, {seed}, {tags!r})
"""


class VmBackend:
    """A simulated table whose firmware runs in a MicroPython VM.

    Modules are searched for in `folders` and then in firmware/. `heap_kib` is the size of the
    firmware's heap. `setup` is code that assigns the simulated hardware to `world`; without it,
    `SETUP` is run with `options`, the options of World. With `priced`, executed bytecode takes
    virtual time. `watched` logs operations on files, and measures the heap after each step, which
    is slow. A step is, for example, a task's run until its next await. `limit_s` is the longest
    real time in seconds that a call, or the simulation of one virtual second, may take before
    VMHung is raised. `opt` is the compiler's optimisation level; 3 leaves out the line numbers of
    tracebacks. `firmware` maps paths to the files on the board's flash; None means the files built
    from the folders with `opt`. `stubs` maps paths in /lib/ to modules that a real board has in
    its MicroPython and not on its flash. `print_us` is the virtual time in us that printing a
    byte takes.
    """

    interrupted = _INTERRUPTED

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
        """Return how many requests the firmware has made since the table was made.

        A request is a call to a pin, a bus, the journal's flash partition or another part of the
        board. Operations on files are not counted.
        """
        return int(self._call("state")["operations"])

    @property
    def file_reads(self) -> int:
        """Return the number of flash reads for files since the boot.

        Reads for imports are counted only if bytecode is priced.
        """
        return int(self._call("fileReads")["count"])

    @property
    def file_log(self) -> list[list[str | int]]:
        """Return the log of operations on files since the boot; empty without `watched`.

        Each entry has the name of the operation (walk, open, list or read) and the path. The entry
        of a read also has position and size.
        """
        log: list[list[str | int]] = self._call("fileReads")["log"]
        return log

    def boot(self, program: str = "") -> None:
        """Switch the power on and start a program: the name of a module, or source code.

        A name with a dot counts as source code. The default is the program of the last boot, and
        "main" at the first boot.
        """
        self.program = program or self.program
        self.call("power_on")
        self._boots("ended")

    def run_until(self, us: int) -> None:
        """Run the firmware until the virtual time `us`; boot it again after each reset.

        If no firmware runs, only time passes. A misuse of a chip is raised as SimFault, and an
        uncaught exception of the firmware as VMError.
        """
        while self.now < us:
            self._boots(self._call("until", us=min(us, self.now + SPAN_US)))

    def call(self, method: str, *arguments: object, **named: object) -> Any:
        """Call a method of the simulated world by its dotted name and return its result.

        An example is `call("readers.S.wedge")`.
        """
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

        With `watched` also return the `highest` use after any step since the boot, and the time in
        us of the `longest` collection that the firmware started. `anew` resets these two values
        after they are returned. The result is empty while no firmware runs.
        """
        sizes: dict[str, int] = self._call("memory", anew=anew)
        return sizes

    @property
    def files(self) -> dict[str, bytes]:
        """Return all files on the flash except unchanged files of the firmware.

        Bytes that were not flushed are missing.
        """
        files = self._call("files")
        return {path: b64decode(data) for path, data in files.items()}

    def write(self, path: str, data: bytes) -> None:
        """Write a file on the board's flash; the board may be off."""
        self._call("write", path=path, data=b64encode(data).decode())

    def read(self, path: str) -> bytes:
        """Return the content of a file on the flash; bytes that were not flushed are missing.

        Raise FileNotFoundError if there is no such file, or if it is an unchanged file of the
        firmware.
        """
        files = self.files
        if path not in files:
            raise FileNotFoundError(path)
        return files[path]

    def cut_power(self, operation: int = 0) -> None:
        """Cut the power now, or before a later request of the firmware (see `operations`).

        `operation` 0 means now, 1 means before the next request, and n before the n-th request
        from now.
        """
        if operation:
            self._call("cutAt", operation=operation)
            return
        self.call("cut_power")
        self._call("end")

    def close(self) -> None:
        """Stop both VMs; the node process is kept for later backends unless it is still busy."""
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
        """Boot again each time the board has restarted; raise SimFault if a chip was misused.

        Raise VMError if the board restarts again and again.

        `state` is the answer to the last request: "ended" if the firmware has restarted or lost
        power, "fault" if a chip was misused, or "".
        """
        for _ in range(_RESTARTS):
            if state == "fault":
                self._raise_fault()
            if state != "ended" or not self.get("power"):
                return
            state = self._boot()
        raise VMError(f"the board has restarted {_RESTARTS} times in a row")

    def _boot(self) -> str:
        self.boots += 1
        named = self.program.isidentifier()
        program = f"import {self.program}" if named else self.program
        seed = self.seed * _SEEDS + self.boots
        started = {"program": program, "interrupted": self.interrupted, "seed": seed}
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
        """Send a request to the world and return the answer.

        Convert some errors of the world, such as ValueError, to Python's exception of that name.
        """
        try:
            return self._call(op, **request)
        except VMError as error:
            kind = getattr(builtins, error.type, None)
            if kind in (ValueError, KeyError, TypeError, AttributeError, IndexError):
                raise kind(str(error).rpartition(f"{error.type}: ")[2]) from error
            raise


def _told(answer: list[str]) -> Any:
    """Convert an answer of the world to a value.

    The answer is a list. Its first item is a JSON text, and the other items are byte strings in
    base64 to which the text refers by index.
    """
    text, *pieces = answer
    return plain(json.loads(text), [b64decode(piece) for piece in pieces])
