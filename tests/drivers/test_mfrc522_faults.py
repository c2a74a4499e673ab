"""Tests of failures of readers, bus and field: how the driver reports and repairs them."""

import random

import pytest

import testenv
from codes.table import Looks, PadStates
from marcoria.sim.chips.iso14443.tag import Tag
from reader_rig import SEATS, Rig

UIDS = [bytes([0x04, 0xA1, seat, 0xC3, 0xD4, 0xE5, 0xF6]) for seat in range(SEATS)]


@pytest.fixture
def rig():
    """Return a rig with a card on each pad."""
    table = Rig(seed=testenv.SEED)
    table.tags = [Tag(uid) for uid in UIDS]
    for field, tag in zip(table.fields, table.tags, strict=True):
        field.put(tag)
    table.until(lambda: list(table.pads.state) == [PadStates.PRESENT] * SEATS)
    table.pads.changed = 0
    return table


def states(rig):
    return list(rig.pads.state)


def resets(rig):
    return [rig.pads.count(seat, Looks.RESETS) for seat in range(SEATS)]


@pytest.mark.parametrize("version", [0x91, 0x92, 0x88, 0x12, 0xB2], ids=hex)
@pytest.mark.parametrize("lag_us", [0, 200])
def test_clones_of_the_chip_work(version, lag_us):
    rig = Rig(seed=testenv.SEED)
    for chip, field, uid in zip(rig.chips, rig.fields, UIDS, strict=True):
        chip.version = version
        chip.lag_us = lag_us
        field.put(Tag(uid))
    rig.until(lambda: states(rig) == [PadStates.PRESENT] * SEATS)
    rig.run(2000)
    assert (
        states(rig) == [PadStates.PRESENT] * SEATS
        and list(rig.readers.version) == [version] * SEATS
    )
    assert resets(rig) == [0] * SEATS


def test_version_and_gain_can_be_read_and_the_gain_set(rig):
    assert rig.readers.version[2] == 0x92 and rig.readers.gain[2] == 4
    rig.readers.tune(b"4464")
    rig.run(300)
    assert rig.chips[2].regs[0x26] == 0x68 and rig.readers.gain[2] == 6
    assert rig.chips[1].regs[0x26] == 0x48
    assert states(rig) == [PadStates.PRESENT] * SEATS and not rig.pads.changed
    rig.chips[2].wedge("hard")
    rig.run(1000)
    assert rig.chips[2].regs[0x26] == 0x68, "the gain survives a reset"


@pytest.mark.parametrize("cure", ["soft", "hard"])
def test_a_wedged_reader_is_reset_without_an_event(rig, cure):
    rig.chips[1].wedge(cure)
    rig.run(1000)
    assert states(rig) == [PadStates.PRESENT] * SEATS and not rig.pads.changed
    assert resets(rig) == [0, 1 if cure == "soft" else 2, 0, 0]
    assert rig.is_read(1)


def test_a_repeatedly_wedged_reader_is_reset_each_time(rig):
    for _ in range(10):
        rig.chips[1].wedge("soft")
        rig.run(1000)
    assert resets(rig) == [0, 10, 0, 0] and not rig.pads.changed


def test_a_dead_reader_is_lost_and_the_others_continue(rig):
    rig.chips[1].wedge(None)
    took = rig.until_state(1, PadStates.FAULT)
    assert took < 1000
    assert resets(rig) == [0, 4, 0, 0], "one soft reset, three hard ones"
    assert rig.pads.changed == 2 and rig.readers.version[1] == 0
    rig.fields[2].lift(rig.tags[2])
    rig.until_state(2, PadStates.ABSENT)
    rig.run(5000)
    assert states(rig) == [PadStates.PRESENT, PadStates.FAULT, PadStates.ABSENT, PadStates.PRESENT]
    assert resets(rig) == [0, 4, 0, 0], (
        "no further hard reset, which would affect the other readers"
    )


def test_a_lost_reader_that_answers_again_is_used_again(rig):
    rig.chips[1].wedge(None)
    rig.until_state(1, PadStates.FAULT)
    rig.chips[1].wedge("soft")
    assert rig.until_state(1, PadStates.PRESENT, 2000) < 1300
    assert rig.uid(1) == UIDS[1] and rig.pads.laid[1] == 2
    rig.chips[1].wedge("hard")
    rig.run(1000)
    assert rig.pads.state[1] == PadStates.PRESENT, "the reader gets all kinds of resets again"


def test_a_lost_reader_has_no_turn(rig):
    rig.chips[1].wedge(None)
    rig.readers.turn = 1
    rig.until_state(1, PadStates.FAULT)
    rig.run(1000)
    assert all(rig.is_read(seat) for seat in (0, 2, 3))


