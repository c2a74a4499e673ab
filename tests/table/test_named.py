"""Tests of the names, cards and pads in sentences and questions."""

import texts
from cardplay import REST, TRICKS, playing
from codes.game import SEATS, card_of
from codes.table import PadStates
from keyskit import MENU, KeyRig
from menukit import warned
from tablekit import CardRig


def named(rig):
    """Return the question, the asked seats and the seat that the question names."""
    text, who = rig.asked()
    return text, who, SEATS[rig.table.dialogue.details.seat]


def others(seat):
    return "EW" if seat in "NS" else "NS"


def test_questions_about_an_unreadable_card_name_its_seat():
    for seat in SEATS:
        rig = warned()
        rig.chord(seat)
        assert named(rig) == (texts.SEAT_MENU, seat, seat)
        rig.choose(seat, texts.MANUAL)
        assert named(rig) == (texts.WHICH_SUIT, seat, seat)
        rig.press(seat, "S")
        assert named(rig) == (texts.WHICH_RANK, seat, seat)
        rig.press(seat, "H")
        assert named(rig) == (texts.IS_IT, others(seat), seat)
        assert rig.table.dialogue.details.card == card_of("9S")
        yield


def test_the_question_about_an_unreadable_last_card_names_its_seat():
    rig = warned("DEAL N; UPCARD N JH; BID W H")
    for trick in TRICKS + REST[:-1]:
        rig.play(";".join(["CARD " + words for words in trick.split("; ")]))
        yield
    rig.play("CARD N TH; CARD W JH; CARD S QH")
    rig.chord("E")
    rig.choose("E", texts.MANUAL)
    assert named(rig) == (texts.IS_IT, "NS", "E")
    rig.wait(600)
    assert rig.press("S", "C").startswith("CARD E KH; note 37 E")


def test_a_refused_card_opens_no_deal():
    rig = KeyRig("bulgarian")
    assert rig.match.phase == 1
    rig.chord("N")
    rig.choose("N", texts.MANUAL)
    rig.press("N", "S")
    rig.press("N", "H")
    rig.wait(600)
    assert "DEAL" not in rig.press("E", "C") and rig.match.phase == 1
    assert rig.asked()[0] != texts.IS_IT, "the opponent's answer was heard"


def test_questions_to_both_sides_name_the_proposing_seat():
    for seat in SEATS:
        for wish, asked in ((texts.REDEAL, texts.REDEAL), (texts.UNDO, texts.UNDO)):
            rig = warned()
            rig.chord(seat)
            rig.choose(seat, wish)
            assert named(rig) == (asked, others(seat), seat)
            yield


def test_questions_about_a_corrected_card_name_its_seat():
    for seat in SEATS:
        rig = warned("DEAL N; UPCARD N 9H; BID W H; CARD W 7C")
        before = "WSEN"[: "WSEN".index(seat)]
        for other, laid in zip(before[1:] + seat, ("8C", "9C", "TC")):
            if other != "W":
                rig.play("CARD " + other + " " + laid)
        rig.chord(seat)
        rig.choose(seat, texts.SWAPPED)
        assert named(rig) == (texts.WHICH_SUIT, seat, seat)
        rig.press(seat, "S", "C")
        assert named(rig) == (texts.IS_IT, others(seat), seat)
        assert rig.table.dialogue.details.card == card_of("7S")
        yield


def test_the_question_about_abandoning_names_the_seat_that_proposed_it():
    for paused, leaves in ("NE", "ES", "SW", "WN"):
        rig = warned()
        rig.centre(MENU)
        rig.choose(paused, texts.PAUSED)
        rig.wait(600)
        rig.choose(leaves, texts.ABANDON)
        assert named(rig) == (texts.ABANDON, others(leaves), leaves)
        yield


def test_any_seat_may_end_a_break():
    for seat in SEATS:
        rig = warned()
        rig.centre(MENU)
        rig.choose("N", texts.PAUSED)
        rig.wait(600)
        assert rig.choose(seat, texts.RESUME) == "note 44 %s 0" % seat
        yield


def test_the_directors_note_names_the_offending_seat():
    for seat in SEATS:
        rig = warned()
        rig.centre(MENU)
        rig.choose(seat, texts.OFFENCE_OF)
        assert named(rig) == (rig.notice(), "NESW", seat)
        assert rig.notice() == texts.NOTED_OUT_OF_TURN
        rig.choose(seat, texts.ANOTHER)
        assert rig.table.voice.notice.seat == 0, "a misdeal counts against the dealer"
        rig.choose(seat, texts.ANOTHER)
        assert rig.table.voice.notice.seat == SEATS.index(seat)
        yield


def test_a_lost_reader_is_named_with_its_replacement():
    for seat in "SEN":
        rig = playing()
        before = "WSEN"[: "WSEN".index(seat)]
        for other, laid in zip(before, ("7S", "8S", "9S")):
            rig.lay(other, laid)
        rig.wait(500)
        rig.lose(seat)
        rig.step()
        notice = rig.table.voice.notice
        assert (rig.notice(), notice.seat) == (texts.READER_LOST, SEATS.index(seat)), seat
        assert notice.other_seat == rig.turn != notice.seat, seat
        yield


def test_an_unreadable_card_is_reported_to_the_scanning_seat():
    rig = CardRig(scanned=1)
    rig.lay("N", "9H")
    rig.wait(600)
    rig.take()
    rig.step()
    for seat in SEATS:
        scans = rig.lamps()[SEATS.index(seat)] == "S"
        rig.mangle(seat)
        rig.wait(2100)
        told = (rig.notice(), rig.table.voice.notice.seat)
        assert (told == (texts.PRESS_CARD, SEATS.index(seat))) == scans, (seat, rig.lamps())
        rig.become(seat, PadStates.ABSENT)
        rig.wait(9000)
        yield


def test_an_unknown_tag_has_the_same_mark_at_every_pad():
    marks = set()
    for uid in (bytes((4, 1, 2, 3)), bytes((4, 1, 2, 4)), bytes((5, 1, 2, 3))):
        seen = set()
        for seat in SEATS:
            rig = playing()
            rig.see(seat, uid)
            rig.wait(2100)
            told = rig.told().split(" ")
            assert told[:3] == ["note", "34", seat], told
            seen.add(told[3])
            yield
        assert len(seen) == 1, seen
        marks |= seen
    assert len(marks) == 3
