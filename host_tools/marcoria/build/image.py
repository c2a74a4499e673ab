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
_NONE = 1  # an attribute that no file has


class Flash(UserContext):
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
    """A partition of so many blocks with these files, by path, and the folders that they need."""
    flash = Flash(blocks)
    system = mount(flash)
    inside = _first_inside(files)
    for folder in inside:
        if folder != "/":
            system.mkdir(folder)
    for path, data in files.items():
        with system.open(path, "wb") as file:
            file.write(data)
    for path in inside.values():
        _tidy(system, flash, path)
    return bytes(flash.buffer)


def mount(flash: Flash) -> LittleFS:
    """The file system in there; a new one if there is none."""
    return LittleFS(flash, block_count=len(flash.buffer) // BLOCK, **GEOMETRY)  # type: ignore[arg-type]


def _first_inside(files: Mapping[str, bytes]) -> dict[str, str]:
    """Each folder, those around it first, and something that lies in it."""
    found: dict[str, str] = {}
    for path in files:
        around = []
        while path != "/":
            around.append((dirname(path), path))
            path = dirname(path)
        for folder, inside in reversed(around):
            found.setdefault(folder, inside)
    return found


def _tidy(system: LittleFS, flash: Flash, path: str) -> None:
    """Has the folder of that file written anew, with nothing in it but what is so now: littlefs
    notes one after the other what happens to a folder, and whoever looks for a file there reads
    it all. It is written anew when notes fill its block: here such that change nothing."""
    before = flash.erased
    while flash.erased == before:
        system.removeattr(path, _NONE)
