"""MicroPython's `esp32`: the chip's temperature, and the partition `journal` of the flash."""

from _board import flash_blocks, flash_erase, flash_read, flash_write, profile, temperature
from micropython import const
from uctypes import addressof

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from _buses import Buffer

_BLOCK = const(4096)
_LABEL = "journal"
_SUBTYPE = const(0x40)
_ADDRESS = const(0x3C0000)
_FAILED = const(-0x6001)  # ESP_ERR_FLASH_OP_FAIL


def __getattr__(name: str) -> "Callable[[], int]":
    """Return the function that measures the temperature; its name depends on the chip.

    Raise AttributeError for any other name.
    """
    if name == ("raw_temperature" if profile() else "mcu_temperature"):
        return temperature
    raise AttributeError(name)


def _checked(failed: int) -> None:
    if failed:
        raise OSError(_FAILED)


class Partition:
    """A partition of the flash; only the partition `journal` is simulated."""

    BOOT = 0
    RUNNING = 1
    TYPE_APP = 0
    TYPE_DATA = 1

    def __init__(self, id: str) -> None:
        self._blocks = flash_blocks()
        if id != _LABEL or not self._blocks:
            raise OSError(2)

    @staticmethod
    def find(type: int = 0, subtype: int = 0xFF, label: "str | None" = None) -> "list[Partition]":
        """Return the partitions that have this type, subtype and label.

        The subtype 0xFF and the label None match all partitions.
        """
        if type != Partition.TYPE_DATA or not flash_blocks():
            return []
        wanted = subtype in (0xFF, _SUBTYPE) and label in (None, _LABEL)
        return [Partition(_LABEL)] if wanted else []

    def info(self) -> "tuple[int, int, int, int, str, bool]":
        """Return type, subtype, address, size and label, and whether the data is encrypted."""
        return (self.TYPE_DATA, _SUBTYPE, _ADDRESS, self._blocks * _BLOCK, _LABEL, False)

    def readblocks(self, block_num: int, buf: "Buffer", offset: int = 0) -> None:
        """Fill a buffer with the bytes that begin at `offset` in a block."""
        self._check(block_num, offset, len(buf))
        _checked(flash_read(block_num, offset, addressof(buf), len(buf)))

    def writeblocks(
        self, block_num: int, buf: "bytes | Buffer", offset: "int | None" = None
    ) -> None:
        """Write bytes to the flash; without an offset, erase the blocks first."""
        self._check(block_num, offset or 0, len(buf))
        if offset is None:
            for i in range(-(-len(buf) // _BLOCK)):
                _checked(flash_erase(block_num + i))
        _checked(flash_write(block_num, offset or 0, addressof(buf), len(buf)))

    def ioctl(self, op: int, arg: int) -> "int | None":
        """Perform an operation of a block device; return its result, None for an unknown `op`."""
        if op in (1, 2, 3):  # init, deinit, sync
            return 0
        if op == 4:  # number of blocks
            return self._blocks
        if op == 5:  # size of a block
            return _BLOCK
        if op == 6:  # erase a block
            self._check(arg, 0, _BLOCK)
            _checked(flash_erase(arg))
            return 0
        return None

    def _check(self, block: int, offset: int, count: int) -> None:
        at = block * _BLOCK + offset
        if block < 0 or offset < 0 or at + count > self._blocks * _BLOCK:
            raise OSError(-0x104)  # ESP_ERR_INVALID_SIZE
