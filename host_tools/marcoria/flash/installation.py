"""Installation of a table on the chip at a port.

The partition table is erased before other parts are written, and is written last. So if a chip has
a partition table, its flashing was completed. After an interruption the installation can be
repeated, but only with a stock image. A known journal is erased only on request.
"""

import re
from dataclasses import dataclass

from marcoria.board.profile import Board
from marcoria.errors import Exit, TableError
from marcoria.flash import partitions
from marcoria.flash.chip import ChipFacts, ChipLoader
from marcoria.flash.contents import Contents
from marcoria.flash.own_files import Backup
from marcoria.flash.partitions import FILES, JOURNAL
from marcoria.flash.stock import Stock
from marcoria.flash.whole import ImagePart, build, file_system, table_files

_CHIPS = {"ESP32_GENERIC": "ESP32", "ESP32_GENERIC_S3": "ESP32-S3"}
_TABLE = "partitions"


@dataclass(frozen=True)
class FlashWish:
    """Options of flashing; `stock` is the MicroPython to write, None to keep the present one."""

    stock: Stock | None
    erase_journal: bool = False
    rebuild_files: bool = False


@dataclass(frozen=True)
class FlashPlan:
    """Plan of an installation: the parts to write, and whether to erase the journal's partition.

    `files` has the bar's own files to keep, by path. `lost` describes what will be lost, "" if
    nothing is.
    """

    parts: tuple[ImagePart, ...]
    files: dict[str, bytes]
    erase_journal: bool
    lost: str


def check_chip(facts: ChipFacts, board: Board, stock: Stock | None) -> None:
    """Raise TableError if the chip does not fit the board, or its flash is too small.

    The error says that nothing was written, so call this function first.
    """
    wanted = _CHIPS[board.pins["image"]]
    # An ESP32 may be named ESP32-D0WD-V3, but an ESP32-S3 or ESP32-C6 is another chip.
    family = re.match(r"ESP32(-[SCHP]\d+)?", facts.chip)
    if not family or family[0] != wanted:
        raise _other(f"the chip is an {facts.chip}, and board '{board.profile}' has an {wanted}")
    least = max(partitions.FLASH_MIB, stock.loader.flash_mib if stock else 0)
    if facts.flash_mib < least:
        raise _other(f"the chip's flash has {facts.flash_mib} MiB, and {least} are needed")
    needs = board.pins["psram_kib"] >> 10
    if wanted == "ESP32-S3" and 0 <= facts.psram_mib < needs:
        has = f"{facts.psram_mib} MiB of PSRAM" if facts.psram_mib else "no PSRAM"
        raise _other(f"the chip has {has}, but board '{board.profile}' needs {needs} MiB")


def plan(contents: Contents, backup: Backup, board: Board, wish: FlashWish) -> FlashPlan:
    """Return the plan; raise TableError if data of a table would be lost without permission.

    Raise it too if there is no stock image to write, and no complete table to rebuild.
    """
    _check_journal(contents, wish)
    files, lost = _kept_files(contents, backup, wish)
    erase = wish.erase_journal or not (contents.table or contents.journal.known)
    erase = erase and not contents.journal.blank
    if wish.stock:
        parts = build(wish.stock, board, files).parts
    elif contents.table and contents.program.startswith("MicroPython"):
        written = partitions.written(partitions.OURS)
        parts = (
            ImagePart(_TABLE, partitions.AT, written),
            ImagePart("files", FILES.at, file_system(table_files(board, files))),
        )
    else:
        sentence = "this chip has no complete table, so its files cannot be rebuilt"
        raise TableError("no-table", f"{sentence}: add --micropython", Exit.WRONG_DEVICE)
    return FlashPlan(parts, files, erase, lost)


def carry_out(chip: ChipLoader, todo: FlashPlan, backup: Backup) -> str:
    """Carry out the plan and restart the chip; return the path of the copy of the bar's files."""
    backup.begin(todo.files)
    if todo.erase_journal:
        chip.erase("the journal's place", JOURNAL.at, JOURNAL.size)
    chip.erase("the partitions", partitions.AT, partitions.SECTOR)
    for part in sorted(todo.parts, key=lambda part: part.name == _TABLE):
        chip.write(part)
    copy = backup.end()
    chip.restart()
    return copy


def _check_journal(contents: Contents, wish: FlashWish) -> None:
    if wish.erase_journal:
        return
    if contents.elsewhere:
        raise TableError(
            "journal-elsewhere",
            "the table on this chip has its journal at another place: save it with marcoria"
            " journal pull FILE, then add --erase-journal",
            Exit.WRONG_DEVICE,
        )
    journal = contents.journal
    if contents.begun and not journal.blank and not journal.known:
        raise TableError(
            "journal-unreadable",
            "the place of the journal holds unknown data: add --erase-journal if they may be"
            " erased",
            Exit.WRONG_DEVICE,
        )


def _kept_files(
    contents: Contents, backup: Backup, wish: FlashWish
) -> tuple[dict[str, bytes], str]:
    """Return the bar's own files for the new file system, and a description of what is lost.

    The description is "" if nothing is lost.
    """
    begun = backup.begun()
    if begun is not None and not contents.table:
        return begun, ""
    if contents.files is not None and not (contents.begun and contents.journal.known):
        if contents.damaged:
            return _readable_files(contents, contents.files, backup, wish)
        return contents.files, ""
    saved = backup.last()
    if saved is not None:
        return saved, "changes since the chip was flashed last"
    if not wish.rebuild_files:
        raise TableError(
            "files-lost",
            "the files on this chip are corrupt, and this computer has no copy: settings and"
            " decks must be made again; add --rebuild-files to continue, which keeps the journal",
            Exit.DEVICE_ERROR,
        )
    return {}, "settings, decks and the bar's own houses"


def _readable_files(
    contents: Contents, files: dict[str, bytes], backup: Backup, wish: FlashWish
) -> tuple[dict[str, bytes], str]:
    """Return the readable files, and a description of what may be lost.

    Files that are missing among the readable ones come from the last copy.
    """
    folders = " and ".join(contents.damaged)
    if not wish.rebuild_files:
        raise TableError(
            "files-damaged",
            f"the directory of {folders} is damaged or incomplete, so files may be missing; found:"
            f" {', '.join(files) or 'none'}; add --rebuild-files to continue with these files and"
            " the others of the last copy; the journal is kept",
            Exit.DEVICE_ERROR,
        )
    return {**(backup.last() or {}), **files}, f"files in {folders} that could not be read, if any"


def _other(sentence: str) -> TableError:
    return TableError("wrong-chip", f"{sentence}: nothing was written", Exit.WRONG_DEVICE)
