"""The `vm` backend: the firmware's bytecode in a MicroPython VM with a board's heap.

    with VmBackend(seed=1) as board:
        board.boot("main")
        board.run_until(2_000_000)

One node process holds two VMs: the firmware's, and one for the chips, which run outside of the
firmware's heap and see the same models that CPython runs. Two runs from one seed do the same.
`priced` adds to virtual time what the bytecode takes on an ESP32 at 240 MHz, from a count of what
the VM does: that too is the same in every run.
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
_SEEDS = 1 << 16  # boots of one seed
SPAN_US = 1_000_000  # so much in one request, so that the time limit is one for that
# A firmware that restarts that often without time passing would never come to an end.
_RESTARTS = 100
# What a table's world is made of; tests make smaller ones.
SETUP = """
import board
from marcoria.sim.chips.world import World
world = World(board, {seed}, **{options})
"""
# What `program` does when Ctrl-C has ended its loop, which here is no part of it.
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
    """A table whose firmware a MicroPython VM runs.

    `folders` are searched for modules before firmware/; `options` are World's. `setup` makes
    another `world` than the table's; `priced` adds the price of bytecode to virtual time;
    `watched` looks at the heap after each step, which takes its time; `limit_s` is the longest
    that a call or a virtual second may take; `opt` is how the firmware is compiled, 3 as on a
    board, where tracebacks have no lines. `firmware` are other files than that;
    `print_us` is what a printed character costs.
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
            firmware = firmware_files(folders, opt) if firmware is None else firmware
            self._build(setup, firmware, priced=priced, watched=watched, printUs=print_us)
        except BaseException:
            self.close()
            raise

    @property
    def now(self) -> int:
        """Return virtual time in us since the table was made."""
        return round(self._child.now)

    @property
    def operations(self) -> int:
        """Return how many requests the firmware has made to the world: pins, buses, flash."""
        return int(self._call("state")["operations"])

    @property
    def file_reads(self) -> int:
        """Return how often the flash was read for files since the boot, those of imports included
        if bytecode is priced.
        """
        return int(self._call("fileReads")["count"])

    @property
    def file_log(self) -> list[list[str | int]]:
        """Return what for, if the board is `watched`: walk, open, list or read, and the path, and
        for a read from where and how much.
        """
        log: list[list[str | int]] = self._call("fileReads")["log"]
        return log

    def boot(self, program: str = "") -> None:
        """Start a program, the same as before if none is given: a module's name, or a source."""
        self.program = program or self.program
        self.call("power_on")
        self._boots("ended")

    def run_until(self, us: int) -> None:
        """Let the firmware run until that time. SimFaults and what it does not catch are
        raised; a board that restarts boots again.
        """
        while self.now < us:
            self._boots(self._call("until", us=min(us, self.now + SPAN_US)))

    def call(self, method: str, *arguments: object, **named: object) -> Any:
        """Call a method of the world by its name, which
        may lead on: `call("readers.S.port.select")`.
        """
        text = json.dumps([method, [packed(value) for value in arguments], packed(named)])
        return _told(self._world("call", text=text))

    def get(self, name: str) -> Any:
        """Return an attribute of the world, such as `clock.now` or `flash.operations`."""
        return _told(self._world("get", name=name))

    def set(self, name: str, value: object) -> None:
        """Set one: an order such as `spi_buses.2.stuck`."""
        self._world("set", name=name, text=json.dumps(packed(value)))

    def run(self, code: str) -> str:
        """Run statements on the board, as one step; what they print comes back as well."""
        before = len(self.printed)
        self._boots(self._call("run", code=code))
        return self.printed[before:]

    def memory(self, anew: bool = False) -> dict[str, int]:
        """Return bytes of the firmware's heap after a collection, `used` and `free`; with
        `watched` also the `highest` use after any step since the start, or since it was to begin
        `anew`.
        """
        sizes: dict[str, int] = self._call("memory", anew=anew)
        return sizes

    @property
    def files(self) -> dict[str, bytes]:
        """Return the files on the board that a power cut now would leave, without the firmware's
        own.
        """
        files = self._call("files")
        return {path: b64decode(data) for path, data in files.items()}

    def write(self, path: str, data: bytes) -> None:
        """Put a file on the board, which may be off."""
        self._call("write", path=path, data=b64encode(data).decode())

    def read(self, path: str) -> bytes:
        """Return what a power cut now would leave of a file; FileNotFoundError if there is
        none.
        """
        files = self.files
        if path not in files:
            raise FileNotFoundError(path)
        return files[path]

    def cut_power(self, operation: int = 0) -> None:
        """Pull the plug, now or in front of the firmware's n-th operation from now."""
        if operation:
            self._call("cutAt", operation=operation)
            return
        self.call("cut_power")
        self._call("end")

    def close(self) -> None:
        """End both VMs."""
        self._child.close()

    def __enter__(self) -> "VmBackend":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- from here on: how it is done -------------------------------------------------------

    def _build(self, setup: str, firmware: dict[str, bytes], **options: object) -> None:
        request = {"folder": str(found(PACKAGE)), "setup": setup, **options}
        world = world_files(self.folders)
        request |= {"world": as_base64(world), "firmware": as_base64(firmware | stand_ins())}
        request["collectKib"] = prices.COLLECT_KIB
        request["filePrices"] = file_prices(firmware)
        self._call("build", seed=self.seed, **request)

    def _boots(self, state: str) -> None:
        """Boot for as long as the board restarts; raise what the models found."""
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
        """Send a request of people's; raise the same exceptions for their mistakes as on
        CPython.
        """
        try:
            return self._call(op, **request)
        except VMError as error:
            kind = getattr(builtins, error.type, None)
            if kind in (ValueError, KeyError, TypeError, AttributeError, IndexError):
                raise kind(str(error).rpartition(f"{error.type}: ")[2]) from error
            raise


def _told(answer: list[str]) -> Any:
    """Return an answer of the world: its text, and the bytes beside it."""
    text, *pieces = answer
    return plain(json.loads(text), [b64decode(piece) for piece in pieces])
