"""Tests of the states of pads after given results of visits, without any reader."""

import pytest

from codes.table import Looks, PadStates
from drivers.mfrc522_pads import Pads

SEVEN = bytearray(b"\x04\xa1\xb2\xc3\xd4\xe5\xf6\0\0\0")
OTHER = bytearray(b"\x04\xa1\xb2\xc3\xd4\xe5\xf7\0\0\0")
PHONE = bytearray(b"\x08\x11\x22\x33\0\0\0\0\0\0")


@pytest.fixture
def pads():
    return Pads(4)


def lay(pads, seat, uid, now=0):
    assert pads.read(seat, uid, 7, now)
    assert not pads.read(seat, uid, 7, now + 20)


def test_pads_are_unknown_before_the_first_visits(pads):
    assert list(pads.state) == [PadStates.UNKNOWN] * 4 and not pads.changed


def test_an_empty_pad_is_absent_after_three_silences(pads):
    for now in (1, 2):
        pads.miss(2, now)
        assert pads.state[2] == PadStates.UNKNOWN
    pads.miss(2, 3)
    assert pads.state[2] == PadStates.ABSENT and pads.since[2] == 1 and pads.changed == 4


def test_a_card_counts_when_read_twice(pads):
    assert pads.read(1, SEVEN, 7, 100), "a second visit is due"
    assert pads.state[1] == PadStates.UNKNOWN and not pads.changed
    assert not pads.read(1, SEVEN, 7, 120)
    assert pads.state[1] == PadStates.PRESENT and pads.uid[1] == SEVEN and pads.uid_len[1] == 7
    assert pads.since[1] == 120 and pads.changed == 2 and pads.laid[1] == 1


def test_two_reads_that_differ_are_no_card(pads):
    pads.read(1, SEVEN, 7, 0)
    assert pads.read(1, OTHER, 7, 1)
    assert pads.read(1, SEVEN, 7, 2)
    assert pads.state[1] == PadStates.UNKNOWN
    pads.read(1, SEVEN, 7, 3)
    assert pads.state[1] == PadStates.PRESENT


def test_the_length_is_part_of_the_uid(pads):
    short = bytearray(b"\x04\xa1\xb2\0\0\0\0\0\0\0")
    pads.read(1, short, 4, 0)
    assert pads.read(1, short, 7, 1)
    assert pads.state[1] == PadStates.UNKNOWN


def test_a_read_of_another_pad_confirms_nothing(pads):
    pads.read(0, SEVEN, 7, 0)
    assert pads.read(1, SEVEN, 7, 1), "the first read at this pad"
    assert pads.state[0] == pads.state[1] == PadStates.UNKNOWN


def test_a_silence_between_two_reads_makes_the_second_a_first(pads):
    pads.read(1, SEVEN, 7, 0)
    pads.miss(1, 1)
    assert pads.read(1, SEVEN, 7, 2)
    assert pads.state[1] == PadStates.UNKNOWN


def test_a_resting_card_causes_no_event(pads):
    lay(pads, 3, SEVEN)
    pads.changed = 0
    assert not pads.read(3, SEVEN, 7, 500)
    assert pads.changed == 0 and pads.since[3] == 20
    assert pads.laid[3] == 1 and pads.count(3, Looks.READS) == 3


def test_lifted_after_three_silences_and_not_two(pads):
    lay(pads, 0, SEVEN)
    for now in (1, 2):
        pads.miss(0, now)
    pads.read(0, SEVEN, 7, 3)
    for now in (4, 5):
        pads.miss(0, now)
    assert pads.state[0] == PadStates.PRESENT
    pads.miss(0, 6)
    assert pads.state[0] == PadStates.ABSENT and pads.since[0] == 4, (
        "the card counts as lifted since the first silence"
    )
    assert pads.count(0, Looks.MISSES) == 5


