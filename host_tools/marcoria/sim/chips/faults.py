"""What the real chip would silently mishandle, and the simulator does not.

A fault is recorded where it happens and raised between two steps of the firmware: it must never
unwind through the VM.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class SimFault(Exception):
    """Misuse of a chip: (chip, what happened)."""


class Faults:
    """The faults since they were last looked at. In `log` are all of them, and once each what was
    asked for and is not modelled."""

    def __init__(self) -> None:
        self.found: "list[tuple[str, str]]" = []
        self.log: "list[tuple[str, str]]" = []
        self.on_fault: "Callable[[], object] | None" = None

    def add(self, chip: str, what: str) -> None:
        self.found.append((chip, what))
        self.log.append((chip, what))
        if self.on_fault is not None:
            self.on_fault()

    def note(self, chip: str, what: str) -> None:
        """Something is not modelled: what comes next may not be what a real chip would do."""
        if (chip, what) not in self.log:
            self.log.append((chip, what))

    def check(self) -> None:
        """Raises the first fault found since, and forgets them all."""
        if self.found:
            chip, what = self.found[0]
            self.found = []
            raise SimFault(chip, what)
