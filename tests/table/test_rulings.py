"""Tests of the consequences of an offence and of the director's rulings."""

import texts
from keyskit import MENU, OK, UNDO, KeyRig
from menukit import HEARTS, TAKEN, Asks, warned
from table.menus import wishes

REVOKED = (
    TAKEN
    + "; CARD W AC; CARD S 8D; CARD E 9C; CARD N TC; CARD W JC; CARD S 7C; CARD E QC; CARD N KC"
)


def given(north, east, hanging, why):
    """Return the ruling events that give these points; `why` is the argument of `Rulings.GIVE`."""
    return "RULING 0 %d; RULING 1 %d; RULING 6 %d; RULING 7 %d" % (
        0x8000 + north,
        0x8000 + east,
        0x8000 + hanging,
        why,
    )


def _instead(north, east, hanging=0):
    return given(north, east, hanging, 1)


def test_the_opponents_decide_the_consequence_of_an_offence():
    rig = warned(REVOKED)
    rig.wait(500)
    assert len(rig.match.conduct.log) == 1 and rig.asked() == (texts.NOTED_REVOKE, "EW")
    assert rig.choose("E", texts.DECLINE) == "" and rig.asked() == (0, "")
    yield
    rig = warned(REVOKED)
    yield
    rig.wait(500)
    told = rig.choose("W", texts.TO_OTHERS)
    assert told == _instead(0, 160)
    assert rig.match.phase == 1 and rig.match.totals[:2] == [0, 160] and rig.match.totals[3] == 3
    yield
    rig = warned(REVOKED)
    rig.wait(500)
    rig.choose("W", texts.DIRECTOR)
    assert rig.asked() == (texts.RULINGS, "NESW")


def _to_others(house, line, by, **options):
    """Give the deal to the offender's opponents; return the table and the new records."""
    rig = KeyRig(house, discipline=1, **options)
    rig.play(line)
    rig.wait(500)
    rig.told()
    return rig, rig.choose(by, texts.TO_OTHERS)


def test_a_deal_given_to_the_opponents_scores_as_a_lost_contract():
    laid = "; CARD W JC; CARD S 8D; CARD E 8C; CARD N 7C; CARD W AC; CARD S TC"
    passed = "; BID E pass; BID N pass; BID W pass"
    for call, paid in (("AT", 26), ("AT; BID S double", 52), ("NT", 26), ("S", 16)):
        after = passed if "double" in call else "; BID S pass" + passed[: passed.rindex(";")]
        _, told = _to_others("bulgarian", "DEAL N; BID W " + call + after + laid, "W")
        assert told == _instead(0, paid), call
        yield


def test_shown_melds_are_scored_with_a_deal_given_to_the_opponents():
    """South has shown a tierce of hearts when West's revoke is proved."""
    laid = (
        "; CARD W AC; MELD S 0; SHOW S 9H; SHOW S TH; SHOW S JH; CARD S 7C; CARD E 8C; CARD N 9C"
    )
    line = "DEAL N; UPCARD N QH; BID W H" + laid + "; CARD W 8D; CARD S 9D; CARD E TD; CARD N JD"
    line += "; CARD E KS; CARD N AS; CARD W QD; CARD S 7S; CARD N QS; CARD W 9S"
    _, told = _to_others("french", line, "S")
    assert told == _instead(182, 0)


def test_where_no_contract_is_at_stake_all_card_points_are_given():
    laid = "; CARD W AC; CARD S 8D; CARD E 9C; CARD N TC; CARD W JC; CARD S 7C"
    _, told = _to_others("espanola-4", "DEAL N; UPCARD N 9H; BID W H" + laid, "W")
    assert told == _instead(0, 186)


def test_hanging_points_go_with_the_deal():
    laid = REVOKED[len(HEARTS) :]
    line = given(0, 0, 81, 0) + "; " + HEARTS + laid
    rig, told = _to_others("french", line, "W")
    assert told == _instead(0, 243, -81)
    assert rig.match.totals[:3] == [0, 243, 0]


def test_a_finished_deal_cannot_be_given_to_the_opponents():
    rig = warned(REVOKED)
    rig.wait(500)
    rig.tell("RULING 2")
    rig.told()
    assert rig.choose("W", texts.TO_OTHERS) == "" and rig.notice() == texts.NOTHING
    assert rig.match.totals[:2] == [0, 0]


def test_no_question_is_asked_about_an_offence_that_a_person_reports():
    rig = warned()
    rig.play("OFFENCE S 11")
    rig.wait(500)
    assert len(rig.match.conduct.log) == 1 and rig.asked() == (0, "")


def test_an_offence_is_not_judged_while_another_question_is_open():
    rig = warned(REVOKED[: REVOKED.index("; CARD S 7C")])
    assert len(rig.match.conduct.log) == 0
    yield
    rig.table.dialogue.ask(Asks(), 1, texts.MISDEALT, (texts.YES, texts.NO))
    rig.play("CARD S 7C")
    rig.wait(500)
    assert rig.asked() == (texts.MISDEALT, "N") and rig.notice() == texts.NOTED_REVOKE


def test_an_offence_that_was_taken_back_is_not_judged():
    rig = warned()
    rig.keys.menus.request(wishes.JUDGE, 0)
    rig.wait(100)
    assert rig.asked() == (0, "")


