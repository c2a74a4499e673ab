"""Tests of the driver of the journal's flash blocks on the simulated flash."""

import errno

import pytest
from esp32 import Partition

import board
from drivers.flashlog import BAD, BLOCK, OK, Log
from marcoria.sim.chips.kernel import SimFault
from table_rig import Rig

pytestmark = pytest.mark.pins

RECORD = bytes(range(1, 33))


def open_log():
    return Log(Partition(board.JOURNAL))


class Store(Rig):
    """A table with only the flash in use."""

    def __init__(self):
        super().__init__()
        self.flash = self.world.flash
        self.log = open_log()

    def timed(self, call, *args):
        """Call a function; return its result and its duration in microseconds."""
        before = self.world.clock.now
        result = call(*args)
        self.world.faults.check()
        return result, self.world.clock.now - before


@pytest.fixture
def store():
    return Store()


def read(log, block, offset=0, count=32):
    data = bytearray(count)
    assert log.read(block, offset, data) == OK
    return bytes(data)


def test_the_log_uses_its_whole_partition(store):
    assert isinstance(store.log.blocks, int)
    assert store.log.blocks == board.JOURNAL_BLOCKS == store.flash.blocks
    store.log.program(3, 64, RECORD)
    assert store.flash.cells[3 * BLOCK + 64 : 3 * BLOCK + 96] == RECORD


def test_programmed_bytes_are_read_and_the_rest_is_ones(store):
    assert store.log.program(5, 4064, RECORD) == OK
    assert store.log.program(5, 0, RECORD) == OK
    assert store.log.program(6, 128, RECORD) == OK
    assert read(store.log, 5, 4064) == read(store.log, 5) == read(store.log, 6, 128) == RECORD
    assert read(store.log, 5, 16) == RECORD[16:] + b"\xff" * 16
    assert read(store.log, 63) == b"\xff" * 32


def test_erase_fills_only_its_own_block_with_ones(store):
    for block in (4, 5, 6):
        store.log.program(block, 100, RECORD)
    assert store.log.erase(5) == OK
    assert read(store.log, 5, 0, BLOCK) == b"\xff" * BLOCK
    assert read(store.log, 4, 100) == read(store.log, 6, 100) == RECORD
    assert store.log.program(5, 100, RECORD) == OK
    assert store.log.erase(40) == OK, "a block that was never programmed"


def test_bits_can_be_cleared_later(store):
    store.log.program(1, 0, b"\xff\xff")
    assert store.log.program(1, 0, b"\xff\xfe") == store.log.program(1, 1, b"\xf0") == OK
    assert read(store.log, 1, 0, 3) == b"\xff\xf0\xff"


def test_records_of_any_length_can_be_programmed(store):
    for length in (1, 16, 17, 200, 300, 1000):
        store.log.erase(2)
        data = bytes(length)
        assert store.log.program(2, 7, data) == OK
        assert read(store.log, 2, 7, length + 1) == data + b"\xff"


def test_programmed_records_survive_a_restart(store):
    store.log.program(9, 32, RECORD)
    again = open_log()
    assert read(again, 9, 32) == RECORD


def test_no_operation_takes_longer_than_documented():
    store = Store()
    result, took = store.timed(store.log.program, 0, 0, RECORD)
    assert result == OK and 700 < took <= Log.PROGRAM_US
    result, took = store.timed(store.log.erase, 0)
    assert result == OK and 45_000 < took < 50_000
    store.flash.slow.add(1)
    result, took = store.timed(store.log.erase, 1)
    assert result == OK and 400_000 < took <= Log.LONGEST_US


# --- failures ------------------------------------------------------------------------------------


def test_a_block_that_no_longer_erases_is_bad():
    store = Store()
    store.log.program(7, 4090, b"\x00")
    store.flash.worn.add(7)
    assert store.log.erase(7) == BAD
    assert store.log.erase(8) == OK


@pytest.mark.parametrize("offset", [0, 63, 64, BLOCK - 1])
def test_one_byte_that_no_longer_erases_is_bad(offset):
    store = Store()
    store.log.program(7, offset, b"\x00")
    store.flash.worn.add(7)
    assert store.log.erase(7) == BAD


def test_programming_a_one_over_a_zero_fails_and_is_a_misuse():
    store = Store()
    store.log.program(7, 0, b"\x0f")
    assert store.log.program(7, 0, b"\xf0") == BAD
    with pytest.raises(SimFault):
        store.world.faults.check()


def test_programming_a_worn_block_fails():
    store = Store()
    store.log.program(7, 0, bytes(32))
    store.flash.worn.add(7)
    store.log.erase(7)
    assert store.log.program(7, 0, RECORD) == BAD


def test_a_torn_program_is_never_taken_for_a_complete_one():
    torn = 0
    for seed in range(60):
        store = Store()
        store.log.program(7, 0, RECORD)
        store.flash.cut_at(1, seed)
        result = store.log.program(7, 32, RECORD)
        store.world.power_on()
        again = open_log()
        assert read(again, 7) == RECORD, "the record before is intact"
        whole = read(again, 7, 32) == RECORD
        assert whole or result == BAD
        torn += not whole
    assert torn > 30


def test_an_interrupted_erase_can_be_repeated():
    for seed in range(20):
        store = Store()
        store.log.program(7, 0, RECORD)
        store.flash.cut_at(1, seed)
        store.log.erase(7)
        store.world.power_on()
        assert store.log.erase(7) == OK and read(store.log, 7, 0, BLOCK) == b"\xff" * BLOCK


def test_an_error_of_the_flash_is_a_failure():
    class Refusing:
        def refuse(self, *args):
            raise OSError(errno.EIO)

        readblocks = writeblocks = ioctl = refuse

    log = Store().log
    log.device = Refusing()
    assert log.read(0, 0, bytearray(4)) == log.program(0, 0, b"1") == log.erase(0) == BAD
