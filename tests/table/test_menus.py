"""Tests of menus and of the questions that players ask each other through the table."""

import testenv
import texts
from codes.game import SEATS, Phases, card_of
from keyskit import CALL, MENU, OK, PASS, KeyRig
from menukit import TAKEN, Asks, warned
from table.menus import wishes


def test_a_card_is_taken_back_when_the_opponents_agree():
    yield  # lets the VM collect the garbage of the imports
    rig = warned(TAKEN + "; CARD W 7C")
    assert rig.hold("W", PASS) == ""
    assert rig.asked() == (texts.TAKE_BACK, "NS")
    assert rig.table.voice.notice.seat == 3 and rig.table.voice.notice.card == card_of("7C")
    rig.wait(600)
    assert rig.press("E", PASS) == ""
    assert rig.press("N", "C") == "BACK W 0"
    assert rig.asked() == (0, "") and rig.match.audit.plays == 0


def test_the_opponents_may_decline():
    rig = warned(TAKEN + "; CARD W 7C")
    rig.hold("W", PASS)
    rig.wait(600)
    assert rig.press("S", "D") == ""
    assert rig.notice() == texts.DECLINED and rig.asked() == (0, "")
    yield
    rig.hold("W", PASS)
    rig.wait(600)
    assert rig.press("S", PASS) == "", "PASS declines"
    assert rig.notice() == texts.DECLINED and rig.asked() == (0, "")
    assert rig.match.audit.plays == 1


def test_a_question_ended_by_the_director_is_not_agreed():
    rig = warned(TAKEN + "; CARD W 7C")
    rig.hold("W", PASS)
    rig.wait(600)
    assert rig.centre(MENU) == "" and rig.asked() == (0, "")
    assert rig.match.audit.plays == 1


def test_agreeing_before_the_question_can_be_read_is_ignored():
    rig = warned(TAKEN + "; CARD W 7C; CARD S 8C")
    rig.down("S", PASS)
    while not rig.table.dialogue.asked:
        rig.step()
    assert rig.press("E", "C") == ""
    assert rig.asked() == (texts.TAKE_BACK, "EW")


def test_under_strict_discipline_no_card_is_taken_back():
    rig = KeyRig()
    rig.play(TAKEN + "; CARD W 7C")
    rig.hold("W", PASS)
    assert rig.asked() == (0, "") and rig.notice() == texts.NOT_HERE


def test_only_the_last_card_is_taken_back():
    rig = warned(TAKEN + "; CARD W 7C; CARD S 8C")
    for seat in "WN":
        rig.hold(seat, PASS)
        assert rig.asked() == (0, "") and rig.notice() == texts.NOT_LAST
        assert rig.table.voice.notice.seat == SEATS.index(seat)
    yield
    rig = warned()
    rig.hold("N", PASS)
    assert rig.asked() == (0, "") and rig.notice() == texts.NOTHING, "no card has been laid yet"


def test_agreeing_too_late_has_no_effect():
    rig = warned(TAKEN + "; CARD W 7C")
    rig.hold("W", PASS)
    rig.play("CARD S 8C")
    rig.wait(600)
    assert rig.press("N", "C") == "" and rig.notice() == texts.LATE
    assert rig.match.audit.plays == 2


def test_an_unanswered_question_ends_after_a_minute():
    rig = warned(TAKEN + "; CARD W 7C")
    rig.hold("W", PASS)
    rig.wait(58000)
    assert rig.table.dialogue.asked
    rig.wait(3000)
    assert rig.asked() == (0, "") and rig.match.audit.plays == 1


def test_calling_out_asks_for_confirmation():
    rig = warned(TAKEN + "; CARD W AC; CARD S 8C; CARD E 9C; CARD N TC")
    assert rig.hold("W", CALL) == "" and rig.asked() == (texts.CALLS_OUT, "W")
    assert rig.press("W", PASS) == "" and rig.asked() == (0, "")
    assert rig.notice() != texts.DECLINED, "a seat is not told of its own refusal"
    rig.hold("W", CALL)
    assert rig.press("W", "C") == "CALL_OUT W 0"


