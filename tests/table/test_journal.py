"""Tests of the journal on working, worn and dead flash, with torn records, and with a host."""

import testenv
from codes.journal import Notes
from codes.link import LinkTerms
from dice import Dice
from journal import host
from journal.journal import Journal
from journalkit import (
    BOOT,
    CARD,
    EPOCH,
    REFUSED,
    Diary,
    Memory,
    checkpoint,
    deal,
    found,
    packed,
    results,
)
from ramlog import BLOCK, PowerCut, RamLog

OK, NEARLY, FULL, DEAD, UNREADABLE = range(5)
BLOCKS = 4
SLOTS = 256
KEPT = 62
SAFE = 49


def new(blocks=BLOCKS):
    return RamLog(blocks, Dice(testenv.SEED))


def started(blocks=BLOCKS):
    """Return a journal with its first block started and the next one erased."""
    diary = Diary(new(blocks))
    diary.journal.make_room()
    return diary


def fill(diary, count, kind=CARD):
    for i in range(count):
        assert diary.add(kind, i & 3, i & 0x7FFF)


def fill_block(diary):
    """Add events until the current block is full."""
    fill(diary, 1)
    while (diary.journal.seq & 255) > 1:  # at 1, the header of the next block is written
        fill(diary, 1)


def slot_bytes(log, seq, block=0):
    at = block * BLOCK + (seq & 255) * 16
    return bytes(log.cells[at : at + 16])


def kinds(log):
    """Return the number of valid records of each kind on the flash."""
    journal = Journal(log, 0)
    found = {}
    for block in range(log.blocks):
        for slot in range(SLOTS):
            if journal.look(block, slot) >= 0:
                kind = journal.found[0]
                found[kind] = found.get(kind, 0) + 1
    return found


# --- flash that works ----------------------------------------------------------------------------


def test_new_flash_holds_nothing_and_gets_an_epoch():
    journal = Journal(new(2), 0x7FFFFFFF)
    assert journal.epoch == 0x3FFFFFFF, "a small integer, which needs no heap"
    assert (journal.seq, journal.boots, journal.hasty, journal.state) == (0, 0, 0, OK)
    assert Memory(journal).is_([])


def test_the_epoch_is_kept_and_seq_goes_on():
    diary = started()
    fill(diary, 5)
    seq = diary.journal.seq
    again = Journal(diary.log, 99)
    assert (again.epoch, again.seq) == (EPOCH, seq)
    assert diary.start()
    assert diary.journal.spoilt == 0


def test_events_come_back_in_order_and_notes_do_not():
    diary = started()
    for item in ((1, 2, 0xFFFF), (4, 0, 1), (REFUSED, 1, 6), (31, 3, 0), (BOOT, 0, 7), (9, 1, 2)):
        assert diary.add(*item)
    found = Memory(Journal(diary.log, 0))
    assert found.mark == -1
    wanted = ((1, 2, 0xFFFF), (4, 0, 1), (31, 3, 0), (9, 1, 2))
    assert found.events == [packed(*item) for item in wanted]


def test_a_record_has_the_documented_format():
    diary = started()
    journal = diary.journal
    journal.now = 0x3FFFFFFE
    seq = journal.seq
    diary.add(CARD, 3, 0x1234)
    found = slot_bytes(diary.log, seq)
    assert found[:8] == b"\x09\x03\x34\x12\xfe\xff\xff\x3f"
    assert found[8:14] == b"\x00\x00" + bytes((seq, 0, 0, 0))


def test_a_checkpoint_holds_the_state_before_a_deal():
    diary = started()
    fill(diary, 40)
    history = bytes(range(64))
    totals = [-8388608, 8388607, 0, 3, 1, 9999, -1, 2]
    assert diary.checkpoint(totals, 0xFEDC, history)
    fill(diary, 3)
    found = Memory(Journal(diary.log, 0))
    assert (found.totals, found.mark, found.history) == (totals, 0xFEDC, history)
    assert len(found.events) == 3


def test_the_last_checkpoint_counts():
    diary = started()
    dice = Dice(3)
    for length in (3, 0, 2):
        deal(diary, dice, length)
    assert diary.start()
    fill(diary, 2)
    assert diary.start()


def test_a_checkpoint_may_lie_across_blocks():
    for left in (1, 7, 15, 16):
        diary = started()
        fill(diary, (-diary.journal.seq & 255) - left)
        checkpoint(diary, Dice(left))
        fill(diary, 4)
        assert diary.journal.block == 1
        assert diary.start(), left
        yield


