"""Types for simulations: options of a table, parts of a world without one, a program's ending."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from marcoria.sim.chips.seams import Part


class WorldOptions(TypedDict, total=False):
    """Options of a `World`."""

    deck: dict[str, bytes]
    journal: bool


class TableOptions(WorldOptions, total=False):
    """Options of the backends, as `VmBackend` describes them.

    `cpython` accepts only `folders` and the options of a `World`.
    """

    folders: tuple[Path, ...]
    heap_kib: int
    priced: bool
    watched: bool
    limit_s: float
    setup: str
    opt: int
    firmware: dict[str, bytes]
    print_us: int


@dataclass(frozen=True)
class BenchParts:
    """Description of a world that is not a table: its processor, parts and tags.

    `profile` and `tags` are arguments of `PartsWorld`, and `wired` is its argument `parts`.
    """

    profile: str
    wired: list[Part]
    tags: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Ending:
    """The end of a user's program.

    `error` describes what went wrong, such as an exception. It is "" if the program ended by
    itself, or was stopped at the time limit or at the misuse of a chip. `where` is the file and
    line at which the running program was stopped, "" if they are unknown.
    """

    error: str = ""
    where: str = ""
    hung: bool = False  # whether the process with the program and its world was killed
