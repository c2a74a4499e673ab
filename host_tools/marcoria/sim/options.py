"""What simulated worlds are made with besides their seed, and how a run on them ends."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from marcoria.sim.chips.seams import Part


class WorldOptions(TypedDict, total=False):
    """What a World takes."""

    deck: dict[str, bytes]
    journal: bool


class TableOptions(WorldOptions, total=False):
    """What backends take: `folders` both, the others only the `vm`."""

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
    """What a world is made of that is no table: parts wired to a processor, and tags by name."""

    profile: str
    wired: list[Part]
    tags: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Ending:
    """How a run of somebody's own program ended: what it raised, and where it was."""

    error: str = ""
    where: str = ""
    hung: bool = False  # it had to be ended, and its world with it
