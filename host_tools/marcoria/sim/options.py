"""Options of simulated worlds and tables, and the result of running a user's program."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from marcoria.sim.chips.seams import Part


class WorldOptions(TypedDict, total=False):
    """Options of a `World`."""

    deck: dict[str, bytes]
    journal: bool


class TableOptions(WorldOptions, total=False):
    """Options of the backends; `cpython` accepts only `folders` and the options of a `World`."""

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
    """Description of a world that is not a table: parts wired to a processor, and tags by name."""

    profile: str
    wired: list[Part]
    tags: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Ending:
    """The end of a user's program: the exception that ended it, and the line that raised it."""

    error: str = ""
    where: str = ""
    hung: bool = False  # whether the program had to be stopped together with its world
