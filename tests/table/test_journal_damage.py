"""Tests of damage to a journal on flash: no record is lost, or the table detects the loss."""

import testenv
from dice import Dice
from journal.journal import Journal
from journalkit import BOOT, CARD, EPOCH, Diary, Memory, checkpoint, packed
from ramlog import BLOCK, PowerCut, RamLog

SLOT = 16
BLOCKS = 4
UNREADABLE = 4
FOLLOWED = 64
IMAGES = 2000 if testenv.SOAK else 20 if testenv.VM else 150


def played(events=9, before=0, hands=0):
    """Return a journal with `before` events, then a checkpoint, then `events` events.

    At most `hands` bytes of older hands are written before the checkpoint.
    """
    diary = Diary(RamLog(BLOCKS, Dice(1)))
    for i in range(before):
        diary.add(CARD, i & 3, i & 31)
    checkpoint(diary, Dice(3 + hands), hands)
    for i in range(events):
        diary.add(CARD, i & 3, i & 31)
    return diary


def slot_of(diary, back):
    """Return the address of a record in the current block; `back` 1 means the last record."""
    journal = diary.journal
    return journal.block * BLOCK + ((journal.seq & 255) - back) * SLOT


def restart(diary):
    """Restart the journal; return the restored state."""
    diary.journal = Journal(diary.log, EPOCH)
    diary.journal.begin(BOOT, 0)
    return Memory(diary.journal)


def cards(diary):
    return [item for item in diary.items if not isinstance(item, tuple)]


def since(diary):
    """Return the events since the checkpoint."""
    at = [i for i in range(len(diary.items)) if isinstance(diary.items[i], tuple)][-1]
    return diary.items[at + 1 :]


def without_hands(diary):
    """Return the expected records without the older hands that precede checkpoints."""
    return [item[:3] + (b"",) if isinstance(item, tuple) else item for item in diary.items]


def is_cut_to(diary, count):
    """Check that a start restores only the checkpoint and `count` events and reports a loss.

    Also check that the journal continues after these events. Return True.
    """
    found = restart(diary)
    wanted = [item for item in diary.items if isinstance(item, tuple)] + cards(diary)[:count]
    assert diary.journal.lost
    assert found.is_(wanted), (found.events, count)
    assert restart(diary).is_(wanted) and diary.journal.lost, (
        "the loss is reported until an event follows"
    )
    diary.journal.add(CARD, 1, 30)
    assert restart(diary).is_(wanted + [packed(CARD, 1, 30)]) and not diary.journal.lost
    return True


def test_a_damaged_record_ends_the_valid_events_of_a_deal():
    for back in range(2, 10):
        for at, bit in ((0, 0), (1, 1), (2, 4), (4, 7), (12, 0), (14, 3)):
            diary = played(9)
            diary.log.cells[slot_of(diary, back) + at] ^= 1 << bit
            assert is_cut_to(diary, 9 - back)
            yield


def test_zeroed_and_blank_records_end_the_valid_events():
    for what in (b"\x00", b"\xff"):
        for back, count in ((9, 1), (6, 3), (2, 1)):
            diary = played(9)
            at = slot_of(diary, back)
            diary.log.cells[at : at + SLOT * count] = what * SLOT * count
            assert is_cut_to(diary, 9 - back)
            yield


def test_a_newer_record_in_the_place_of_another_is_ignored():
    diary = played(9)
    at = slot_of(diary, 4)
    diary.log.cells[at : at + SLOT] = diary.log.cells[at + SLOT : at + 2 * SLOT]
    assert is_cut_to(diary, 5)


def test_a_record_torn_by_a_power_cut_is_no_damage():
    for starts in (1, 2, 3):
        diary = played(9)
        for _ in range(starts):
            # Tear the last record: at first an event, then the record of a start.
            diary.log.cells[slot_of(diary, 1) + 3] &= 0x5A
            diary.log.cells[slot_of(diary, 1) + 14] ^= 1
            diary.journal = Journal(diary.log, EPOCH)
            diary.journal.begin(BOOT, 0)
            yield
        diary.items.pop()
        assert restart(diary).is_(diary.items) and not diary.journal.lost, starts
        yield
        diary.add(CARD, 2, 2)
        assert restart(diary).is_(diary.items) and not diary.journal.lost, starts
        yield


def test_damage_to_a_record_with_a_start_behind_it_is_detected():
    for what in (b"\x00" * SLOT, b"\xff" * SLOT):
        diary = played(9)
        at = slot_of(diary, 1)
        restart(diary)
        diary.add(CARD, 0, 20)
        diary.log.cells[at : at + SLOT] = what
        assert is_cut_to(diary, 8)
        yield


