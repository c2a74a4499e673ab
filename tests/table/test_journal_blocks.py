"""Tests of the journal's blocks: their numbers, their ends, and the blocks that follow."""

from codes.journal import Records
from dice import Dice
from journal import blocks
from journal.journal import Journal
from journalkit import BOOT, EPOCH, Diary, Memory, checkpoint
from ramlog import BLOCK, RamLog
from test_journal import fill, fill_block, slot_bytes, started

BAD_BLOCK = 47
LATE = 300  # a block's number that needs two bytes
VERY_LATE = 40000  # a number that would be negative as a signed 16-bit value


def first_at(number):
    """Return a journal whose first block has that number."""
    diary = Diary(RamLog(5, Dice(1)))
    diary.log.cells[:] = b"\xff" * len(diary.log.cells)
    diary.journal = Journal(diary.log, EPOCH)
    diary.journal.seq = number << 8
    diary.journal.begin(BOOT, 0)
    fill(diary, 9)
    return diary


def test_a_block_is_known_by_its_header_alone_and_by_its_records_without_it():
    for number in (0, LATE):
        diary = first_at(number)
        log = diary.log
        cells = bytes(log.cells)
        log.cells[16:BLOCK] = b"\xff" * (BLOCK - 16)
        assert blocks.first(diary.journal, 0) == number << 8
        log.cells[:] = cells
        log.cells[0] ^= 1
        log.cells[32:BLOCK] = b"\xff" * (BLOCK - 32)
        assert blocks.first(diary.journal, 0) == number << 8, "identified by the first record"
        diary.journal.seq = number << 8 | 254
        fill(diary, 1)
        log.cells[16 : 254 * 16] = b"\xff" * (253 * 16)
        assert blocks.first(diary.journal, 0) == number << 8, "identified by the last record"
        log.cells[16:BLOCK] = b"\xff" * (BLOCK - 16)
        assert blocks.first(diary.journal, 0) == -1, "not identified"


def test_the_last_record_of_a_block_is_found_wherever_it_is():
    diary = started()
    # Slots 0 to 2 have the header and the records of a start and of an erase.
    for slot in range(3, 10):
        fill(diary, 1)
        assert blocks.end(diary.journal, 0, 0) == slot


def test_of_two_journals_the_one_with_more_blocks_is_used():
    diary = first_at(0)
    for _ in range(2):
        fill_block(diary)
        fill(diary, 1)
        yield
    other = Diary(RamLog(2, Dice(1)))
    other.journal.epoch = EPOCH ^ 2
    other.journal.seq = LATE << 8
    other.add(BAD_BLOCK, 3, 3)
    cells = diary.log.cells
    cells[3 * BLOCK : 4 * BLOCK] = cells[:BLOCK]
    cells[:BLOCK] = other.log.cells[BLOCK : 2 * BLOCK]
    assert diary.start() and diary.journal.epoch == EPOCH


def test_the_first_block_is_recognised_at_any_place():
    log = RamLog(4, Dice(1))
    log.refuses.add((0, 0))
    diary = Diary(log)
    fill(diary, 3)
    assert diary.journal.block == 1
    assert slot_bytes(log, 0, 1)[:2] == bytes((Records.HEADER, 2))
    assert diary.start() and not diary.journal.lost


def left_early(number):
    """Return a journal whose first block ends early at a dead slot, and the number of that slot.

    The block has no record of its early end, as its last slot is dead too.
    """
    diary = first_at(number)
    slot = diary.journal.seq & 255
    diary.log.unread.add((0, slot))
    diary.log.refuses.add((0, 255))
    fill(diary, 5)
    assert diary.journal.block == 1 and blocks.follower(diary.journal, 0, number << 8) == -1
    return diary, slot


def test_a_block_that_ends_early_is_not_damaged():
    for number in (0, LATE):
        diary = left_early(number)[0]
        assert diary.start() and not diary.journal.lost
        yield


def test_a_used_slot_behind_an_early_end_is_damage():
    for behind in (1, 2, 100):
        diary, slot = left_early(0)
        diary.log.cells[(slot + behind) * 16] = 0
        diary.start()
        assert diary.journal.lost, behind
        yield


