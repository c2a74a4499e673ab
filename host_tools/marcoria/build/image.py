"""Image of the board's littlefs file system; equal files in equal order give equal images."""

from collections.abc import Mapping
from posixpath import dirname

from littlefs import LittleFS, UserContext, lfs

BLOCK = 4096
# MicroPython's values on an ESP32, in bytes. A cache has four times the read size.
GEOMETRY = {
    "block_size": BLOCK,
    "read_size": 32,
    "prog_size": 32,
    "cache_size": 128,
    "lookahead_size": 32,
}


class BlockDevice(UserContext):
    """Blocks of a partition. `reads` and `erased` count the calls of `read` and of `erase`."""

    def __init__(self, blocks: int) -> None:
        super().__init__(blocks * BLOCK)
        self.reads = self.erased = 0

    def read(self, cfg: lfs.LFSConfig, block: int, off: int, size: int) -> bytearray:
        """Return `size` bytes of a block from `off` on, and add 1 to `reads`."""
        self.reads += 1
        start = block * BLOCK + off
        return self.buffer[start : start + size]

    def prog(self, cfg: lfs.LFSConfig, block: int, off: int, data: bytes) -> int:
        """Write bytes of a block from `off` on; return 0, which means success."""
        start = block * BLOCK + off
        self.buffer[start : start + len(data)] = data
        return 0

    def erase(self, cfg: lfs.LFSConfig, block: int) -> int:
        """Erase a block and add 1 to `erased`; return 0, which means success."""
        self.erased += 1
        return self.prog(cfg, block, 0, b"\xff" * BLOCK)


def image(files: Mapping[str, bytes], blocks: int) -> bytes:
    """Return the image of a partition that has `blocks` blocks; `files` has its files by path."""
    device = BlockDevice(blocks)
    system = mount(device)
    for path, data in files.items():
        system.makedirs(dirname(path), exist_ok=True)
        with system.open(path, "wb") as file:
            file.write(data)
    return bytes(device.buffer)


def mount(device: BlockDevice) -> LittleFS:
    """Return the file system on a device; format the device if it has no valid file system."""
    return LittleFS(device, block_count=len(device.buffer) // BLOCK, **GEOMETRY)  # type: ignore[arg-type]
