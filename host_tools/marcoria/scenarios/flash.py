"""What the journal of a simulated table has, as people with a computer read it from its flash."""

from typing import Any

from marcoria.paths import use_firmware
from marcoria.scenarios.records import LAST_EVENT, Record

use_firmware()

from belote.match import MATCH, Match  # noqa: E402  (importable only after the line above)


def records(table: Any) -> list[Record]:
    """All events and notes, the first one first."""
    from marcoria.journal.reading import read

    return [(one.kind, one.seat, one.arg) for one in read(cells(table))]


def cells(table: Any) -> bytes:
    """The journal's flash; or, of a table without a partition for it, what its files and the spare
    block hold, in the same form. Of flash only those blocks are fetched that are not blank."""
    from marcoria.journal.reading import BLOCK, BLOCKS, joined, poured

    image = bytearray(b"\xff" * (BLOCK * table.get("flash.blocks")))
    for block, written in table.order("flash.written"):
        image[block * BLOCK : (block + 1) * BLOCK] = written
    if len(image) > BLOCK:
        return bytes(image)
    return poured(joined(_file(table, block) for block in range(BLOCKS)), bytes(image))


def _file(table: Any, block: int) -> bytes:
    try:
        return bytes(table.read(f"/journal.log/{block}"))
    except FileNotFoundError:
        return b""


def follow(house: Any, written: list[Record]) -> Any:
    """The match that these records tell of, the last one."""
    game = Match(house)
    for kind, seat, arg in written:
        if MATCH <= kind <= LAST_EVENT:
            game.apply(kind, seat, arg)
    return game
