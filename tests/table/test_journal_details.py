"""Details of the journal that mutations of it went unnoticed in."""

from journal import host
from journal.journal import Journal
from journalkit import CARD, EPOCH, Diary, deal, results
from ramlog import BLOCK, Dice, RamLog
from test_journal import DEAD, KEPT, NEARLY, OK, SLOTS, fill, fill_block, kinds, started

BAD_BLOCK = 47
ACKNOWLEDGED = 61
LATE = 300  # a block's number that needs two bytes


def at_number(number, blocks=5):
    """A journal whose first block has that number."""
    diary = Diary(RamLog(blocks, Dice(1)))
    diary.journal.seq = number << 8
    fill(diary, 9)
    return diary


def records_of(log, kind):
    """All records of a kind."""
    journal = Journal(log, 0)
    found = []
    for block in range(log.blocks):
        for slot in range(1, SLOTS):
            if journal.look(block, slot) >= 0 and journal.found[0] == kind:
                found.append(bytes(journal.found))
    return found


def test_what_a_host_has_is_known_again_whatever_the_number():
    for number in (0, 1, 256, LATE):
        diary = at_number(number)
        host.acknowledge(diary.journal, diary.journal.seq - 1)
        assert diary.journal.acked == number
        assert diary.start() and diary.journal.acked == number
        fill_block(diary)
        fill(diary, 1)
        assert diary.start() and diary.journal.acked == number, "from the next header"
        yield


def test_many_starts_are_counted():
    diary = started()
    diary.journal.boots = LATE
    diary.journal.add(32, 0, 0)
    assert Journal(diary.log, EPOCH).boots == LATE + 1


def test_what_is_known_already_is_not_acknowledged_twice():
    diary = at_number(1)
    host.acknowledge(diary.journal, diary.journal.seq - 1)
    host.acknowledge(diary.journal, diary.journal.seq - 1)
    assert [record[1:4] for record in records_of(diary.log, ACKNOWLEDGED)] == [b"\x01\x01\x00"]


def test_the_record_to_come_cannot_be_acknowledged():
    diary = at_number(1)
    fill_block(diary)
    host.acknowledge(diary.journal, diary.journal.seq)
    assert diary.journal.acked == -1


def test_the_first_block_may_be_worn_as_well():
    diary = started(3)
    diary.log.worn.add(0)
    for _ in range(3):
        fill(diary, 1)
        diary.journal.make_room()
        fill_block(diary)
        yield
    assert records_of(diary.log, BAD_BLOCK)[0][:4] == bytes((BAD_BLOCK, 0, 0, 0))


def test_four_fifths_that_no_host_has_are_nearly_all():
    diary = started(10)
    host.acknowledge(diary.journal, diary.journal.seq - 1)
    assert diary.journal.acked == 0
    for number in range(1, 13):
        fill(diary, 1)
        fill_block(diary)
        yield
        diary.journal = Journal(diary.log, EPOCH)
        diary.journal.make_room()
        unsaved = diary.journal.seq >> 8
        assert unsaved == number
        assert diary.journal.state == (NEARLY if unsaved > 8 else OK)
        yield


def test_results_stay_that_lie_behind_what_cannot_be_read():
    diary = at_number(LATE)
    log = diary.log
    host.acknowledge(diary.journal, diary.journal.seq - 1)
    dice = Dice(6)
    scores = []
    for _ in range(20):
        deal(diary, dice, 100)
        scores.append((diary.items[-1][1][0], diary.items[-1][1][1]))
        at = diary.journal.block * BLOCK + 32
        if log.cells[at] == CARD:
            log.cells[at] = 0
        yield
    assert results(log) == set(scores)
    yield
    kept = records_of(log, KEPT)
    assert kept
    for record in kept:
        assert LATE <= record[6] | record[7] << 8 <= diary.journal.seq >> 8


def test_a_flash_that_takes_no_header_is_dead():
    diary = started(3)
    for block in range(3):
        diary.log.refuses.add((block, 0))
    fill_block(diary)
    assert not diary.journal.add(CARD, 0, 1)
    assert diary.journal.state == DEAD
    assert not diary.journal.checkpoint([0] * 8, 1, bytes(64))


def test_a_piece_that_cannot_be_read_is_none():
    class Deaf(RamLog):
        deaf = False

        def read(self, block, offset, data):
            return 1 if self.deaf and len(data) > 16 else RamLog.read(self, block, offset, data)

    diary = Diary(Deaf(3, Dice(1)))
    fill(diary, 9)
    piece = bytearray(256)
    assert host.read(diary.journal, 0, piece) == 0
    diary.log.deaf = True
    assert host.read(diary.journal, 0, piece) == -1
    assert kinds(diary.log)[CARD] == 9


def test_each_slot_is_in_the_piece_that_is_asked_for():
    diary = started(5)
    for _ in range(8):  # so that the oldest is not in the first block
        fill(diary, 1)
        diary.journal.make_room()
        fill_block(diary)
        yield
    journal = diary.journal
    piece = bytearray(16)
    oldest = (journal.seq >> 8) - 4
    for number in range(oldest, journal.seq >> 8):
        for slot in (0, 1, 254, 255):
            if slot == 255 and number == (journal.seq >> 8) - 1:
                continue  # nothing has followed yet
            assert host.read(journal, number << 8 | slot, piece) == number << 8 | slot
            assert piece[10] == slot and piece[11] == number
        yield


def test_results_stay_for_a_host_that_has_only_the_beginning():
    diary = started(5)
    host.acknowledge(diary.journal, diary.journal.seq - 1)
    assert diary.journal.acked == 0
    dice = Dice(6)
    scores = []
    for _ in range(20):
        deal(diary, dice, 100)
        scores.append((diary.items[-1][1][0], diary.items[-1][1][1]))
        yield
    assert results(diary.log) == set(scores)
