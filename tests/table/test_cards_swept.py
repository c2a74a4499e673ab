"""Tests of tricks cleared late or early, one card on two pads, and tags that are no cards."""

import texts
from cardplay import TRICKS, clear, play, playing
from tablekit import CardRig, uid_of


def test_an_old_card_left_on_the_pad():
    rig = playing()
    play(rig, TRICKS[0])
    rig.wait(500)
    rig.take("E", "S", "W")
    rig.wait(2500)
    assert rig.lamps() == "C---" and rig.told() == "", "North leads once the pad is clear"
    rig.crowd("N")
    rig.wait(2100)
    assert rig.notice() == texts.ONE_CARD and rig.told() == ""
    rig.put("N", "9H")
    rig.wait(2100)
    assert rig.told() == "" and rig.lamps() == "C---" and rig.notice() == texts.ALREADY_PLAYED
    rig.take("N")
    rig.step()
    assert rig.lamps() == "T---" and rig.lay("N", "AS") == "CARD N AS"


def test_an_old_card_played_again():
    rig = playing()
    for trick in TRICKS[:2]:
        play(rig, trick)
        clear(rig)
    rig.put("N", "8H")
    rig.step()
    assert rig.told() == "" and rig.notice() == texts.ALREADY_PLAYED
    notice = rig.table.voice.notice
    assert notice.card == 2 << 3 | 1 and notice.other_seat == 1 and notice.number == 1, (
        "East has played it in trick 1"
    )
    rig.table.blink = 0
    rig.wait(5000)
    assert rig.table.blink == 0
    rig.take("N")
    rig.step()
    rig.put("N", "9S")
    rig.wait(1900)
    assert rig.notice() == texts.ALREADY_PLAYED or rig.notice() == 0
    rig.table.voice.hush()
    rig.wait(200)
    assert rig.notice() == texts.ALREADY_PLAYED and rig.table.voice.notice.number == 2


def test_a_trick_swept_over_a_pad_is_ignored():
    rig = playing()
    play(rig, TRICKS[0])
    rig.wait(500)
    rig.take("W", "S", "E")
    for card in ("AH", "7H", "8H"):
        rig.put("N", card)
        rig.wait(200)
    rig.take("N")
    rig.step()
    assert rig.told() == "" and rig.notice() == 0 and rig.lamps() == "T---"


def test_swept_before_the_last_card():
    rig = playing()
    play(rig, "W AH; S 7H; E 8H")
    rig.wait(400)
    rig.take()
    rig.step()
    assert (
        rig.notice() == texts.SHOW_AGAIN and rig.table.voice.notice.seat == 0 and rig.told() == ""
    )
    rig.put("W", "AS")
    rig.wait(2100)
    assert rig.told() == "" and rig.notice() == texts.SHOW_AGAIN, "the next trick cannot begin yet"
    rig.take("W")
    rig.wait(100)
    assert rig.lay("W", "9H") == "CARD N 9H", "the missing card may lie on any pad"
    assert rig.match.trick.count == 0


def test_swept_and_put_back():
    rig = playing()
    play(rig, "W AH; S 7H; E 8H")
    rig.wait(400)
    rig.take()
    rig.step()
    rig.put("W", "AH")
    rig.step()
    rig.wait(2500)
    rig.put("S", "KS")
    rig.wait(2100)
    assert rig.told() == "note 42 S 46", "a card on South's pad is South's again"


def test_the_last_card_swept_at_once():
    rig = playing()
    play(rig, "W AH; S 7H; E 8H")
    rig.wait(400)
    rig.lay("N", "9H")
    rig.wait(100)
    rig.take()
    rig.step()
    assert rig.told() == "UNDO N 0" and rig.notice() == texts.SHOW_AGAIN
    assert rig.lay("N", "9H") == "CARD N 9H"


def test_a_card_moved_to_another_pad_is_not_reported_missing():
    rig = playing()
    rig.lay("W", "AH")
    rig.wait(500)
    rig.take("W")
    rig.put("S", "AH")
    rig.wait(3000)
    assert rig.told() == "" and rig.notice() == 0


