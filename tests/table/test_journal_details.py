"""Tests of details of the journal that no other test covered, as mutation testing showed."""

from codes.journal import Records
from codes.link import LinkTerms
from dice import Dice
from journal import host
from journal.journal import Journal, seq_in
from journal.keep import keep
from journal.latest import latest
from journalkit import (
    BOOT,
    CARD,
    EPOCH,
    Diary,
    Memory,
    checkpoint,
    deal,
    found,
    records_of,
    results,
)
from ramlog import BAD, BLOCK, RamLog
from test_journal import (
    DEAD,
    KEPT,
    NEARLY,
    OK,
    fill,
    fill_block,
    kinds,
    slot_bytes,
    started,
)

BAD_BLOCK = 47
ACKNOWLEDGED = 61
LATE = 300  # a block's number that needs two bytes
VERY_LATE = 40000  # a number that would be negative as a signed 16-bit value


def at_number(number, blocks=5):
    """Return a journal whose first block has that number."""
    diary = Diary(RamLog(blocks, Dice(1)))
    diary.journal.seq = number << 8
    fill(diary, 9)
    return diary


def test_an_acknowledgement_is_restored_for_any_block_number():
    for number in (0, 1, 256, LATE, VERY_LATE):
        diary = at_number(number)
        diary.journal.acknowledge(diary.journal.seq - 1)
        assert diary.journal.acked == number
        assert diary.start() and diary.journal.acked == number
        fill_block(diary)
        fill(diary, 1)
        assert diary.start() and diary.journal.acked == number, "restored from the next header"
        yield


def test_many_starts_are_counted():
    for boots in (LATE, VERY_LATE):
        diary = started()
        diary.journal.boots = boots
        diary.journal.add(BOOT, 0, 0)
        assert Journal(diary.log, EPOCH).boots == boots + 1


def test_an_old_acknowledgement_is_not_recorded_again():
    diary = at_number(1)
    diary.journal.acknowledge(diary.journal.seq - 1)
    diary.journal.acknowledge(diary.journal.seq - 1)
    assert [record[1:4] for record in records_of(diary.log, ACKNOWLEDGED)] == [b"\x01\x01\x00"]


def test_the_record_to_come_cannot_be_acknowledged():
    diary = at_number(1)
    fill_block(diary)
    diary.journal.acknowledge(diary.journal.seq)
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


def test_a_journal_is_nearly_full_with_four_fifths_unacknowledged():
    diary = started(10)
    diary.journal.acknowledge(diary.journal.seq - 1)
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


def test_results_after_unreadable_records_are_kept():
    diary = at_number(LATE)
    log = diary.log
    diary.journal.acknowledge(diary.journal.seq - 1)
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


def test_a_flash_without_a_writable_header_is_dead():
    diary = started(3)
    for block in range(3):
        diary.log.refuses.add((block, 0))
    fill_block(diary)
    assert not diary.journal.add(CARD, 0, 1)
    assert diary.journal.state == DEAD
    assert not diary.journal.checkpoint([0] * 8, 1, bytes(64))


def test_an_unreadable_piece_is_not_sent():
    class Deaf(RamLog):
        deaf = False

        def read(self, block, offset, data):
            return 1 if self.deaf and len(data) > 16 else RamLog.read(self, block, offset, data)

    diary = Diary(Deaf(3, Dice(1)))
    fill(diary, 9)
    tail = host.Tail(diary.journal)
    assert found(tail, -1) and tail.first == 0
    diary.log.deaf = True
    assert not found(tail, -1)
    assert kinds(diary.log)[CARD] == 9


def test_blocks_with_damaged_headers_are_skipped():
    diary = started(5)
    for _ in range(3):
        fill_block(diary)
    fill(diary, 3)
    journal = diary.journal
    for block in range(5):
        if block != journal.begun:
            diary.log.cells[block * BLOCK + 4] ^= 1
    tail = host.Tail(journal)
    assert found(tail, 10) and tail.first == journal.first
    yield
    assert found(tail, journal.seq - 2) and tail.to == journal.seq - 1


