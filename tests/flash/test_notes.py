"""A changed byte in littlefs's metadata is reported if it hides files."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from littlefs import LittleFS, lfs

from marcoria.board.profile import load
from marcoria.build.image import BLOCK, GEOMETRY, BlockDevice
from marcoria.flash.notes import damaged_folders
from marcoria.flash.own_files import FOLDER, own_files
from marcoria.flash.whole import file_system, table_files
from plugged import OWN
from testenv import SEED, SOAK

_LOOKS = 1000 if SOAK else 15
_CYCLES = 100  # littlefs's block_cycles, as MicroPython sets it
_FOLDERS = ["/", "/bar", "/bar/decks", "/bar/houses"]


@cache
def fresh() -> bytes:
    """Return the file system of a table that was just flashed."""
    return file_system(table_files(load(), OWN))


@cache
def lived() -> bytes:
    """Return the file system of a table after years of use.

    Both blocks of each metadata pair were written, and free blocks are not blank.
    """
    dice = Random(f"years {SEED}")
    device = BlockDevice(len(fresh()) // BLOCK)
    device.buffer = bytearray(fresh())
    system = _mounted(device)
    system.makedirs("/b")
    for _ in range(600):
        path, most = dice.choice(
            (
                ("/bar/settings.json", 90),
                (f"/bar/decks/{dice.randrange(5)}.deck", 900),
                (f"/bar/houses/{dice.randrange(4)}.house", 300),
                (f"/b/{dice.randrange(3)}", 60_000),
                ("/main.py", 120),
            )
        )
        with system.open(f"{path}~", "wb") as file:
            file.write(dice.randbytes(dice.randrange(most)))
        system.rename(f"{path}~", path)
        if path.endswith(".deck") and dice.random() < 0.3:
            system.remove(path)
    return bytes(device.buffer)


class _Looked(BlockDevice):
    """Block device that records which blocks are read."""

    blocks: set[int]

    def read(self, cfg: lfs.LFSConfig, block: int, off: int, size: int) -> bytearray:
        self.blocks.add(block)
        return super().read(cfg, block, off, size)


@cache
def notes(data: bytes) -> list[int]:
    """Return the offsets of the used metadata bytes of `/`, FOLDER and its subfolders.

    These are the bytes in which littlefs looks for names.
    """
    device = _Looked(len(data) // BLOCK)
    device.buffer, device.blocks = bytearray(data), set()
    system = _mounted(device)
    device.blocks.clear()
    assert {folder for folder, _, _ in system.walk(FOLDER)} == set(_FOLDERS[1:])
    found: list[int] = []
    for start in (block * BLOCK for block in sorted(device.blocks)):
        used = len(data[start : start + BLOCK].rstrip(b"\xff"))
        found += range(start, start + used)
    return found


def _mounted(device: BlockDevice) -> LittleFS:
    geometry: Any = {**GEOMETRY, "block_count": len(device.buffer) // BLOCK}
    system = LittleFS(device, mount=False, block_cycles=_CYCLES, **geometry)
    system.mount()
    return system


def _files(data: bytes) -> dict[str, bytes]:
    """Return the files below FOLDER as littlefs reads them."""
    device = BlockDevice(len(data) // BLOCK)
    device.buffer = bytearray(data)
    system = _mounted(device)
    found: dict[str, bytes] = {}
    for folder, _, names in system.walk(FOLDER):
        for name in names:
            with system.open(f"{folder}/{name}", "rb") as file:
                found[f"{folder}/{name}"] = file.read()
    return found


def _changed(data: bytes, at: int, dice: Random) -> bytes:
    return data[:at] + bytes([data[at] ^ dice.randrange(1, 256)]) + data[at + 1 :]


def test_undamaged_metadata_pass() -> None:
    for data in (fresh(), lived()):
        assert damaged_folders(data, FOLDER) == []
        assert own_files(data)
    assert damaged_folders(b"\xff" * len(fresh()), FOLDER) == []


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("image", [fresh, lived])
def test_files_hidden_by_one_changed_byte_are_reported(image: Callable[[], bytes]) -> None:
    """A change that is not reported hides no file, or makes the file system unreadable.

    For example, a change in an outdated block hides no file.
    """
    dice = Random(f"one byte {SEED}")
    data, unreported = image(), 0
    whole = own_files(data)
    while unreported < _LOOKS:
        at = dice.choice(notes(data))
        # About half of the changes hit the first 8 bytes of a block. The first 4 are its revision
        # number, which decides which block of the pair littlefs uses.
        if dice.random() < 0.5:
            at += dice.randrange(8) - at % BLOCK
        damaged = _changed(data, at, dice)
        if not damaged_folders(damaged, FOLDER):
            assert own_files(damaged) in (whole, None), (SEED, at, damaged[at])
            unreported += 1


def test_each_changed_byte_of_a_fresh_table_is_reported_or_changes_no_file() -> None:
    """Change each byte of the metadata once.

    littlefs itself does not report files that are missing after such a change.
    """
    dice = Random(f"every byte {SEED}")
    whole, unreported = _files(fresh()), 0
    for at in notes(fresh()):
        damaged = _changed(fresh(), at, dice)
        if not damaged_folders(damaged, FOLDER):
            assert _files(damaged) == whole, (SEED, at, damaged[at])
            unreported += 1
    assert whole and unreported < len(notes(fresh())) // 2


def test_random_damage_to_metadata_raises_no_error() -> None:
    dice = Random(f"anything {SEED}")
    for _ in range(100):
        data = bytearray(fresh())
        for _ in range(dice.randrange(1, 30)):
            at = dice.choice(notes(fresh()))
            size = dice.choice((1, 4, 60, BLOCK))
            data[at : at + size] = dice.choice((bytes(size), dice.randbytes(size)))
        damaged_folders(bytes(data[: len(fresh())]), FOLDER)
    damaged_folders(dice.randbytes(len(fresh())), FOLDER)
