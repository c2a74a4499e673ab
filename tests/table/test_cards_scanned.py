"""Tests of scanned hands, for which players pass the dealt cards over their pads."""

import texts
from codes.game import Phases
from codes.table import KeyNumbers
from tablekit import CardRig, judged
from testenv import no_heap

# North deals. Each player gets five cards before the bidding. After it the taker gets two more
# cards, and each other player gets three.
HANDS = {
    "W": ("AH TH 7C 8C 9C", "TC QC"),
    "S": ("7H 8H AC JC KC", "7D 8D 9D"),
    "E": ("9H QH 7S 8S 9S", "TD JD QD"),
    "N": ("KH TS JS QS KS", "AS KD AD"),
}


def scan(rig, seat, words):
    """Pass these cards over the pad of a seat."""
    for word in words.split():
        rig.show(seat, word)


def scanned(**changes):
    """Return a table with all hands scanned; West has taken the jack of hearts."""
    rig = CardRig(scanned=1, **changes)
    for seat in "WSEN":
        scan(rig, seat, HANDS[seat][0])
    rig.show("N", "JH")
    rig.tell("BID W H")
    for seat in "WSEN":
        scan(rig, seat, HANDS[seat][1])
    rig.told()
    return rig


def events(rig):
    """Return the kinds of the new records, without seats and cards."""
    return " ".join([line.split()[0] for line in rig.told().split("; ")])


# --- scanned deals ------------------------------------------------------------------------------


def test_a_card_scanned_twice_counts_once():
    rig = CardRig(scanned=1)
    scan(rig, "W", "AH AH TH AH")
    assert events(rig) == "DEAL SCAN SCAN" and rig.notice() == 0


def test_the_card_turned_up_is_not_scanned_again():
    rig = CardRig(scanned=1)
    for seat in "WSEN":
        scan(rig, seat, HANDS[seat][0])
    rig.show("N", "JH")
    assert rig.told().endswith("UPCARD N JH")
    rig.show("N", "JH")
    assert rig.told() == "" and rig.notice() == 0


def test_a_scanned_card_laid_during_the_bidding_is_too_early():
    rig = CardRig(scanned=1)
    for seat in "WSEN":
        scan(rig, seat, HANDS[seat][0])
    rig.show("N", "JH")
    rig.told()
    rig.put("E", "9H")
    rig.wait(700)
    assert rig.notice() == texts.BID_FIRST and rig.table.voice.notice.seat == 3
    assert rig.lamps() == "-C-T" and rig.told() == ""


def test_the_hands_are_passed_over_the_pads():
    rig = CardRig(scanned=1)
    rig.step()
    assert rig.lamps() == "SSSS"
    rig.put("W", "AH")
    rig.wait(600)
    rig.take("W")
    rig.step()
    assert rig.told() == "DEAL N 1; SCAN W AH"
    assert rig.table.fill[3] == 1
    assert rig.lay("W", "TH") == "SCAN W TH", "the deal is open, so a card is scanned at once"
    scan(rig, "W", "7C 8C 9C")
    assert rig.told() == "SCAN W 7C; SCAN W 8C; SCAN W 9C"
    assert rig.lamps() == "SSS-" and rig.table.fill[3] == 5
    for seat in "SEN":
        scan(rig, seat, HANDS[seat][0])
    assert rig.lamps() == "T---", "North turns a card up"
    rig.told()
    assert rig.lay("N", "JH") == "UPCARD N JH"
    rig.take("N")
    rig.step()
    assert rig.lamps() == "---T"
    rig.tell("BID W H")
    rig.step()
    assert rig.lamps() == "SSSS" and rig.table.fill[3] == 6
    rig.told()
    for seat in "WSEN":
        scan(rig, seat, HANDS[seat][1])
    assert events(rig) == "SCAN " * 10 + "SCAN"
    assert rig.lamps() == "---T"
    assert rig.lay("W", "AH") == "CARD W AH"