def test_the_newest_block_is_sent_even_if_its_header_is_damaged():
    diary = started(5)
    fill_block(diary)
    fill(diary, 20)
    journal = diary.journal
    diary.log.cells[journal.begun * BLOCK + 4] ^= 1
    tail = host.Tail(journal)
    assert found(tail, journal.first + 9) and tail.first == journal.first + 8
    yield
    assert found(tail, tail.to) and tail.to == journal.first + 20 == journal.seq - 1


def test_a_block_of_another_journal_is_not_sent():
    diary = started(5)
    for _ in range(3):
        fill_block(diary)
    fill(diary, 3)
    journal = diary.journal
    other = Journal(RamLog(5, Dice(1)), EPOCH ^ 1)
    other.begin(BOOT, 0)
    assert other.add(CARD, 0, 1)
    assert journal.begun > 0
    diary.log.cells[:BLOCK] = other.log.cells[:BLOCK]
    tail = host.Tail(journal)
    assert found(tail, -1) and tail.first == 1 << 8, "block 0 belongs to another journal"


def test_each_slot_is_in_the_requested_piece():
    diary = started(5)
    for _ in range(8):  # wrap the ring, so that its oldest block is not the first one on the flash
        fill(diary, 1)
        diary.journal.make_room()
        fill_block(diary)
        yield
    journal = diary.journal
    tail = host.Tail(journal)
    oldest = (journal.seq >> 8) - 4
    for number in range(oldest, journal.seq >> 8):
        for slot in (0, 1, 254, 255):
            if slot == 255 and number == (journal.seq >> 8) - 1:
                continue  # no record follows yet
            assert found(tail, (number << 8 | slot) - 1)
            assert tail.first == number << 8 | slot & ~7
            at = (slot & 7) * 16
            assert tail.piece[at + 10] == slot and tail.piece[at + 11] == number
        yield


def test_a_host_that_reads_after_each_record_gets_every_slot_once():
    diary = started(5)
    journal = diary.journal
    tail = host.Tail(journal)
    oldest = journal.seq
    after = oldest - 1
    got = []
    while journal.seq < 0x310:
        fill(diary, 1)
        while found(tail, after):
            for at in range(LinkTerms.SLOTS):
                seq = tail.first + at
                if after < seq <= tail.to and seq_in(tail.piece[at * 16 : at * 16 + 16]) == seq:
                    got.append(seq)
            after = tail.to
        yield
    assert got == list(range(oldest, journal.seq))


def test_a_full_block_is_sent_without_its_last_slot():
    diary = started(5)
    fill_block(diary)
    journal = diary.journal
    tail = host.Tail(journal)
    assert found(tail, 250) and tail.to == 254 and not found(tail, 254)
    assert journal.first_open == 255
    fill(diary, 1)
    assert found(tail, 254) and tail.first == 248 and tail.to == 255
    assert seq_in(tail.piece[7 * 16 :]) == 255
    yield
    assert found(tail, 255) and tail.first == 256 and tail.to == journal.seq - 1 == 257


def test_results_are_kept_for_a_host_that_has_only_the_beginning():
    diary = started(5)
    diary.journal.acknowledge(diary.journal.seq - 1)
    assert diary.journal.acked == 0
    dice = Dice(6)
    scores = []
    for _ in range(20):
        deal(diary, dice, 100)
        scores.append((diary.items[-1][1][0], diary.items[-1][1][1]))
        yield
    assert results(diary.log) == set(scores)


def test_the_text_of_a_crash_is_restored():
    diary = started()
    diary.journal.boots = 1
    for said in (b"clerk OSError table.play.cards:207", b"keys ValueError x:7", b"pads: 1"):
        assert diary.journal.append_parts(Records.CRASH, said)
        assert Journal(diary.log, EPOCH).crash == said, "only the last crash is restored"


