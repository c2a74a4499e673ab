"""What the journal of a simulated table has, as people with a computer read it from its flash."""

from typing import Any

from marcoria.paths import use_firmware
from marcoria.scenarios.records import LAST_EVENT, Record

use_firmware()

from belote.match import Match  # noqa: E402  (importable only after the line above)
from codes import events  # noqa: E402


def records(table: Any) -> list[Record]:
    """All events and notes, the first one first."""
    from marcoria.journal.reading import read

    return [(one.kind, one.seat, one.arg) for one in read(cells(table))]


def cells(table: Any) -> bytes:
    """The journal's flash. Only those blocks are fetched that are not blank."""
    from marcoria.journal.reading import BLOCK

    image = bytearray(b"\xff" * (BLOCK * table.get("flash.blocks")))
    for block, written in table.order("flash.written"):
        image[block * BLOCK : (block + 1) * BLOCK] = written
    return bytes(image)


def follow(house: Any, written: list[Record]) -> Any:
    """The match that these records tell of, the last one."""
    game = Match(house)
    for kind, seat, arg in written:
        if events.MATCH <= kind <= LAST_EVENT:
            game.apply(kind, seat, arg)
    return game
