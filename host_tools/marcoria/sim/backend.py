"""What a simulated table needs of whatever runs its firmware."""

from typing import Any, Protocol

from marcoria.sim.options import TableOptions


class Backend(Protocol):
    """What runs the firmware and holds its world."""

    printed: str  # what the firmware has printed
    boots: int  # how often it was started

    @property
    def now(self) -> int:
        """Virtual time in us since the table was made; it goes on through power cuts."""

    def boot(self, program: str = "") -> None:
        """Power on; runs a main program, a module's name or a source. Empty: the last one again.
        Comes back when the main module has ended, its tasks under way."""

    def run_until(self, us: int) -> None:
        """Runs the firmware until that time; raises SimFault, and what the firmware did not
        catch. A board that resets itself starts its program again."""

    def call(self, method: str, *arguments: object, **named: object) -> Any:
        """Calls a method of the World, or of what is in it: "put", "readers.S.wedge"."""

    def get(self, name: str) -> Any:
        """The value of an attribute of the World: "flash.operations"."""

    def set(self, name: str, value: object) -> None:
        """Sets one: "spi_buses.2.stuck"."""

    def write(self, path: str, data: bytes) -> None:
        """Puts a file on the board, which may be off."""

    def read(self, path: str) -> bytes:
        """What a power cut now would leave of a file; FileNotFoundError if there is none."""

    def memory(self) -> dict[str, int]:
        """Bytes of the firmware's heap: `used`, `free`; empty where that means nothing."""

    def cut_power(self) -> None:
        """The firmware ends where it is, and every chip loses what it held."""

    def close(self) -> None:
        """Ends everything."""


def make(name: str, seed: int, options: TableOptions) -> Backend:
    """The backend of that name."""
    # Imported here: each needs what the other's machine may not have.
    if name == "cpython":
        from marcoria.sim.cpython.backend import Cpython

        return Cpython(seed, **options)  # type: ignore[misc]  # those of the VM fail there
    if name == "vm":
        from marcoria.sim.vm.backend import VmBackend

        return VmBackend(seed, **options)
    raise ValueError(f"no backend {name!r}: cpython or vm")
