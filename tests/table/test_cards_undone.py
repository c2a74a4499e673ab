"""Tests of lost readers, undone cards, void deals, and messages about proved offences."""

import texts
from cardplay import REST, TRICKS, clear, play, playing
from tablekit import CardRig, Rig

# --- readers ------------------------------------------------------------------------------------


def test_a_reader_lost_in_mid_trick():
    rig = playing()
    rig.lay("W", "AH")
    rig.wait(500)
    rig.lose("S")
    rig.step()
    assert rig.notice() == texts.READER_LOST
    assert rig.table.voice.notice.seat == 2 and rig.table.voice.notice.other_seat == 3, (
        "South lays on West's pad"
    )
    assert rig.lamps() == "--HC" and rig.turn == 3, "West's card is in the way"
    rig.take("W")
    rig.step()
    assert rig.lamps() == "--HW"
    assert rig.lay("W", "7H") == "CARD S 7H"
    assert rig.lay("E", "8H") == "CARD E 8H"
    assert rig.lay("N", "9H") == "CARD N 9H"
    rig.wait(8000)
    rig.take("N", "E", "W")
    rig.step()
    assert rig.notice() == 0
    rig.lay("N", "AS")
    assert rig.notice() == 0
    rig.lay("W", "7S")
    assert rig.notice() == texts.READER_LOST, "the message is repeated at each turn of South"
    assert rig.table.voice.notice.seat == 2 and rig.table.voice.notice.other_seat == 3
    rig.wait(400)
    rig.become("S", 6)
    rig.become("S", 0)
    rig.step()
    assert rig.notice() == texts.READER_BACK and rig.told() == ""
    assert rig.lamps() == "W-T-" and rig.lay("S", "8S") == "CARD S 8S"


def test_only_the_neighbouring_pad_replaces_a_lost_reader():
    rig = CardRig()
    rig.lose("N")
    rig.step()
    laid = rig.cards.laid
    laid.wanted.seats = 1  # North lays on East's pad
    assert [laid.owner(pad) for pad in range(4)] == [0, 0, 2, 3]
    laid.wanted.seats = 1 | 2
    assert laid.owner(1) == 1, "East's card is wanted too, and East uses its own pad"
    laid.wanted.seats = 4
    assert laid.owner(1) == 1


def test_a_played_card_on_a_lost_reader_stays_played():
    rig = playing()
    rig.lay("W", "AH")
    rig.lose("W")
    rig.wait(3000)
    assert rig.told() == "" and rig.match.audit.plays == 1
    rig.become("W", 6)
    rig.put("W", "AH")
    rig.wait(3000)
    assert rig.told() == ""


# --- undone cards, void deals, proved offences --------------------------------------------------


def test_after_an_undo_the_card_must_be_lifted():
    rig = playing()
    rig.lay("W", "AH")
    rig.wait(500)
    rig.tell("UNDO W")
    rig.told()
    rig.wait(3000)
    assert rig.told() == "" and rig.lamps() == "---C"
    rig.take("W")
    rig.step()
    assert rig.lamps() == "---T" and rig.lay("W", "AH") == "CARD W AH"


def test_after_an_undo_another_card_can_be_laid():
    rig = playing(discipline=1)
    play(rig, "W AH; S 8S")
    rig.wait(500)
    rig.tell("BACK S")
    rig.step()
    rig.told()
    assert rig.lamps() == "--CW"
    rig.take("S")
    rig.step()
    assert rig.lay("S", "7H") == "CARD S 7H"


def test_a_void_deal():
    rig = playing()
    play(rig, "W AH; S 7H")
    rig.tell("RULING 2")
    rig.step()
    rig.told()
    assert rig.lamps() == "T-CC"
    rig.take()
    rig.put("N", "8C")
    rig.wait(700)
    assert rig.told() == "DEAL N 0; UPCARD N 8C"


def one_card_too_many(by):
    """Return a table in the last trick; `by` has laid a card too many, and East is asked."""
    rig = playing()
    for trick in TRICKS:
        play(rig, trick)
        clear(rig)
    for trick in REST[:4]:
        play(rig, trick)
        clear(rig)
    play(rig, "N TH; W JH; S QH")
    rig.wait(500)
    rig.take(by)
    rig.put(by, "KH")
    rig.wait(2100)
    assert (
        rig.told() == ""
        and rig.table.dialogue.question == texts.MISDEALT
        and rig.table.dialogue.asked == 2
    )
    return rig


