"""Tests of the host's journal reader with journals of the table and one made by hand."""

import pytest

import testenv
from codes.game import Scores
from dice import Dice
from journal.journal import Journal
from journalkit import BOOT, CARD, EPOCH, Diary, Memory, checkpoint
from marcoria.errors import TableError
from marcoria.journal.blocks import BLOCK, crc
from marcoria.journal.gaps import Gap
from marcoria.journal.reader import open_image, read
from ramlog import RamLog
from table.history import Hand, History

RUNS_ON = "cpython"

SLOT = 16
DEAL = 4
CHECKPOINT = 60
MOST = 198  # maximum number of events of a deal


def slow_crc(data):
    """Compute the CRC bit by bit as docs/journal.md defines it."""
    value = 0xFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x8408 if value & 1 else 0)
    return value


def record(kind, seat, payload, boot, seq):
    data = bytes([kind, seat]) + payload + boot.to_bytes(2, "little") + seq.to_bytes(4, "little")
    return data + slow_crc(data).to_bytes(2, "little")


def block(number, *slots, flags=0):
    """Return a block of that number with a header and these records."""
    head = record(77, flags, b"\xff\xff\x04\x03\x02\x01", 0, number << 8)
    return (head + b"".join(slots)).ljust(BLOCK, b"\xff")


def same(log):
    """Check that the reader finds the state that a table restores; return the reader's result."""
    found = open_image(bytes(log.cells))
    memory = Memory(Journal(log, 0))
    last, events = found.state()
    assert memory.mark == (last.mark if last else -1)
    if last:
        assert memory.totals == list(last.totals) and memory.history == last.history
    assert memory.events == [one.kind << 20 | one.seat << 16 | one.arg for one in events]
    return found


def cards(diary, dice, length):
    """Record a deal of `length` events, without its checkpoint."""
    diary.add(DEAL, 0, 0)
    for _ in range(length - 1):
        diary.add(CARD, dice.below(4), dice.below(32))


def play(diary, dice, length):
    """Record a deal of `length` events and its checkpoint."""
    cards(diary, dice, length)
    assert checkpoint(diary, dice)
    diary.journal.make_room()


def test_a_journal_made_by_hand():
    slots = [
        record(4, 1, b"\x01\x00\x10\x00\x00\x00", 3, 0x501),
        b"\xff" * 16,
        record(9, 2, b"\x1f\x00\x00\x01\x00\x00", 3, 0x503),
        bytes(16),
        record(9, 3, b"\x1e\x00\x00\x02\x00\x00", 3, 0x500 | 99),  # a record in the wrong slot
        record(42, 3, b"\x06\x01\x00\x00\x01\x00", 4, 0x506),
    ]
    torn = bytearray(record(9, 1, b"\x03\x00\x00\x00\x00\x00", 4, 0x507))
    torn[2] |= 4
    image = block(6) + b"\xff" * BLOCK + block(5, *slots, bytes(torn), flags=2)
    assert open_image(image).gaps[2:] == (Gap(0x507, 0x5FF),), (
        "a torn slot is a gap: a start after a power cut would have set it to zeros"
    )
    image = block(6) + b"\xff" * BLOCK + block(5, *slots, bytes(16), flags=2)
    found = read(image)
    assert [(one.kind, one.seat, one.arg, one.boot, one.ms, one.seq) for one in found] == [
        (4, 1, 1, 3, 16, 0x501),
        (9, 2, 31, 3, 256, 0x503),
        (42, 3, 0x106, 4, 65536, 0x506),
    ]
    assert open_image(image).epoch == 0x01020304
    assert open_image(image).gaps == (Gap(0x502, 0x503), Gap(0x504, 0x506))
    log = RamLog(3, Dice(0))
    log.cells[:] = image
    journal = Journal(log, 0)
    assert (journal.seq, journal.epoch) == (0x601, 0x01020304)
    assert Memory(journal).events == [4 << 20 | 1 << 16 | 1], (
        "only the events before the damage are restored"
    )
    assert journal.lost


