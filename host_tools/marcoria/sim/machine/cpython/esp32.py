"""MicroPython's `esp32`: the partitions of the flash, of which one is simulated: `journal`."""

from typing import Any

_world: Any = None  # whoever starts the firmware sets it

_BLOCK = 4096
_LABEL, _SUBTYPE, _ADDRESS = "journal", 0x40, 0x3C0000


class Partition:
    """A partition as a block device of 4 KiB blocks."""

    BOOT = 0
    RUNNING = 1
    TYPE_APP = 0
    TYPE_DATA = 1

    def __init__(self, id: str) -> None:
        if id != _LABEL or not _world.flash.blocks:
            raise OSError(2)

    @staticmethod
    def find(
        type: int = TYPE_APP, subtype: int = 0xFF, label: str | None = None
    ) -> list["Partition"]:
        if type != Partition.TYPE_DATA or not _world.flash.blocks:
            return []
        wanted = subtype in (0xFF, _SUBTYPE) and label in (None, _LABEL)
        return [Partition(_LABEL)] if wanted else []

    def info(self) -> tuple[int, int, int, int, str, bool]:
        size = _world.flash.blocks * _BLOCK
        return (self.TYPE_DATA, _SUBTYPE, _ADDRESS, size, _LABEL, False)

    def readblocks(self, block_num: int, buf: Any, offset: int = 0) -> None:
        self._check(block_num, offset, len(buf))
        _world.flash_read(block_num, offset, buf)

    def writeblocks(self, block_num: int, buf: Any, offset: int | None = None) -> None:
        """Without an offset it erases first, with one it only programs."""
        self._check(block_num, offset or 0, len(buf))
        if offset is None:
            for i in range(-(-len(buf) // _BLOCK)):
                _world.flash_erase(block_num + i)
        _world.flash_write(block_num, offset or 0, buf)

    def ioctl(self, op: int, arg: int) -> int | None:
        if op in (1, 2, 3):  # init, deinit, sync
            return 0
        if op == 4:
            return _world.flash.blocks  # type: ignore[no-any-return]
        if op == 5:
            return _BLOCK
        if op == 6:
            self._check(arg, 0, _BLOCK)
            _world.flash_erase(arg)
            return 0
        return None

    def _check(self, block: int, offset: int, count: int) -> None:
        at = block * _BLOCK + offset
        if block < 0 or offset < 0 or at + count > _world.flash.blocks * _BLOCK:
            raise OSError(-0x104)  # ESP_ERR_INVALID_SIZE
