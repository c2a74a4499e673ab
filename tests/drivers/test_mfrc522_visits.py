"""Tests of visits to pads: register accesses, bus traffic, time until a card is known."""

import random

import pytest

import testenv
from codes.table import PadStates
from drivers import mfrc522
from marcoria.sim.chips.iso14443.tag import RandomTag, Tag
from reader_rig import SEATS, Rig

FOUR = bytes.fromhex("b4112233")
SEVEN = bytes.fromhex("04a1b2c3d4e5f6")
NEXT = bytes.fromhex("04a1b2c3d4e5f7")  # differs from SEVEN only in the second cascade level
OTHER = bytes.fromhex("0499b2c3d4e5f6")  # differs from SEVEN only in the first cascade level
TEN = bytes.fromhex("04a1b2c3d4e5f6010203")


@pytest.fixture
def rig():
    table = Rig(seed=testenv.SEED)
    table.run(200)
    assert list(table.pads.state) == [PadStates.ABSENT] * SEATS
    return table


def visit_to(rig, seat):
    """Run visits until this pad was visited; return the number of accesses in its visit."""
    while True:
        cost = rig.visit()
        if rig.readers._seat == seat:
            return cost


def test_an_empty_pad_costs_nine_accesses(rig):
    costs = [rig.visit() for _ in range(400)]
    # Once a second, a visit to each pad also checks the chip and writes all its settings.
    checks = [cost for cost in costs if cost > 9]
    assert set(costs) - set(checks) == {9} and len(checks) <= 4 * SEATS and set(checks) == {31}


@pytest.mark.parametrize(
    ("uid", "budget"), [(FOUR, 25), (SEVEN, 42), (TEN, 55)], ids=["4", "7", "10"]
)
def test_accesses_to_read_a_uid(rig, uid, budget):
    rig.run(1000 - rig.now() % 1000 + 100)  # just after the check of the chips
    rig.fields[1].put(Tag(uid))
    assert visit_to(rig, 1) <= budget
    rig.until_state(1, PadStates.PRESENT)
    assert rig.uid(1) == uid
    costs = {visit_to(rig, 1) for _ in range(10)}
    assert costs == {18, 25 if uid == FOUR else max(costs)} and max(costs) <= budget


@pytest.mark.parametrize("second", [NEXT, OTHER], ids=["late", "early"])
def test_accesses_of_a_collision(rig, second):
    rig.run(1000 - rig.now() % 1000 + 100)
    rig.fields[1].put(Tag(SEVEN))
    rig.fields[1].put(Tag(second))
    assert visit_to(rig, 1) <= 50
    assert rig.pads.state[1] == PadStates.CROWDED


def test_bytes_sent_to_an_empty_pad(rig):
    """A visit sends: field on, idle, flush the FIFO, clear the interrupts, WUPA in 7 bits, read
    the results, field off.
    """
    rig.run(1000 - rig.now() % 1000 + 100)
    rig.until(lambda: rig.readers._phase == 0)
    said = []
    move = rig.spi._move
    rig.spi._move = lambda data: (said.append(bytes(data)), move(data))
    rig.visit()
    assert [words.hex(" ") for words in said] == [
        "28 83",
        "02 00",
        "14 80",
        "08 7f",
        "12 52",
        "02 0c",
        "1a 87",
        "88 8c 94 98 9c 00",
        "28 80",
    ]


def test_no_step_blocks_longer_than_documented(rig):
    rig.longest_us = 0
    for seat, uids in enumerate(((FOUR,), (SEVEN, NEXT), (TEN,), (SEVEN, OTHER))):
        for uid in uids:
            rig.fields[seat].put(Tag(uid))
    rig.run(2500)
    assert rig.longest_us <= mfrc522.Readers.LONGEST_US < 10_000


def test_visits_to_a_resting_card_are_all_alike(rig):
    rig.fields[0].put(Tag(SEVEN))
    rig.until_state(0, PadStates.PRESENT)
    rig.pads.changed = 0
    rig.run(2000)
    assert not rig.pads.changed and rig.pads.laid[0] == 1
    assert rig.is_read(0)


@pytest.mark.parametrize("second", [NEXT, OTHER], ids=["late", "early"])
def test_a_card_swapped_for_another_is_known(rig, second):
    """The cards are swapped between two visits, and their UIDs may be similar."""
    tags = Tag(SEVEN), Tag(second)
    for turn in range(10):
        rig.fields[0].lift(tags[1 - turn % 2])
        rig.fields[0].put(tags[turn % 2])
        rig.until(lambda turn=turn: rig.uid(0) == tags[turn % 2].uid)
    assert rig.pads.laid[0] == 10


@pytest.mark.parametrize("second", [NEXT, OTHER], ids=["late", "early"])
@pytest.mark.parametrize("turn", range(SEATS + 1))
def test_a_second_card_on_a_resting_one(rig, second, turn):
    rig.readers.turn = turn
    for seat, field in enumerate(rig.fields):
        field.put(Tag(SEVEN))
        rig.until_state(seat, PadStates.PRESENT)
        field.put(Tag(second))
        assert rig.until_state(seat, PadStates.CROWDED) < 500


@pytest.mark.parametrize("hold_us", [0, 1000, 5000])
def test_cards_forget_at_different_speeds(rig, hold_us):
    """A card that kept its state while the field was off would ignore every second visit."""
    for seat in range(SEATS):
        rig.fields[seat].put(Tag(bytes([4, seat]) + SEVEN[2:], hold_us=hold_us))
        rig.until_state(seat, PadStates.PRESENT)
    rig.pads.changed = 0
    rig.run(2000)
    assert not rig.pads.changed
    assert sum(rig.pads.count(seat, 1) for seat in range(SEATS)) < 4 * SEATS + 1


