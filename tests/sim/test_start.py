"""Time budgets of the table's start, which include each flash read that littlefs makes."""

import pytest
from littlefs import LittleFS, LittleFSError, lfs

from codes.journal import Notes
from marcoria.bots.company import settings
from marcoria.build.deploy import deployed
from marcoria.build.image import BlockDevice, image, mount
from marcoria.journal.reader import records
from marcoria.sim.simtable import open_bar
from marcoria.sim.vm.backend import SETUP
from start_on_board import Start, start

_LATE = 250  # number of the last used slot in the journal's last block


@pytest.fixture(scope="module")
def started() -> Start:
    return start("piedicavallo", _LATE)


@pytest.mark.soak(keep=1)
def test_the_first_light_comes_within_500_ms(started: Start) -> None:
    assert started.light <= 500


def test_the_seat_to_move_has_its_light_within_2_5_s(started: Start) -> None:
    assert started.turn <= 2_500


def test_the_display_gets_its_first_command_within_3_s(started: Start) -> None:
    assert started.display <= 3_000


def test_the_start_reads_the_flash_as_often_as_littlefs_does(started: Start) -> None:
    counted = _reads(*_flashed(), started.log)
    # The counts may differ a little, because earlier operations may have filled littlefs's cache.
    assert abs(started.reads - counted) < counted * 0.05


def test_saved_files_do_not_slow_down_the_start(started: Start) -> None:
    """Settings and a deck are saved many times, as `table.files.storage.write` saves a file.

    They are saved so often that littlefs compacts the metadata of a folder.
    """
    flash, system = _flashed()
    system.mkdir("/bar")
    system.mkdir("/bar/decks")
    reads = []
    for _ in range(12):
        for _ in range(8):
            _save(system, "/bar/settings.json", 200)
            _save(system, "/bar/decks/deck-1.new", 600)
        reads.append(_reads(flash, system, started.log))
    assert reads != sorted(reads), (
        "littlefs has not compacted the folder's metadata: save the files more often in this test"
    )
    assert max(reads) < started.reads + 750, reads  # a read takes 0.14 ms


def _flashed() -> tuple[BlockDevice, LittleFS]:
    """Return the flash and file system of a freshly flashed board."""
    flash = BlockDevice(512)
    flash.buffer = bytearray(image(deployed(), 512))
    return flash, mount(flash)


def _save(system: LittleFS, path: str, size: int) -> None:
    with system.open(path + "~", "wb") as file:
        file.write(bytes(size))
    system.rename(path + "~", path)


def _reads(flash: BlockDevice, system: LittleFS, log: list[list[object]]) -> int:
    before = flash.reads
    _do_again(system, log)
    return flash.reads - before


def _do_again(system: LittleFS, log: list[list[object]]) -> None:
    """Repeat the file operations of `log` on `system`; skip files that `system` does not have."""
    opened: dict[object, lfs.LFSFile] = {}  # open files, which must be closed explicitly
    for what, path, *more in log:
        try:
            if what == "walk":
                system.stat(path)
            elif what == "list":
                system.listdir(path)
            elif what == "open":
                if path in opened:
                    lfs.file_close(system.fs, opened.pop(path))
                opened[path] = lfs.file_open(system.fs, path, "r")
            elif path in opened:
                lfs.file_seek(system.fs, opened[path], more[0], 0)
                lfs.file_read(system.fs, opened[path], more[1])
        except LittleFSError:
            continue
    for file in opened.values():
        lfs.file_close(system.fs, file)


def test_a_new_table_starts_within_3_s_bytecode_and_files_priced() -> None:
    """Bytecode and reads of files take virtual time, as on a board."""
    setup = SETUP.format(seed=1, options={})
    with open_bar(
        "vm", 1, "", settings("french", False, -1, 0, "en"), priced=True, setup=setup
    ) as table:
        table.boot("main")
        table.until(3_000)
        assert [record[0] for record in records(table)] == [Notes.BOOT]
        assert table.get("processor.reset_cause") == "power"
