"""Flash for the journal: blocks of 4 KiB that are erased to ones and programmed to zeros."""

from esp32 import Partition
from micropython import const

BLOCK = const(4096)
OK = const(0)
BAD = const(1)  # the flash failed

_ERASE = const(6)  # the `ioctl` command that erases a block

_READ_TRIES = const(3)

_ERASED = b"\xff" * 64


class Log:
    """The blocks of a partition; each write and each erase is checked by reading the flash."""

    # The longest times for which no other code runs: PROGRAM_US while a record is programmed and
    # checked (usually 0.9 ms), LONGEST_US while a block is erased and checked (usually 49 ms).
    PROGRAM_US = 4000
    LONGEST_US = 410000

    def __init__(self, device: Partition) -> None:
        self.device = device
        self.blocks: int = device.info()[3] // BLOCK
        self.failures = 0  # how often a read has failed in all its tries
        self._page = bytearray(64)
        self._echo = bytearray(0)

    def read(self, block: int, offset: int, data: bytearray) -> int:
        """Fill `data` from an offset in a block; return OK or BAD."""
        for _ in range(_READ_TRIES):
            try:
                self.device.readblocks(block, data, offset)
            except OSError:
                continue
            return OK
        self.failures += 1
        return BAD

    def program(self, block: int, offset: int, data: "bytes | bytearray") -> int:
        """Program `data` at an offset in a block; return OK.

        Return BAD if the flash fails or has other bytes afterwards. Allocate memory only if `data`
        has another length than the last time.
        """
        if len(self._echo) != len(data):
            self._echo = bytearray(len(data))
        try:
            self.device.writeblocks(block, data, offset)
            self.device.readblocks(block, self._echo, offset)
        except OSError:
            return BAD
        return OK if self._echo == data else BAD

    def erase(self, block: int) -> int:
        """Erase a block; return OK, or BAD if the flash fails or a bit of the block is still 0."""
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
