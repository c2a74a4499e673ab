"""Records that go to a spare block of flash first: none is lost, wherever the power is cut."""

import os
import weakref

import pytest

import board
from drivers import flashlog
from drivers.flashlog import BAD, OK, open_log
from table_rig import Rig

ENTRIES = 186
BLOCK = 5


class Stock(Rig):
    """A table with a stock partition table, of which only the flash is used."""

    def __init__(self):
        super().__init__(journal=False)
        self.flash = self.world.flash
        self.start()

    def start(self):
        self.world.power_on()
        self.log = open_log(board.JOURNAL, board.JOURNAL_BLOCKS)

    def program(self, *slots, block=BLOCK):
        return [self.log.program(block, slot << 4, record(slot)) for slot in slots]


def record(slot):
    return bytes((slot + i) & 255 for i in range(16))


@pytest.fixture
def stock(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return Stock()


def file(slots):
    """What the file of the block has, of so many slots."""
    try:
        with open(f"journal.log/{BLOCK}", "rb") as found:
            data = found.read()
    except FileNotFoundError:
        data = b""
    return [data[slot << 4 : slot + 1 << 4] == record(slot) for slot in slots]


def read(log, slot, block=BLOCK):
    data = bytearray(16)
    assert log.read(block, slot << 4, data) == OK
    return bytes(data)


def test_a_record_is_on_the_flash_at_once_and_in_its_file_later(stock):
    assert stock.program(0, 1, 2) == [OK] * 3
    assert file((0, 1, 2)) == [False] * 3
    assert all(record(slot) in stock.flash.cells for slot in (0, 1, 2))
    stock.log.sync()
    assert file((0, 1, 2)) == [True] * 3
    assert stock.flash.cells == b"\xff" * 4096


def test_what_only_the_flash_has_is_read(stock):
    stock.program(0, 1)
    stock.program(0, block=6)
    assert read(stock.log, 1) == record(1) and read(stock.log, 0, 6) == record(0)
    stock.program(2)
    assert read(stock.log, 0) == record(0) and read(stock.log, 2) == record(2)


def test_no_record_takes_long_in_a_deal(stock):
    for slot in range(ENTRIES):
        before = stock.world.clock.now
        assert stock.program(slot) == [OK]
        assert stock.world.clock.now - before <= flashlog.PROGRAM_US
    stock.world.faults.check()


def test_what_finds_no_entry_goes_to_its_file(stock):
    assert stock.program(*range(ENTRIES + 5)) == [OK] * (ENTRIES + 5)
    assert all(file(range(ENTRIES + 5)))
    stock.log.sync()
    assert stock.program(200) == [OK] and file([200]) == [False]


def test_a_restart_finds_what_the_files_do_not_have(stock):
    stock.program(*range(20))
    stock.start()
    assert all(file(range(20))) and stock.flash.cells == b"\xff" * 4096


def test_a_cut_in_a_program_costs_that_record_only(stock):
    torn = 0
    for seed in range(60):
        stock.program(0, 1, 2)
        stock.flash.cut_at(1, seed)
        last = stock.program(3)
        stock.start()
        assert all(file((0, 1, 2)))
        assert last == [BAD] or file([3]) == [True]
        torn += last == [BAD]
        assert stock.log.erase(BLOCK) == OK
        stock.world.faults.check()
    assert torn > 30


def test_a_cut_while_the_files_get_them_spoils_none(stock):
    for seed in range(60):
        stock.program(*range(100))
        stock.flash.cut_at(1 + seed % 2, seed)
        stock.log.sync()
        stock.start()
        assert all(file(range(100)))
        assert stock.flash.cells == b"\xff" * 4096
        assert stock.program(100) == [OK] and file([100]) == [False]
        assert stock.log.erase(BLOCK) == OK
        stock.world.faults.check()


def test_an_erase_that_has_hardly_begun_is_gone_on_with(stock):
    stock.program(0, 1, 2)
    before = bytes(stock.flash.cells)
    stock.log.sync()
    stock.flash.cells[:] = b"\x00\x00" + before[2:40] + b"\x00" + before[41:]
    stock.start()
    assert all(file((0, 1, 2)))
    assert stock.flash.cells == b"\xff" * 4096


def test_an_erased_block_stays_erased(stock):
    stock.program(0, 1)
    assert stock.log.erase(BLOCK) == OK
    stock.start()
    assert read(stock.log, 0) == b"\xff" * 16


def test_a_worn_spare_block_is_not_used(stock):
    stock.program(0, 1)
    stock.flash.worn.add(0)
    stock.log.sync()
    assert stock.program(2, 3) == [OK, OK] and all(file(range(4)))
    stock.start()
    assert stock.program(4) == [OK] and all(file(range(5)))


def test_somebody_elses_block_is_left_alone(stock):
    stock.flash.cells[:8] = b"PHYINIT\x00"
    before = bytes(stock.flash.cells)
    stock.start()
    assert stock.program(0, 1) == [OK, OK] and all(file((0, 1)))
    assert stock.program(0, block=0) == [OK]
    stock.log.sync()
    assert stock.flash.cells == before
    assert read(stock.log, 0) == read(stock.log, 0, 0) == record(0)


def test_the_files_are_let_go_of_when_all_is_there(stock):
    stock.program(0, 1)
    assert read(stock.log, 0) == record(0)
    files = weakref.ref(stock.log.device.folder())
    assert files() is not None
    stock.log.sync()
    assert files() is None
    assert read(stock.log, 1) == record(1)


def test_files_without_room_leave_the_records_where_they_are(stock):
    stock.program(0, 1)
    with open("journal.log", "wb"):
        pass  # now there is no folder
    stock.log.sync()
    assert stock.program(2) == [OK]
    os.remove("journal.log")
    stock.start()
    assert all(file((0, 1, 2)))
