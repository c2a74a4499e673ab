"""A program of somebody's own, which may never return: the VM ends when all stands still.

That is so when the limit is reached or a chip is misused. A program that asks for nothing, neither
the hardware nor the time, is ended when it has taken too long on this machine.
"""

from pathlib import Path

from marcoria.sim.parts import Ending, Parts
from marcoria.sim.vm.backend import BENCH, SPAN_US, VmBackend
from marcoria.sim.vm.child import VMError, VMHung
from marcoria.sim.vm.image import MAIN, image

# Nothing is collected while a program runs that never returns.
_HEAP_KIB = 256 * 1024
PATIENCE_S = 10  # on this machine, and a second for each virtual one

_BUSY = "it was busy for {seconds} on this machine without asking the hardware or the clock"


class OwnProgram(VmBackend):
    """Runs the file `main` on a bench made of `parts`."""

    def __init__(self, parts: Parts, main: Path, seed: int = 0) -> None:
        setup = BENCH.format(profile=parts.profile, wired=parts.wired, seed=seed, tags=parts.tags)
        super().__init__(seed, heap_kib=_HEAP_KIB, priced=True, setup=setup, firmware=image())
        self.main = main.name

    def go(self, us: int) -> Ending:
        """Runs the program so long, whatever it does."""
        self.call("limit", us)
        self._child.limit_s = PATIENCE_S + us / 1_000_000
        try:
            self.boot(MAIN.format(main=self.main))
            while self.get("power") and self.now < us:
                self._boots(self._call("until", us=min(us, self.now + SPAN_US)))
        except VMHung as hung:
            self.printed += hung.out
            seconds = f"{self._child.limit_s:.0f} s"
            return Ending(_BUSY.format(seconds=seconds), hung=True)
        except VMError as error:
            return self._failed(error, us)
        return Ending()

    def _failed(self, error: VMError, us: int) -> Ending:
        if error.type == "SystemExit":
            return Ending()
        lines = [line for line in str(error).splitlines() if '"<string>"' not in line]
        if error.type != "FirmwareError":  # which has been printed
            self.printed += "\n".join([*lines, ""])
        return Ending(lines[-1])