def test_a_blanked_end_of_a_block_is_detected():
    diary = started()
    diary.log.refuses.add((0, 255))
    fill_block(diary)
    fill(diary, 3)
    diary.log.cells[200 * 16 : BLOCK] = b"\xff" * (BLOCK - 200 * 16)
    diary.start()
    assert diary.journal.lost


def test_a_checkpoint_continues_after_a_block_that_ends_early():
    for part in (0, 6, 14):
        diary = started()
        fill(diary, 5)
        diary.log.unread.add((0, (diary.journal.seq & 255) + part))
        checkpoint(diary, Dice(4))
        fill(diary, 2)
        assert diary.journal.block == 1
        assert diary.start() and not diary.journal.lost, part
        yield


def test_a_failed_header_skips_a_block_number():
    diary = started()
    diary.log.refuses.add((1, 0))
    fill_block(diary)
    fill(diary, 1)
    assert diary.journal.block == 2 and diary.journal.seq >> 8 == 2


def gone(number, slot_255):
    """Return a journal with a blank last block.

    `number` is the number of the block before it. `slot_255` is called with the bytes of the flash
    and may change the record that names the blank block.
    """
    diary = first_at(number)
    fill_block(diary)
    fill(diary, 2)
    assert diary.journal.block == 1 and diary.journal.seq >> 8 == number + 1
    diary.log.cells[BLOCK : 2 * BLOCK] = b"\xff" * BLOCK
    slot_255(diary.log.cells)
    return diary


def test_number_and_place_of_a_lost_block_are_skipped():
    for number in (0, LATE, VERY_LATE):
        diary = gone(number, lambda cells: None)
        journal = Journal(diary.log, EPOCH)
        assert (journal.block, journal.seq) == (1, number + 2 << 8)
        Memory(journal)
        assert journal.lost
        yield


def test_damage_to_the_record_that_names_the_next_block_is_detected():
    def damage(cells):
        cells[BLOCK - 16 + 4] ^= 1

    for number in (0, LATE):
        diary = gone(number, damage)
        journal = Journal(diary.log, EPOCH)
        assert blocks.follower(journal, 0, number << 8) == -2
        assert journal.seq == number + 2 << 8
        Memory(journal)
        assert journal.lost
        yield


def test_a_start_completes_an_interrupted_block_change():
    diary = first_at(LATE)
    for _ in range(2):
        fill_block(diary)
        fill(diary, 2)
        diary.journal.make_room()
        yield
    diary.journal.boots = LATE
    fill_block(diary)
    cells = bytes(diary.log.cells)
    fill(diary, 1)  # slot 255 of the old block now names the new block
    named = slot_bytes(diary.log, 255, 2)
    assert named[0] == Records.FOLLOWED and named[1] == 3
    diary.log.cells[:] = cells
    diary.items.pop()
    yield
    assert diary.start() and not diary.journal.lost
    assert slot_bytes(diary.log, 255, 2) == named


def test_a_record_damaged_later_is_not_taken_for_a_torn_one():
    diary = started()
    fill(diary, 9)
    last = (diary.journal.seq & 255) * 16
    diary.log.cells[last - 16 + 14] ^= 1  # tear the last record
    diary.log.cells[last - 32 + 2] ^= 64  # damage the record before it
    diary.start()
    assert diary.journal.spoilt == 1 and diary.journal.lost


def test_a_start_after_a_power_cut_loses_no_other_record():
    diary = started()
    fill(diary, 9)
    diary.log.cells[(diary.journal.seq & 255) * 16 - 2] ^= 1
    diary.items.pop()
    assert diary.start() and diary.journal.spoilt == 1 and not diary.journal.lost


def test_records_written_before_the_restore_are_no_damage():
    diary = started()
    fill_block(diary)
    diary.journal = Journal(diary.log, EPOCH)
    diary.journal.begin(BOOT, 0)
    diary.journal.add(BAD_BLOCK, 0, 1)
    assert diary.journal.block == 1
    assert Memory(diary.journal).is_(diary.items) and not diary.journal.lost
