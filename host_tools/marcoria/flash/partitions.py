"""Partitions on the flash of a card table; a writer and a parser of ESP-IDF's partition tables."""

import hashlib
import struct
from dataclasses import dataclass

AT = 0x8000
SIZE = 0xC00
SECTOR = 0x1000
APP, DATA = 0, 1
FACTORY = 0

_ENTRY = struct.Struct("<HBBII16sI")
_MAGIC = 0x50AA
_MD5_MAGIC = 0xEBEB
_BLANK = b"\xff" * _ENTRY.size


@dataclass(frozen=True)
class PartitionEntry:
    """Partition; `kind` and `subtype` are ESP-IDF's numbers for its type and subtype."""

    name: str
    kind: int
    subtype: int
    at: int
    size: int

    @property
    def end(self) -> int:
        """Return the address after the partition's last byte."""
        return self.at + self.size


NVS = PartitionEntry("nvs", DATA, 0x02, 0x9000, 0x6000)
PHY = PartitionEntry("phy_init", DATA, 0x01, 0xF000, 0x1000)
# MicroPython's own partition tables have the program at this address too.
PROGRAM = PartitionEntry("factory", APP, FACTORY, 0x10000, 0x1F0000)
# The size is the same on all boards: enough for a table's files, and quick to read.
FILES = PartitionEntry("vfs", DATA, 0x81, 0x200000, 0x1C0000)
# The journal ends where the smallest supported flash ends. Flashing plain MicroPython does not
# overwrite the journal, but files that are stored afterwards may.
JOURNAL = PartitionEntry("journal", DATA, 0x40, 0x3C0000, 0x40000)
OURS = (NVS, PHY, PROGRAM, FILES, JOURNAL)
FLASH_MIB = JOURNAL.end >> 20


class NotATable(Exception):
    """Error of a partition table that is missing or damaged."""


def written(parts: tuple[PartitionEntry, ...]) -> bytes:
    """Return a partition table in ESP-IDF's format, with the MD5 that the loader checks."""
    rows = b"".join(
        _ENTRY.pack(_MAGIC, one.kind, one.subtype, one.at, one.size, one.name.encode(), 0)
        for one in parts
    )
    return (rows + _md5_row(rows)).ljust(SIZE, b"\xff")


def read(table: bytes) -> tuple[PartitionEntry, ...]:
    """Return the entries of a partition table; raise NotATable if it is not valid."""
    found = []
    for at in range(0, min(len(table), SIZE) - _ENTRY.size + 1, _ENTRY.size):
        row = table[at : at + _ENTRY.size]
        if row == _BLANK:
            break
        if row[:2] == _MD5_MAGIC.to_bytes(2, "little"):
            if row != _md5_row(table[:at]):
                raise NotATable
            break
        magic, kind, subtype, start, size, name, _ = _ENTRY.unpack(row)
        if magic != _MAGIC:
            raise NotATable
        label = name.rstrip(b"\0").decode("ascii", "replace")
        found.append(PartitionEntry(label, kind, subtype, start, size))
    if not found:
        raise NotATable
    return tuple(found)


def _md5_row(rows: bytes) -> bytes:
    head = _MD5_MAGIC.to_bytes(2, "little") + b"\xff" * 14
    return head + hashlib.md5(rows, usedforsecurity=False).digest()