def test_hands_before_a_checkpoint_may_lie_across_blocks():
    for left in (1, 2, 5, 6, 15, 19, 20, 21, 22, 35, 36):
        diary = started()
        fill(diary, (-diary.journal.seq & 255) - left)
        diary.checkpoint([1] * 8, 2, bytes(64), bytes(range(118)))
        fill(diary, 4)
        assert diary.journal.block == 1
        assert diary.start(), left
        yield


def test_hands_without_a_following_checkpoint_are_ignored():
    for parts in range(1, 34):
        diary = started()
        diary.checkpoint([1] * 8, 1, bytes(64), bytes(range(60)))
        fill(diary, 2)
        diary.log.cut_at(parts + 1)
        try:
            diary.journal.checkpoint([2] * 8, 1, bytes(64), bytes(120))
            raise AssertionError("the power was not cut")
        except PowerCut:
            pass
        # Make sure that the torn record is invalid.
        diary.log.cells[(diary.journal.seq & 255) * 16] = 0
        assert diary.start(), parts
        fill(diary, 1)
        diary.checkpoint([2] * 8, 1, bytes(64), bytes(120))
        assert diary.start(), parts
        yield


def test_a_torn_checkpoint_is_ignored():
    dice = Dice(11)
    for parts in range(1, 15):
        diary = started()
        deal(diary, dice, 5)
        fill(diary, 2)
        diary.log.cut_at(parts + 1)
        try:
            diary.journal.checkpoint([1] * 8, 1, bytes(64))
            raise AssertionError("the power was not cut")
        except PowerCut:
            pass
        # Make sure that the torn record is invalid.
        diary.log.cells[(diary.journal.seq & 255) * 16] = 0
        yield
        assert diary.start(), parts
        yield
        fill(diary, 1)
        checkpoint(diary, dice)
        assert diary.start(), parts
        yield


def test_a_deal_may_lie_across_blocks():
    diary = started()
    dice = Dice(1)
    deal(diary, dice, 200)
    yield
    fill(diary, 190)
    assert diary.journal.block == 1
    yield
    assert diary.start()
    yield
    checkpoint(diary, dice)
    assert diary.start()


def test_all_blocks_of_the_ring_wear_evenly():
    diary = started(4)
    dice = Dice(2)
    for _ in range(30):
        deal(diary, dice, 150)
        yield
        assert diary.start()
        diary.journal.make_room()
        yield
    erases = diary.log.erases
    assert diary.journal.seq >> 8 > 16
    # Each start erases the next block once more, as it may be erased only partly.
    assert min(erases) >= 4 and max(erases) - min(erases) <= 8


def test_no_block_is_erased_during_play():
    diary = started()
    for _ in range(3):
        before = sum(diary.log.erases)
        fill(diary, SLOTS - 20)
        assert sum(diary.log.erases) == before
        diary.journal.make_room()
        assert sum(diary.log.erases) <= before + 1
        diary.journal.make_room()
        assert sum(diary.log.erases) <= before + 1
        yield


def test_an_endless_deal_is_recorded():
    diary = started()
    for _ in range(2):
        fill(diary, SLOTS)
        yield
    assert diary.journal.block == 2
    assert diary.start()


def test_nothing_allocates():
    diary = started()
    journal = diary.journal
    fill_block(diary)
    for _ in range(3):
        assert testenv.heap_used(journal.add, CARD, 1, 0xFFFF) == 0
    assert journal.block == 1
    journal.now = 0x3FFFFFFF
    assert testenv.no_heap(journal.add, CARD, 1, 0xFFFF) == 0
    while (journal.seq & 255) > 1:
        testenv.no_heap(journal.add, REFUSED, 3, 40)
    journal.make_room()
    assert testenv.no_heap(journal.add, CARD, 1, 0xFFFF) == 0, "the first record of a block"
    assert journal.block == 2


def test_a_start_reads_the_headers_and_one_block():
    diary = started()
    dice = Dice(4)
    for _ in range(4):
        deal(diary, dice, 90)
        yield
    before = diary.log.reads
    Journal(diary.log, 0)
    assert diary.log.reads - before <= BLOCKS + SLOTS + 8


