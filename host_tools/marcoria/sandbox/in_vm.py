"""A program of somebody's own, which may never return: the VM ends when all stands still.

That is so when the limit is reached or a chip is misused. A program that asks for nothing, neither
the hardware nor the time, is ended when it has taken too long on this machine.
"""

from pathlib import Path

from marcoria.sim.chips import prices
from marcoria.sim.options import BenchParts, Ending
from marcoria.sim.vm.backend import BENCH, SPAN_US, VmBackend
from marcoria.sim.vm.child import VMError, VMHung
from marcoria.sim.vm.files import BEGIN, image

_HEAP_KIB = 1024  # a small share of a board's PSRAM
PATIENCE_S = 20  # on this machine, for each virtual second

_BUSY = "it was busy for {seconds} s on this machine without asking the hardware or the clock"


class ProgramInVm(VmBackend):
    """Runs the file `main` on a bench made of `parts`."""

    def __init__(self, parts: BenchParts, main: Path, seed: int = 0) -> None:
        setup = BENCH.format(profile=parts.profile, wired=parts.wired, seed=seed, tags=parts.tags)
        super().__init__(
            seed,
            heap_kib=_HEAP_KIB,
            priced=True,
            limit_s=PATIENCE_S,
            print_us=prices.CHARACTER,
            setup=setup,
            firmware=image(),
        )
        self.main = main.name
        self.source = main.read_text("utf-8")

    def go(self, us: int) -> Ending:
        """Run the program for so long, whatever it does."""
        self.call("limit", us)
        try:
            self.boot(BEGIN)
            while self.get("power") and self.now < us:
                self._boots(self._call("until", us=min(us, self.now + SPAN_US)))
        except VMHung:
            return Ending(_BUSY.format(seconds=PATIENCE_S), hung=True)
        except VMError as error:
            # Where all stands still in the middle of a print, that has failed.
            return self._failed(error) if self.get("power") else Ending()
        return Ending()

    def _boot(self) -> str:
        # Not within exec() or an import: garbage would not be collected there.
        return super()._boot() or self._call("run", code=self.source)

    def _failed(self, error: VMError) -> Ending:
        if error.type == "SystemExit":
            return Ending()
        lines = str(error).replace('"<string>"', f'"{self.main}"').splitlines()
        if error.type != "FirmwareError":  # which has been printed
            self.printed += "\n".join([*lines, ""])
        return Ending(lines[-1])