def test_a_refused_call_out_says_when_it_is_allowed():
    rig = warned()
    for play in ("W AC", "S 8C", "E 9C", "N TC", "W KC"):
        rig.hold("W" if rig.match.trick.count else "S", CALL)
        assert rig.asked() == (0, "") and rig.notice() == texts.CALL_ON_LEAD, play
        rig.play("CARD " + play)
    rig.hold("W", CALL)
    assert rig.asked() == (0, "") and rig.notice() == texts.CALL_ON_LEAD, "the seat has led again"
    yield
    rig = warned(TAKEN + "; CARD W AC; CARD S 8C; CARD E 9C; CARD N TC; CALL_OUT W")
    rig.hold("W", CALL)
    assert rig.asked() == (0, "") and rig.notice() == texts.NOT_NOW, "only one call-out a deal"
    yield
    rig = KeyRig("espanola-4")
    rig.play(TAKEN)
    rig.hold("W", CALL)
    assert rig.asked() == (0, "") and rig.notice() == texts.CALL_WITH_POINTS


def test_calling_out_is_refused_after_the_last_card():
    rig = warned()
    rig.match.phase = Phases.DONE
    rig.hold("W", CALL)
    assert rig.asked() == (0, "") and rig.notice() == texts.LATE


def test_an_option_that_is_impossible_now_is_refused():
    for text in (texts.REDEAL, texts.UNDO):
        rig = KeyRig()
        rig.chord("W")
        assert rig.choose("W", text) == "" and rig.asked() == (0, "")
        assert rig.notice() == texts.NOTHING and rig.table.voice.notice.seat == 3


def test_a_long_call_is_a_belote_in_houses_without_calling_out():
    rig = KeyRig("french")
    rig.play(TAKEN + "; CARD W KH")
    assert rig.hold("W", CALL) == "BELOTE W 0"


def test_both_sides_must_agree_to_deal_again_or_undo():
    rig = warned()
    rig.chord("W")
    assert rig.asked() == (texts.SEAT_MENU, "W")
    rig.choose("W", texts.REDEAL)
    assert rig.asked() == (texts.REDEAL, "NS")
    rig.wait(500)
    assert rig.choose("N", texts.AGREE) == "RULING 2 0; note 40 W 0"
    assert rig.match.phase == 1
    yield
    rig = warned()
    rig.chord("E")
    rig.choose("E", texts.UNDO)
    rig.wait(500)
    assert rig.choose("S", texts.AGREE) == "UNDO E 0"
    assert rig.match.phase == 3


def test_pass_declines_and_the_asking_seat_is_told():
    rig = warned()
    rig.chord("W")
    rig.choose("W", texts.REDEAL)
    rig.wait(500)
    assert rig.press("N", PASS) == "" and rig.asked() == (0, "")
    assert (
        rig.notice() == texts.DECLINED
        and rig.table.voice.notice.seat == 3
        and rig.match.phase == 4
    )


def test_two_players_ask_each_other():
    rig = KeyRig("espanola-2")
    rig.play("DEAL N; UPCARD N 9H")
    rig.chord("N")
    rig.choose("N", texts.REDEAL)
    assert rig.asked() == (texts.REDEAL, "S")


def test_one_question_at_a_time():
    rig = warned()
    rig.chord("W")
    rig.chord("N")
    assert rig.asked() == (texts.SEAT_MENU, "W") and rig.notice() == texts.NOT_NOW
    assert rig.press("W", PASS) == "" and rig.asked() == (0, "")
    rig.chord("N")
    assert rig.asked() == (texts.SEAT_MENU, "N")


def test_the_seven_of_trump():
    yield
    rig = KeyRig("espanola-4")
    rig.play(TAKEN)
    rig.chord("S")
    assert rig.choose("S", texts.SEVEN_OF_TRUMP) == "SEVEN S 0"
    assert rig.notice() == texts.EXCHANGED and rig.table.voice.notice.seat == 2
    rig.chord("S")
    assert rig.choose("S", texts.SEVEN_OF_TRUMP) == "" and rig.notice() == texts.CARD_SEEN


def test_an_idle_table_rests_after_15_minutes_until_a_card_comes():
    rig = warned()
    rig.table.step(rig.now + 899000)
    rig.step()
    rig.wait(3000)
    assert rig.asked() == (texts.PAUSED, "NESW")
    assert rig.told() == "note 43 N 0"
    rig.wait(90000)
    assert rig.asked() == (texts.PAUSED, "NESW")
    rig.tell("CARD W 7C")
    rig.step()
    assert rig.told() == "CARD W 7C; note 44 N 0" and rig.asked() == (0, "")


