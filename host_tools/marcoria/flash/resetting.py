"""A plan for making a table as new, and the note that it leaves for `marcoria flash`."""

import json
from collections.abc import Iterable, Mapping

from marcoria.device.bar_files import RESET
from marcoria.device.change import Change
from marcoria.device.snapshot import Snapshot
from marcoria.journal.blocks import BLANK_BLOCK, BLOCK
from marcoria.journal.reading import open_image


def plan(now: Snapshot, paths: Iterable[str], erase_journal: bool) -> Change:
    """Return the change that removes the files at `paths`. While the journal stays, a note says
    up to which deal the missing decks are no damage."""
    removed = sorted(paths)
    if erase_journal:
        pieces = (now.journal[at : at + BLOCK] for at in range(0, len(now.journal), BLOCK))
        blank = {at: BLANK_BLOCK for at, data in enumerate(pieces) if data != BLANK_BLOCK}
        return Change(removed=removed, blocks=blank)
    removed = [path for path in removed if path != RESET]
    return Change({RESET: _note(now.journal)} if removed and now.journal else {}, removed)


def _note(journal: bytes) -> bytes:
    image = open_image(journal)
    return json.dumps({"epoch": image.epoch, "seq": image.last_end}).encode()


def covers(files: Mapping[str, bytes], epoch: int, seq: int) -> bool:
    """Return whether a table was reset after the deal that ended at that place of its journal."""
    try:
        note = json.loads(files[RESET])
        return bool(note["epoch"] == epoch and note["seq"] >= seq)
    except (KeyError, TypeError, ValueError, RecursionError):
        return False
