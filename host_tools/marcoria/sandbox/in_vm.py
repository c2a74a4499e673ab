"""Runner of the user's own program in the MicroPython VM; the program may never return.

The VM is stopped when the limit of virtual time is reached or a chip is misused. Executed bytecode
takes virtual time. But this time passes only when the program next uses the hardware, the clock or
a file, or prints. An endless loop that does none of these never reaches the limit. So it is
stopped after `PATIENCE_S` seconds of real time.
"""

from pathlib import Path

from marcoria.sim.chips import prices
from marcoria.sim.options import BenchParts, Ending
from marcoria.sim.vm.backend import BENCH, SPAN_US, VmBackend
from marcoria.sim.vm.child import VMError, VMHung
from marcoria.sim.vm.files import BEGIN, image

_HEAP_KIB = 1024  # a small share of a board's PSRAM
PATIENCE_S = 20  # limit of real time for each virtual second

_BUSY = (
    "it ran for {seconds} s on this machine without using the hardware or the clock, "
    "as in an endless loop"
)


class ProgramInVm(VmBackend):
    """Runner of the file `main` on a bench made of `parts`."""

    interrupted = ""  # KeyboardInterrupt ends the program, and no prompt follows

    def __init__(self, parts: BenchParts, main: Path, seed: int = 0) -> None:
        setup = BENCH.format(profile=parts.profile, wired=parts.wired, seed=seed, tags=parts.tags)
        super().__init__(
            seed,
            heap_kib=_HEAP_KIB,
            priced=True,
            limit_s=PATIENCE_S,
            print_us=prices.CHARACTER,
            setup=setup,
            firmware={},
            stubs=image(),
        )
        self.main = main.name
        self.source = main.read_text("utf-8")

    def go(self, us: int) -> Ending:
        """Run the program until the virtual time `us`, or until it fails; return how it ended."""
        self.call("limit", us)
        try:
            self.boot(BEGIN)
            while self.get("power") and self.now < us:
                self._boots(self._call("until", us=min(us, self.now + SPAN_US)))
        except VMHung:
            return Ending(_BUSY.format(seconds=PATIENCE_S), hung=True)
        except VMError as error:
            # Stopping the VM makes a running print() fail; this is not an error of the program.
            return self._failed(error) if self.get("power") else Ending()
        return Ending()

    def _boot(self) -> str:
        # The program is not run by exec() or an import, because the VM collects no garbage there.
        return super()._boot() or self._call("run", code=self.source)

    def _failed(self, error: VMError) -> Ending:
        if error.type == "SystemExit":
            return Ending()
        lines = str(error).replace('"<string>"', f'"{self.main}"').splitlines()
        # An error without a type has no traceback. For a FirmwareError, the VM has printed any
        # traceback already.
        if error.type not in ("", "FirmwareError"):
            self.printed += "\n".join([*lines, ""])
        return Ending(lines[-1])
