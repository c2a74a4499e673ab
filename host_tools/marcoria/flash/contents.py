"""Survey of a chip before it is flashed: whether it is empty, has a program, or is a table."""

from dataclasses import dataclass, field

from marcoria.build.image import BLOCK
from marcoria.errors import TableError
from marcoria.flash import partitions
from marcoria.flash.chip import ChipLoader
from marcoria.flash.notes import damaged_folders
from marcoria.flash.own_files import FOLDER, own_files
from marcoria.flash.partitions import APP, FILES, JOURNAL, PROGRAM
from marcoria.flash.plans import covers
from marcoria.journal.reader import open_image

_DESCRIBED = 0x200  # bytes to read at the start of a program; they include its description
_AT = 0x20  # offset of the description, ESP-IDF's esp_app_desc_t, in a program
_MAGIC = b"\x32\x54\xcd\xab"
_DECKS = "/bar/decks/"


@dataclass(frozen=True)
class JournalOnChip:
    """Contents of the journal's partition.

    `blank` is set if the partition is erased. `known` is set if it has a journal with records. If
    neither is set, the partition has other data.
    """

    blank: bool
    known: bool
    epoch: int = 0
    records: int = 0
    deals: int = 0
    last: int = -1  # seq of the checkpoint after the last finished deal, -1 if there is none


@dataclass(frozen=True)
class Contents:
    """Contents of a chip.

    `program` is the name and version of the program that would start, "" if there is none. `table`
    is set if the partition table is that of a card table. `begun` is set if the partition table is
    blank, as on an empty chip or after an interrupted flashing. `files` has the bar's own files by
    path; it is None if they cannot be read. `damaged` names the folders in which files may be
    missing.
    """

    program: str
    table: bool
    begun: bool
    elsewhere: bool  # whether the partition table has a journal, but at another address or size
    journal: JournalOnChip
    files: dict[str, bytes] | None = field(default_factory=dict)
    damaged: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """Return a description of the contents for the user."""
        if self.journal.known:
            told = f"a table whose journal {self.journal.epoch} has {self.journal.records} records"
            told += f" and {self.journal.deals} deals"
        elif self.table or self.elsewhere:
            told = "a table without any records"
        else:
            told = self.program or "nothing"
        if self.begun and self.journal.known:
            told += "; flashing it was interrupted"
        if self.files is None:
            told += "; its files are corrupt"
        elif self.files:
            told += f"; files of its own: {', '.join(self.files)}"
        if self.damaged:
            told += f"; the directory of {', '.join(self.damaged)} is damaged"
        return told


def look(chip: ChipLoader) -> Contents:
    """Read the parts of the flash that are needed; return the contents of the chip."""
    size = PROGRAM.at + _DESCRIBED - partitions.AT
    head = chip.read("the partitions", partitions.AT, size)
    begun, found = _partitions(head)
    journal = _journal(chip.read("the journal", JOURNAL.at, JOURNAL.size))
    table = JOURNAL in found
    elsewhere = not table and any(one.name == JOURNAL.name for one in found)
    files: dict[str, bytes] | None = {}
    damaged: list[str] = []
    if FILES in found:
        image = chip.read("its files", FILES.at, FILES.size)
        files = own_files(image)
        damaged = [] if files is None else damaged_folders(image, FOLDER)
        if table and files is not None and _lacks_decks(files, journal):
            files = None
    program = _program(head[PROGRAM.at - partitions.AT :])
    if not program and any(one.kind == APP for one in found):
        program = "another program"
    return Contents(program, table, begun, elsewhere, journal, files, damaged)


def _partitions(head: bytes) -> tuple[bool, tuple[partitions.PartitionEntry, ...]]:
    """Return whether the partition table is blank, and its entries, () if it is not valid."""
    if set(head[: partitions.SIZE]) == {0xFF}:
        return True, ()
    try:
        return False, partitions.read(head)
    except partitions.NotATable:
        return False, ()


def _program(start: bytes) -> str:
    """Return the name and version in a program's description, "" if there is no description.

    `start` has the first bytes of the program.
    """
    if start[_AT : _AT + 4] != _MAGIC:
        return ""
    version, name = (start[at : at + 32].rstrip(b"\0") for at in (_AT + 16, _AT + 48))
    told = b" ".join((name, version)).decode("ascii", "replace")
    return told.replace("micropython", "MicroPython") if told.isprintable() else "a program"


def _journal(data: bytes) -> JournalOnChip:
    if data == b"\xff" * len(data):
        return JournalOnChip(blank=True, known=False)
    assert len(data) % BLOCK == 0
    try:
        found = open_image(data)
    except TableError:
        return JournalOnChip(blank=False, known=False)
    known = bool(found.records or found.deals)
    count = len(found.records), len(found.deals)
    return JournalOnChip(False, known, found.epoch, *count, found.last_end)


def _lacks_decks(files: dict[str, bytes], journal: JournalOnChip) -> bool:
    """Return whether the journal has deals but the files have no deck.

    If so, littlefs has left out damaged files. Return False if a reset has removed the decks since
    the last deal.
    """
    if any(path.startswith(_DECKS) for path in files) or not journal.deals:
        return False
    return not covers(files, journal.epoch, journal.last)