def test_a_match_left_by_both_sides_has_no_winner():
    rig = warned()
    rig.centre(MENU)
    assert rig.choose("N", texts.PAUSED) == "note 43 N 0"
    rig.wait(600)
    assert rig.choose("E", texts.ABANDON) == "" and rig.asked() == (texts.ABANDON, "NS")
    rig.wait(600)
    assert rig.choose("S", texts.DECLINE) == "" and rig.asked() == (0, "")
    rig.centre(MENU)
    rig.choose("N", texts.PAUSED)
    rig.wait(600)
    rig.choose("E", texts.ABANDON)
    rig.wait(600)
    assert rig.choose("S", texts.AGREE) == "RULING 2 0; note 45 E 0"
    assert (
        rig.match.totals[7] == -1
        and rig.match.phase == 1
        and rig.keys.menus.wish == wishes.SETTINGS
    )


def test_one_menu_leads_to_the_next():
    rig = warned()
    rig.centre(MENU)
    assert rig.keys.menus.menu and not rig.keys.menus.turning()
    rig.press("E", CALL)
    rig.press("E", CALL)
    rig.keys.key(
        rig.number("E", list(rig.table.dialogue.options[8:]).index(texts.PAUSED)), True, rig.now
    )
    assert rig.keys.menus.turning()
    rig.step()
    assert rig.keys.menus.turning() and not rig.keys.menus.menu
    rig.step()
    assert rig.asked() == (texts.PAUSED, "NESW") and not rig.keys.menus.turning()
    assert rig.keys.menus.menu.seat == 1


def test_an_answer_uses_little_heap():
    rig = warned(TAKEN + "; CARD W KH; BELOTE W")
    rig.journal.keeps = False
    for seat, key in ((3, PASS), (3, 0), (3, 0), (3, 0)):
        if not rig.table.dialogue.asked:
            rig.keys.menus.request(wishes.SEAT_MENU, 3)
            rig.step()
            rig.wait(600)
        yield
        rig.table.step(rig.now + 300)
        testenv.little_heap(rig.keys.key, seat * 8 + key, True, rig.now)
        testenv.little_heap(rig.keys.step, rig.now)
    assert rig.asked() == (texts.IS_IT, "NS")
    rig.wait(600)
    testenv.little_heap(rig.keys.key, 1, True, rig.now)
    assert rig.notice() == texts.DECLINED


def test_questions_of_other_tools_are_answered_by_keys():
    rig = warned()
    other = Asks()
    rig.table.dialogue.ask(other, 1, texts.MISDEALT, (texts.YES, texts.NO))
    rig.chord("W")
    assert rig.notice() == texts.NOT_NOW and rig.asked() == (texts.MISDEALT, "N")
    rig.press("N", "D")
    assert rig.asked() == (0, "")
    rig.table.dialogue.ask(other, 1, texts.MISDEALT, (texts.YES, texts.NO))
    rig.centre(OK)
    assert rig.asked() == (texts.MISDEALT, "N"), "OK does not answer for a single asked seat"
    rig.centre(MENU)
    assert rig.asked() == (0, "")
    assert other.heard == [(0, 1), (0, -1)]


def test_a_question_of_another_tool_replaces_a_menu():
    rig = warned()
    other = Asks()
    rig.chord("W")
    rig.table.dialogue.ask(other, 1, texts.MISDEALT, (texts.YES, texts.NO))
    rig.wait(61000)
    assert rig.asked() == (texts.MISDEALT, "N") and not rig.keys.menus.menu
    rig.press("N", "D")
    rig.keys.menus.request(wishes.SEAT_MENU, 3)
    rig.table.dialogue.ask(other, 1, texts.MISDEALT, (texts.YES, texts.NO))
    rig.wait(100)
    assert rig.asked() == (texts.MISDEALT, "N"), "the menu that was requested before must wait"
    rig.press("N", "D")
    assert rig.asked() == (texts.SEAT_MENU, "W")


def test_each_of_two_proofs_gets_its_question_after_its_message():
    rig = warned("DEAL N; UPCARD N JH; BID W H")
    rig.play(
        "CARD W JH; CARD S 8S; CARD E 8H; CARD N TH; CARD W AH; CARD S 7D; CARD E QH; CARD N 9H"
    )
    rig.play("CARD N 7C; CARD W 8C; CARD S 7H")
    rig.wait(600)
    assert len(rig.match.conduct.log) == 2
    for trick in (1, 2):
        assert (
            rig.asked() == (texts.NOTED_REVOKE, "EW")
            and rig.table.dialogue.details.number == trick
        )
        rig.wait(600)
        rig.choose("E", texts.DECLINE)
        rig.wait(9000)
    assert rig.asked() == (0, "") and rig.notice() == 0