def test_a_mangled_answer_is_no_silence(pads):
    lay(pads, 0, SEVEN)
    for now in range(10):
        pads.miss(0, now)
        pads.miss(0, now)
        pads.garble(0, now)
    assert pads.state[0] == PadStates.PRESENT and pads.count(0, Looks.GARBLES) == 10


def test_each_laying_has_a_number(pads):
    lay(pads, 0, SEVEN)
    for now in range(3):
        pads.miss(0, now)
    pads.changed = 0
    lay(pads, 0, SEVEN)
    assert pads.laid[0] == 2 and pads.changed == 1


def test_another_card_in_its_place_is_an_event(pads):
    lay(pads, 0, SEVEN)
    pads.changed = 0
    lay(pads, 0, OTHER, 50)
    assert pads.state[0] == PadStates.PRESENT and pads.changed == 1 and pads.uid[0] == OTHER
    assert pads.laid[0] == 2 and pads.since[0] == 70


def test_one_read_of_another_card_does_not_remove_the_first(pads):
    lay(pads, 0, SEVEN)
    pads.changed = 0
    for now in (30, 50, 70):
        assert pads.read(0, OTHER, 7, now)
        assert not pads.read(0, SEVEN, 7, now + 10)
    assert pads.uid[0] == SEVEN and not pads.changed


def test_after_two_cards_the_remaining_one_counts_as_laid_again(pads):
    lay(pads, 0, SEVEN)
    assert pads.crowd(0, 30) and pads.state[0] == PadStates.PRESENT
    assert not pads.crowd(0, 40)
    assert pads.state[0] == PadStates.CROWDED and pads.count(0, Looks.CROWDS) == 2
    assert not pads.crowd(0, 50), "no second visit is due"
    lay(pads, 0, SEVEN)
    assert pads.state[0] == PadStates.PRESENT and pads.laid[0] == 2


def test_two_cards_on_an_empty_pad_are_reported_at_once(pads):
    assert not pads.crowd(2, 30)
    assert pads.state[2] == PadStates.CROWDED and pads.since[2] == 30


def test_a_collision_and_then_the_card_again_is_noise(pads):
    lay(pads, 0, SEVEN)
    assert pads.crowd(0, 30)
    assert not pads.read(0, SEVEN, 7, 50)
    assert pads.crowd(0, 70), "this collision counts as the first one again"
    assert pads.state[0] == PadStates.PRESENT


def test_a_phone_is_reported_at_once(pads):
    assert not pads.read(0, PHONE, 4, 5)
    assert pads.state[0] == PadStates.RANDOM and pads.since[0] == 5


def test_a_card_of_seven_bytes_may_begin_like_a_phone(pads):
    uid = bytearray(b"\x08\x11\x22\x33\x44\x55\x66\0\0\0")
    lay(pads, 0, uid)
    assert pads.state[0] == PadStates.PRESENT


def test_an_unreadable_card_is_reported_after_a_while(pads):
    for now in range(31):
        pads.garble(0, now)
    assert pads.state[0] == PadStates.UNKNOWN
    pads.garble(0, 31)
    assert pads.state[0] == PadStates.UNREADABLE
    lay(pads, 0, SEVEN)
    assert pads.state[0] == PadStates.PRESENT


def test_occasional_reads_keep_a_card(pads):
    lay(pads, 0, SEVEN)
    for now in range(100):
        pads.garble(0, now)
        if now % 20 == 0:
            pads.read(0, SEVEN, 7, now)
    assert pads.state[0] == PadStates.PRESENT


def test_a_lost_reader_keeps_the_uid_to_compare(pads):
    lay(pads, 0, SEVEN)
    pads.become(0, PadStates.FAULT, 99)
    assert pads.state[0] == PadStates.FAULT and pads.uid[0] == SEVEN
    pads.become(0, PadStates.UNKNOWN, 150)
    lay(pads, 0, SEVEN, 160)
    assert pads.state[0] == PadStates.PRESENT and pads.laid[0] == 2
