"""Tests of blocks that are neither blank nor readable, and of flipped bits in free slots."""

import testenv
from codes.journal import Notes, Records
from dice import Dice
from journal.journal import Journal
from journalkit import BOOT, CARD, EPOCH, Diary, Memory, checkpoint, deal, packed, records_of
from ramlog import BLOCK, PowerCut, RamLog

SLOT = 16
BLOCKS = 5
ERASED = b"\xff" * BLOCK
_WORN = 40 if testenv.SOAK else 1 if testenv.VM else 6


def gone_round(cards=20, blocks=BLOCKS):
    """Write a journal that has wrapped, with `cards` cards in the current deal.

    Yield None after each deal, so that garbage is collected, and the journal at the end.
    """
    diary = Diary(RamLog(blocks, Dice(1)))
    dice = Dice(3)
    while diary.journal.seq >> 8 < blocks + 2:
        deal(diary, dice, 40)
        yield None
    for i in range(cards):
        diary.add(CARD, i & 3, i)
    yield diary


def made(steps):
    """Run the steps of `gone_round` and return the journal at their end."""
    return list(steps)[-1]


def image_of(log, place):
    return bytes(log.cells[place * BLOCK : (place + 1) * BLOCK])


def put(log, place, data):
    log.cells[place * BLOCK : (place + 1) * BLOCK] = data
    log.worn.add(place)  # programming over the data may fail, but must not raise an error


def heal(log):
    log.worn.clear()


def restart(diary):
    diary.journal = Journal(diary.log, EPOCH)
    diary.journal.begin(BOOT, 0)
    return Memory(diary.journal)


def nearly_full(seed):
    """Return a journal that has wrapped; the next record goes to slot 254 of its block."""
    diary = made(gone_round())
    diary.log.dice = Dice(testenv.SEED + seed)
    while diary.journal.seq & 255 < 254:
        diary.add(CARD, 1, 3)
    return diary


def cut_restarts(diary, operations):
    """For each number n, restart and cut the power in the nth flash operation of the start."""
    for operation in operations:
        diary.log.cut_at(operation)
        try:
            restart(diary)
        except PowerCut:
            pass
        diary.log.cut = 0


def flip(log, place, slot, bit):
    log.cells[place * BLOCK + slot * SLOT + (bit >> 3)] ^= 1 << (bit & 7)
    log.worn.add(place)


def noted(log):
    """Return place and slot of each flipped bit that the journal has noted."""
    return [(record[3], record[2]) for record in records_of(log, Notes.BIT_FLIPPED)]


# --- flipped bits outside of records -------------------------------------------------------------


def test_a_flipped_bit_of_a_free_slot_is_noted_once_without_a_question():
    diary = made(gone_round())
    cells = bytes(diary.log.cells)
    place = diary.journal.block
    begin = diary.journal.seq & 255
    dice = Dice(testenv.SEED)
    for slot in range(begin + 1, 256, 1 if not testenv.VM else 17):
        diary.log.cells[:] = cells
        flip(diary.log, place, slot, dice.below(128))
        assert restart(diary).is_(diary.items) and not diary.journal.lost, slot
        assert restart(diary).is_(diary.items) and not diary.journal.lost, slot
        if slot > begin + 3:
            assert diary.journal.flipped == [place << 8 | slot]
            assert noted(diary.log) == [(place, slot)]
        yield


def test_the_journal_continues_after_a_slot_with_a_flipped_bit():
    diary = made(gone_round())
    flip(diary.log, diary.journal.block, (diary.journal.seq & 255) + 9, 5)
    restart(diary)
    for i in range(60):
        assert diary.add(CARD, i & 3, i)
    assert restart(diary).is_(diary.items) and not diary.journal.lost


def test_a_flipped_bit_right_after_the_last_record_is_a_torn_record():
    diary = made(gone_round())
    flip(diary.log, diary.journal.block, diary.journal.seq & 255, 5)
    assert restart(diary).is_(diary.items) and not diary.journal.lost
    assert diary.journal.spoilt == 1 and not diary.journal.flipped


def test_two_flipped_bits_after_a_free_slot_are_a_lost_record():
    for bits in ((5, 6), (5, 77)):
        diary = made(gone_round())
        for bit in bits:
            flip(diary.log, diary.journal.block, (diary.journal.seq & 255) + 9, bit)
        restart(diary)
        assert diary.journal.lost
        yield


def test_a_flipped_bit_in_the_next_block_asks_no_question():
    diary = made(gone_round())
    place = (diary.journal.block + 1) % BLOCKS
    assert image_of(diary.log, place) == ERASED
    flip(diary.log, place, 7, 40)
    assert restart(diary).is_(diary.items) and not diary.journal.lost
    assert noted(diary.log) == [(place, 7)]


# --- blocks neither blank nor readable -----------------------------------------------------------


def stuck(data, bit):
    """Return a block with one bit of each slot flipped: `bit`, or a random bit if `bit` is -1."""
    found = bytearray(data)
    dice = Dice(5)
    for slot in range(256):
        at = slot * 128 + (dice.below(128) if bit < 0 else bit)
        found[at >> 3] ^= 1 << (at & 7)
    return bytes(found)


def hidden(at, unreadable):
    """Return a journal with an unreadable last block, and the place of that block.

    The function `unreadable` gets the bytes of the last block and returns them damaged. The block
    before the last one is blank from slot `at` on.
    """
    diary = made(gone_round(0))
    while diary.journal.seq & 255 != 9:
        diary.add(CARD, 1, 1)
    place = diary.journal.block
    before = (place - 1) % BLOCKS
    old = image_of(diary.log, before)
    put(diary.log, before, old[: at * SLOT] + ERASED[at * SLOT :])
    put(diary.log, place, unreadable(image_of(diary.log, place)))
    return diary, place


