"""The board's file system as it is flashed: littlefs, the same bytes for the same files."""

from collections.abc import Mapping
from posixpath import dirname

from littlefs import LittleFS, UserContext, lfs

BLOCK = 4096
# As MicroPython makes and mounts it on an ESP32: readsize, progsize and lookahead are 32, and each
# cache holds four times so much.
GEOMETRY = {
    "block_size": BLOCK,
    "read_size": 32,
    "prog_size": 32,
    "cache_size": 128,
    "lookahead_size": 32,
}


class BlockDevice(UserContext):
    """The blocks of a partition, with a count of `reads` and of blocks that were `erased`."""

    def __init__(self, blocks: int) -> None:
        super().__init__(blocks * BLOCK)
        self.reads = self.erased = 0

    def read(self, cfg: lfs.LFSConfig, block: int, off: int, size: int) -> bytearray:
        self.reads += 1
        start = block * BLOCK + off
        return self.buffer[start : start + size]

    def prog(self, cfg: lfs.LFSConfig, block: int, off: int, data: bytes) -> int:
        start = block * BLOCK + off
        self.buffer[start : start + len(data)] = data
        return 0

    def erase(self, cfg: lfs.LFSConfig, block: int) -> int:
        self.erased += 1
        return self.prog(cfg, block, 0, b"\xff" * BLOCK)


def image(files: Mapping[str, bytes], blocks: int) -> bytes:
    """Return a partition of so many blocks with these files, by path, and the folders that they
    need."""
    device = BlockDevice(blocks)
    system = mount(device)
    for path, data in files.items():
        system.makedirs(dirname(path), exist_ok=True)
        with system.open(path, "wb") as file:
            file.write(data)
    return bytes(device.buffer)


def mount(device: BlockDevice) -> LittleFS:
    """Return the file system in there; a new one if there is none."""
    return LittleFS(device, block_count=len(device.buffer) // BLOCK, **GEOMETRY)  # type: ignore[arg-type]