def test_a_journal_knows_whether_it_has_events_after_its_checkpoint():
    diary = started()
    checkpoint(diary, Dice(1))
    diary.start()
    assert diary.journal.ahead is False
    fill(diary, 1)
    diary.start()
    assert diary.journal.ahead is True


def test_continuing_after_damage_writes_a_record():
    diary = started()
    fill(diary, 3)
    diary.log.cells[2 * 16] ^= 1
    diary.start()
    assert [record[:8] for record in records_of(diary.log, Records.MENDED)] == [
        bytes((Records.MENDED, 0, 0, 0, 2, 0, 0, 0))
    ]


# --- results -------------------------------------------------------------------------------------


def with_results(count, left):
    """Return a journal with `count` results in its first block.

    In its second block, events leave `left` slots before slot 255. If `left` is small, the note of
    an erase takes one of these slots.
    """
    diary = started(5)
    for _ in range(count):
        checkpoint(diary, Dice(2))
    fill_block(diary)
    fill(diary, 254 - left)
    assert diary.journal.block == 1
    return diary.journal


def test_results_that_just_fit_are_kept():
    for count in (2, 5):
        journal = with_results(count, count + 2)  # two more slots, for notes of erases
        assert keep(journal, 0)
        assert kinds(journal.log)[KEPT] == count
        yield
        journal = with_results(count, count + 1)
        assert not keep(journal, 0)
        assert KEPT not in kinds(journal.log)
        yield


def test_results_that_cannot_be_written_are_not_kept():
    journal = with_results(2, 100)
    journal.append = lambda record: False
    assert not keep(journal, 0)


def test_a_record_between_the_parts_of_a_checkpoint_invalidates_it():
    for kind, counts in ((0, True), (KEPT, False), (CARD, False), (BAD_BLOCK, False)):
        diary = started()
        checkpoint(diary, Dice(4))
        at = (diary.journal.seq & 255) - 15
        parts = [bytearray(slot_bytes(diary.log, at + i)) for i in range(15)]
        between = bytearray(16)
        between[0] = kind
        diary = started()
        for i in range(15):
            diary.journal.append(parts[i])
            if kind and i == 6:
                diary.journal.append(between)
        assert (Memory(Journal(diary.log, 0)).mark >= 0) == counts, kind
        yield


# --- the last note of a kind ---------------------------------------------------------------------


def test_the_last_note_is_found_in_any_slot():
    kind = bytes((53,))
    diary = Diary(RamLog(4, Dice(1)))
    assert latest(Journal(diary.log, 0), kind) == (0, -1)
    for slot in (2, 128, 254):
        while diary.journal.seq & 255 != slot:
            fill(diary, 1)
        diary.journal.add(53, 0, slot)
        assert latest(Journal(diary.log, 0), kind) == (slot, slot)
        yield
    diary.journal.make_room()
    fill(diary, 1)
    assert latest(Journal(diary.log, 0), kind) == (254, 254)
    again = Journal(RamLog(2, Dice(1)), EPOCH)
    again.add(53, 0, 7)
    assert latest(Journal(again.log, 0), kind) == (7, 1), "the very first record"


class FailingLog(RamLog):
    """Flash on which nothing can be programmed while `fails` is true."""

    fails = False

    def program(self, block, offset, data):
        if self.fails:
            self._count()
            return BAD
        return super().program(block, offset, data)


def test_a_checkpoint_that_cannot_be_written_costs_nothing():
    dice = Dice(1)
    diary = Diary(FailingLog(8, dice))
    while not diary.log.erases[0]:
        deal(diary, dice, 60)
        yield
    fill(diary, 5)
    diary.log.fails = True
    for _ in range(70):
        assert not checkpoint(diary, dice)
    diary.log.fails = False
    assert diary.start()
