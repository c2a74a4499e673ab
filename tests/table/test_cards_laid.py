"""Tests of cards on pads in a blind deal: the events, refusals and messages they cause."""

import texts
from cardplay import REST, TRICKS, clear, play, playing
from codes.game import SEATS, Answers, card_of
from codes.journal import Notes
from codes.table import PadStates
from tablekit import CardRig

# --- dealing ------------------------------------------------------------------------------------


def test_the_upcard_on_the_dealers_pad_opens_the_deal():
    rig = CardRig()
    rig.step()
    assert rig.lamps() == "T---"
    rig.put("N", "JH")
    rig.wait(400)
    assert rig.told() == "", "the dealer may still be dealing over the pad"
    rig.wait(200)
    assert rig.told() == "DEAL N 0; UPCARD N JH"
    assert rig.match.play.upcard == 2 << 3 | 4
    assert rig.lamps() == "---T", "West bids first"


def test_a_packet_dealt_over_a_pad_is_ignored():
    rig = CardRig()
    for seat in "WSEN":
        rig.crowd(seat)
        rig.wait(200)
    rig.take("E")
    rig.put("E", "7H")
    rig.wait(300)
    rig.take("N")
    rig.put("N", "8H")
    rig.wait(300)
    rig.take("N")
    rig.wait(3000)
    assert rig.told() == "" and rig.match.phase == 1
    assert rig.notice() in (0, texts.DEALER_LAYS)


def test_a_card_on_another_pad_names_the_dealer():
    rig = CardRig()
    rig.put("S", "JH")
    rig.wait(2500)
    assert (
        rig.told() == "" and rig.notice() == texts.DEALER_LAYS and rig.table.voice.notice.seat == 0
    )


def test_a_card_during_the_bidding_is_explained_and_not_played():
    rig = CardRig()
    rig.tell("DEAL N 0; UPCARD N JH")
    rig.told()
    rig.put("E", "7C")
    rig.wait(400)
    assert rig.notice() == 0, "a card that lies for less than half a second is ignored"
    rig.wait(200)
    assert rig.notice() == texts.BID_FIRST and rig.table.voice.notice.seat == 3
    assert rig.lamps() == "-C-T" and rig.table.blink == 2 and rig.told() == ""
    rig.wait(20000)
    assert rig.notice() == texts.BID_FIRST
    rig.tell("BID W pass")
    rig.wait(100)
    assert rig.notice() == texts.BID_FIRST and rig.table.voice.notice.seat == 2
    rig.take("E")
    rig.wait(100)
    assert rig.notice() == 0 and rig.lamps() == "--T-"


def test_the_bidder_keeps_the_light_of_the_turn():
    rig = CardRig()
    rig.tell("DEAL N 0; UPCARD N JH")
    rig.put("W", "7C")
    rig.wait(700)
    assert rig.notice() == texts.BID_FIRST and rig.lamps() == "---T"
    rig.tell("BID W H")
    rig.step()
    assert rig.notice() == 0 and rig.lamps() == "---C"


def test_only_the_upcard_may_lie_on_a_pad_during_the_bidding():
    """The upcard may lie on the dealer's pad, but not with another card."""
    rig = CardRig()
    rig.put("N", "JH")
    rig.wait(3000)
    rig.take("N")
    rig.put("N", "JH")
    rig.crowd("S")
    rig.wait(3000)
    assert rig.notice() == 0, "a pile on a pad may just have been dealt"
    rig.crowd("N")
    rig.wait(3000)
    assert rig.notice() == texts.BID_FIRST
    rig.take("N")
    rig.wait(100)
    assert rig.notice() == 0
    rig.put("W", "JH")
    rig.wait(700)
    assert rig.notice() == texts.BID_FIRST, "laying the upcard is not a bid"


def test_after_the_match_is_won_no_seat_bids():
    rig = CardRig("bulgarian")
    rig.tell("RULING 3 0")
    rig.put("N", "JH")
    rig.wait(3000)
    assert rig.notice() == 0


def test_an_upcard_left_on_the_pad_must_be_lifted():
    rig = CardRig()
    rig.put("N", "JH")
    rig.wait(600)
    rig.tell("BID W H")
    rig.step()
    assert rig.lamps() == "C--T"
    rig.take("N")
    rig.step()
    assert rig.lamps() == "---T"


def test_in_a_house_without_an_upcard_a_card_does_not_open_the_deal():
    rig = CardRig("bulgarian")
    rig.put("N", "JH")
    rig.wait(3000)
    assert rig.told() == "" and rig.lamps() == "C---"
    assert rig.notice() == texts.CALL_FIRST and rig.table.voice.notice.seat == 3


# --- playing ------------------------------------------------------------------------------------


