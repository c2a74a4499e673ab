"""A table as it stands in a bar: its deck enrolled, its house chosen, ready for four players.

with open_bar(backend="vm", seed=7, settings={"house": "french"}) as table:
    table.until(5_000)
"""

import json
from typing import Any

from marcoria.build.mpy import DEPLOYED
from marcoria.sim.chips.placed_tags import make_deck
from marcoria.sim.simtable import SimTable

DECK = "bar"
# Tags that do what keys do, as they stand in the deck's file.
COMMANDS = {
    "pass": "04EE0000000001",
    "call": "04EE0000000002",
    "undo": "04EE0000000003",
    "ok": "04EE0000000004",
    "menu": "04EE0000000005",
}


def deck_file(seed: int) -> bytes:
    """The enrolled deck of the table made from that seed, command cards included."""
    lines = [f"{card} {uid.hex().upper()}" for card, uid in make_deck(seed).items()]
    lines += [f"{name} {uid}" for name, uid in COMMANDS.items()]
    return "".join(f"{line}\n" for line in lines).encode()


def settings_file(**settings: Any) -> bytes:
    """What the table is set to: in English, unless told otherwise."""
    return json.dumps({"language": "en", "deck": DECK, **settings}).encode()


def open_bar(
    backend: str = "cpython",
    seed: int = 0,
    program: str = "main",
    settings: dict[str, Any] | None = None,
    **options: Any,
) -> SimTable:
    """A table with deck and settings on its flash, plugged in; with an empty `program` it is
    not. `options` are the backend's."""
    if backend == "vm":
        options.setdefault("opt", DEPLOYED)  # nothing else has room on a board
    table = SimTable(backend, seed, **options)
    table.write(f"/bar/decks/{DECK}.deck", deck_file(seed))
    table.write("/bar/settings.json", settings_file(**(settings or {})))
    if program:
        table.boot(program)
    return table
