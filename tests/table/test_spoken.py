"""Tests of messages to the dealer, and of players' calls, shown one after the other."""

import texts
from keyskit import CALL, KeyRig

DEAL = "DEAL N 0; UPCARD N JH"


def heard(rig):
    """Return the call on the display: its text, seat and kind of meld."""
    notice = rig.table.voice.notice
    return notice.text, notice.seat, notice.number


def taken(name="piedicavallo"):
    rig = KeyRig(name)
    rig.play(DEAL)
    rig.press("W", "H")
    return rig


def test_two_successive_announcements_are_both_shown():
    rig = taken()
    rig.press("W", CALL, "C")
    first = heard(rig)
    rig.press("E", CALL, "S")
    assert first == (texts.ANNOUNCED, 3, 0)
    assert heard(rig) == first, "the first one is still shown"
    rig.wait(2500)
    assert heard(rig) == first
    rig.wait(1500)
    assert heard(rig)[0] == texts.ANNOUNCED and heard(rig)[2] == 3
    rig.wait(8100)
    assert not rig.notice()


def test_four_calls_wait_and_a_later_one_replaces_the_last_of_them():
    rig = taken()
    table = rig.table
    for number in range(7):
        table.voice.spoken.tell(texts.ANNOUNCED, number & 3, number)
    seen = []
    for _ in range(12):
        if not seen or heard(rig)[2] != seen[-1]:
            seen.append(heard(rig)[2])
        rig.wait(2000)
    assert seen == [0, 1, 2, 3, 6]


def test_a_call_waits_only_until_an_offence_has_been_shown():
    rig = taken()
    table = rig.table
    table.voice.accuse(texts.NOTED_OFFENCE, 1)
    table.voice.spoken.tell(texts.CALLED, 2)
    rig.wait(2000)
    assert rig.notice() == texts.NOTED_OFFENCE
    table.voice.drawn = table.voice.notice
    rig.wait(2200)
    assert rig.notice() == texts.CALLED


def test_the_dealer_is_told_which_seat_gets_the_remaining_cards_first():
    for name, taker, first in (
        ("piedicavallo", "S", 3),
        ("salotto", "S", 2),
        ("espanola-4", "S", 1),
    ):
        rig = KeyRig(name)
        rig.play(DEAL)
        seat = rig.match.auction.seat
        while seat != 2:
            rig.press("NESW"[seat], 4)
            seat = rig.match.auction.seat
        rig.press(taker, "H")
        notice = rig.table.voice.notice
        assert notice.text == texts.DEAL_REST and notice.seat == 0, name
        assert notice.other_seat == first, (name, notice.other_seat)
        yield
