"""Tests of keys: effects in each phase, refusals, and accidental presses without effect."""

import testenv
import texts
from codes.game import SEATS
from keyskit import CALL, MENU, MUTE, OK, PASS, RAP, UNDO, KeyRig
from table.setup.pin import PinItem
from table.setup.setup import Setup

HEARTS = "DEAL N; UPCARD N 9H"
TAKEN = HEARTS + "; BID W H"  # play runs to the right, so West is the elder after North


def test_an_upcard_is_taken_or_passed():
    yield  # lets the VM collect the garbage of the imports
    rig = KeyRig()
    rig.play(HEARTS)
    assert rig.press("W", PASS) == "BID W 6"
    assert rig.press("S", "S") == "note 42 S 43"
    assert rig.notice() == texts.UPCARD_SUIT
    assert rig.press("S", "H") == "BID S 2"
    assert rig.match.phase == 4


def test_a_key_out_of_turn_names_its_seat():
    rig = KeyRig()
    rig.play(HEARTS)
    assert rig.press("E", "H") == "note 42 E 6"
    assert rig.notice() == texts.OUT_OF_TURN and rig.table.voice.notice.seat == 1


def test_a_refusal_is_noted_once_until_another_event():
    rig = KeyRig()
    rig.play(HEARTS)
    assert rig.press("E", "H") == "note 42 E 6"
    assert rig.press("S", "H") == "note 42 S 6"
    assert rig.press("W", "S") == "note 42 W 43"
    assert rig.press("E", PASS, "H") == "" and rig.notice() == texts.OUT_OF_TURN
    assert rig.press("S", "H") == "" and rig.press("W", CALL, "C") == "note 42 W 40"
    assert rig.press("W", PASS) == "BID W 6"
    assert rig.press("E", "H") == "note 42 E 6"


def test_with_fines_a_suit_out_of_turn_costs_points_and_a_pass_does_not():
    rig = KeyRig("espanola-4")
    rig.play(HEARTS)
    assert rig.press("E", PASS) == "note 42 E 6"
    assert rig.press("E", "H") == "OFFENCE E 6"
    assert rig.press("E", "H") == "note 42 E 6"
    assert rig.press("E", "H", "C", "H") == "", "one fine a turn, however often the key is pressed"
    assert rig.press("N", "H") == "note 42 N 6; OFFENCE N 6"
    assert rig.press("W", PASS) == "BID W 6"
    assert rig.press("E", "H") == "note 42 E 6; OFFENCE E 6"


def test_with_fines_call_alone_out_of_turn_costs_nothing():
    rig = KeyRig("espanola-4")
    rig.play(HEARTS)
    assert rig.press("E", CALL) == "note 42 E 6"
    rig = KeyRig("bulgarian", discipline=2)
    rig.press(SEATS[rig.match.standing.elder()], "H")
    seat = SEATS[rig.match.auction.seat ^ 2]
    assert "OFFENCE" in rig.press(seat, CALL, "H"), "a double out of turn is a bid"


def test_four_passes_twice_end_the_deal():
    rig = KeyRig()
    rig.play(HEARTS)
    for seat in "WSENWSEN":
        assert rig.press(seat, PASS).startswith("BID " + seat)
    assert rig.match.phase == 1 and rig.match.totals[3] == 3


def test_without_an_upcard_the_first_bid_opens_the_deal():
    rig = KeyRig("bulgarian")
    elder = "NESW"[rig.match.totals[3] + rig.match.house.step & 3]
    assert rig.press("N", "C") == "" and rig.notice() == texts.TO_SPEAK
    assert "NESW"[rig.table.voice.notice.seat] == elder
    assert rig.press(elder, "C") == "DEAL N 0; BID %s 0" % elder


def test_call_and_a_suit_key_make_bids_without_a_key():
    rig = KeyRig("bulgarian")
    rig.play("DEAL N")
    order = [rig.match.auction.seat]
    for _ in range(3):
        order.append(order[-1] + rig.match.house.step & 3)
    one, two, three, four = ["NESW"[seat] for seat in order]
    bids = []
    bids.append(rig.press(one, CALL, "C"))
    bids.append(rig.press(two, CALL, "H"))
    bids.append(rig.press(three, CALL, "S"))
    bids.append(rig.press(four, CALL, "D"))
    assert [bid.split(" ")[2] for bid in bids] == ["4", "7", "8", "5"], bids


