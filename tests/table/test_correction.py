"""Tests of corrections of the points, by both sides between deals or by the director."""

import texts
from codes.game import Phases, Rulings
from keyskit import MENU, OK, UNDO, KeyRig
from menukit import TAKEN, warned
from test_rulings import given

NOTED = "; note 59 %s %d"


def between(north=0, east=0, hanging=0, house="french", **options):
    """Return a table between deals with these points."""
    rig = KeyRig(house, discipline=1, **options)
    rig.play(given(north, east, hanging, Rulings.BESIDE))
    return rig


def corrects(rig, seat):
    """Let a seat ask for a correction of the points; return the new records."""
    rig.chord(seat)
    return rig.choose(seat, texts.CORRECT)


def sets(rig, seat, hundreds=0, tens=0, units=0, sign=False):
    """Press each option this many times, then accept; return the records of accepting."""
    for text, times in (
        (texts.HUNDREDS, hundreds),
        (texts.TENS, tens),
        (texts.UNITS, units),
        (texts.PLUS_MINUS, sign),
        (texts.RIGHT, 1),
    ):
        for _ in range(times):
            told = rig.choose(seat, text)
            rig.wait(300)
    return told


def test_both_sides_agree_to_correct_the_last_result():
    rig = between(734, 652)
    corrects(rig, "S")
    assert rig.asked() == (texts.SET_POINTS, "S") and rig.table.voice.notice.card == 734
    sets(rig, "S", tens=1)
    assert rig.asked() == (texts.SET_POINTS, "S") and rig.table.voice.notice.card == 652
    sets(rig, "S", tens=9)
    yield
    assert rig.asked() == (texts.SET_HANGING, "S"), "this is asked in a house with hanging points"
    assert sets(rig, "S") == "" and rig.match.totals[:3] == [734, 652, 0]
    rig.wait(600)
    assert rig.asked() == (texts.CORRECTED_HANGING, "EW")
    notice = rig.table.voice.notice
    assert (notice.card, notice.other_card, notice.number) == (744, 642, 0)
    yield
    told = rig.choose("E", texts.AGREE)
    assert told == given(10, -10, 0, Rulings.CORRECTED) + NOTED % ("S", 0)
    assert rig.match.totals[:3] == [744, 642, 0]


def test_without_the_other_sides_agreement_nothing_changes():
    rig = between(734, 652)
    corrects(rig, "S")
    for _ in range(3):
        sets(rig, "S", units=5)
    rig.wait(600)
    assert rig.choose("W", texts.DECLINE) == "" and rig.notice() == texts.DECLINED
    assert rig.match.totals[:3] == [734, 652, 0]


def test_turning_a_digit_changes_no_other():
    rig = between(9999, -95)
    corrects(rig, "N")
    for text, shown in ((texts.UNITS, 9990), (texts.TENS, 9900), (texts.HUNDREDS, 0)):
        rig.choose("N", text)
        assert rig.table.voice.notice.card == shown
        rig.wait(300)
    yield
    rig.choose("N", texts.RIGHT)
    rig.wait(300)
    for text, shown in (
        (texts.TENS, -5),
        (texts.PLUS_MINUS, 5),
        (texts.PLUS_MINUS, -5),
        (texts.UNITS, -6),
    ):
        rig.choose("N", text)
        assert rig.table.voice.notice.card == shown
        rig.wait(300)


def test_hanging_points_are_asked_only_where_a_house_has_them():
    rig = between(30, 20, house="espanola-2")
    corrects(rig, "N")
    sets(rig, "N", units=1)
    sets(rig, "N")
    rig.wait(600)
    assert rig.asked() == (texts.CORRECTED, "S")
    assert rig.choose("S", texts.AGREE).startswith(given(1, 0, 0, Rulings.CORRECTED))


def test_players_cannot_correct_points_during_a_deal():
    rig = warned()
    corrects(rig, "S")
    assert rig.asked() == (0, "") and rig.notice() == texts.NOT_NOW


def test_points_are_not_corrected_once_a_deal_has_begun():
    rig = between(734, 652)
    corrects(rig, "S")
    for _ in range(3):
        sets(rig, "S", units=1)
    rig.play("DEAL N; UPCARD N 9H")
    rig.wait(600)
    assert rig.choose("W", texts.AGREE) == "" and rig.notice() == texts.LATE
    assert rig.match.totals[:2] == [734, 652]


def test_the_director_corrects_at_any_time():
    rig = warned()
    rig.centre(MENU)
    rig.choose("E", texts.CORRECT)
    rig.wait(300)
    assert rig.asked() == (texts.SET_POINTS, "NESW")
    sets(rig, "E", tens=1)
    sets(rig, "W", units=9, sign=True)
    yield
    told = sets(rig, "E")
    assert told == given(10, -9, 0, Rulings.BESIDE) + NOTED % ("E", 1)
    assert rig.match.totals[:2] == [10, -9] and rig.match.phase == Phases.PLAY
    yield
    rig.centre(MENU)
    rig.wait(300)
    rig.centre(UNDO)
    rig.wait(300)
    rig.centre(UNDO)
    rig.wait(300)
    assert rig.asked() == (texts.UNDO, "NESW")
    told = rig.centre(OK)
    assert told == "UNDO N 0; UNDO N 0; UNDO N 0; UNDO N 0", (
        "one undo takes back the whole correction"
    )
    assert rig.match.totals[:2] == [0, 0] and len(rig.match.events) == len(TAKEN.split(";"))


def test_a_correction_can_reopen_a_finished_match():
    rig = between(1010, 990)
    assert rig.match.standing.winner() == 0
    corrects(rig, "W")
    sets(rig, "W", tens=9, units=0, hundreds=9)  # turns 1010 into 1900
    yield
    sets(rig, "W")
    sets(rig, "W")
    rig.wait(600)
    rig.choose("N", texts.AGREE)
    assert rig.match.standing.winner() == 0 and rig.match.totals[0] == 1900
    yield
    corrects(rig, "W")
    sets(rig, "W", hundreds=90)
    sets(rig, "W")
    sets(rig, "W")
    rig.wait(600)
    rig.choose("S", texts.AGREE)
    assert rig.match.totals[0] == 900 and rig.match.standing.winner() == -1


def test_an_unanswered_correction_times_out():
    rig = between(734, 652)
    corrects(rig, "S")
    rig.choose("S", texts.TENS)
    rig.wait(61000)
    assert rig.asked() == (0, "") and rig.match.totals[:2] == [734, 652]
