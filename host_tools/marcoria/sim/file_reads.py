"""Times of file operations on the board, from the reads of the flash that they need.

The reads are counted by running littlefs on the image that would be flashed. Most are not for
contents: to find an entry littlefs scans its folder's metadata, forwards in pieces of 128 bytes
and backwards in pieces of 32.
"""

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from posixpath import dirname

from littlefs import LittleFS, LittleFSError, lfs

from marcoria.build.deploy import deployed, sources
from marcoria.build.image import BLOCK, BlockDevice, image, mount
from marcoria.build.mpy import cached
from marcoria.sim.chips import prices

# Reads by operation (walk, open, content, jump, miss, list) and path; for content in hundredths.
Reads = dict[str, dict[str, int]]

_BLOCKS = 512  # 2 MiB; the number does not affect the reads
_HUNDRED = 100
_LAST = "~"  # a missing name that sorts after all others
_HERE = "file_reads 2"  # version of the counting, part of the cache's key


def count_reads(files: Mapping[str, bytes]) -> Reads:
    """Return the reads of all operations on these files; the result is cached."""
    key = hashlib.sha256(_HERE.encode())
    for path, data in files.items():
        key.update(f"{path}\0{len(data)}\0".encode())
    counted = cached(key.digest(), ".reads", lambda: json.dumps(_count(files)).encode())
    found: Reads = json.loads(counted)
    return found


def reads_of_deployed() -> Reads:
    """Return the reads of the firmware's files.

    The result is cached by the sources, so that the files need not be built again.
    """

    def make() -> bytes:
        return json.dumps(count_reads(deployed())).encode()

    found: Reads = json.loads(cached(sources() + _HERE.encode(), ".deployed-reads", make))
    return found


class FileTimes:
    """Times of operations on files, in us.

    For paths that are not in the image the reads are estimated: finding a file written later takes
    twice as long as finding nothing in its folder.
    """

    def __init__(self, reads: Reads) -> None:
        self.reads = reads

    def walk(self, path: str, there: bool) -> int:
        """Return the time to look up a path; `there` says whether it exists."""
        return self._of("walk", path, there)

    def open(self, path: str, there: bool) -> int:
        """Return the time to look up a path and find the place of its contents."""
        return self._of("open", path, there)

    def list(self, path: str) -> int:
        """Return the time to list a folder."""
        return self._of("list", path, True)

    def line(self, path: str) -> int:
        """Return the time to read the next piece of the contents into the cache."""
        return self.reads["content"].get(path, _HUNDRED) * prices.FILE_READ // _HUNDRED

    def jump(self, path: str) -> int:
        """Return the additional time to read a piece that is not the next."""
        return self.reads["jump"].get(path, 1) * prices.FILE_READ

    def _of(self, what: str, path: str, there: bool) -> int:
        reads = self.reads[what].get(path)
        if reads is None or not there:
            folder = path
            while folder not in self.reads["miss"]:
                folder = dirname(folder)
            reads = self.reads["miss"][folder] * (1 + there)
        return reads * prices.FILE_READ


class FlashPlace:
    """The position of an open file: the piece of it that is in the cache."""

    def __init__(self) -> None:
        self.line = -1

    def read(self, times: FileTimes, path: str, at: int, size: int) -> int:
        """Return the time to read `size` bytes from `at` on."""
        if not size:
            return 0
        first, last = at // prices.FILE_LINE, (at + size - 1) // prices.FILE_LINE
        new = last - first + (first != self.line)
        jump = times.jump(path) if first not in (self.line, self.line + 1) else 0
        self.line = last
        return new * times.line(path) + jump


def _count(files: Mapping[str, bytes]) -> Reads:
    device = BlockDevice(_BLOCKS)
    device.buffer = bytearray(image(files, _BLOCKS))
    system = mount(device)
    reads: Reads = {what: {} for what in ("walk", "open", "content", "jump", "miss", "list")}
    folders = [folder for folder, _, _ in system.walk("/")]

    def counted(what: str, path: str) -> "_Counted":
        return _Counted(device, reads[what], path)

    for path in [*files, *folders]:
        with counted("walk", path):
            system.stat(path)
    for folder in folders:
        with counted("miss", folder), suppress(LittleFSError):
            system.stat(f"{folder.rstrip('/')}/{_LAST}")
        with counted("list", folder):
            system.listdir(folder)
    for path, data in files.items():
        with counted("open", path):
            file = lfs.file_open(system.fs, path, "r")
        before = device.reads
        while lfs.file_read(system.fs, file, prices.FILE_LINE):
            pass
        lines = -(-len(data) // prices.FILE_LINE) or 1
        reads["content"][path] = _HUNDRED * (device.reads - before) // lines
        jumps = [_jump(system, device, file, at) for at in _far(len(data))]
        reads["jump"][path] = -(-sum(jumps) // len(jumps))
        lfs.file_close(system.fs, file)
    return reads


def _jump(system: LittleFS, device: BlockDevice, file: lfs.LFSFile, at: int) -> int:
    """Return the reads to find a piece of a file, without that of the piece itself."""
    lfs.file_seek(system.fs, file, at, 0)
    before = device.reads
    lfs.file_read(system.fs, file, 1)
    return max(device.reads - before - 1, 0)


def _far(size: int) -> list[int]:
    """Return positions in a file, each in another block than the previous."""
    return [*range(0, size, BLOCK), 0]


class _Counted:
    """Context manager that notes the number of reads in its block."""

    def __init__(self, device: BlockDevice, reads: dict[str, int], path: str) -> None:
        self._device = device
        self._reads = reads
        self._path = path

    def __enter__(self) -> None:
        self._before = self._device.reads

    def __exit__(self, *_: object) -> None:
        self._reads[self._path] = self._device.reads - self._before
