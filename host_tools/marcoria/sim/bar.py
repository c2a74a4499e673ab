"""A table as it stands in a bar: its deck enrolled, its house chosen, ready for four players.

with open_bar(backend="vm", seed=7, settings={"house": "french"}) as table:
    table.until(5_000)
"""

from collections.abc import Mapping
from typing import Unpack

from marcoria.build.mpy import DEPLOYED
from marcoria.sim.chips.world import bar_files
from marcoria.sim.options import TableOptions
from marcoria.sim.simtable import SimTable

_SUIT_KEYS = [8 * seat + suit for seat in range(4) for suit in range(4)]


def open_bar(
    backend: str = "cpython",
    seed: int = 0,
    program: str = "main",
    settings: Mapping[str, object] | None = None,
    **options: Unpack[TableOptions],
) -> SimTable:
    """A table with deck and settings on its flash, plugged in; with an empty `program` it is
    not. `options` are the backend's."""
    if backend == "vm":
        options.setdefault("opt", DEPLOYED)  # nothing else has room on a board
    table = SimTable(backend, seed, **options)
    suits = any(key not in bytes(table.get("board.KEYS")) for key in _SUIT_KEYS)
    for path, data in bar_files(seed, settings or {}, suits).items():
        table.write(path, data)
    if program:
        table.boot(program)
    return table
