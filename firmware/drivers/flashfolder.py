"""A folder that works like a flash partition: a file for each block of 4 KiB."""

import os

from micropython import const

_ERASE = const(6)  # what a block device is asked
_ERASED = b"\xff" * 128


class Folder:
    """Files in the place of a partition, each as long as its block has been programmed.

    After a power cut a program is there wholly or not at all. The file programmed last stays
    open: only the change to another block allocates.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._block = -1  # whose file is open
        self._there = bytearray(256)  # by block: whether it has a file
        try:
            os.mkdir(path)
        except OSError:
            pass  # it is there already; if not, the first program tells
        try:
            for name in os.listdir(path):
                self._there[int(name)] = 1
        except (OSError, ValueError):
            pass  # not there, or not ours

    def readblocks(self, block: int, data: bytearray, offset: int) -> None:
        """Fills `data`: where nothing was programmed with ones."""
        done = 0
        if self._there[block]:  # an exception for each block that is not would fill the heap
            self._open(block, "r+b")
            self._file.seek(offset)
            done = self._file.readinto(data)  # type: ignore[attr-defined]
        for i in range(done, len(data)):
            data[i] = 255

    def writeblocks(self, block: int, data: bytes, offset: int) -> None:
        """Programs `data`."""
        self.put(block, data, offset)
        self.flush()

    def put(self, block: int, data: "bytes | memoryview", offset: int) -> None:
        """Programs `data`, with ones before it if it is the farthest so far. It is safe once
        `flush` was called, or a program into another block."""
        self._open(block, "r+b" if self._there[block] else "w+b")
        self._there[block] = 1
        file = self._file
        end = file.seek(0, 2)
        while end < offset:
            end += file.write(_ERASED if offset - end >= 128 else _ERASED[end - offset :])
        file.seek(offset)
        file.write(data)

    def flush(self) -> None:
        """Makes safe what was put."""
        if self._block >= 0:
            self._file.flush()

    def ioctl(self, request: int, block: int) -> None:
        """Erases a block; any other request has nothing to do."""
        self.close()
        if request == _ERASE and self._there[block]:
            os.remove(self._path + "/" + str(block))
            self._there[block] = 0

    def close(self) -> None:
        """Closes the open file."""
        if self._block >= 0:
            self._block = -1
            self._file.close()

    def _open(self, block: int, mode: str) -> None:
        if block != self._block:
            self.close()
            self._file = open(self._path + "/" + str(block), mode)
            self._block = block