def test_the_directors_menu_requires_the_pin():
    rig = warned(pin=[0, 3, 3, 1])
    rig.centre(MENU)
    assert rig.asked() == (texts.PIN, "NESW")
    for key in "CSSD":
        rig.press("W", key)
    assert rig.asked() == (texts.RULINGS, "NESW")
    rig.centre(MENU)
    assert rig.asked() == (0, "")
    rig.centre(UNDO)
    for key in "CSSS":
        rig.press("E", key)
    assert rig.asked() == (0, "") and rig.notice() == texts.WRONG_PIN
    rig.centre(UNDO)
    for key in "CSSD":
        rig.press("E", key)
    assert rig.asked() == (texts.WRONG_TRIES, "NESW") and rig.table.dialogue.details.number == 1
    rig.choose("E", texts.RESUME)
    assert rig.asked() == (texts.UNDO, "NESW")
    assert rig.press("N", "C") == "UNDO N 0"
    rig.centre(MENU)
    for key in "CSSD":
        rig.press("E", key)
    assert rig.asked() == (texts.RULINGS, "NESW"), "the number of wrong tries is shown only once"


def test_after_three_wrong_pins_the_director_must_wait():
    rig = warned(pin=[0, 3, 3, 1])
    for _ in range(3):
        rig.centre(MENU)
        for key in "CSSS":
            rig.press("E", key)
    assert rig.notice() == texts.PIN_WAITS and rig.table.voice.notice.number == 5
    rig.told()
    for key in (MENU, UNDO):
        assert rig.centre(key) == "" and rig.asked() == (0, "")
        assert rig.notice() == texts.PIN_WAITS
    rig.wait(5000)
    rig.centre(UNDO)
    assert rig.asked() == (texts.PIN, "NESW")


def test_a_pin_may_be_pressed_fast():
    rig = warned(pin=[0, 3, 3, 1])
    rig.centre(MENU)
    for key in "CSSD":
        rig.down("W", key)
        rig.wait(40)
        rig.up("W", key)
        rig.wait(40)
    assert rig.asked() == (texts.RULINGS, "NESW")


def ruled(rig, seat, *texts):
    """Open the director's menu and choose these texts at a seat.

    Return the records of the last choice.
    """
    rig.centre(MENU)
    for text in texts[:-1]:
        rig.choose(seat, text)
    told = rig.choose(seat, texts[-1])
    if rig.table.dialogue.asked:
        rig.centre(MENU)
    return told


def test_the_director_can_make_each_ruling():
    rig = warned()
    assert ruled(rig, "S", texts.NEXT_DEALER) == "" and rig.notice() == texts.NOT_NOW
    yield
    assert (
        ruled(rig, "S", texts.SETTINGS) == ""
        and rig.notice() == texts.NOT_NOW
        and not rig.keys.menus.wish
    )
    yield
    assert (
        ruled(rig, "S", texts.OFFENCE_OF, texts.ANOTHER, texts.ANOTHER, texts.AGREE)
        == "OFFENCE S 11"
    )
    yield
    assert ruled(rig, "S", texts.PARDON, texts.AGREE) == "RULING 4 0"
    yield
    offence = rig.match.conduct.log[0]
    assert offence.code == 11 and offence.is_pardoned
    assert ruled(rig, "S", texts.PARDON) == "" and rig.notice() == texts.NOTHING
    yield
    assert ruled(rig, "W", texts.AWARDED) == "RULING 3 1"
    yield
    assert rig.match.standing.winner() == 1
    assert ruled(rig, "W", texts.REOPEN) == "RULING 3 2"
    yield
    assert ruled(rig, "W", texts.REDEAL, texts.DECLINE) == "" and rig.match.phase == 4
    yield
    assert ruled(rig, "W", texts.REDEAL, texts.AGREE) == "RULING 2 0; note 40 W 0"
    yield
    assert ruled(rig, "E", texts.SETTINGS) == ""
    yield
    assert rig.keys.menus.wish == wishes.SETTINGS
    rig.keys.menus.grant(rig.keys.menus.wish)
    for answer in (texts.DECLINE, texts.AGREE):
        assert not rig.keys.menus.wish
        assert ruled(rig, "E", texts.SERVICE, answer) == ""
        yield
    assert rig.keys.menus.wish == wishes.SERVICE
    rig.keys.menus.grant(rig.keys.menus.wish)


def test_one_press_of_ok_takes_nothing_back():
    rig = warned()
    rig.centre(MENU)
    assert rig.centre(OK) == "" and rig.asked() == (texts.UNDO, "NESW")
    assert rig.choose("E", texts.DECLINE) == "" and rig.match.phase == 4
    yield
    rig.centre(MENU)
    rig.centre(OK)
    assert rig.centre(OK) == "UNDO N 0"


def test_another_match_can_begin_after_any_end():
    rig = warned("RULING 3 1")
    yield
    assert rig.match.standing.winner() == 1
    rig.centre(MENU)
    rig.wait(500)
    assert (
        rig.asked() == (texts.RULINGS, "NESW") and rig.table.dialogue.options[0] == texts.SETTINGS
    )
    yield
    rig = warned(TAKEN + "; CARD W AC; RULING 3 0")
    yield
    assert rig.match.phase == 4
    assert ruled(rig, "N", texts.SETTINGS) == "" and rig.keys.menus.wish == wishes.SETTINGS


def test_the_list_of_offences_wraps():
    rig = warned()
    pressed = [texts.OFFENCE_OF] + [texts.ANOTHER] * 7 + [texts.AGREE]
    yield
    assert ruled(rig, "S", *pressed) == "OFFENCE S 6"


def test_a_misdeal_counts_against_the_dealer_whichever_seat_notes_it():
    rig = warned()
    assert ruled(rig, "S", texts.OFFENCE_OF, texts.ANOTHER, texts.AGREE) == "OFFENCE N 10"
    yield
    assert rig.match.phase == 1
    rig.wait(2500)
    assert ruled(rig, "E", texts.NEXT_DEALER) == "RULING 5 1"
    yield
    assert rig.match.totals[3] == 1
