"""Times of file operations on the board, computed from the flash reads that they need.

The reads are counted by running littlefs on the image that would be flashed. For a small file most
reads are not for the contents: to find a file, littlefs scans the metadata of each folder of the
path, forwards in pieces of 128 bytes and backwards in pieces of 32 bytes.
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

# Number of flash reads by operation and path. The operations are `walk` (look up a path), `open`
# (look up a file and find its contents), `content` (read FILE_LINE bytes of the file), `jump`
# (find another position in an open file), `miss` (search a folder for a name that the folder does
# not have) and `list` (list a folder). The number of `content` is an average, multiplied by 100.
Reads = dict[str, dict[str, int]]

_BLOCKS = 512  # size of the image in blocks (2 MiB), which does not affect the reads
_HUNDRED = 100
_LAST = "~"  # name of a missing file; it sorts after all other names
_HERE = "file_reads 2"  # part of the cache's key: change it when the counting changes


def count_reads(files: Mapping[str, bytes]) -> Reads:
    """Return the numbers of reads of all operations on these files.

    The result is cached. The cache's key is a hash of the files' paths and sizes.
    """
    key = hashlib.sha256(_HERE.encode())
    for path, data in files.items():
        key.update(f"{path}\0{len(data)}\0".encode())
    counted = cached(key.digest(), ".reads", lambda: json.dumps(_count(files)).encode())
    found: Reads = json.loads(counted)
    return found


def reads_of_deployed() -> Reads:
    """Return the numbers of reads of all operations on the firmware's files.

    The result is cached. The cache's key is a hash of the sources, so that a cached result can be
    found without building the files.
    """

    def make() -> bytes:
        return json.dumps(count_reads(deployed())).encode()

    found: Reads = json.loads(cached(sources() + _HERE.encode(), ".deployed-reads", make))
    return found


class FileTimes:
    """Times of operations on files, in us.

    Looking up a path that does not exist takes the time of a search without result in its folder.
    If the path exists but is not in the image, because it was written later, the estimate is twice
    this time. If the folder is not in the image either, the nearest folder above it is used.
    """

    def __init__(self, reads: Reads) -> None:
        self.reads = reads

    def walk(self, path: str, there: bool) -> int:
        """Return the time to look up a path; `there` says whether it exists."""
        return self._of("walk", path, there)

    def open(self, path: str, there: bool) -> int:
        """Return the time to look up a file and find its contents; `there` is as in `walk`."""
        return self._of("open", path, there)

    def list(self, path: str) -> int:
        """Return the time to list a folder."""
        return self._of("list", path, True)

    def line(self, path: str) -> int:
        """Return the time to read the next FILE_LINE bytes of a file into littlefs's cache."""
        return self.reads["content"].get(path, _HUNDRED) * prices.FILE_READ // _HUNDRED

    def jump(self, path: str) -> int:
        """Return the additional time of a read that does not continue the previous read."""
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
    """The piece of an open file (FILE_LINE bytes) that is in littlefs's cache."""

    def __init__(self) -> None:
        self.line = -1  # index of the piece, -1 before the first read

    def read(self, times: FileTimes, path: str, at: int, size: int) -> int:
        """Return the time to read `size` bytes from `at` on, and cache the last piece of them."""
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
    """Return how many reads find a position in a file; do not count the read of its data."""
    lfs.file_seek(system.fs, file, at, 0)
    before = device.reads
    lfs.file_read(system.fs, file, 1)
    return max(device.reads - before - 1, 0)


def _far(size: int) -> list[int]:
    """Return the positions to jump to in a file: the start of each block, and then 0."""
    return [*range(0, size, BLOCK), 0]


class _Counted:
    """Context manager that stores the number of flash reads during its `with` statement."""

    def __init__(self, device: BlockDevice, reads: dict[str, int], path: str) -> None:
        self._device = device
        self._reads = reads
        self._path = path

    def __enter__(self) -> None:
        self._before = self._device.reads

    def __exit__(self, *_: object) -> None:
        self._reads[self._path] = self._device.reads - self._before