def test_the_crc_is_that_of_the_documentation():
    assert crc(b"123456789") == slow_crc(b"123456789") == 0x6F91


def test_reader_and_table_agree():
    dice = Dice(testenv.SEED)
    diary = Diary(RamLog(5, Dice(1)))
    for boot in range(4):
        diary.add(BOOT, 0, boot)
        for _ in range(3):
            play(diary, dice, 1 + dice.below(MOST))
            found = same(diary.log)
        diary.add(DEAL, 2, 1)
        found = same(diary.log)
        assert found.epoch == EPOCH
        assert found.records[-1].boot == boot
        assert diary.start()


def test_a_gap_may_span_two_blocks():
    for part, gaps in ((True, ()), (False, (Gap(252, 0x102),))):
        log = RamLog(3, Dice(1))
        diary = Diary(log)
        for i in range(240 if part else 253):
            diary.add(CARD, i & 3, i & 31)
        if part:
            assert checkpoint(diary, Dice(1))
        for i in range(9):
            diary.add(CARD, i & 3, i & 31)
        log.cells[BLOCK - 4 * SLOT : BLOCK] = bytes(4 * SLOT)
        log.cells[BLOCK + SLOT : BLOCK + 2 * SLOT] = bytes(SLOT)
        assert same(log).gaps == gaps


def test_deals_are_told_apart():
    dice = Dice(7)
    diary = Diary(RamLog(8, Dice(1)))
    diary.add(1, 0, 5)
    points = []
    for length in (10, 30, 20):
        play(diary, dice, length)
        points.append(tuple(diary.items[-1][1][:2]))
    diary.add(DEAL, 0, 0)
    deals = open_image(bytes(diary.log.cells)).deals
    assert [deal.points for deal in deals] == points
    assert [len(deal.events) for deal in deals] == [10, 30, 20]
    assert all(deal.events[0].kind == DEAL for deal in deals)


def test_a_checkpoint_before_the_first_deal_is_no_deal():
    """A table that restarts between the choice of a match and the first deal writes it."""
    diary = Diary(RamLog(8, Dice(1)))
    diary.add(1, 0, 5)
    assert diary.checkpoint([0] * 8, 5, bytearray(64))
    assert open_image(bytes(diary.log.cells)).deals == ()
    play(diary, Dice(7), 10)
    assert [len(deal.events) for deal in open_image(bytes(diary.log.cells)).deals] == [10]


@pytest.mark.parametrize(("hands", "kept"), [(0, 73), (Scores.MOST, 50)])
def test_at_least_50_deals_are_kept_of_any_length(hands, kept):
    dice = Dice(8)
    log = RamLog(64, Dice(1))
    diary = Diary(log)
    history = History()
    for hand in range(hands):
        history.add(Hand(hand, 162))
    for _ in range(180):
        cards(diary, dice, MOST)
        assert diary.checkpoint([0] * 8, 1, history.rows(), history.older())
        diary.journal.make_room()
    assert diary.journal.seq >> 8 > 2 * 64
    deals = open_image(bytes(log.cells)).deals
    assert sum(len(deal.events) == MOST for deal in deals) >= kept


def test_a_host_that_has_acknowledged_loses_no_result():
    """After a single acknowledgement, cards are erased, but results stay and keep their seq."""
    dice = Dice(9)
    log = RamLog(16, Dice(1))
    diary = Diary(log)
    for _ in range(3):
        play(diary, dice, 100)
    diary.journal.acknowledge(diary.journal.seq - 1)
    known = {}
    for _ in range(120):
        play(diary, dice, 100)
        found = open_image(bytes(log.cells))
        newest = found.deals[-1]
        known[newest.seq] = newest.points
        deals = {deal.seq: deal for deal in found.deals}
        assert known.items() <= {seq: deal.points for seq, deal in deals.items()}.items()
    assert sum(not deals[seq].events for seq in known) > 60
    assert diary.journal.state == 1


