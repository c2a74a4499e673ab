"""A folder of blocks with a block of flash in front of it, where a record is safe in 1 ms.

A file system writes a changed file in a new place, which it erases: 50 ms, too long while people
play. So a record goes to the next entry of the spare block first, and to its file between deals
or, after a power cut, at the start: `flashpour`.
"""

from struct import pack_into

from micropython import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from esp32 import Partition

    from drivers.flashfolder import Folder

_RECORD = const(16)
# Its place in the spare block, and the record's block and slot, each with its complement, which no
# cut leaves whole by chance; then the record.
_ENTRY = const(22)
_HEAD = const(6)
_ENTRIES = const(186)

_ERASE = const(6)  # what a block device is asked


class Page:
    """`spare`, one block, in front of the folder at `path`. Programs of anything but a record go
    past it. The folder is there when it is wanted, for while people play it is not.

    Of the entries `used` are taken, and of the first `poured` the files have what they hold.
    """

    def __init__(self, path: str, spare: "Partition") -> None:
        self._path = path
        self._folder: "Folder | None" = None
        self.spare = spare
        self.entry = bytearray(_ENTRY)
        self.record = memoryview(self.entry)[_HEAD:]
        self.used = self.poured = 0
        self._last = -1  # where on the device the newest entry belongs

    def readblocks(self, block: int, data: bytearray, offset: int) -> None:
        """Fills `data`: of what was programmed last from the spare block."""
        if block << 12 | offset == self._last and len(data) == _RECORD:
            self.spare.readblocks(0, data, self.used * _ENTRY - _RECORD)
        else:
            self._pour()
            self.folder().readblocks(block, data, offset)

    def writeblocks(self, block: int, data: bytes, offset: int) -> None:
        """Programs `data`."""
        used = self.used
        if len(data) != _RECORD or offset % _RECORD or used == _ENTRIES:
            self._last = -1
            self._pour()
            self.folder().writeblocks(block, data, offset)
            return
        slot = offset >> 4
        pack_into("<6B", self.entry, 0, used, 255 - used, block, 255 - block, slot, 255 - slot)
        self.record[:] = data
        self.used = used + 1
        self._last = block << 12 | offset
        self.spare.writeblocks(0, self.entry, used * _ENTRY)

    def ioctl(self, request: int, block: int) -> None:
        """Erases a block; with any other request only lets the files have all records."""
        from drivers.flashpour import clear

        self._last = -1
        clear(self)
        if request == _ERASE:
            self.folder().ioctl(request, block)
        elif self._folder:
            self._folder.close()
            self._folder = None

    def folder(self) -> "Folder":
        """The files."""
        if not self._folder:
            from drivers.flashfolder import Folder

            self._folder = Folder(self._path)
        return self._folder

    def _pour(self) -> None:
        if self.poured != self.used:
            from drivers.flashpour import pour  # seldom while people play

            pour(self)