def test_a_misdeal_in_the_last_trick():
    rig = one_card_too_many("S")
    rig.table.dialogue.answer(1, 0)
    rig.step()
    assert rig.told() == "OFFENCE N 10" and rig.match.phase == 1


def test_partners_cannot_claim_a_misdeal_alone():
    for answer in range(2):
        rig = one_card_too_many("W")
        rig.table.dialogue.answer(1, 0)
        rig.step()
        assert rig.told() == "" and rig.table.dialogue.question == texts.TOO_MANY
        assert rig.table.dialogue.asked == 5  # North and South
        rig.table.dialogue.answer(0, answer)
        rig.step()
        assert rig.told() == ("" if answer else "OFFENCE N 10")


def test_a_proved_offence_is_shown():
    rig = playing()
    play(rig, "W AH; S 8S; E 8H; N 9H")
    clear(rig)
    play(rig, "N AS; W 7S; S 9S; E TS")
    clear(rig)
    rig.lay("N", "KS")
    rig.lay("W", "QS")
    assert rig.lay("S", "7H") == "CARD S 7H"
    assert (
        rig.notice() == texts.NOTED_REVOKE
        and rig.table.voice.notice.seat == 2
        and rig.table.cue == 1
    )
    rig.lay("E", "JS")
    rig.wait(19000)
    assert rig.notice() == texts.NOTED_REVOKE, "the message stays long enough to be read"
    rig.wait(1500)
    assert rig.notice() == 0, "the message disappears later"


def twice_proved():
    """Return a table at which South has revoked twice, then laid a trump that proves both."""
    rig = playing(discipline=1)
    play(rig, "W JH; S 8S; E 8H; N TH")
    clear(rig)
    play(rig, "W AH; S 7D; E QH; N 9H")
    clear(rig)
    play(rig, "N 7C; W 8C")
    assert rig.lay("S", "7H") == "CARD S 7H" and len(rig.match.conduct.log) == 2
    assert rig.notice() == texts.NOTED_REVOKE and rig.table.voice.notice.number == 1
    return rig


def test_one_card_can_prove_two_offences():
    rig = twice_proved()
    rig.wait(20500)
    assert rig.notice() == texts.NOTED_REVOKE and rig.table.voice.notice.number == 2, (
        "the second message follows the first"
    )
    rig.wait(20500)
    assert rig.notice() == 0


def test_a_dismissed_sentence_makes_room_for_the_next():
    rig = twice_proved()
    rig.table.voice.hush()
    rig.step()
    assert rig.notice() == texts.NOTED_REVOKE and rig.table.voice.notice.number == 2
    rig.table.voice.hush()
    rig.step()
    assert rig.notice() == 0


def test_a_proof_undone_before_its_message_is_not_shown():
    rig = twice_proved()
    rig.tell("UNDO W")
    rig.table.voice.hush()
    rig.wait(100)
    assert rig.notice() == 0


def test_a_suspicion_is_shown_once_at_the_end_of_a_trick():
    rig = Rig("bulgarian", dealer="W")
    rig.tell("DEAL W 0; BID S NT; BID E pass; BID N pass; BID W pass; SHOW S 8D")
    rig.tell("CARD S 7S; CARD E 7H; CARD N 7D")
    rig.step()
    assert rig.notice() == 0
    rig.tell("CARD W 7C")
    assert (
        rig.notice() == texts.SUSPICION
        and rig.match.conduct.suspects == 11
        and not rig.match.conduct.log
    )
    rig.wait(20500)
    assert rig.notice() == 0
    rig.tell("CARD S 9S")
    assert rig.notice() == 0 and rig.match.conduct.suspects == 11


def test_cards_are_ignored_after_the_match():
    rig = playing()
    rig.tell("RULING 3 1")
    rig.told()
    rig.put("W", "AH")
    rig.wait(3000)
    assert rig.told() == "" and rig.notice() == 0
