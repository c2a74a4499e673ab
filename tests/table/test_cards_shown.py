"""Tests of cards shown on pads: melds after the first trick, seven of trump, bottom card."""

import texts
from codes.game import Answers, name_of
from table.play.cards import Cards
from tablekit import CardRig, judged
from testenv import little_heap, no_heap


def announced(melds, name="french", **changes):
    """Return a table after the first trick of a blind deal; East leads next.

    `melds` has the seats and kinds of the announced melds, such as "W 0; N 1".
    """
    rig = CardRig(name, **changes)
    rig.tell("DEAL N 0; UPCARD N JH; BID W H")
    who = {}
    for words in melds.split("; "):
        if words:
            seat, kind = words.split()
            who.setdefault(seat, []).append(kind)
    for seat, card in (("W", "TH"), ("S", "7H"), ("E", "9H"), ("N", "8H")):
        for kind in who.get(seat, ()):
            rig.tell("MELD %s %s" % (seat, kind))
        rig.lay(seat, card)
    rig.wait(500)
    rig.take()
    rig.step()
    rig.told()
    return rig


def test_the_meld_that_scores_is_shown():
    rig = announced("W 0; N 1")
    assert rig.match.trick.seat == 1
    assert rig.notice() == texts.SHOW_MELD and rig.table.voice.notice.seat == 0
    assert rig.lamps() == "A---" and rig.table.showing == 1
    for word in ("TS", "JS", "QS"):
        rig.show("N", word)
    assert rig.told() == "SHOW N TS; SHOW N JS; SHOW N QS"
    assert rig.table.showing == 1
    rig.show("N", "KS")
    assert rig.told() == "SHOW N KS" and rig.table.showing == 0 and rig.notice() == 0
    assert rig.lamps() == "-T--"
    assert rig.lay("E", "7S") == "CARD E 7S"
    assert rig.match.announcements.claims[0] == (1,)


def test_a_card_may_be_shown_twice():
    rig = announced("N 1")
    rig.show("N", "TS")
    rig.told()
    rig.table.cue = 255
    rig.show("N", "TS")
    assert rig.told() == "" and rig.notice() == texts.SHOW_MELD and rig.table.cue == 255


def test_equal_kinds_of_melds_are_both_shown_or_conceded():
    rig = announced("W 0; N 0; E 2")
    assert rig.table.showing == 10, "a side shows its lower melds too"
    rig = announced("W 0; N 0")
    assert rig.table.showing == 9 and rig.table.voice.notice.seat == 0
    for word in ("QS", "KS", "AS"):
        rig.show("N", word)
    assert rig.table.showing == 8 and rig.table.voice.notice.seat == 3
    assert rig.table.passed(3) and not rig.table.passed(1)
    rig.step()
    assert not rig.table.passed(3)
    assert rig.lamps() == "-T--"
    rig.told()
    assert rig.lay("E", "7S") == "CARD E 7S" and len(rig.match.conduct.log) == 0


def test_an_offence_proved_by_a_shown_card_is_displayed_before_the_next_request():
    rig = CardRig("french")
    rig.tell("DEAL N 0; UPCARD N JH; BID W H")
    rig.lay("W", "KH")
    rig.tell("BELOTE W")
    rig.tell("MELD S 0")
    rig.lay("S", "7H")
    rig.lay("E", "9H")
    rig.tell("MELD N 3")
    rig.lay("N", "8H")
    rig.wait(500)
    rig.take()
    rig.step()
    for word in ("QC", "QD", "QS"):
        rig.show("N", word)
    assert rig.notice() == texts.SHOW_MELD and rig.table.voice.notice.seat == 0
    rig.show("N", "QH")
    assert (
        rig.lamps() == "--A-"
        and rig.notice() == texts.NOTED_FALSE_BELOTE
        and rig.table.voice.notice.seat == 3
    )
    rig.wait(19000)
    assert rig.notice() == texts.NOTED_FALSE_BELOTE
    rig.wait(2000)
    assert rig.notice() == texts.SHOW_MELD and rig.table.voice.notice.seat == 2
    rig.table.passed(2)
    rig.step()
    assert rig.lamps() == "-T--" and rig.notice() == 0


def test_a_meld_that_is_not_shown_is_noted():
    rig = announced("N 1")
    assert rig.table.passed(0)
    rig.step()
    assert rig.lay("E", "7S") == "CARD E 7S"
    assert rig.notice() == texts.NOTED_MELD_NOT_SHOWN and rig.match.conduct.log[0].code == 12


def test_the_leader_waits_until_melds_are_shown():
    rig = announced("N 0")
    rig.put("E", "7S")
    rig.wait(3000)
    assert rig.told() == ""
    for word in ("QS", "KS", "AS"):
        rig.show("N", word)
    assert rig.told() == "SHOW N QS; SHOW N KS; SHOW N AS; CARD E 7S"