def test_a_trick():
    rig = playing()
    assert rig.lamps() == "---T" and rig.turn == 3
    play(rig, "W AH; S 7H; E 8H")
    assert rig.lamps() == "T--W" and rig.turn == 0
    rig.table.cue = 255
    assert rig.lay("N", "9H") == "CARD N 9H"
    assert rig.table.cue == 2
    assert rig.lamps() == "CCCC"
    clear(rig)
    assert rig.lamps() == "T---" and rig.told() == "" and rig.notice() == 0


def test_the_lights_show_the_winning_seat():
    """The winning seat has a light of its own kind, which moves when a better card is laid."""
    rig = playing()
    assert rig.lamps() == "---T", "an empty trick has no winner"
    assert rig.lay("W", "7H") == "CARD W 7H" and rig.lamps() == "--TW"
    assert rig.lay("S", "8H") == "CARD S 8H" and rig.lamps() == "-TW-"
    rig.tell("UNDO S")
    rig.take("S")
    rig.step()
    assert rig.lamps() == "--TW"


def test_a_hand_to_its_end():
    rig = playing()
    for trick in TRICKS:
        play(rig, trick)
        clear(rig)
    for trick in REST:
        play(rig, trick)
        clear(rig)
    assert rig.match.phase == 5 and rig.table.cue == 3
    rig.step()
    assert rig.lamps() == "AAAA"
    rig.put("S", "KS")
    rig.wait(3000)
    assert rig.told() == "" and rig.notice() == 0
    rig.tell("CONFIRM N")
    rig.step()
    assert rig.lamps() == "-ACA"
    rig.tell("CONFIRM E")
    rig.step()
    assert rig.lamps()[2:] == "CT", "West deals next; South's pad is to be cleared"


def test_three_cards_at_once_are_played_in_turn():
    rig = playing()
    rig.put("S", "7H")
    rig.put("E", "8H")
    rig.put("W", "AH")
    for _ in range(3):
        rig.step()
    assert rig.told() == "CARD W AH; CARD S 7H; CARD E 8H"


def test_out_of_turn_is_judged_after_two_seconds_once():
    rig = playing()
    rig.put("E", "8H")
    rig.wait(1900)
    assert rig.told() == "" and rig.notice() == 0 and rig.table.blink == 0
    rig.wait(200)
    assert rig.told() == "note 42 E 6"
    assert (
        rig.notice() == texts.WRONG_PAD
        and rig.table.voice.notice.seat == 1
        and rig.table.voice.notice.other_seat == 3
    )
    assert rig.table.blink == 2 and rig.table.cue == 1
    assert rig.lamps() == "-C-T"
    rig.table.blink = 0
    rig.wait(9000)
    assert rig.told() == "" and rig.table.blink == 0
    rig.lay("W", "AH")
    rig.lay("S", "7H")
    rig.wait(3000)
    assert rig.told() == "", "a refused card stays refused"
    rig.take("E")
    rig.step()
    assert rig.lay("E", "8H") == "CARD E 8H"


def test_out_of_turn_costs_points():
    rig = playing("espanola-4")
    assert rig.match.totals[6] == 2
    rig.put("E", "8H")
    rig.wait(1900)
    rig.take("E")
    rig.wait(500)
    assert rig.told() == "", "a card taken back in time is no offence"
    rig.put("E", "8H")
    rig.wait(2100)
    assert rig.told() == "OFFENCE E 6"
    assert rig.notice() == texts.NOTED_OUT_OF_TURN
    rig.wait(5000)
    assert rig.told() == ""
    for _ in range(3):
        rig.take("E")
        rig.wait(500)
        rig.put("E", "8H")
        rig.wait(2100)
    assert rig.told() == "note 42 E 6" and rig.notice() == texts.WRONG_PAD, (
        "the same refusal is noted only once until another event"
    )
    rig.take("E")
    rig.step()
    rig.lay("W", "AH")
    rig.put("E", "8H")
    rig.wait(2100)
    assert rig.told() == "OFFENCE E 6"


def test_replacing_a_played_card_is_refused_with_a_message():
    for name in ("espanola-4", "piedicavallo"):
        rig = playing(name)
        rig.lay("W", "AH")
        rig.wait(500)
        rig.take("W")
        rig.wait(500)
        rig.put("W", "9S")
        rig.wait(2100)
        assert rig.told() == "note 42 W 46", "no fine under any discipline"
        notice = rig.table.voice.notice
        assert (notice.text, notice.seat, notice.other_seat) == (texts.FIRST_STAYS, 3, 2)
        assert notice.card == card_of("AH") and rig.lamps() == "--TC"
        rig.put("E", "8H")
        rig.wait(2100)
        assert rig.notice() != texts.FIRST_STAYS, (
            "a seat without a card in the trick is out of turn"
        )
        yield