def test_no_card_is_reported_missing_while_a_reader_is_lost():
    rig = playing()
    rig.lay("W", "AH")
    rig.wait(500)
    rig.lose("E")
    rig.take("W")
    rig.step()
    rig.table.voice.hush()
    rig.wait(3000)
    assert rig.notice() == 0


def test_one_card_on_two_pads_gives_one_message():
    rig = playing()
    rig.put("E", "AH")
    rig.put("S", "AH")
    rig.wait(5000)
    assert rig.told() == "note 35 E 2" and rig.notice() == texts.LIFT_CARD
    rig.take("E", "S")
    rig.step()
    assert rig.lay("W", "AH") == "CARD W AH"


def test_a_judged_card_is_not_judged_again_after_another():
    rig = playing()
    rig.put("E", "8H")
    rig.wait(2100)
    assert rig.told() == "note 42 E 6"
    rig.put("N", "8H")
    rig.wait(2100)
    assert rig.told() == "note 35 N 1"
    rig.take("N")
    rig.table.blink = 0
    rig.wait(3000)
    assert rig.told() == "" and rig.table.blink == 0


def test_one_card_on_two_pads():
    rig = playing()
    rig.put("W", "AH")
    rig.put("S", "AH")
    rig.wait(1900)
    assert rig.told() == "" and rig.notice() == 0
    rig.wait(200)
    assert rig.told() == "note 35 S 3" and rig.notice() == texts.LIFT_CARD
    rig.wait(5000)
    assert rig.told() == ""
    rig.take("S")
    rig.step()
    assert rig.told() == "CARD W AH"


def test_a_card_moved_to_the_right_pad():
    rig = playing()
    rig.put("E", "AH")
    rig.wait(1000)
    rig.put("W", "AH")
    rig.step()
    assert rig.told() == "", "East's reader still reports it"
    rig.take("E")
    rig.step()
    assert rig.told() == "CARD W AH"


# --- other tags ---------------------------------------------------------------------------------


def test_an_unknown_tag_is_refused():
    rig = playing()
    rig.see("W", bytes((1, 2, 3, 4)))
    rig.wait(1900)
    assert rig.notice() == 0 and rig.told() == ""
    rig.wait(200)
    assert rig.notice() == texts.UNKNOWN_TAG
    told = rig.told().split()
    assert told[:3] == ["note", "34", "W"] and 0 <= int(told[3]) < 1 << 16
    rig.wait(5000)
    assert rig.told() == ""
    rig.take("W")
    assert rig.lay("W", "AH") == "CARD W AH"


def test_a_card_of_the_other_pack():
    rig = playing()
    assert rig.lay("W", "AH", 1) == ""
    assert rig.notice() == texts.OTHER_PACK and rig.table.dialogue.asked == 0
    assert rig.table.voice.label == b"red"


def test_a_deal_with_the_other_pack():
    rig = CardRig()
    rig.put("N", "JH", 1)
    rig.wait(600)
    assert (
        rig.told() == ""
        and rig.table.dialogue.question == texts.CHANGE_PACK
        and rig.table.dialogue.asked == 1
    )
    assert rig.lamps()[0] == "A"
    rig.table.dialogue.answer(0, 0)
    rig.wait(600)
    assert rig.told() == "note 46 N 1; DEAL N 0; UPCARD N JH"


def test_the_pack_stays_if_the_change_is_declined():
    rig = CardRig()
    rig.put("N", "JH", 1)
    rig.wait(600)
    rig.table.dialogue.answer(0, 1)
    rig.wait(3000)
    assert rig.told() == "" and rig.deck.active == 0 and rig.table.dialogue.asked == 0


def test_a_command_card_runs_its_command():
    rig = playing()
    rig.see("S", uid_of(4, 7))
    rig.wait(3000)
    assert rig.commands == [(2, 4)] and rig.told() == ""