def test_the_leader_shows_before_leading():
    rig = announced("E 0")
    for word in ("7S", "8S", "9S"):
        rig.show("E", word)
    assert rig.told() == "SHOW E 7S; SHOW E 8S; SHOW E 9S"
    assert rig.lay("E", "7S") == "CARD E 7S"


def test_a_card_of_another_hand_cannot_be_shown():
    rig = announced("N 0")
    rig.told()
    rig.put("N", "JH")
    rig.step()
    assert rig.told() == "note 42 N 35"


def test_after_an_undo_melds_are_asked_for_again():
    rig = announced("N 0", discipline=1)
    rig.table.passed(0)
    rig.step()
    assert rig.table.showing == 0
    rig.tell("UNDO N")
    rig.step()
    assert rig.match.audit.plays == 3 and rig.table.showing == 0
    rig.told()
    rig.lay("N", "8H")
    rig.step()
    assert rig.table.showing == 1


# --- the seven and the bottom card --------------------------------------------------------------


def after(events):
    """Return a table with the house `espanola-4` at which these events have happened."""
    rig = CardRig("espanola-4")
    rig.tell(events)
    rig.told()
    return rig


def test_the_seven_is_exchanged():
    rig = after("DEAL N 0; UPCARD N JH; BID W H")
    rig.lay("S", "7H")
    assert rig.notice() == texts.SHOW_UPCARD
    rig.wait(3000)
    rig.take("S")
    rig.step()
    assert rig.told() == "", "exchanging is not a card out of turn"
    assert rig.lay("S", "JH") == "SEVEN S 0"
    notice = rig.table.voice.notice
    assert rig.notice() == texts.EXCHANGED and notice.seat == 2 and notice.card == 20, (
        "the display informs the opponents"
    )
    rig.wait(500)
    rig.take("S")
    rig.step()
    assert rig.lay("W", "7H") == "CARD W 7H"


def led_the_seven():
    """Return a table at which West, not the taker, has led the seven of trump."""
    rig = after("DEAL N 0; UPCARD N JH; BID W pass; BID S H")
    assert rig.lay("W", "7H") == "CARD W 7H"
    rig.wait(500)
    rig.take("W")
    return rig


def test_the_leader_exchanges_the_seven():
    rig = led_the_seven()
    rig.wait(300)
    assert rig.lay("W", "JH") == "UNDO W 0; SEVEN W 0"
    assert rig.notice() == texts.EXCHANGED and rig.table.voice.notice.seat == 3
    rig.take("W")
    rig.step()
    assert rig.lay("W", "JH") == "CARD W JH"


def test_the_leader_cannot_exchange_the_seven_after_another_event():
    for event in ("CARD S 8H", "MELD S 0"):
        rig = led_the_seven()
        rig.tell(event)
        rig.told()
        rig.wait(300)
        told = rig.lay("W", "JH")
        assert "UNDO" not in told and "SEVEN" not in told
        assert rig.match.audit.plays and rig.match.audit.card[0] == 16
        yield


def test_the_leader_exchanges_the_seven_after_a_restart():
    rig = after("DEAL N 0; UPCARD N JH; BID W pass; BID S H; CARD W 7H")
    rig.cards = Cards(rig.table, rig, rig.command)
    rig.wait(500)
    assert rig.lay("W", "JH") == "UNDO W 0; SEVEN W 0"


def test_the_leader_of_the_seven_plays_the_upcard_in_another_deal():
    rig = led_the_seven()
    rig.tell("RULING 2; DEAL N 0; UPCARD N 9C; BID W C")
    rig.told()
    rig.step()
    assert rig.lay("W", "9C") == "CARD W 9C"


def test_a_seven_played_after_another_card_stays_played():
    rig = after("DEAL N 0; UPCARD N JH; BID W H; CARD W 8H")
    assert rig.lay("S", "7H") == "CARD S 7H"
    rig.wait(500)
    rig.take("S")
    rig.wait(300)
    told = rig.lay("S", "JH")
    assert "UNDO" not in told and "SEVEN" not in told and rig.match.audit.plays == 2


def test_the_upcard_is_not_asked_for_after_a_card_was_led():
    rig = after("DEAL N 0; UPCARD N JH; BID W H; CARD W 8H")
    rig.lay("E", "7H")
    assert rig.notice() != texts.SHOW_UPCARD
    rig.wait(2100)
    assert rig.told() == "OFFENCE E 6", "the seven counts as a card out of turn"


def test_an_upcard_laid_after_another_card_is_too_late():
    rig = after("DEAL N 0; UPCARD N JH; BID W H")
    rig.lay("S", "7H")
    assert rig.notice() == texts.SHOW_UPCARD
    rig.take("S")
    rig.tell("CARD W 8H")
    rig.told()
    rig.wait(500)
    assert rig.lay("S", "JH") == f"note 42 S {Answers.LATE}"