def test_the_third_doubling_uses_the_key_of_double():
    rig = KeyRig("bulgarian", third="x8")
    rig.play("DEAL N; BID %s C" % "NESW"[rig.match.totals[3] + rig.match.house.step & 3])
    seats = ["NESW"[rig.match.auction.seat + rig.match.house.step * i & 3] for i in range(3)]
    assert rig.press(seats[0], CALL, "H").endswith(" 7")
    assert rig.press(seats[1], CALL, "S").endswith(" 8")
    assert rig.press(seats[2], CALL, "H").endswith(" 9")


def test_call_has_no_meaning_in_a_house_without_auction():
    rig = KeyRig()
    rig.play(HEARTS)
    assert rig.press("W", CALL) == "note 42 W 40"


def test_keys_before_the_deal_show_the_next_step():
    rig = KeyRig()
    assert rig.press("W", "H") == ""
    assert rig.notice() == texts.DEALER_LAYS and rig.table.voice.notice.seat == 0
    assert rig.table.voice.notice.other_seat == 0
    rig.lose("N")
    rig.wait(9000)
    assert rig.press("W", "S") == ""
    assert rig.notice() == texts.DEALER_LAYS and rig.table.voice.notice.other_seat == 1
    rig.become("N", 0)
    rig.wait(9000)
    rig.play("RULING 3 1")
    assert rig.press("W", "H") == ""
    assert rig.notice() == texts.MATCH_OVER
    rig.match.__init__(rig.house)
    assert rig.press("W", "H") == ""
    assert rig.notice() == texts.NO_MATCH


def test_melds_are_announced_by_kind():
    rig = KeyRig()
    rig.play(TAKEN)
    assert rig.press("W", CALL, "C") == "MELD W 0"
    assert rig.notice() == texts.ANNOUNCED and rig.table.voice.notice.number == 0
    assert rig.press("E", CALL, "S") == "MELD E 3"
    assert rig.press("W", "C") == "" and rig.notice() == texts.NOT_NOW
    rig.play("CARD W 7C")
    assert rig.press("W", CALL, "D") == ""
    assert rig.notice() == texts.LATE


def test_a_belote_is_called_after_its_card():
    rig = KeyRig()
    rig.play(TAKEN)
    rig.play("CARD W KH")
    assert rig.press("W", CALL) == "BELOTE W 0"
    assert rig.notice() == texts.CALLED_IN_PLAY
    assert rig.press("W", CALL) == ""
    rig.wait(7000)
    assert rig.notice() == texts.NOTHING


def test_each_card_of_a_belote_has_its_call():
    belote, rebelote, king_of_the_belote = 4, 5, 6  # calls are numbered after the four melds
    for house, cards, words in (
        ("french", ("KH", "QH"), (belote, rebelote)),
        ("french", ("QH", "KH"), (belote, rebelote)),
        ("libre", ("QH", "KH"), (belote, rebelote)),
        ("espanola-4", ("KH", "QH"), (belote, rebelote)),
        ("espanola-4", ("QH", "KH"), (rebelote, belote)),
        ("salotto", ("KH", "QH"), (belote, rebelote)),
        ("piedicavallo", ("QH", "KH"), (belote, king_of_the_belote)),
        ("piedicavallo", ("KH", "QH"), (king_of_the_belote, belote)),
    ):
        yield
        rig = KeyRig(house)
        rig.play("DEAL N; UPCARD N 9H")
        elder = "NESW"[rig.match.auction.seat]
        rig.play("BID %s H" % elder)
        # Cards of the other seats, which take no trick.
        plain = ["7C", "8C", "9C", "TC", "JC", "QC"]
        for card, word in zip(cards, words):
            rig.play("CARD %s %s" % (elder, card))
            told = (rig.press(elder, CALL), rig.notice(), rig.table.voice.notice.number)
            assert told == ("BELOTE %s 0" % elder, texts.CALLED_IN_PLAY, word), (house, card)
            while rig.match.trick.count:
                rig.play("CARD %s %s" % ("NESW"[rig.match.trick.seat], plain.pop()))


