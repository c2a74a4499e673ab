"""The log's flash: blocks of 4 KiB that are erased to ones and programmed to zeros.

A partition of its own or, where the board has none, a folder with a file for each block.
"""

from esp32 import Partition
from micropython import const

BLOCK = const(4096)
OK = const(0)
BAD = const(1)  # the flash did not take it

# What stops everything, at worst: a record programmed and read back (0.9 ms as a rule), a block
# erased and read (49 ms as a rule). So it is in a folder with a block of flash in front of it,
# until that is full; in one without, a program takes as long as an erase.
PROGRAM_US = const(4000)
LONGEST_US = const(410000)

# What a block device is asked.
_SYNC = const(3)
_COUNT = const(4)
_ERASE = const(6)

_ERASED = b"\xff" * 64


class Log:
    """`blocks` blocks on `device`, each program and erase checked by reading it back."""

    def __init__(self, device: Partition, blocks: int) -> None:
        self.device = device
        self.blocks = blocks
        self._page = bytearray(64)
        self._echo = bytearray(0)

    def read(self, block: int, offset: int, data: bytearray) -> int:
        """Fills `data` from within a block: OK or BAD."""
        try:
            self.device.readblocks(block, data, offset)
        except OSError:
            return BAD
        return OK

    def program(self, block: int, offset: int, data: bytes) -> int:
        """Programs `data` within a block: OK, or BAD if it does not read back the same. Allocates
        only when `data` is not as long as the last time."""
        if len(self._echo) != len(data):
            self._echo = bytearray(len(data))
        try:
            self.device.writeblocks(block, data, offset)
            self.device.readblocks(block, self._echo, offset)
        except OSError:
            return BAD
        return OK if self._echo == data else BAD

    def erase(self, block: int) -> int:
        """Erases a block: OK, or BAD if not all of it reads as ones."""
        page = self._page
        try:
            self.device.ioctl(_ERASE, block)
            for offset in range(0, BLOCK, 64):
                self.device.readblocks(block, page, offset)
                if page != _ERASED:
                    return BAD
        except OSError:
            return BAD
        return OK

    def sync(self) -> None:
        """Lets the device do what takes long, so that no program does: not while people play."""
        self.device.ioctl(_SYNC, 0)


def open_log(name: str, blocks: int) -> Log:
    """The log in the partition of that name, or else as `blocks` blocks in the folder `name`.log,
    which nobody takes for a package of modules."""
    found = Partition.find(Partition.TYPE_DATA, label=name)
    if found:
        return Log(found[0], found[0].ioctl(_COUNT, 0))
    from drivers.flashpour import open_folder  # not on the heap where it is not needed

    return Log(open_folder(name + ".log"), blocks)