def test_a_card_laid_early_counts_when_its_turn_comes():
    rig = playing()
    rig.put("S", "7H")
    rig.wait(1500)
    assert rig.lay("W", "AH") == "CARD W AH; CARD S 7H" or rig.step() or rig.told() == "CARD S 7H"


def test_a_card_out_of_turn_is_judged_while_the_right_pad_is_crowded():
    rig = playing()
    rig.crowd("W")
    rig.put("E", "8H")
    rig.wait(2100)
    assert rig.notice() in (texts.ONE_CARD, texts.WRONG_PAD)
    assert rig.told() == "note 42 E 6"


def test_a_card_put_back_is_played_once():
    rig = playing()
    rig.lay("W", "AH")
    rig.wait(500)
    rig.take("W")
    rig.wait(700)
    rig.put("W", "AH")
    rig.wait(3000)
    assert rig.told() == "" and rig.notice() == 0


def test_a_card_taken_back_stays_played():
    rig = playing()
    rig.lay("W", "AH")
    rig.wait(500)
    rig.take("W")
    rig.wait(2100)
    assert rig.notice() == texts.STAYS_PLAYED and rig.table.voice.notice.card == 2 << 3 | 7
    assert rig.told() == "" and rig.match.audit.plays == 1
    rig.put("W", "KH")
    rig.wait(2100)
    assert rig.told() == "note 42 W 46" and rig.notice() == texts.FIRST_STAYS, (
        "the played card does not change"
    )


def test_a_hovering_card_was_never_laid():
    rig = playing()
    rig.lay("W", "AH")
    rig.wait(200)
    rig.take("W")
    rig.step()
    assert rig.told() == "UNDO W 0" and rig.lamps() == "---T"
    rig.wait(100)
    assert rig.lay("W", "KH") == "CARD W KH"


def test_a_card_that_was_followed_did_not_hover():
    rig = playing()
    rig.lay("W", "AH")
    rig.wait(50)
    rig.lay("S", "7H")
    rig.wait(50)
    rig.take("W")
    rig.step()
    assert rig.told() == ""


def test_a_card_replaced_at_once_is_undone():
    rig = playing()
    rig.lay("W", "AH")
    rig.wait(100)
    rig.put("W", "KH")
    rig.step()
    assert rig.told() == "UNDO W 0; CARD W KH"


def test_two_cards_on_a_pad():
    rig = playing()
    rig.crowd("W")
    rig.wait(1900)
    assert rig.notice() == 0
    rig.wait(200)
    assert rig.notice() == texts.ONE_CARD and rig.told() == "" and rig.lamps() == "---C"
    assert rig.lay("W", "AH") == "CARD W AH"


def test_a_crowd_out_of_turn_waits():
    rig = playing()
    rig.crowd("S")
    rig.wait(3000)
    assert rig.notice() == 0, "the dealer may still be dealing the other cards"
    rig.lay("W", "AH")
    rig.wait(100)
    assert rig.notice() == texts.ONE_CARD and rig.table.voice.notice.seat == 2


def test_two_cards_on_the_pad_of_another_seat():
    """West, whose reader is lost, lays on another pad, and the sentence names that pad."""
    rig = playing()
    rig.lose("W")
    rig.wait(100)
    used = rig.pads.pad_of(3)
    assert used != 3
    rig.crowd(SEATS[used])
    rig.wait(2100)
    notice = rig.table.voice.notice
    assert (rig.notice(), notice.seat, notice.other_seat) == (texts.ONE_CARD, 3, used)


def test_a_badly_read_card_asks_to_be_pressed_down():
    rig = playing()
    rig.mangle("W")
    rig.wait(2100)
    assert rig.notice() == texts.PRESS_CARD and rig.told() == ""


def test_a_phone_is_ignored_until_its_seats_turn():
    rig = playing()
    rig.become("S", PadStates.RANDOM)
    rig.wait(3000)
    assert rig.notice() == 0
    rig.lay("W", "AH")
    rig.wait(2100)
    assert rig.notice() == texts.CLEAR_PAD and rig.table.voice.notice.seat == 2


def test_different_refusals_are_told_apart():
    rig = CardRig()
    table = rig.table
    noted = rig.journal.adds
    for seat in range(4):
        for code in range(Answers.NOTED):
            table.note(seat, code)
            table.note(seat, code)
            assert len(noted) == seat * Answers.NOTED + code + 1, (seat, code)
            assert noted[-1] == (Notes.REFUSED, seat, code)
    rig.tell("DEAL N")
    noted.clear()
    table.note(2, Answers.LATE)
    assert noted == [(Notes.REFUSED, 2, Answers.LATE)], "another event has happened since"
