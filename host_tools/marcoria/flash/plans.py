"""Plans of changes to a table: the restoration of a backup, or a reset."""

import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from marcoria.device.bar_files import RESET, TableChange
from marcoria.device.snapshot import Snapshot
from marcoria.journal.blocks import BLANK_BLOCK, BLOCK
from marcoria.journal.comparison import count_deals, missing, with_epoch
from marcoria.journal.reader import open_image

_EPOCH_BITS = 30


def plan_reset(now: Snapshot, paths: Iterable[str], erase_journal: bool) -> TableChange:
    """Return the change that removes the files at `paths` and, on request, the journal.

    If a table's journal has deals but the table has no deck, its files count as damaged. So a
    change that removes files and keeps the journal also writes the marker RESET, which identifies
    the journal's last deal. Until another deal ends, missing decks do not count as damage.
    """
    removed = sorted(paths)
    if erase_journal:
        pieces = (now.journal[at : at + BLOCK] for at in range(0, len(now.journal), BLOCK))
        blank = {at: BLANK_BLOCK for at, data in enumerate(pieces) if data != BLANK_BLOCK}
        return TableChange(removed=removed, blocks=blank)
    removed = [path for path in removed if path != RESET]
    return TableChange({RESET: _note(now.journal)} if removed and now.journal else {}, removed)


def _note(journal: bytes) -> bytes:
    image = open_image(journal)
    return json.dumps({"epoch": image.epoch, "seq": image.last_end}).encode()


def covers(files: Mapping[str, bytes], epoch: int, seq: int) -> bool:
    """Return whether a table was reset after the deal that ended at the record (epoch, seq).

    `files` has the table's files by path; without a valid marker RESET, return False.
    """
    try:
        note = json.loads(files[RESET])
        return bool(note["epoch"] == epoch and note["seq"] >= seq)
    except (KeyError, TypeError, ValueError, RecursionError):
        return False


@dataclass(frozen=True)
class Restoration:
    """Change that restores a backup; `journal` says what happens to the table's journal.

    - `restored`: it is replaced by the backup's journal
    - `there`: it is kept, because it has all events of the backup
    - `stays`: it is kept, because it has events that the backup does not have
    - `elsewhere`: it is kept, because the backup is of another chip or has another size of journal
    - `none`: it is kept, because the backup has no matches

    `deals` is the number of deals in the backup. `lost` is the number of deals that only the
    table's journal has; with `elsewhere` and `none` it is 0.
    """

    change: TableChange
    journal: str
    deals: int = 0
    lost: int = 0

    @property
    def exports(self) -> bool:
        """Return whether to export the backup's matches, because the table does not get them."""
        return self.journal in ("stays", "elsewhere")


def plan_restore(backup: Snapshot, now: Snapshot, replace_journal: bool) -> Restoration:
    """Compare a backup with the present state of a table; return how to restore the backup.

    With `replace_journal`, replace the table's journal even if it has events that the backup does
    not have.
    """
    files = {path: data for path, data in backup.files.items() if now.files.get(path) != data}
    state, lost = _journal(backup, now, replace_journal)
    blocks = _blocks(backup.journal) if state == "restored" else {}
    return Restoration(TableChange(files, [], blocks), state, count_deals(backup.journal), lost)


def _journal(backup: Snapshot, now: Snapshot, replace_journal: bool) -> tuple[str, int]:
    """Return what happens to the table's journal, and the number of deals that only it has."""
    if not backup.journal or not any(missing(b"", backup.journal)):
        return "none", 0
    if backup.chip != now.chip or len(backup.journal) != len(now.journal):
        return "elsewhere", 0
    events, deals = missing(backup.journal, now.journal)
    has_all = not any(missing(now.journal, backup.journal))
    if replace_journal:
        return ("restored" if events or not has_all else "there"), deals
    if has_all:
        return "there", deals
    return ("stays" if events or deals else "restored"), deals


def _blocks(journal: bytes) -> dict[int, bytes]:
    """Give a journal a new epoch; return its blocks by number."""
    image = with_epoch(journal, secrets.randbits(_EPOCH_BITS))
    return {at // BLOCK: image[at : at + BLOCK] for at in range(0, len(image), BLOCK)}
