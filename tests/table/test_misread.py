"""Tests of cards that no pad reads, and of two cards whose tags were swapped at the enrolment."""

import texts
from cardplay import REST, TRICKS
from codes.game import card_of
from keyskit import CALL, KeyRig
from menukit import TAKEN, warned
from tablekit import uid_of


def test_a_card_that_no_pad_reads_is_entered_by_keys():
    yield  # lets the VM collect the garbage of the imports
    rig = warned()
    rig.chord("W")
    rig.choose("W", texts.MANUAL)
    assert rig.asked() == (texts.WHICH_SUIT, "W")
    rig.press("W", "H")
    assert rig.asked() == (texts.WHICH_RANK, "W")
    rig.press("W", CALL, "H")
    assert rig.asked() == (texts.IS_IT, "NS") and rig.table.voice.notice.card == card_of("KH")
    rig.wait(500)
    told = rig.choose("S", texts.AGREE)
    assert told == "CARD W KH; note 37 W %d; note 38 W %d" % (card_of("KH"), card_of("KH"))
    dead = rig.deck.dead[rig.deck.active]
    assert dead[2] >> 6 & 1
    dead[2] = 0


def test_agreeing_too_late_to_an_entered_card_has_no_effect():
    rig = warned()
    rig.chord("W")
    rig.choose("W", texts.MANUAL)
    rig.press("W", "H", "C")
    rig.play("CARD W 7C")
    rig.wait(500)
    assert rig.choose("S", texts.AGREE) == "" and rig.notice() == texts.LATE
    assert rig.match.audit.plays == 1


def test_a_card_that_cannot_be_played_is_not_marked_dead():
    rig = warned(TAKEN + "; CARD W 8C; CARD S 7C")
    rig.chord("E")
    rig.choose("E", texts.MANUAL)
    rig.press("E", "C", "D")
    rig.wait(500)
    assert rig.choose("S", texts.AGREE) == "" and rig.notice() == texts.CARD_SEEN
    assert rig.deck.dead[rig.deck.active] == bytearray(4)


def test_the_last_card_of_a_deal_need_not_be_chosen():
    rig = warned("DEAL N; UPCARD N JH; BID W H")
    for trick in TRICKS + REST[:-1]:
        rig.play(";".join(["CARD " + words for words in trick.split("; ")]))
        yield
    rig.play("CARD N TH; CARD W JH; CARD S QH")
    rig.chord("E")
    rig.choose("E", texts.MANUAL)
    assert rig.asked() == (texts.IS_IT, "NS") and rig.table.voice.notice.card == card_of("KH")


def test_an_upcard_that_no_pad_reads_is_entered_by_keys():
    rig = KeyRig(discipline=1)
    rig.chord("N")
    rig.choose("N", texts.MANUAL)
    rig.press("N", "S", "C")
    rig.wait(500)
    assert rig.choose("W", texts.AGREE).startswith("DEAL N 0; UPCARD N 7S")
    rig.deck.dead[rig.deck.active][3] = 0


def test_correcting_a_card_replays_the_events_after_it():
    rig = warned(TAKEN + "; CARD W 8C; CARD S 7C")
    assert of_tag(rig.deck, "7C") == card_of("7C")
    rig.chord("S")
    rig.choose("S", texts.SWAPPED)
    rig.press("S", "C")
    rig.press("S", "D")  # South's card is the eight of clubs, so West's was the seven
    assert rig.asked() == (texts.IS_IT, "EW")
    rig.wait(500)
    told = rig.choose("E", texts.AGREE)
    note = card_of("8C") | card_of("7C") << 8
    assert told == "UNDO S 0; UNDO S 0; note 39 S %d; CARD W 7C; CARD S 8C" % note
    assert of_tag(rig.deck, "7C") == card_of("8C")
    rig.deck.swap(card_of("7C"), card_of("8C"))


def test_only_the_card_laid_last_is_corrected():
    rig = warned(TAKEN + "; CARD W 8C; CARD S 7C")
    rig.chord("W")
    assert (
        rig.choose("W", texts.SWAPPED) == ""
        and rig.asked() == (0, "")
        and rig.notice() == texts.NOT_LAST
    )


def corrected(rig, seat, keys, by):
    """Correct the last card to the card that `keys` name; `by` agrees. Return the new records."""
    rig.chord(seat)
    rig.choose(seat, texts.SWAPPED)
    for key in keys:
        rig.press(seat, key)
    rig.wait(500)
    return rig.choose(by, texts.AGREE)


def test_a_corrected_card_on_a_pad_is_read_as_the_new_card():
    rig = warned(TAKEN + "; CARD W 8C")
    rig.lay("S", "7C")
    rig.wait(500)
    corrected(rig, "S", "CD", "E")
    assert rig.cards.laid.card[2] == card_of("8C")
    rig.deck.swap(card_of("7C"), card_of("8C"))


def test_the_replay_after_a_correction_ends_at_an_impossible_event():
    # South's seven of spades was enrolled as the ace of clubs and so won the first trick.
    first = "; CARD W 7C; CARD S AC; CARD E 9C; CARD N TC"
    rig = warned(TAKEN + first + "; CARD S KD; CARD E 7D; CARD N 8D; CARD W 9D; CARD S 7S")
    yield
    told = corrected(rig, "S", ("C", CALL, "S"), "W")
    note = card_of("AC") | card_of("7S") << 8
    again = "; note 39 S %d; CARD S 7S; CARD E 9C; CARD N TC" % note
    assert told == "UNDO S 0; " * 7 + "UNDO S 0" + again, told
    assert rig.notice() == texts.OUT_OF_TURN and rig.match.trick.seat == 0
    rig.deck.swap(card_of("AC"), card_of("7S"))


def test_a_card_is_not_corrected_after_seven_tricks():
    rig = warned("DEAL N; UPCARD N JH; BID W H")
    for trick in TRICKS + REST[:4]:
        rig.play(";".join(["CARD " + words for words in trick.split("; ")]))
        yield
    plays = rig.match.audit.plays
    # Try to correct the last card to the ace of hearts, which West led first.
    told = corrected(rig, "N", ("H", CALL, "S"), "W")
    assert told == "" and rig.notice() == texts.NOT_NOW and rig.match.audit.plays == plays
    assert of_tag(rig.deck, "AH") == card_of("AH")


def of_tag(deck, word):
    """Return the card that the deck finds for the tag of a card."""
    return deck.find(bytearray(uid_of(card_of(word)) + bytes(3)), 7)
