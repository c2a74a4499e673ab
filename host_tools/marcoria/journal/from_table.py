"""The journal of a simulated table, as people with a computer read it from its flash."""

from typing import Any

from marcoria.journal.blocks import BLOCK
from marcoria.journal.reading import read
from marcoria.journal.replay import Entry


def records(table: Any) -> list[Entry]:
    """All events and notes, the first one first."""
    return [(one.kind, one.seat, one.arg) for one in read(cells(table))]


def cells(table: Any) -> bytes:
    """The journal's flash. Only those blocks are fetched that are not blank."""
    image = bytearray(b"\xff" * (BLOCK * table.get("flash.blocks")))
    for block, written in table.order("flash.written"):
        image[block * BLOCK : (block + 1) * BLOCK] = written
    return bytes(image)