def test_boots_are_counted_by_their_notes():
    log = new()
    for boot in range(5):
        journal = Journal(log, 0)
        assert journal.boots == boot
        journal.add(BOOT, 0, 3)
        yield
    assert slot_bytes(log, 5)[8:10] == b"\x04\x00"
    journal.seq = 254  # skip most of the block
    journal.make_room()
    journal.add(CARD, 0, 0)
    journal.add(CARD, 0, 0)
    assert journal.block == 1
    assert Journal(log, 0).boots == 5, "the header holds the number of starts too"


def test_quick_restarts_are_counted():
    log = new()
    for boot in range(4):
        journal = Journal(log, 0)
        assert journal.hasty == boot
        journal.add(BOOT if boot < 3 else SAFE, 0, 3)
        journal.now = 65535
        journal.add(CARD, 0, 3)
        yield
    journal.now = 65536
    journal.add(50, 0, 0)
    assert Journal(log, 0).hasty == 0
    yield
    journal = Journal(log, 0)
    journal.add(BOOT, 0, 3)
    assert Journal(log, 0).hasty == 1
    journal.add(Notes.STEADY, 0, 0)
    assert Journal(log, 0).hasty == 0, (
        "a run that ended by a request for the prompt does not count"
    )


def test_a_requested_restart_resets_the_count():
    log = new()
    for cause in (1, 3, 5, 1):
        journal = Journal(log, 0)
        journal.add(BOOT, 0, cause)
        yield
    assert Journal(log, 0).hasty == 2, "the soft reset and the start after it count"
    journal = Journal(log, 0)
    journal.add(SAFE, 0, 5)
    assert Journal(log, 0).hasty == 1


# --- flash that is worn --------------------------------------------------------------------------


def test_a_dead_slot_ends_its_block():
    diary = started()
    fill(diary, 3)
    diary.log.refuses.add((0, diary.journal.seq & 255))
    fill(diary, 4)
    assert diary.journal.block == 1 and diary.journal.state == OK
    assert diary.start()


def test_a_record_that_reads_back_wrong_is_not_duplicated():
    diary = started()
    diary.log.unread.add((0, diary.journal.seq & 255))
    fill(diary, 1)
    diary.log.unread.clear()
    assert diary.journal.block == 1
    assert diary.start()


def test_a_failed_header_costs_a_block():
    diary = started()
    diary.log.refuses.add((1, 0))
    diary.log.unread.add((2, 0))
    fill(diary, SLOTS + 3)
    assert diary.journal.block == 3
    assert diary.start()


def test_a_worn_block_is_skipped_and_noted():
    diary = started()
    log = diary.log
    dice = Dice(9)
    for worn in (False, True):
        if worn:
            log.worn.add(2)
            before = log.erases[2]
        for _ in range(9):
            deal(diary, dice, 120)
            yield
    assert log.erases[2] > before, "the table has tried to erase the worn block"
    assert diary.journal.state == OK
    assert diary.start()
    yield
    assert kinds(log)[47] >= 1


def test_bad_slots_and_worn_blocks_lose_no_record():
    diary = started()
    fill_block(diary)
    fill(diary, 3)
    yield
    diary.log.refuses.add((1, diary.journal.seq & 255))
    diary.log.worn.add(2)
    fill(diary, 3)
    assert diary.journal.block == 3
    assert kinds(diary.log)[BOOT] == 1
    yield
    assert diary.start()


def test_dead_flash_does_not_stop_the_table():
    diary = started()
    log = diary.log
    for block in range(BLOCKS):
        log.worn.add(block)
        log.refuses.add((block, 0))
    fill_block(diary)
    assert not diary.journal.add(CARD, 0, 1)
    assert diary.journal.state == DEAD
    before = log.operations
    for _ in range(50):
        assert not diary.journal.add(CARD, 0, 1)
    assert log.operations == before, "dead flash is not tried again"
    assert diary.start()
    yield
    log.worn.clear()
    log.refuses.clear()
    diary.journal.make_room()
    assert diary.journal.state == OK
    fill(diary, 4)
    assert diary.start()


def test_the_current_block_stays_if_no_other_can_be_erased():
    diary = started(3)
    fill(diary, 9)
    diary.log.worn.add(1)
    diary.log.worn.add(2)
    diary.start()
    diary.journal.make_room()
    assert diary.journal.state == DEAD
    assert diary.start()