def test_a_reader_missing_at_boot_is_lost_until_plugged_in():
    rig = Rig(seed=testenv.SEED)
    rig.selects[3].net.stick(1)
    rig.until_state(3, PadStates.FAULT)
    assert rig.now() < 500
    rig.until(lambda: states(rig)[:3] == [PadStates.ABSENT] * 3)
    assert list(rig.readers.version) == [0x92, 0x92, 0x92, 0]
    rig.selects[3].net.stick(None)
    rig.until_state(3, PadStates.ABSENT, 2000)
    assert rig.readers.version[3] == 0x92


@pytest.mark.parametrize("missing", [0b1000, 0b0101, 0b1011])
def test_a_reader_that_was_never_built_is_not_polled_or_reported(missing):
    rig = Rig(seed=testenv.SEED, missing=missing)
    built = [seat for seat in range(SEATS) if not missing >> seat & 1]
    for seat in built:
        rig.fields[seat].put(Tag(UIDS[seat]))
    rig.readers.turn = missing.bit_length() - 1  # a pad without a reader
    rig.until(lambda: all(rig.pads.state[seat] == PadStates.PRESENT for seat in built))
    rig.chips[built[0]].wedge(None)
    rig.until_state(built[0], PadStates.FAULT)
    rig.chips[built[0]].wedge("soft")
    rig.until_state(built[0], PadStates.PRESENT, 2000)
    rig.run(3000)
    absent = [seat for seat in range(SEATS) if seat not in built]
    assert [rig.pads.state[seat] for seat in absent] == [PadStates.NONE] * len(absent)
    assert rig.pads.changed & missing == 0
    assert [rig.selects[seat].lows for seat in absent] == [0] * len(absent)


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_a_dead_bus_removes_no_card(rig, level):
    rig.bus.stuck = level
    rig.until(lambda: states(rig) == [PadStates.FAULT] * SEATS, 3000)
    rig.run(3000)
    assert rig.longest_us < 10_000
    rig.bus.stuck = None
    rig.until(lambda: states(rig) == [PadStates.PRESENT] * SEATS, 2000)
    assert [rig.uid(seat) for seat in range(SEATS)] == UIDS


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_a_short_failure_of_the_bus_is_not_reported(rig, level):
    for _ in range(5):
        rig.bus.stuck = level
        rig.run(60)
        rig.bus.stuck = None
        rig.run(600)
    assert not rig.pads.changed and states(rig) == [PadStates.PRESENT] * SEATS


@pytest.mark.parametrize("ms", [1, 300])
def test_a_brown_out_of_the_readers(rig, ms):
    rig.check_faults = False  # the driver uses readers without power, as it cannot know this
    became = []
    become = rig.pads.become
    rig.pads.become = lambda seat, state, now: became.append(state) or become(seat, state, now)
    rig.reset_net.stick(0)
    rig.run(ms)
    rig.reset_net.stick(None)
    rig.run(2500)
    assert states(rig) == [PadStates.PRESENT] * SEATS
    assert [rig.uid(seat) for seat in range(SEATS)] == UIDS
    assert PadStates.ABSENT not in became


def test_a_hot_chip_is_reset(rig):
    rig.chips[0].overheat()
    rig.run(500)
    assert states(rig) == [PadStates.PRESENT] * SEATS and not rig.pads.changed
    assert rig.is_read(0)


def test_a_wrong_timer_is_found_within_about_a_second(rig):
    rig.chips[2].regs[0x2D] = 99
    rig.run(1500)
    assert rig.chips[2].regs[0x2D] == 11 and resets(rig) == [0, 0, 1, 0]


def test_a_dead_antenna_looks_like_an_empty_pad(rig):
    rig.fields[0].fail(True)
    rig.until_state(0, PadStates.ABSENT)
    rig.fields[0].fail(False)
    rig.until_state(0, PadStates.PRESENT)
    assert rig.uid(0) == UIDS[0]


def test_two_cards_are_refused_until_one_is_left(rig):
    intruder = Tag(bytes.fromhex("04a1b2c3d4e5f7"))
    rig.fields[0].put(intruder)
    rig.until_state(0, PadStates.CROWDED)
    rig.run(1000)
    assert rig.pads.state[0] == PadStates.CROWDED and rig.pads.laid[0] == 1
    rig.fields[0].lift(rig.tags[0])
    rig.until_state(0, PadStates.PRESENT)
    assert rig.uid(0) == intruder.uid


