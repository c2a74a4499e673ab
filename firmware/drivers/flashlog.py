"""The log's flash: blocks of 4 KiB that are erased to ones and programmed to zeros."""

from esp32 import Partition
from micropython import const

BLOCK = const(4096)
OK = const(0)
BAD = const(1)  # the flash did not take it

_ERASE = const(6)  # what a block device is asked

_READ_TRIES = const(3)

_ERASED = b"\xff" * 64


class Log:
    """The blocks of a partition, each program and erase checked by reading it back."""

    # What stops everything, at worst: a record programmed and read back (0.9 ms as a rule), a
    # block erased and read (49 ms as a rule).
    PROGRAM_US = 4000
    LONGEST_US = 410000

    def __init__(self, device: Partition) -> None:
        self.device = device
        self.blocks: int = device.info()[3] // BLOCK
        self.failures = 0  # how often something could not be read at all
        self._page = bytearray(64)
        self._echo = bytearray(0)

    def read(self, block: int, offset: int, data: bytearray) -> int:
        """Fills `data` from within a block: OK or BAD."""
        for _ in range(_READ_TRIES):
            try:
                self.device.readblocks(block, data, offset)
            except OSError:
                continue
            return OK
        self.failures += 1
        return BAD

    def program(self, block: int, offset: int, data: "bytes | bytearray") -> int:
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