def anything(data):
    dice = Dice(8)
    return bytes([dice.below(256) for _ in range(len(data))])


def test_an_unreadable_newest_block_after_a_blank_end_is_a_loss():
    whats = [lambda data: stuck(data, -1), anything]
    # Bit 3 is in the kind, and bit 80 is in the slot. The others are in the block's number: if bit
    # 98 or bit 111 is flipped, the number is far too great for the next block.
    for bit in (3, 80, 90, 98, 111):
        whats.append(lambda data, bit=bit: stuck(data, bit))
    for at in (255, 254, 200, 120):
        for what in whats if not testenv.VM else whats[:3]:
            diary, place = hidden(at, what)
            found = bytes(image_of(diary.log, place))
            restart(diary)
            assert diary.journal.lost, at
            assert image_of(diary.log, place) == found, (
                "the block is not erased before the loss is reported"
            )
            yield
            restart(diary)
            assert diary.journal.lost, "the loss is reported until an event follows"
            heal(diary.log)
            diary.journal.add(CARD, 1, 30)
            restart(diary)
            assert not diary.journal.lost, (at, whats.index(what))
            yield


def test_a_power_cut_during_an_erase_is_no_damage():
    for seed in range(60 if not testenv.VM else 6):
        diary = made(gone_round(seed % 3 * 20))
        diary.log.dice = Dice(testenv.SEED + seed)
        operation = 2  # the erase, after the operation that writes the note of the erase
        for _ in range(1 + seed % 3):
            diary.start()
            diary.log.cut_at(operation)
            try:
                diary.journal.make_room()
            except PowerCut:
                pass
            diary.log.cut = 0
            assert restart(diary).is_(diary.items) and not diary.journal.lost, seed
            yield
        diary.journal.make_room()
        assert diary.add(CARD, 2, 2)
        assert restart(diary).is_(diary.items) and not diary.journal.lost, seed


def test_a_power_cut_during_an_erase_after_a_spoilt_last_slot_is_no_damage():
    for seed in range(20 if not testenv.VM else 3):
        diary = nearly_full(seed)
        diary.pending = packed(CARD, 1, 4)
        diary.log.cut_at(1)
        try:
            diary.journal.add(CARD, 1, 4)
        except PowerCut:
            pass
        # The start sets slot 254 to zeros, notes the erase in slot 255, and erases the next block.
        cut_restarts(diary, (3, 1 + seed % 3, 3))
        assert diary.start() and not diary.journal.lost, seed
        assert diary.add(CARD, 2, 2)
        assert restart(diary).is_(diary.items) and not diary.journal.lost, seed
        yield


def test_a_power_cut_during_an_erase_without_a_note_is_no_damage():
    for seed in range(20 if not testenv.VM else 3):
        diary = nearly_full(seed)
        diary.log.cut_at(2)  # while the next header is written, after the last record
        try:
            diary.add(CARD, 1, 4)
        except PowerCut:
            diary.items.append(packed(CARD, 1, 4))
        assert diary.journal.seq & 255 < 2
        # Each cut comes while the last slot or the note of the erase is written, or during the
        # erase.
        cut_restarts(diary, (1 + seed % 3, 3, 1 + seed % 4))
        assert restart(diary).is_(diary.items) and not diary.journal.lost, seed
        assert diary.add(CARD, 1, 5)
        assert restart(diary).is_(diary.items) and not diary.journal.lost, seed
        yield


def test_an_unreadable_oldest_block_asks_no_question():
    for fill in (0, 90):
        diary = made(gone_round())
        place = (diary.journal.block + 2) % BLOCKS
        assert image_of(diary.log, (place - 1) % BLOCKS) == ERASED
        put(diary.log, place, bytes([fill]) * BLOCK)
        assert restart(diary).is_(diary.items) and not diary.journal.lost
        yield


class Crumbling(RamLog):
    """Flash with a block that is not blank after an erase."""

    crumbled = -1

    def erase(self, block):
        RamLog.erase(self, block)
        if block == self.crumbled:
            put(self, block, anything(ERASED))
            return 1
        return 0


def test_a_worn_unreadable_block_asks_no_question():
    log = Crumbling(BLOCKS, Dice(1))
    log.crumbled = 3
    diary = Diary(log)
    dice = Dice(9)
    for _ in range(60):  # several rounds of the ring, with a start after each deal
        deal(diary, dice, 25)
        yield
        assert restart(diary).is_(diary.items) and not diary.journal.lost
        yield


def test_worn_unreadable_blocks_ask_no_question_while_a_host_lacks_results():
    """After a failed erase, results of the next block are copied before that block is erased."""
    kept = 0
    for seed in range(_WORN):
        log = Crumbling(BLOCKS, Dice(testenv.SEED + seed))
        diary = Diary(log)
        dice = Dice(testenv.SEED + seed)
        for number in range(30):
            deal(diary, dice, 25)
            if number in (2, 12):  # after other deals the host acknowledges nothing
                diary.journal.acknowledge(diary.journal.seq - 1)
            heal(log)
            log.crumbled = dice.below(BLOCKS) if dice.below(2) else -1
            yield
            assert restart(diary).is_(diary.items) and not diary.journal.lost, (seed, number)
            yield
        kept += len(records_of(log, Records.KEPT))
    assert kept


def test_other_content_ahead_of_a_new_ring_asks_no_question():
    diary = Diary(RamLog(BLOCKS, Dice(1)))
    diary.log.cells[:] = anything(diary.log.cells)
    restart(diary)
    assert diary.journal.block == 0
    dice = Dice(9)
    for _ in range(25):
        deal(diary, dice, 30)
        yield
        assert restart(diary).is_(diary.items) and not diary.journal.lost
        yield
    assert checkpoint(diary, dice)