def test_the_seat_to_move_is_visited_every_second_time(rig):
    rig.readers.turn = 2
    seats = []
    for _ in range(24):
        rig.visit()
        seats.append(rig.readers._seat)
    assert seats[1::2] == [2] * 12 or seats[::2] == [2] * 12
    others = [seat for seat in seats if seat != 2]
    assert all(others.count(seat) == 4 for seat in (0, 1, 3))


def test_without_a_seat_to_move_all_pads_are_visited_equally(rig):
    seats = []
    for _ in range(20):
        rig.visit()
        seats.append(rig.readers._seat)
    assert all(seats.count(seat) == 5 for seat in range(SEATS))


def test_a_phone_is_not_a_card(rig):
    rig.fields[3].put(RandomTag())
    rig.until_state(3, PadStates.RANDOM)
    rig.pads.changed = 0
    rig.run(1000)
    assert rig.pads.state[3] == PadStates.RANDOM and not rig.pads.changed and rig.pads.laid[3] == 0


def test_uids_stay_with_their_pads(rig):
    """Four cards are laid at once and then moved by one pad."""
    tags = [Tag(bytes([4, seat]) + SEVEN[2:]) for seat in range(SEATS)]
    for turn in range(3):
        for seat, field in enumerate(rig.fields):
            field.put(tags[(seat + turn) % SEATS])
        rig.until(lambda: list(rig.pads.state) == [PadStates.PRESENT] * SEATS)
        for seat in range(SEATS):
            assert rig.uid(seat) == tags[(seat + turn) % SEATS].uid
        for seat, field in enumerate(rig.fields):
            field.lift(tags[(seat + turn) % SEATS])
        rig.until(lambda: list(rig.pads.state) == [PadStates.ABSENT] * SEATS)


def test_a_card_is_known_within_its_budget(rig):
    """A card is laid on a random pad at a random time; three other cards lie on the other pads."""
    chance = random.Random(testenv.SEED)
    resting = [Tag(bytes([4, seat]) + SEVEN[2:]) for seat in range(SEATS)]
    slowest = 0
    for _ in range(400 if testenv.SOAK else 40):
        seat = chance.randrange(SEATS)
        rig.readers.turn = chance.choice((seat, seat, (seat + 1) % SEATS, SEATS))
        for other, field in enumerate(rig.fields):
            if other != seat:
                field.put(resting[other])
        rig.run(chance.randrange(200, 300))
        rig.clock.advance(chance.randrange(1000))
        tag = Tag(chance.randbytes(7).replace(b"\x88", b"\x04"))
        rig.fields[seat].put(tag)
        slowest = max(slowest, rig.until_state(seat, PadStates.PRESENT))
        assert rig.uid(seat) == tag.uid
        for other, field in enumerate(rig.fields):
            field.lift(tag if other == seat else resting[other])
        rig.until(lambda: list(rig.pads.state) == [PadStates.ABSENT] * SEATS)
    assert slowest <= 120


def test_a_lifted_card_is_known_within_its_budget(rig):
    for seat in range(SEATS):
        tag = Tag(SEVEN)
        rig.fields[seat].put(tag)
        rig.until_state(seat, PadStates.PRESENT)
        rig.fields[seat].lift(tag)
        gone = rig.now()
        assert rig.until_state(seat, PadStates.ABSENT) <= 250
        assert 0 <= rig.pads.since[seat] - gone < 100


def test_a_card_that_passes_over_a_pad_is_not_laid(rig):
    tag = Tag(SEVEN)
    for _ in range(20):
        rig.fields[0].put(tag)
        rig.run(9)
        rig.fields[0].lift(tag)
        rig.run(100)
    assert rig.pads.laid[0] == 0


def test_only_one_field_is_on_at_a_time():
    """With two fields on, a card could answer the wrong reader and count for the wrong seat."""
    rig = Rig(seed=testenv.SEED)
    most = 0
    for field in rig.fields:
        switch = field.set_on

        def counted(on, switch=switch):
            nonlocal most
            switch(on)
            most = max(most, sum(field.on for field in rig.fields))

        field.set_on = counted
    rig.fields[1].put(Tag(SEVEN))
    rig.run(1000)
    assert rig.pads.state[1] == PadStates.PRESENT
    assert most == 1


@pytest.mark.parametrize("now", [0x3FFFFFFF - 300, 0x3FFFFFFF, 0x1FFFFFFF - 300, 12345])
def test_visits_work_across_the_wrap_of_the_clock(now):
    rig = Rig(seed=testenv.SEED)
    step = rig.readers.step
    rig.readers.step = lambda ms: step(ms + now & 0x3FFFFFFF)
    rig.fields[1].put(Tag(SEVEN))
    rig.run(1500)
    assert list(rig.pads.state) == [
        PadStates.ABSENT,
        PadStates.PRESENT,
        PadStates.ABSENT,
        PadStates.ABSENT,
    ]


def test_steps_may_come_early_or_late(rig):
    chance = random.Random(testenv.SEED)
    tag = Tag(SEVEN)
    rig.fields[2].put(tag)
    for _ in range(3000):
        rig.readers.step(rig.now())
        rig.faults.check()
        rig.clock.advance(chance.choice((100, 1000, 3000, 40000)))
    assert rig.pads.state[2] == PadStates.PRESENT and rig.pads.laid[2] == 1
