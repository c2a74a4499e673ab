"""The user's own program on a simulated board with chosen parts, run for a limited time.

with Bench(PARTS, Path("main.py")) as bench:
    bench.go(2.5)
    assert "04A1B2C3" in bench.printed
"""

import os
from pathlib import Path
from typing import Any, Protocol

from marcoria.errors import TableError
from marcoria.named_files import read_bytes, read_text
from marcoria.sim.options import BenchParts, Ending

# State of a part: the number of tones of a buzzer, the levels of an expander's pins, or the
# colours of lights.
Seen = int | str | list[list[int]]
# Scheduled actions: ms from the start, name of a method of the simulated chips, its arguments.
Steps = list[tuple[int, str, list[object]]]

# Limits for the files copied to the flash, as on a small board.
_MOST_FILES, _MOST_BYTES = 500, 4 << 20


class OwnProgram(Protocol):
    """Backend that runs the user's program, which may never return."""

    printed: str

    @property
    def now(self) -> int:
        """Return the virtual time in microseconds."""

    def go(self, us: int) -> Ending:
        """Run the program until the virtual time `us`, or until it fails; return how it ended."""

    def call(self, method: str, *arguments: object, **named: object) -> Any:
        """Call a method of the simulated chips, by its dotted name."""

    def get(self, name: str) -> Any:
        """Return an attribute of the simulated chips, by its dotted name."""

    def write(self, path: str, data: bytes) -> None:
        """Write a file to the board's flash."""

    def close(self) -> None:
        """Stop the backend."""


class Bench:
    """One run of the program `main`, with the files of its folder on the board's flash.

    `backend` is "cpython" or "vm".
    """

    def __init__(
        self,
        parts: BenchParts,
        main: Path,
        steps: Steps | None = None,
        backend: str = "cpython",
        seed: int = 0,
    ) -> None:
        self.main = main
        read_text(main, "no-program")
        files = _flash(main.resolve().parent)
        self.board: OwnProgram = _on(backend, parts, main, seed)
        for path, data in files.items():
            self.board.write(path, data)
        self.board.call("plan", [(ms * 1000, what, given) for ms, what, given in steps or []])
        self.ending = Ending()
        self.faults: list[tuple[str, str]] = []
        self.notes: list[tuple[str, str]] = []

    def go(self, seconds: float) -> None:
        """Run the program for `seconds`, or until it misuses a chip or fails."""
        self.ending = self.board.go(round(seconds * 1_000_000))
        if not self.ending.hung:
            self.faults = [tuple(fault) for fault in self.get("faults.found")]
            log = [tuple(one) for one in self.board.call("fault_log")]
            self.notes = [one for one in log if one not in self.faults]

    @property
    def printed(self) -> str:
        """Return the program's output, including a final traceback."""
        return self.board.printed

    @property
    def failed(self) -> bool:
        """Return whether the program ended with an error or misused a chip."""
        return bool(self.ending.error or self.faults)

    def sentence(self) -> str:
        """Return in one sentence how the program ended."""
        at = f"after {round(self.board.now / 1_000_000, 3):g} s"
        if self.ending.where:
            at += f", in {self.ending.where}"
        if self.faults:
            return f"{self.main.name}: {': '.join(self.faults[0])} ({at})"
        if self.ending.error:
            return f"{self.main.name}: {self.ending.error} ({at})"
        return f"{self.main.name}: stopped {at}"

    def get(self, name: str) -> Any:
        """Return an attribute of the simulated chips, such as "wiring.strips.lights.frames"."""
        return self.board.get(name)

    def look(self) -> dict[str, Seen]:
        """Return the final states of lights, expanders and buzzers, by the parts' names."""
        seen: dict[str, Seen] = self.board.call("look")
        return seen

    def screen(self, name: str = "ssd1683") -> bytes:
        """Return the final image of a display: 400x300 bytes, 0 black to 255 white."""
        return bytes(self.board.call(f"wiring.displays.{name}.seen"))

    def close(self) -> None:
        """Close the backend."""
        self.board.close()

    def __enter__(self) -> "Bench":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _flash(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder by their paths on the board.

    Leave out links, hidden files and folders, and folders whose names begin with "__". Raise
    TableError if the files exceed the limits, or if a file cannot be read.
    """
    files: dict[str, bytes] = {}
    size = 0
    for at, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name[0] != "." and name[:2] != "__")
        for name in sorted(names):
            path = Path(at, name)
            if name[0] == "." or path.is_symlink() or not path.is_file():
                continue
            size += path.stat().st_size
            if len(files) >= _MOST_FILES or size > _MOST_BYTES:
                raise TableError("full-flash", _FULL.format(folder=folder))
            target = "/" + path.relative_to(folder).as_posix()
            files[target] = read_bytes(path, "no-program", _MOST_BYTES)
    return files


def _on(name: str, parts: BenchParts, main: Path, seed: int) -> OwnProgram:
    # Only the backend that is used is imported, because an import takes time.
    if name == "cpython":
        from marcoria.sandbox.on_cpython import ProgramOnCpython

        return ProgramOnCpython(parts, main, seed)
    if name == "vm":
        from marcoria.sandbox.in_vm import ProgramInVm

        return ProgramInVm(parts, main, seed)
    raise ValueError(f"no backend {name!r}: cpython or vm")


_FULL = (
    "everything in {folder} is copied to the board, and that is more than 4 MiB or 500 files: "
    "give the program a folder of its own"
)
