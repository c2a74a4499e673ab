"""Survey of a chip before anything is written: it is empty, or has a program, or is a table."""

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

_DESCRIBED = 0x200  # bytes at the start of a program, which include its description
_AT = 0x20
_MAGIC = b"\x32\x54\xcd\xab"
_DECKS = "/bar/decks/"


@dataclass(frozen=True)
class JournalOnChip:
    """Contents of the journal's partition: a `known` journal, `blank`, or other data."""

    blank: bool
    known: bool
    epoch: int = 0
    records: int = 0
    deals: int = 0
    last: int = -1  # seq of the end of the last deal


@dataclass(frozen=True)
class Contents:
    """Contents of a chip.

    `program` is the program that would start. `table` is set if the partition table is that of a
    card table. `begun` is set if the partition table is blank, which is so while a chip is being
    flashed. `files` are the bar's own files, None if they cannot be read. `damaged` are folders
    where more files may be missing.
    """

    program: str
    table: bool
    begun: bool
    elsewhere: bool  # the partitions are a table's, but the journal is at another place
    journal: JournalOnChip
    files: dict[str, bytes] | None = field(default_factory=dict)
    damaged: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """Return the contents in words."""
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
    """Return whether the partition table is blank, and its entries."""
    if set(head[: partitions.SIZE]) == {0xFF}:
        return True, ()
    try:
        return False, partitions.read(head)
    except partitions.NotATable:
        return False, ()


def _program(start: bytes) -> str:
    """Return the name and version of a program, "" if it has none."""
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

    A missing deck means that littlefs has left out damaged files. Return False if a reset has
    removed the decks.
    """
    if any(path.startswith(_DECKS) for path in files) or not journal.deals:
        return False
    return not covers(files, journal.epoch, journal.last)