def test_any_flipped_bit_of_a_header_costs_nothing():
    for before in (0, 230):
        diary = played(30, before)
        for place in range(diary.journal.block + 1):
            for bit in range(0, 128, 1 if not testenv.VM else 7):
                at = place * BLOCK + (bit >> 3)
                diary.log.cells[at] ^= 1 << (bit & 7)
                cells = bytes(diary.log.cells)
                assert restart(diary).is_(diary.items) and not diary.journal.lost, (place, bit)
                assert place or diary.journal.block or diary.journal.epoch == EPOCH
                diary.log.cells[:] = cells
                diary.log.cells[at] ^= 1 << (bit & 7)
                yield


def test_a_damaged_part_of_a_checkpoint_costs_nothing():
    for part in range(15):
        for what in (b"\x00", b"\xff", b"\x55"):
            diary = played(0, 30)
            at = slot_of(diary, 15 - part)
            diary.add(CARD, 1, 1)
            diary.log.cells[at : at + SLOT] = what * SLOT
            assert restart(diary).events == cards(diary), part
            assert not diary.journal.lost, (part, what)
            yield
    diary = played(0, 30)
    at = slot_of(diary, 12)
    diary.add(CARD, 1, 1)
    diary.log.cells[at : at + 7 * SLOT] = bytes(7 * SLOT)
    assert restart(diary).events == cards(diary) and not diary.journal.lost


def test_damage_to_a_checkpoint_across_two_blocks_costs_nothing():
    for parts in range(1, 15):  # number of parts of the checkpoint in the first block
        for ahead, behind, gone_on in (
            (parts, 0, True),
            (parts, 0, False),
            (1, 1, True),
            (1, 1, False),
        ):
            diary = played(0, 252 - parts)  # the note of an erase takes one more slot
            diary.add(CARD, 1, 1)
            assert diary.journal.block == 1 and diary.journal.seq & 255 == 17 - parts
            cells = diary.log.cells
            at = BLOCK - SLOT
            cells[at - ahead * SLOT : at] = bytes(ahead * SLOT)
            cells[BLOCK + SLOT : BLOCK + (1 + behind) * SLOT] = bytes(behind * SLOT)
            if not gone_on:
                cells[at:BLOCK] = bytes(SLOT)
            assert restart(diary).events == cards(diary), (parts, ahead, behind, gone_on)
            assert not diary.journal.lost
            yield


def test_lost_events_at_the_end_of_a_block_are_detected():
    for count, more in ((1, 1), (2, 1), (2, 20)):
        diary = played(0)
        while (diary.journal.seq & 255) != 1 or not diary.journal.block:
            diary.add(CARD, 1, 2)
        for i in range(more):
            diary.add(CARD, i & 3, i & 31)
        yield
        at = BLOCK - SLOT * (1 + count)
        diary.log.cells[at : at + SLOT * count] = bytes(SLOT * count)
        assert is_cut_to(diary, len(cards(diary)) - more - count), (count, more)
        yield


def test_lost_events_at_the_end_of_a_block_are_detected_without_later_ones():
    diary = played(0)
    while (diary.journal.seq & 255) != 1 or not diary.journal.block:
        diary.add(CARD, 1, 2)
    diary.log.cells[BLOCK - 3 * SLOT : BLOCK] = bytes(3 * SLOT)
    yield
    diary.journal = Journal(diary.log, EPOCH)
    assert Memory(diary.journal).events == cards(diary)[:-2] and diary.journal.lost