def test_the_upcard_scanned_by_the_taker_is_already_known():
    rig = CardRig(scanned=1)
    for seat in "WSEN":
        scan(rig, seat, HANDS[seat][0])
    rig.show("N", "JH")
    rig.tell("BID W H")
    rig.told()
    scan(rig, "W", "JH TC")
    assert rig.told() == "SCAN W TC" and rig.notice() == 0


def test_one_card_too_many():
    rig = CardRig(scanned=1)
    scan(rig, "W", HANDS["W"][0])
    rig.told()
    assert rig.lay("W", "TC") == "note 42 W 37" and rig.notice() == texts.HAND_FULL
    assert rig.asked() == (texts.HAND_FULL, "W") and rig.lamps()[3] == "A"
    rig.wait(3000)
    assert rig.told() == ""
    rig.table.dialogue.answer(3, 1)
    rig.step()
    assert rig.asked() == (0, "") and rig.told() == "" and rig.notice() == 0
    assert rig.lamps() == "SSS-" and rig.match.audit.held(3) == 5


def test_a_misdeal_requires_both_sides_agreement():
    rig = CardRig(scanned=1)
    scan(rig, "W", HANDS["W"][0] + " TC")
    rig.told()
    for key in (1, KeyNumbers.PASS):
        rig.table.dialogue.answer(3, 0)
        assert rig.asked() == (texts.TOO_MANY, "NS") and rig.table.dialogue.details.seat == 3
        rig.table.dialogue.answer(2, key)
        assert rig.notice() == texts.DECLINED and rig.table.voice.notice.seat == 3
        rig.show("W", "TC")
        assert rig.asked() == (texts.HAND_FULL, "W") and "OFFENCE" not in rig.told()
    rig.table.dialogue.answer(3, 0)
    rig.table.dialogue.answer(0, 0)
    assert rig.notice() == texts.NOTED_MISDEAL and rig.table.voice.notice.seat == 0
    assert rig.told() == "OFFENCE N 10" and rig.match.phase == Phases.READY


def test_a_card_too_many_does_not_replace_an_open_question():
    rig = CardRig(scanned=1)
    scan(rig, "W", HANDS["W"][0])
    scan(rig, "S", HANDS["S"][0])
    rig.show("W", "TC")
    rig.show("S", "QC")
    assert rig.asked() == (texts.HAND_FULL, "W") and rig.notice() == texts.HAND_FULL
    assert rig.table.voice.notice.seat == 2, "the card is still refused"


def test_a_ninth_card_is_not_out_of_turn():
    rig = CardRig("espanola-4", scanned=1)
    for seat in "WSEN":
        scan(rig, seat, HANDS[seat][0])
    rig.show("N", "JH")
    rig.tell("BID W H")
    scan(rig, "N", HANDS["N"][1])
    scan(rig, "S", "7D 8D")
    rig.told()
    rig.put("N", "9D")
    rig.wait(3000)
    assert rig.told() == "note 42 N 37", "scanning a card is no play, so there is no fine"
    assert rig.asked() == (texts.HAND_FULL, "N")
    rig.table.dialogue.answer(0, 0)
    assert rig.asked() == (texts.TOO_MANY, "EW")
    rig.table.dialogue.answer(1, 0)
    assert rig.told() == "OFFENCE N 10" and list(rig.match.totals[:2]) == [-10, 0]


def test_a_card_of_another_hand():
    rig = CardRig(scanned=1)
    scan(rig, "W", "AH")
    rig.told()
    assert rig.lay("S", "AH") == "note 42 S 35" and rig.notice() == texts.CARD_SEEN


def test_the_leader_waits_until_all_hands_are_known():
    rig = CardRig(scanned=1)
    for seat in "WSEN":
        scan(rig, seat, HANDS[seat][0])
    rig.show("N", "JH")
    rig.tell("BID W H")
    scan(rig, "W", HANDS["W"][1])
    rig.told()
    assert rig.lay("W", "AH") == "note 42 W 38" and rig.notice() == texts.HAND_SHORT
    assert rig.lamps()[:3] == "SSS"