def test_a_call_of_belote_can_be_taken_back_until_the_next_card():
    rig = KeyRig(discipline=3)
    rig.play(TAKEN + "; CARD W QH")
    assert rig.press("W", CALL) == "BELOTE W 0" and rig.notice() == texts.CALLED_IN_PLAY
    assert rig.press("E", PASS) == "" and rig.match.pairs.calls[4], (
        "only the caller can take it back"
    )
    assert rig.press("W", PASS) == "UNDO W 0" and rig.notice() == texts.WITHDRAWN
    assert not any(rig.match.pairs.calls) and rig.match.audit.plays == 1
    assert rig.press("W", PASS) == "" and rig.match.audit.plays == 1, (
        "the call is withdrawn only once, and no card is taken back"
    )
    rig.tell("CARD S 7H; CARD E KH; CARD N TH")
    assert len(rig.match.conduct.log) == 0 and rig.match.totals[7] == -1, (
        "a withdrawn call is no false belote"
    )
    yield
    rig = KeyRig(discipline=3)
    rig.play(TAKEN + "; CARD W QH")
    rig.press("W", CALL)
    rig.tell("CARD S 7H")
    rig.told()
    assert rig.press("W", PASS) == "" and rig.match.pairs.calls[4], (
        "too late: the next card has been laid"
    )


def test_a_false_belote_that_was_proved_is_not_taken_back():
    rig = KeyRig(discipline=1)
    rig.play(TAKEN + "; CARD W 7H; CARD S 8H; CARD E KH; CARD N JH; CARD N 7C; CARD W QH")
    assert rig.press("W", CALL) == "BELOTE W 0" and len(rig.match.conduct.log) == 1
    assert rig.press("W", PASS) == "" and len(rig.match.conduct.log) == 1


def test_a_belote_called_too_late_is_refused():
    rig = KeyRig("french")
    rig.play(TAKEN + "; CARD W KH; CARD S 7H")
    assert rig.press("W", CALL) == "" and rig.notice() == 0  # the call may be for the next card
    rig.wait(7000)
    assert rig.notice() == texts.LATE


def test_a_belote_is_called_three_seconds_before_its_card_at_most():
    rig = KeyRig()
    rig.play(TAKEN)
    assert rig.press("W", CALL) == ""
    rig.wait(2000)
    rig.tell("CARD W KH")
    rig.step()
    assert rig.told() == "CARD W KH; BELOTE W 0"
    rig = KeyRig()
    rig.play(TAKEN)
    rig.press("W", CALL)
    rig.wait(3500)
    rig.tell("CARD W KH")
    rig.step()
    assert rig.told() == "CARD W KH"


def test_a_call_in_vain_is_refused_even_after_the_belote_of_another_seat():
    rig = KeyRig()
    rig.play(TAKEN)
    assert rig.press("S", CALL) == ""
    rig.tell("CARD W QH")
    rig.step()
    assert rig.press("W", CALL) == "CARD W QH; BELOTE W 0"
    rig.wait(6000)
    assert rig.notice() == texts.NOTHING and rig.table.voice.notice.seat == 2


def test_a_call_that_is_still_held_after_a_belote_is_refused():
    rig = KeyRig(call_out="no")
    rig.play(TAKEN)
    rig.tell("CARD W QH")
    rig.step()
    assert rig.press("W", CALL) == "CARD W QH; BELOTE W 0"
    rig.down("W", CALL)
    rig.wait(7500)
    assert rig.notice() == texts.NOTHING


def test_call_may_be_held_while_the_card_is_laid():
    rig = KeyRig()
    rig.play(TAKEN)
    rig.down("W", CALL)
    rig.wait(300)
    rig.tell("CARD W QH")
    rig.step()
    rig.up("W", CALL)
    assert rig.told() == "CARD W QH; BELOTE W 0"


def test_the_second_call_of_a_belote_is_asked_for():
    rig = KeyRig("french")
    rig.play(TAKEN + "; CARD W KH; BELOTE W; CARD S 7H; CARD E 8H; CARD N TH")
    rig.play("CARD N 7C; CARD W QH")
    assert rig.notice() == texts.REBELOTE and rig.table.voice.notice.seat == 3


def test_no_other_seat_is_asked_for_the_second_call():
    rig = KeyRig("french")
    rig.tell(TAKEN + "; CARD W KH; BELOTE W; CARD S 7H; CARD E QH")
    offence = rig.notice()
    rig.table.voice.drawn = rig.table.voice.notice
    rig.keys.step(rig.now)
    assert rig.notice() == offence and offence != texts.REBELOTE


