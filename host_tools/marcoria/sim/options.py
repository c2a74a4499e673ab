"""What a simulated table may be made with, besides its seed."""

from pathlib import Path
from typing import TypedDict


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