def test_new_flash_is_an_empty_journal():
    found = open_image(b"\xff" * 3 * BLOCK)
    assert (found.records, found.deals, found.state()) == ((), (), (None, []))


@pytest.mark.parametrize("image", [b"", b"\xff" * 100])
def test_an_invalid_image_is_refused_with_a_sentence(image):
    with pytest.raises(TableError, match="whole blocks"):
        read(image)


def gone_round(blocks=8):
    """Return the flash of a journal that has wrapped, with cards after its last checkpoint."""
    dice = Dice(3)
    diary = Diary(RamLog(blocks, Dice(1)))
    while diary.journal.seq >> 8 < blocks + 2:
        play(diary, dice, 60)
    for i in range(9):
        diary.add(CARD, i & 3, i)
    return diary.log


def untold(before, after):
    """Return the seqs of records in `before` that `after` neither has nor reports as a gap.

    If `after` has an unreadable block, return no seqs.
    """
    whole, found = open_image(before), open_image(after)
    there = {one.seq for one in found.records}
    return [
        one.seq
        for one in whole.records
        if one.seq not in there
        and not found.unreadable
        and not any(gap.seq <= one.seq < gap.until for gap in found.gaps)
    ]


def test_any_flipped_bit_in_the_oldest_block_is_reported():
    log = gone_round()
    before = bytes(log.cells)
    assert open_image(before).gaps == ()
    first = open_image(before).records[0].seq >> 8
    place = next(i for i in range(8) if Journal(log, 0).look(i, 0) == first << 8)
    dice = Dice(testenv.SEED)
    for slot in range(1, 255) if testenv.SOAK else range(1 + testenv.SEED % 2, 255, 2):
        after = bytearray(before)
        at = place * BLOCK + slot * SLOT + dice.below(SLOT)
        after[at] ^= 1 << dice.below(8)
        # The loss of one part of a checkpoint need not be reported.
        if before[place * BLOCK + slot * SLOT] != CHECKPOINT:
            assert open_image(bytes(after)).gaps, slot
        assert not untold(before, bytes(after)), slot


@pytest.mark.parametrize("fill", [0, 0x5A, 0xFF])
def test_a_lost_oldest_block_is_reported(fill):
    log = gone_round()
    before = bytes(log.cells)
    first = open_image(before).records[0].seq >> 8
    place = next(i for i in range(8) if Journal(log, 0).look(i, 0) == first << 8)
    after = bytearray(before)
    after[place * BLOCK : (place + 1) * BLOCK] = bytes([fill]) * BLOCK
    found = open_image(bytes(after))
    assert found.gaps or found.unreadable == (place,)
    assert not untold(before, bytes(after))


def test_an_unreadable_newest_block_is_reported():
    log = gone_round()
    before = bytes(log.cells)
    journal = Journal(log, 0)
    place = (journal.block - 1) % 8
    after = bytearray(before)
    for slot in range(256):
        after[journal.block * BLOCK + slot * SLOT + slot % 14] ^= 4
    after[place * BLOCK + 200 * SLOT : (place + 1) * BLOCK] = b"\xff" * 56 * SLOT
    found = open_image(bytes(after))
    assert found.unreadable == (journal.block,)
    log.cells[:] = after
    log.worn.update(range(8))
    assert same(log).gaps[-1].until == (found.records[-1].seq | 255) + 1
    table = Journal(log, 0)
    table.begin(BOOT, 0)
    assert Memory(table).events and table.lost
    table.add(CARD, 1, 30)
    found = same(log)
    assert found.gaps[-1].mended > 0
    assert found.state()[1][-1].arg == 30


def test_flipped_bits_of_free_slots_are_no_gap():
    log = gone_round()
    journal = Journal(log, 0)
    for slot in ((journal.seq & 255) + 5, 254, 255):
        log.cells[journal.block * BLOCK + slot * SLOT + 3] ^= 16
    assert same(log).gaps == () and not open_image(bytes(log.cells)).unreadable