def test_an_offence_is_shown_before_a_call():
    rig = KeyRig()
    rig.play(TAKEN + "; CARD W KH")
    rig.table.voice.accuse(texts.NOTED_REVOKE, ms=0)
    assert rig.press("W", CALL) == "BELOTE W 0"
    assert rig.notice() == texts.NOTED_REVOKE


def test_an_opponents_belote_is_salted_by_rap_or_pass():
    for key in (RAP, PASS):
        rig = KeyRig()
        rig.play(TAKEN + "; CARD W KH; CARD S 7H")
        assert rig.press("E", key) == ""
        assert rig.press("S", key) == "SALT S 0"
        assert rig.notice() == texts.SALTED


def test_a_rap_without_a_reason_is_ignored():
    rig = KeyRig()
    rig.play(TAKEN)
    assert rig.press("W", RAP) == "" and rig.notice() == 0
    assert rig.press("W", PASS) == "" and rig.notice() == texts.NOTHING


ALL = (
    "DEAL N; UPCARD N 7H; BID W H;"
    "CARD W 7C; CARD S 8C; CARD E 9C; CARD N AC; CARD N TC; CARD W JC; CARD S QC; CARD E KC;"
    "CARD N 7D; CARD W 8D; CARD S 9D; CARD E AD; CARD E TD; CARD N JD; CARD W QD; CARD S KD;"
    "CARD E 7S; CARD N 8S; CARD W 9S; CARD S AS; CARD S TS; CARD E JS; CARD N QS; CARD W KS;"
    "CARD S QH; CARD E 9H; CARD N TH; CARD W 7H; CARD E 8H; CARD N JH; CARD W AH; CARD S KH"
)


def test_each_side_agrees_to_the_result_after_reading_it():
    rig = KeyRig(discipline=2)
    rig.tell(ALL)
    rig.step()
    rig.told()
    assert rig.match.phase == 5
    assert rig.press("N", "C") == ""
    rig.wait(2000)
    assert rig.press("N", "C") == "CONFIRM N 0"
    assert not rig.table.history.hands, "the result is kept only after both sides have agreed"
    assert rig.press("S", "C") == ""
    assert rig.press("E", "D") == "CONFIRM E 0"
    assert rig.match.phase == 1 and len(rig.table.history.hands) == 1


def test_a_key_meant_for_the_last_card_does_not_agree_to_the_result():
    rig = KeyRig(discipline=2)
    rig.tell(ALL)
    rig.step()
    rig.told()
    rig.table.voice.hush()
    assert rig.press("N", "C") == "" and rig.match.tally.agreed == 0


def test_call_on_the_page_of_the_result_calls_a_belote_or_agrees():
    rig = KeyRig(discipline=2)
    rig.tell(ALL)
    rig.wait(2500)
    rig.told()
    assert rig.press("S", CALL) == "BELOTE S 0"
    assert rig.press("S", CALL) == "" and rig.notice() == 0, "the result is on the display now"
    assert rig.press("S", CALL) == "", "the result must be readable for some time first"
    rig.wait(2000)
    assert rig.press("S", CALL) == "CONFIRM S 0"
    assert rig.press("W", PASS) == "CONFIRM W 0"


def test_repeated_keys_on_the_result_open_no_deal():
    rig = KeyRig("bulgarian", discipline=1)
    dealer = rig.match.totals[3]
    rig.match.phase = 5
    rig.step()
    rig.match.phase = 1
    rig.step()
    elder = "NESW"[dealer + rig.match.house.step & 3]
    assert rig.press(elder, "C", "C", "C") == ""
    rig.wait(2000)
    assert rig.press(elder, "C") != ""


def test_a_second_press_at_once_is_ignored():
    rig = KeyRig()
    rig.play(HEARTS)
    rig.down("W", "H")
    rig.up("W", "H")
    rig.down("W", "H")
    rig.up("W", "H")
    assert rig.told() == "BID W 2" and rig.notice() == texts.DEAL_REST