def test_an_illegal_card_is_refused_until_lifted():
    rig = scanned()
    rig.lay("W", "AH")
    assert rig.lay("S", "AC") == "note 42 S 1" and rig.notice() == texts.REVOKE
    assert rig.table.blink == 4 and rig.lamps()[2] == "C"
    rig.table.blink = 0
    rig.wait(9000)
    assert rig.told() == "" and rig.table.blink == 0
    rig.take("S")
    rig.step()
    assert rig.lay("S", "7H") == "CARD S 7H"


def test_a_card_of_the_neighbours_hand_is_refused():
    rig = scanned()
    assert rig.lay("W", "7H") == "note 42 W 35"


def test_an_auction_with_scanned_hands():
    rig = CardRig("bulgarian", scanned=1)
    rig.show("W", "AH")
    assert rig.told() == "DEAL N 1; SCAN W AH" and rig.match.phase == 3
    assert rig.lamps() == "SSSS"
    scan(rig, "W", "TH 7C 8C 9C")
    for seat in "SEN":
        scan(rig, seat, HANDS[seat][0])
    assert rig.lamps() == "---T"


def test_a_lost_readers_hand_goes_over_the_neighbours_pad():
    rig = CardRig(scanned=1)
    rig.lose("N")
    rig.step()
    scan(rig, "E", HANDS["E"][0])
    assert rig.lamps() == "H-SS" or rig.lamps() == "S-SS"
    rig.told()
    scan(rig, "E", HANDS["N"][0])
    assert rig.told() == "; ".join(["SCAN N " + word for word in HANDS["N"][0].split()])


def test_two_players_scan():
    rig = CardRig("espanola-2", scanned=1)
    rig.step()
    assert rig.lamps() == "S-S-"
    scan(rig, "S", "7C 8C 9C TC JC QC")
    assert rig.lamps() == "S---"
    scan(rig, "N", "7D 8D 9D TD JD QD")
    assert rig.lamps() == "T---"
    rig.show("N", "JH")
    rig.tell("BID S H")
    rig.step()
    assert rig.lamps() == "S-S-" and rig.table.fill[2] == 6
    scan(rig, "S", "KC AC AS")
    scan(rig, "N", "KD AD 9S")
    assert rig.lamps() == "T-T-"
    rig.told()
    rig.show("N", "7S")
    assert rig.lay("S", "AS") == "BOTTOM N 7S; CARD S AS"


def test_a_tenth_card_of_two_players():
    rig = CardRig("espanola-2", scanned=1)
    scan(rig, "S", "7C 8C 9C TC JC QC")
    scan(rig, "N", "7D 8D 9D TD JD QD")
    rig.show("N", "JH")
    rig.tell("BID S H")
    scan(rig, "S", "KC AC AS")
    scan(rig, "N", "KD AD 9S")
    rig.told()
    rig.show("S", "KH")
    assert rig.told() == "note 42 S 37" and rig.asked() == (texts.HAND_FULL, "S")
    rig.table.dialogue.answer(2, 0)
    assert rig.asked() == (texts.TOO_MANY, "N")
    rig.table.dialogue.answer(0, 0)
    assert rig.told() == "OFFENCE N 10"


def test_scanning_a_card_allocates_little():
    rig = CardRig(scanned=1)
    rig.journal.keeps = False
    rig.wait(20)
    for part in range(2):
        for seat in "WSEN":
            words = HANDS[seat][part].split()
            if seat == "N" and not part:
                words.append("JH")
            for word in words:
                rig.put(seat, word)
                judged(rig)
                rig.wait(550)
                rig.take(seat)
                no_heap(rig.cards.step, rig.now)
        if not part:
            rig.tell("BID W H")
    rig.put("W", "AH")
    judged(rig)
    assert rig.match.audit.plays == 1