def test_blanked_events_and_end_of_a_block_are_detected():
    for blank in (1, 8, 15, 16, 17, 40, 1000):  # number of blank bytes before the last slot
        diary = played(0)
        while (diary.journal.seq & 255) != 3 or not diary.journal.block:
            diary.add(CARD, 1, 2)
        diary.log.cells[BLOCK - SLOT - blank : BLOCK] = b"\xff" * (SLOT + blank)
        yield
        assert is_cut_to(diary, len(cards(diary)) - 2 - (blank + SLOT - 1) // SLOT), blank
        yield


def test_a_lost_last_block_is_detected():
    for what in (b"\x00", b"\xff", b"\xa5"):
        diary = played(40, 200)
        block = diary.journal.block
        assert block == 1
        diary.log.cells[block * BLOCK : (block + 1) * BLOCK] = what * BLOCK
        number = diary.journal.seq >> 8
        inside = (diary.journal.seq & 255) - 1
        yield
        assert restart(diary).is_(diary.items[:-inside]), what
        assert diary.journal.lost and diary.journal.seq >> 8 == number + 1
        yield
        diary.journal.add(CARD, 1, 30)
        assert restart(diary).is_(diary.items[:-inside] + [packed(CARD, 1, 30)])
        assert not diary.journal.lost
        yield


def test_a_lost_block_in_the_middle_of_a_deal_is_detected():
    diary = played(300)
    assert diary.journal.block == 1
    for _ in range(200):
        diary.add(CARD, 0, 0)
    assert diary.journal.block == 2
    diary.log.cells[BLOCK : 2 * BLOCK] = b"\xff" * BLOCK
    found = restart(diary)
    assert diary.journal.lost and found.events == cards(diary)[: len(found.events)]
    assert 200 < len(found.events) < 254


def test_a_block_of_another_journal_is_ignored():
    diary = played(300)
    other = Diary(RamLog(2, Dice(1)))
    other.journal.epoch = EPOCH ^ 2
    other.journal.seq = diary.journal.seq + 0x500 & ~255
    other.add(CARD, 3, 3)
    yield
    diary.log.cells[2 * BLOCK : 3 * BLOCK] = other.log.cells[BLOCK : 2 * BLOCK]
    diary.log.cells[3 * BLOCK :] = diary.log.cells[:BLOCK]
    assert restart(diary).is_(diary.items) and diary.journal.epoch == EPOCH


def test_of_two_copies_of_a_block_the_newer_is_used():
    for place in (3, 1):
        diary = played(30, 40)
        old = bytes(diary.log.cells[:BLOCK])
        for i in range(40):
            diary.add(CARD, i & 3, i & 31)
        log = diary.log
        if place == 3:
            log.cells[3 * BLOCK :] = old
        else:
            log.cells[BLOCK : 2 * BLOCK] = log.cells[:BLOCK]
            log.cells[:BLOCK] = old
        assert restart(diary).is_(diary.items) and not diary.journal.lost
        yield


def test_swapped_blocks_are_read_and_not_erased_during_a_deal():
    diary = played(300)
    cells = diary.log.cells
    cells[2 * BLOCK : 3 * BLOCK] = cells[:BLOCK]
    cells[:BLOCK] = b"\xff" * BLOCK
    assert restart(diary).is_(diary.items) and not diary.journal.lost
    yield
    for _ in range(3):
        diary.journal.make_room()
        assert restart(diary).is_(diary.items)
        yield


def test_a_deal_that_fills_all_blocks_keeps_its_checkpoint():
    for before in (0, 250):
        diary = played(0, before)
        while diary.add(CARD, 1, 2):
            assert len(diary.items) < 2 * BLOCKS * 255
        yield
        assert Memory(Journal(diary.log, EPOCH)).is_(diary.items), before
        yield


def test_a_deal_keeps_the_hands_before_its_checkpoint_after_a_start():
    # The hands begin in one block, and their checkpoint begins in the next.
    for before in (218, 219, 228, 236):
        diary = played(0, before)
        assert diary.journal.block == 0
        diary.checkpoint([3] * 8, 4, bytes(64), bytes(range(120)))
        assert diary.journal.block == 1
        assert diary.start()
        while diary.add(CARD, 1, 2):
            assert len(diary.items) < 2 * BLOCKS * 255
        yield
        assert Memory(Journal(diary.log, EPOCH)).is_(diary.items), before
        yield


def test_a_cut_before_a_block_names_its_successor_is_repaired():
    diary = Diary(RamLog(BLOCKS, Dice(1)))
    diary.journal.make_room()
    while (diary.journal.seq & 255) != 1:  # until the next block has its header
        diary.add(CARD, 1, 2)
    yield
    diary.log.cut_at(1)
    try:
        diary.add(CARD, 1, 3)
    except PowerCut:
        pass
    assert diary.start() and not diary.journal.lost
    assert Journal(diary.log, 0).look(0, 255) == 255
    yield
    diary.log.cells[BLOCK : 2 * BLOCK] = b"\xff" * BLOCK
    restart(diary)
    assert diary.journal.lost


def test_a_lost_block_with_one_event_is_detected():
    for damaged in ("blank", "a copy"):
        diary = Diary(RamLog(BLOCKS, Dice(1)))
        diary.journal.make_room()
        while diary.journal.block == 0:
            diary.add(CARD, 1, 2)
        before = diary.items[:]
        diary.add(CARD, 1, 3)
        cells = diary.log.cells
        cells[BLOCK : 2 * BLOCK] = b"\xff" * BLOCK if damaged == "blank" else cells[:BLOCK]
        found = restart(diary)
        assert diary.journal.lost and found.is_(before), damaged
        yield


def test_a_flash_that_fails_at_one_start_is_not_changed():
    class Failing(RamLog):
        fails = -1

        def read(self, block, offset, data):
            if block == self.fails:
                self.failures += 1
                return 1
            return RamLog.read(self, block, offset, data)

    diary = Diary(Failing(BLOCKS, Dice(1)))
    for i in range(260):
        diary.add(CARD, i & 3, i & 31)
    for block in range(3):
        before = bytes(diary.log.cells)
        diary.log.fails = block
        restart(diary)
        assert diary.journal.state == UNREADABLE
        diary.journal.make_room()
        assert not diary.journal.add(CARD, 0, 0)
        assert bytes(diary.log.cells) == before
        diary.log.fails = -1
        diary.log.failures = 0
        yield
    assert restart(diary).is_(diary.items)


def test_a_flash_with_other_content_is_not_taken_for_new():
    for what, unknown in ((b"\xff", False), (b"\x00", True), (b"\x5a", True)):
        log = RamLog(2, Dice(1))
        log.cells[:] = what * 2 * BLOCK
        journal = Journal(log, EPOCH)
        assert journal.unknown == unknown
        if unknown:
            journal.make_room()
        journal.begin(BOOT, 0)
        assert not Journal(log, 0).unknown
        yield


def test_events_without_a_beginning_are_ignored():
    diary = played(0)
    for i in range(300):
        diary.add(CARD, i & 3, i & 31)
    diary.log.cells[:BLOCK] = b"\xff" * BLOCK
    found = restart(diary)
    assert diary.journal.lost and found.events == [] and found.mark == -1
    diary.journal.add(CARD, 1, 30)
    assert restart(diary).events == [packed(CARD, 1, 30)] and not diary.journal.lost


def test_an_acknowledgement_does_not_make_events_without_a_beginning_valid():
    diary = Diary(RamLog(BLOCKS, Dice(1)))
    diary.journal.acknowledge(0)
    for i in range(300):
        diary.add(CARD, i & 3, i & 31)
    assert diary.journal.look(1, 0) == 0x100 and diary.journal.found[1] == 1
    diary.log.cells[:BLOCK] = b"\xff" * BLOCK
    assert restart(diary).events == [] and diary.journal.lost


def _strike(dice, cells, begin, end):
    """Damage random cells from the address `begin` up to, but not including, `end`."""
    kind = dice.below(4)
    at = begin + dice.below(end - begin)
    length = min(1 + dice.below(100), end - at)
    if kind == 0:
        cells[at] ^= 1 << dice.below(8)
    elif kind == 1:
        cells[at : at + length] = b"\xff" * length
    elif kind == 2:
        cells[at : at + length] = bytes(length)
    else:
        for i in range(at, at + length):
            cells[i] ^= dice.below(256)


def test_random_damage_loses_nothing_or_is_detected():
    lost = 0
    for seed in range(IMAGES):
        dice = Dice(testenv.SEED % 100000 + seed)
        diary = played(1 + dice.below(60), dice.below(230), dice.below(200) * dice.below(2))
        yield
        if not slot_of(diary, 1) % BLOCK:  # a new block has only its header
            diary.add(CARD, 0, 0)
        last = slot_of(diary, 1)
        for _ in range(1 + dice.below(3)):
            if dice.below(3) or not diary.journal.block:
                _strike(dice, diary.log.cells, last // BLOCK * BLOCK, last)
            else:
                _strike(dice, diary.log.cells, 0, BLOCK)
        found = restart(diary)
        yield
        if diary.journal.lost:
            lost += 1
            known = cards(diary) if found.mark == -1 else since(diary)
            assert found.events == known[: len(found.events)], (testenv.SEED, seed)
        else:
            whole = found.is_(diary.items) or found.events == cards(diary)
            whole = whole or found.is_(without_hands(diary))
            assert whole, (testenv.SEED, seed)
    assert lost


def test_parts_of_two_checkpoints_are_not_combined():
    for lost in ((7, 6), (14, 0), (3, 3)):
        diary = Diary(RamLog(BLOCKS, Dice(1)))
        places = []
        for mark in (1, 2):
            for i in range(3):
                diary.add(CARD, i, i + mark)
            places.append(diary.journal.seq & 255)
            diary.checkpoint([mark] * 8, mark, bytes([mark] * 64))
        diary.add(CARD, 3, 3)
        for place, part in zip(places, lost):
            diary.log.cells[(place + part) * SLOT + 14] ^= 1
        found = restart(diary)
        assert found.mark == -1 and len(found.events) == 7, lost
        assert not diary.journal.lost, "all events are there"
        yield