def test_a_pin_counts_each_of_two_quick_presses():
    rig = KeyRig()
    rig.table.settings.save = lambda: True
    PinItem(Setup(rig.table), 1, 0).of_length(1, 0)
    for key in (0, 0, 3, 3, 0, 0, 3, 3):
        for down in (True, False):
            rig.keys.key(8 | key, down, rig.now)
        rig.wait(100)
    assert rig.table.lock.pin.is_(bytearray((0, 0, 3, 3)))


def test_the_same_key_answers_one_question_after_the_other():
    rig = KeyRig()
    rig.play(TAKEN)
    rig.centre(MENU)
    # Choose to correct the points, then raise the tens digit twice.
    said = [rig.press("E", "D") for _ in range(3)]
    assert said == ["", "", ""] and rig.table.voice.notice.card == 20


def test_a_call_counts_at_any_millisecond():
    for now in range(2):
        rig = KeyRig()
        rig.play(TAKEN)
        rig.table.step(now)  # the clock wraps to 0
        rig.keys.key(rig.number("W", CALL), True, now)
        rig.keys.step(now)
        assert rig.press("W", "C") == "MELD W 0"
        yield


def test_releasing_a_stuck_key_has_no_effect():
    rig = KeyRig()
    rig.play(HEARTS)
    assert rig.hold("W", PASS, 10000) == ""
    assert rig.press("W", PASS) == "BID W 6"
    rig.keys.key(rig.number("S", PASS), False, rig.now)  # released without a press before
    assert rig.told() == ""


def test_a_long_pass_in_the_bidding_is_a_pass():
    rig = KeyRig()
    rig.play(HEARTS)
    assert rig.hold("W", PASS, 2500) == "BID W 6"


def test_a_chord_bids_nothing():
    rig = KeyRig()
    rig.play(HEARTS)
    rig.down("W", PASS)
    rig.down("W", CALL)
    rig.wait(300)
    rig.up("W", PASS)
    rig.up("W", CALL)
    assert rig.told() == "" and rig.asked() == (texts.SEAT_MENU, "W")


def test_command_cards_have_the_effect_of_keys():
    rig = KeyRig()
    rig.play(HEARTS)
    rig.keys.command(3, 4)
    assert rig.told() == "BID W 6"
    rig.keys.command(2, 2)
    assert rig.told() == "BID S 2"
    rig.keys.command(0, 10)
    assert rig.table.settings.volume == 2
    rig.keys.command(0, 7)
    rig.wait(100)
    assert rig.asked() == (texts.RULINGS, "NESW")
    rig.keys.command(0, 8)
    assert rig.asked() == (0, "")
    rig.keys.command(1, 11)
    rig.wait(100)
    assert rig.asked() == (texts.REDEAL, "NS")


def test_mute_cycles_through_the_volumes():
    rig = KeyRig()
    volumes = []
    for _ in range(5):
        rig.centre(MUTE)
        volumes.append(rig.table.settings.volume)
    assert volumes == [2, 1, 0, 3, 2]


def test_ok_dismisses_a_sentence_and_answers_for_all_seats():
    rig = KeyRig()
    rig.table.voice.say(texts.YES, ms=0)
    rig.centre(OK)
    assert rig.notice() == 0
    rig.play(HEARTS)
    rig.centre(UNDO)
    assert rig.asked() == (texts.UNDO, "NESW")
    assert rig.centre(OK) == "UNDO N 0"


def test_keys_of_empty_seats_are_ignored_with_two_players():
    rig = KeyRig("espanola-2")
    rig.play("DEAL N; UPCARD N 9H")
    assert rig.press("E", "H", PASS, CALL) == "" and rig.notice() == 0
    assert rig.press("S", "H") == "BID S 2"


def test_a_key_uses_little_heap():
    rig = KeyRig()
    rig.journal.keeps = False
    rig.play(TAKEN)
    rig.table.step(rig.now + 500)
    keys = rig.keys
    numbers = bytes((24, 28, 29, 30, 5, 4, 3, 15, 31, 23))
    for number in numbers:
        if number == 15:
            rig.tell("CARD W KH")
        for now in (rig.now + 1000, rig.now + 3000):
            rig.table.step(now)
            testenv.little_heap(keys.step, now)
            testenv.little_heap(keys.key, number, True, now)
            testenv.little_heap(keys.step, now + 100)
            testenv.little_heap(keys.key, number, False, now + 100)
    testenv.little_heap(keys.key, MENU, True, rig.now + 9000)