def test_an_unreadable_log_is_not_changed():
    class Deaf(RamLog):
        def read(self, block, offset, data):
            self.failures += 1
            return 1

    journal = Journal(Deaf(4, Dice(0)), 7)
    assert (journal.epoch, journal.seq, journal.state) == (7, 0, UNREADABLE)
    assert Memory(journal).is_([])
    journal.begin(BOOT, 0)
    journal.make_room()
    assert not journal.add(CARD, 0, 1) and not journal.checkpoint([0] * 8, 0, bytes(64))
    assert not journal.log.operations


# --- torn records --------------------------------------------------------------------------------


def torn(at, bit):
    """Return a journal after a cut: bit `bit` of byte `at` of the last record is still set."""
    diary = started()
    fill(diary, 3)
    place = (diary.journal.seq & 255) * 16
    diary.journal.add(CARD, 2, 3)
    assert not diary.log.cells[place + at] >> bit & 1
    diary.log.cells[place + at] |= 1 << bit
    return diary


def test_a_torn_record_with_plausible_bytes_is_dropped():
    """Card, seat, kind or time differs in one bit, so only the CRC shows the damage."""
    for at, bit in ((2, 2), (2, 4), (1, 0), (0, 1), (6, 0)):
        diary = torn(at, bit)
        assert diary.start(), (at, bit)
        yield


def test_a_torn_record_sets_neither_acked_nor_hasty():
    # The record is an acknowledgement, or a card more than a minute after the start. If it were
    # valid, the acknowledgement would set `acked`, and the card would set `hasty` to 0.
    for kind, arg in ((61, 0), (CARD, 3)):
        diary = started()
        diary.journal.now = 70000
        place = (diary.journal.seq & 255) * 16
        diary.journal.add(kind, 1, arg)
        diary.log.cells[place + 15] ^= 1
        again = Journal(diary.log, 0)
        assert again.acked == -1 and again.hasty == 1, kind
        yield


def test_a_torn_header_is_ignored():
    diary = started()
    fill_block(diary)
    assert diary.journal.block == 1
    diary.log.cells[BLOCK + 4] |= 1
    yield
    assert diary.start() and not diary.journal.lost
    fill(diary, 2)
    yield
    assert diary.journal.block == 1 and diary.start()


def test_a_damaged_header_is_restored_from_its_records():
    diary = started()
    fill_block(diary)
    fill(diary, 3)
    diary.log.cells[BLOCK + 4] ^= 1
    yield
    assert diary.start() and not diary.journal.lost
    assert diary.journal.block == 1 and diary.journal.epoch == EPOCH


def test_a_record_in_a_wrong_place_is_ignored():
    diary = started()
    fill(diary, 3)
    seq = diary.journal.seq
    place = (seq & 255) * 16
    diary.log.cells[place : place + 16] = slot_bytes(diary.log, seq - 1)
    assert Journal(diary.log, 0).look(0, seq & 255) == -1
    assert diary.start()


def test_a_torn_slot_is_not_reused():
    diary = torn(2, 4)
    diary.start()
    yield
    fill(diary, 3)
    assert diary.start()


class Fickle(RamLog):
    """Flash with one bit that reads alternately 0 and 1 until it is programmed to 0."""

    place = -1

    def read(self, block, offset, data):
        super().read(block, offset, data)
        i = self.place - block * BLOCK - offset
        if 0 <= i < len(data):
            data[i] |= self.now & self.bit
            self.now ^= 255
        return 0

    def program(self, block, offset, data):
        i = self.place - block * BLOCK - offset
        if 0 <= i < len(data) and not data[i] & self.bit:
            self.place = -1
        return super().program(block, offset, data)


def test_later_starts_read_a_torn_record_as_the_first_start_did():
    for now in (0, 255):
        diary = Diary(Fickle(BLOCKS, Dice(0)))
        fill(diary, 2)
        log = diary.log
        place = (diary.journal.seq & 255) * 16 + 2
        diary.journal.add(CARD, 0, 1)
        log.place, log.bit, log.now = place, 4, now
        yield
        first = Memory(Journal(log, 0)).events
        yield
        for _ in range(3):
            diary.journal = Journal(log, 0)
            diary.journal.begin(BOOT, 0)
            assert Memory(diary.journal).events == first
            yield
        diary.journal.add(CARD, 0, 5)
        assert Memory(Journal(log, 0)).events == first + [packed(CARD, 0, 5)]
        yield


