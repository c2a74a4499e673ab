"""What follows an offence, and the director's rulings."""

from keyskit import MENU, UNDO
from menukit import (
    AGREE,
    ANOTHER,
    AWARDED,
    DECLINE,
    DIRECTOR,
    MINUS_ONE,
    NEXT_DEALER,
    OFFENCE_OF,
    PARDON,
    PIN,
    PLUS_TEN,
    POINTS_FOR,
    REDEAL,
    REOPEN,
    RULINGS,
    SERVICE,
    SETTINGS,
    TAKEN,
    TO_OTHERS,
    UNDOES,
    Asks,
    warned,
)

REVOKED = (
    TAKEN
    + "; CARD W AC; CARD S 8D; CARD E 9C; CARD N TC; CARD W JC; CARD S 7C; CARD E QC; CARD N KC"
)


def test_what_follows_an_offence_is_for_the_others_to_say():
    rig = warned(REVOKED)
    rig.wait(500)
    assert rig.match.logged == 1 and rig.asked() == (17, "EW")
    assert rig.choose("E", DECLINE) == "" and rig.asked() == (0, "")
    yield
    rig = warned(REVOKED)
    yield
    rig.wait(500)
    told = rig.choose("W", TO_OTHERS)
    assert told == "RULING 2 0; RULING 1 %d; RULING 5 3" % (0x8000 + 160)
    assert rig.match.phase == 1 and rig.match.totals[:2] == [0, 160] and rig.match.totals[3] == 3
    yield
    rig = warned(REVOKED)
    rig.wait(500)
    rig.choose("W", DIRECTOR)
    assert rig.asked() == (RULINGS, "NESW")


def test_a_deal_that_is_over_is_not_given_to_the_others():
    rig = warned(REVOKED)
    rig.wait(500)
    rig.tell("RULING 2")
    rig.told()
    assert rig.choose("W", TO_OTHERS) == "" and rig.notice() == 67
    assert rig.match.totals[:2] == [0, 0]


def test_what_only_people_see_is_theirs_to_judge():
    rig = warned()
    rig.play("OFFENCE S 11")
    rig.wait(500)
    assert rig.match.logged == 1 and rig.asked() == (0, "")


def test_an_offence_is_not_judged_while_others_are_asked():
    rig = warned(REVOKED[: REVOKED.index("; CARD S 7C")])
    assert rig.match.logged == 0
    yield
    rig.table.ask(Asks(), 7, 1, 102, bytes((99, 100)))
    rig.play("CARD S 7C")
    rig.wait(500)
    assert rig.asked() == (102, "N") and rig.notice() == 17


def test_an_offence_that_was_taken_back_is_not_judged():
    rig = warned()
    rig.keys.request(1, 0)
    rig.wait(100)
    assert rig.asked() == (0, "")


def test_the_director_has_a_pin():
    rig = warned(pin=[0, 3, 3, 1])
    rig.centre(MENU)
    assert rig.asked() == (PIN, "NESW")
    for key in "CSSD":
        rig.press("W", key)
    assert rig.asked() == (RULINGS, "NESW")
    rig.centre(MENU)
    assert rig.asked() == (0, "")
    rig.centre(UNDO)
    for key in "CSSS":
        rig.press("E", key)
    assert rig.asked() == (0, "") and rig.notice() == 197
    rig.centre(UNDO)
    for key in "CSSD":
        rig.press("E", key)
    assert rig.asked() == (UNDOES, "NESW")
    assert rig.press("N", "C") == "UNDO N 0"


def test_a_pin_may_be_pressed_fast():
    rig = warned(pin=[0, 3, 3, 1])
    rig.centre(MENU)
    for key in "CSSD":
        rig.down("W", key)
        rig.wait(40)
        rig.up("W", key)
        rig.wait(40)
    assert rig.asked() == (RULINGS, "NESW")


def ruled(rig, seat, *texts):
    """The director opens his menu, and chooses at a seat."""
    rig.centre(MENU)
    for text in texts[:-1]:
        rig.choose(seat, text)
    told = rig.choose(seat, texts[-1])
    if rig.table.asked:
        rig.centre(MENU)
    return told


def test_rulings():
    rig = warned()
    assert ruled(rig, "S", POINTS_FOR, PLUS_TEN) == "RULING 0 %d" % 0x800A
    yield
    assert ruled(rig, "E", POINTS_FOR, MINUS_ONE) == "RULING 1 %d" % 0x7FFF
    yield
    assert rig.match.totals[:2] == [10, -1]
    assert ruled(rig, "S", NEXT_DEALER) == "" and rig.notice() == 53
    yield
    assert ruled(rig, "S", SETTINGS) == "" and rig.notice() == 53 and not rig.keys.wish
    yield
    assert ruled(rig, "S", OFFENCE_OF, ANOTHER, ANOTHER, AGREE) == "OFFENCE S 11"
    yield
    assert ruled(rig, "S", PARDON, AGREE) == "RULING 4 0"
    yield
    assert rig.match.log[0] == 128 + 11
    assert ruled(rig, "S", PARDON) == "" and rig.notice() == 67
    yield
    assert ruled(rig, "W", AWARDED) == "RULING 3 1"
    yield
    assert rig.match.totals[7] == 1
    assert ruled(rig, "W", REOPEN) == "RULING 3 2"
    yield
    assert ruled(rig, "W", REDEAL) == "RULING 2 0; note 40 W 0"
    yield
    assert ruled(rig, "E", SETTINGS) == ""
    yield
    assert rig.keys.wish == SETTINGS
    rig.keys.wish = 0
    assert ruled(rig, "E", SERVICE) == ""
    yield
    assert rig.keys.wish == SERVICE
    rig.keys.wish = 0


def test_after_the_end_comes_another_match_wherever_the_last_one_ended():
    rig = warned("RULING 3 1")
    yield
    assert rig.match.totals[7] == 1
    rig.centre(MENU)
    rig.wait(500)
    assert rig.asked() == (RULINGS, "NESW") and rig.table.options[0] == SETTINGS
    yield
    rig = warned(TAKEN + "; CARD W AC; RULING 3 0")
    yield
    assert rig.match.phase == 4
    assert ruled(rig, "N", SETTINGS) == "" and rig.keys.wish == SETTINGS


def test_offences_come_round():
    rig = warned()
    texts = [OFFENCE_OF] + [ANOTHER] * 7 + [AGREE]
    yield
    assert ruled(rig, "S", *texts) == "OFFENCE S 6"


def test_a_misdeal_is_the_dealer_s_whoever_notes_it():
    rig = warned()
    assert ruled(rig, "S", OFFENCE_OF, ANOTHER, AGREE) == "OFFENCE N 10"
    yield
    assert rig.match.phase == 1
    rig.wait(2500)
    assert ruled(rig, "E", NEXT_DEALER) == "RULING 5 1"
    yield
    assert rig.match.totals[3] == 1