def test_the_taker_has_nothing_to_exchange():
    rig = after("DEAL N 0; UPCARD N JH; BID W pass; BID S H")
    rig.put("S", "7H")
    rig.wait(2100)
    assert rig.told() == "OFFENCE S 6"


def two(**changes):
    """Return a table of two players; hearts are trump, and South has the lead."""
    rig = CardRig("espanola-2", **changes)
    rig.tell("DEAL N 0; UPCARD N JH; BID S H")
    rig.step()
    rig.told()
    return rig


def test_the_bottom_card():
    rig = two()
    assert rig.notice() == texts.SHOW_BOTTOM and rig.table.voice.notice.seat == 0
    assert rig.lamps() == "T-T-"
    assert rig.lay("N", "9C") == "BOTTOM N 9C"
    assert rig.notice() == 0
    rig.wait(500)
    rig.take("N")
    rig.step()
    assert rig.lamps() == "--T-"
    rig.lay("N", "7H")
    assert rig.notice() == texts.SHOW_UPCARD
    rig.take("N")
    rig.step()
    rig.told()
    assert rig.lay("N", "JH") == "SEVEN N 0"


def test_a_dealer_without_a_working_pad_is_sent_to_another_one():
    """The dealer's reader is lost, or was never built."""
    for state in (5, 6):
        rig = two()
        rig.become("N", state)
        rig.step()
        rig.wait(9000)
        assert rig.notice() == texts.SHOW_BOTTOM
        assert (rig.table.voice.notice.seat, rig.table.voice.notice.other_seat) == (0, 1)
        assert rig.lay("E", "9C") == "BOTTOM N 9C"
        rig.take("E")
        rig.step()
        rig.lay("E", "7H")
        assert rig.notice() == texts.SHOW_UPCARD and rig.table.voice.notice.other_seat == 1
        rig.take("E")
        rig.step()
        rig.told()
        assert rig.lay("E", "JH") == "SEVEN N 0"
        rig = CardRig()
        rig.become("N", state)
        rig.step()
        rig.wait(9000)
        rig.put("S", "JH")
        rig.wait(2500)
        assert rig.notice() == texts.DEALER_LAYS
        assert (rig.table.voice.notice.seat, rig.table.voice.notice.other_seat) == (0, 1)


def test_the_bottom_card_is_asked_for_again_after_another_sentence():
    rig = two()
    rig.see("N", bytes((1, 2, 3, 4)))
    rig.wait(2500)
    assert rig.notice() == texts.UNKNOWN_TAG and rig.told().startswith("note 34 N")
    rig.wait(8000)
    assert rig.notice() == texts.SHOW_BOTTOM
    rig.take("N")
    assert rig.lay("N", "9C") == "BOTTOM N 9C"
    assert rig.notice() == 0


def test_showing_the_bottom_card_is_optional():
    rig = two()
    assert rig.lay("S", "AS") == "CARD S AS" and rig.notice() == 0
    assert rig.lay("N", "7S") == "CARD N 7S"


def test_an_unused_pad_of_two_players():
    rig = two()
    rig.lay("N", "9C")
    rig.put("E", "AS")
    rig.wait(2100)
    assert rig.notice() == texts.NOT_A_SEAT
    assert rig.lay("S", "KS") == "note 42 E 39; CARD S KS"


def test_two_players_clear_a_trick_early():
    rig = two()
    rig.lay("S", "AS")
    rig.wait(500)
    rig.take("S")
    rig.step()
    assert rig.notice() == texts.SHOW_AGAIN and rig.table.voice.notice.seat == 0
    assert rig.lay("N", "7S") == "CARD N 7S" and rig.match.trick.count == 0


# --- heap ---------------------------------------------------------------------------------------


def test_lying_cards_allocate_nothing_and_events_little():
    rig = announced("N 0")
    rig.journal.keeps = False
    step = rig.cards.step
    lay = "N QS; N KS; N KS; N AS; S 8S; E 7S; S 8S; N QS; W TS; S 8S; E 7S; W AC; N 9S"
    for words in lay.split("; "):
        seat, card = words.split()
        rig.put(seat, card)
        judged(rig)
        for _ in range(3):
            rig.wait(1100)
            no_heap(step, rig.now)
        rig.take(seat)
        judged(rig)
    rig.see("W", bytes((1, 2, 3, 4)))
    for _ in range(3):
        rig.wait(1100)
        little_heap(step, rig.now)
    rig.lose("W")
    little_heap(step, rig.now)
    assert rig.match.audit.plays == 9
    assert name_of(rig.match.audit.card[7]) == "8S"
