"""From the spare block into the files of a folder: between deals, and at the start."""

from esp32 import Partition
from micropython import const

from drivers.flashfolder import Folder
from drivers.flashpage import Page

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

_ENTRY = const(22)
_ENTRIES = const(186)
_BLANK = b"\xff" * 22
_POURED = b"\x00\x00"  # over the beginning of the first entry: the files have all

_ERASE = const(6)  # what a block device is asked

# Every stock partition table has this block, which a stock image does not use: what the radio
# starts with is in the image. If somebody's is there after all, it is left alone.
_SPARE = "phy_init"
_PHY = const(1)
_TAKEN = b"PHYINIT"


def open_folder(path: str) -> "Any":
    """The folder, with the spare block in front of it if there is one."""
    found = Partition.find(Partition.TYPE_DATA, _PHY, _SPARE)
    if not found:
        return Folder(path)
    spare = found[0]
    head = bytearray(len(_TAKEN))
    spare.readblocks(0, head, 0)
    if head == _TAKEN:
        return Folder(path)
    page = Page(path, spare)
    page.used = _end(page)
    if not head[0] | head[1]:
        page.poured = page.used
    clear(page)
    return page


def clear(page: Page) -> None:
    """Lets the files have all records, and erases the spare block."""
    if page.poured != page.used:
        pour(page)
    if page.used and page.poured == page.used:
        # A cut may leave the erase half way, and entries that look whole and are not.
        page.spare.writeblocks(0, _POURED, 0)
        page.spare.ioctl(_ERASE, 0)
        page.used = page.poured = _ENTRIES if _end(page) else 0  # a worn one is of no use


def pour(page: Page) -> None:
    """Lets the files have what only the spare block has; if they have no room it stays."""
    entry = page.entry
    folder = page.folder()
    try:
        for place in range(page.poured, page.used):
            if _is_entry(page, place):
                folder.put(entry[2], page.record, entry[4] << 4)
        folder.flush()
    except OSError:
        return
    page.poured = page.used


def _is_entry(page: Page, place: int) -> bool:
    """Reads an entry; whether it is one."""
    entry = page.entry
    page.spare.readblocks(0, entry, place * _ENTRY)
    return entry[0] == place and (
        entry[0] ^ entry[1] == entry[2] ^ entry[3] == entry[4] ^ entry[5] == 255
    )


def _end(page: Page) -> int:
    """The place behind the last entry that is not blank."""
    place = _ENTRIES
    while place:
        page.spare.readblocks(0, page.entry, (place - 1) * _ENTRY)
        if page.entry != _BLANK:
            break
        place -= 1
    return place