def test_three_cards_are_a_collision():
    rig = Rig(seed=testenv.SEED)
    for last in (1, 2, 3):
        rig.fields[0].put(Tag(bytes([4, 1, 2, 3, 4, 5, last])))
    rig.until_state(0, PadStates.CROWDED)
    rig.run(300)
    assert rig.pads.laid[0] == 0


def test_noise_is_not_taken_for_two_cards(rig):
    """A single card is never reported as two cards, although noise may look like a collision."""
    for field in rig.fields:
        field.noise = 0.02
    rig.run(60_000 if testenv.SOAK else 10_000)
    assert states(rig) == [PadStates.PRESENT] * SEATS and not rig.pads.changed
    assert all(rig.pads.count(seat, Looks.GARBLES) for seat in range(SEATS))


@pytest.mark.parametrize("noise", [0.01, 0.1])
def test_a_mangled_frame_removes_no_card(rig, noise):
    for field in rig.fields:
        field.noise = noise
    rig.run(60_000 if testenv.SOAK else 8_000)
    assert [rig.pads.laid[seat] for seat in range(SEATS)] == [1] * SEATS
    assert states(rig) == [PadStates.PRESENT] * SEATS


def test_an_unreadable_card_is_neither_a_card_nor_absent(rig):
    """A card with a wrong check byte (BCC) is reported as unreadable."""
    broken = Tag(UIDS[1])
    broken.levels[0] = broken.levels[0][:4] + b"\0"
    rig.fields[1].lift(rig.tags[1])
    rig.fields[1].put(broken)
    rig.run(1000)
    assert rig.pads.state[1] == PadStates.PRESENT, "the previous card stays for now"
    rig.until_state(1, PadStates.UNREADABLE, 20_000)
    rig.fields[1].lift(broken)
    rig.until_state(1, PadStates.ABSENT)
    rig.fields[1].put(broken)
    rig.until_state(1, PadStates.UNREADABLE, 3000)
    rig.fields[1].lift(broken)
    rig.fields[1].put(rig.tags[1])
    rig.until_state(1, PadStates.PRESENT)
    assert rig.uid(1) == UIDS[1]


def test_a_card_that_leaves_in_the_middle_of_a_frame(rig):
    chance = random.Random(testenv.SEED)
    for _ in range(60):
        seat = chance.randrange(SEATS)
        rig.tags[seat].leaves_after = chance.randrange(1, 40)
        rig.until_state(seat, PadStates.ABSENT)
        rig.fields[seat].put(rig.tags[seat])
        rig.until_state(seat, PadStates.PRESENT)
        assert rig.uid(seat) == UIDS[seat]


def test_a_marginal_card_does_not_flicker():
    """A card that loses some frames stays known: it is neither lifted nor laid again."""
    rig = Rig(seed=testenv.SEED)
    rig.fields[0].put(Tag(UIDS[0]), 0.5)
    rig.until_state(0, PadStates.PRESENT, 5000)
    rig.pads.changed = 0
    rig.run(5000)
    assert rig.uid(0) == UIDS[0] and rig.pads.state[0] == PadStates.PRESENT
    assert rig.pads.laid[0] == 1


def test_a_neighbours_card_is_not_on_two_pads_while_it_is_out_of_reach(rig):
    """A card on pad 0 is not reported for pad 1, whose field is too weak to power it."""
    rig.fields[1].lift(rig.tags[1])
    rig.until_state(1, PadStates.ABSENT)
    rig.fields[1].put(rig.tags[0], 0.15)
    rig.run(2000)
    assert states(rig) == [
        PadStates.PRESENT,
        PadStates.ABSENT,
        PadStates.PRESENT,
        PadStates.PRESENT,
    ]


def test_a_card_read_by_two_pads_stays_on_its_own_pad():
    """With strong coupling both pads report the card, and the table decides which report counts.

    A visit to the neighbouring pad just before a visit to the card's own pad must not make the
    card seem lifted.
    """
    rig = Rig(seed=testenv.SEED)
    tag = Tag(UIDS[0])
    rig.fields[0].put(tag)
    rig.until_state(0, PadStates.PRESENT)
    rig.fields[1].put(tag, 0.7)
    rig.readers.turn = 1
    rig.until_state(1, PadStates.PRESENT)
    rig.run(2000)
    assert rig.uid(0) == rig.uid(1) == UIDS[0] and rig.pads.since[1] > rig.pads.since[0]
    assert (
        states(rig) == [PadStates.PRESENT, PadStates.PRESENT, PadStates.ABSENT, PadStates.ABSENT]
        and rig.pads.laid[0] == 1
    )