# --- acknowledged records, and results that must stay --------------------------------------------


def test_without_acknowledgements_the_oldest_deals_are_erased():
    diary = started(4)
    dice = Dice(5)
    for _ in range(16):
        deal(diary, dice, 100)
        assert diary.journal.state == OK
        yield
    assert KEPT not in kinds(diary.log)


def acknowledged(blocks=5):
    """Return a journal whose first block a host has acknowledged."""
    diary = started(blocks)
    fill(diary, SLOTS)
    diary.journal.make_room()
    diary.journal.acknowledge(diary.journal.seq - 1)
    assert diary.journal.acked == 1
    return diary


def test_after_an_acknowledgement_unsent_results_are_kept():
    diary = acknowledged()
    dice = Dice(6)
    scores = []
    for _ in range(20):
        deal(diary, dice, 100)
        scores.append((diary.items[-1][1][0], diary.items[-1][1][1]))
        yield
        assert diary.start(), "the acknowledgement survives a restart"
        diary.journal.make_room()
        assert diary.journal.acked == 1
        yield
    assert diary.journal.state == NEARLY
    assert results(diary.log) == set(scores)


def test_acknowledged_results_are_erased():
    diary = acknowledged()
    dice = Dice(7)
    for _ in range(16):
        deal(diary, dice, 100)
        diary.journal.acknowledge(diary.journal.seq - 1)
        yield
    assert diary.journal.state == OK
    assert KEPT not in kinds(diary.log)


def test_future_records_cannot_be_acknowledged():
    diary = acknowledged()
    diary.journal.acknowledge(diary.journal.seq + 2000)
    assert diary.journal.acked == 1
    diary.journal.acknowledge(3)
    assert diary.journal.acked == 1


def test_results_without_room_are_kept_and_play_continues():
    diary = acknowledged(4)
    dice = Dice(8)
    while diary.journal.state != FULL:
        for _ in range(12):
            if not checkpoint(diary, dice):
                break
        yield
    known = results(diary.log)
    for _ in range(300):
        diary.journal.add(CARD, 0, 0)
    assert not diary.journal.add(CARD, 0, 0)
    diary.journal.make_room()
    assert diary.journal.state == FULL
    yield
    assert results(diary.log) == known
    yield
    diary.journal.acknowledge(diary.journal.seq - 1)
    diary.journal.make_room()
    assert diary.journal.state == OK
    assert diary.journal.add(CARD, 0, 0)


def test_a_released_journal_keeps_no_results_for_a_host():
    diary = acknowledged()
    dice = Dice(9)
    while diary.journal.state != FULL:
        for _ in range(12):
            if not checkpoint(diary, dice):
                break
        yield
    diary.journal.release()
    assert diary.journal.state == OK and diary.journal.acked == -1
    assert diary.start(), "the release survives a restart"
    assert diary.journal.acked == -1
    yield
    for _ in range(16):
        deal(diary, dice, 100)
        assert diary.journal.state == OK
        yield
    assert diary.start()
    assert diary.journal.acked == -1
    diary.journal.acknowledge(diary.journal.seq - 1)
    assert diary.journal.acked > 0


# --- records for a host --------------------------------------------------------------------------


def test_a_host_gets_the_records_it_lacks():
    diary = started(5)
    for _ in range(6):
        fill(diary, 240)
        diary.journal.make_room()
        yield
    journal = diary.journal
    tail = host.Tail(journal)
    wanted = journal.seq - 300
    got = []
    after = wanted - 1
    while after + 1 < journal.first_open:
        assert found(tail, after)
        assert tail.first & 7 == 0 and tail.first <= tail.to < journal.seq
        for i in range(LinkTerms.SLOTS):
            record = tail.piece[i * 16 : i * 16 + 16]
            seq = tail.first + i
            if after < seq <= tail.to and record != b"\xff" * 16:
                assert record[10] | record[11] << 8 == seq
                got.append(seq)
        after = tail.to
    assert got == list(range(wanted, journal.seq))
    assert not found(tail, journal.seq - 1), "there are no new records"
    yield
    assert found(tail, -1)
    assert tail.first & 255 == 0 and tail.first > 0, (
        "the oldest records left are sent in place of erased ones"
    )


def test_new_flash_has_no_records_for_a_host():
    assert not found(host.Tail(Journal(new(2), 0)), -1)
