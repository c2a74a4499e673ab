"""Tests of enrolling decks, replacement cards and command cards, also across a power cut."""

import os

import texts
from codes.game import card_of, name_of
from codes.table import Cues, TagKinds
from table.files.decks import read
from table.setup.change import CommandCards, Replace
from table.setup.enrol import open_enrol
from tags import get, look, put, text, uid_of
from toolkit import IN_A_FILE, Bench

OPEN = (None, open_enrol, Replace, CommandCards)
PHONE = bytes((8, 1, 2, 3))
COIN = bytes((4, 9, 9, 9, 9, 9, 9))
NEW = bytes((4, 7, 7, 7, 7, 7, 7))


def enrolling(files=None, what=1):
    bench = Bench(files=files)
    bench.tool = OPEN[what](bench.table)
    bench.step()
    return bench


def lay(bench, first, last, deck=1):
    for one in range(first, last):
        bench.put("NESW"[one % 4], name_of(one), deck)
        bench.take()
        yield


def said(bench):
    """Return the open question and the card that it names."""
    return bench.table.dialogue.question, name_of(bench.table.voice.notice.card)


def test_the_display_names_each_card_and_any_pad_accepts_it():
    bench = enrolling()
    for one in range(32):
        assert (
            said(bench) == (texts.LAY_CARD, name_of(one))
            and bench.table.voice.notice.number == one + 1
        )
        assert bench.lamps() == "SSSS" and list(bench.table.fill) == [one // 4] * 4
        bench.table.cue = Cues.SILENCE
        bench.put("NESW"[one % 4], name_of(one), 1)
        assert bench.table.cue == (Cues.READ if one < 31 else Cues.OVER)
        assert bench.over == (one == 31)
        bench.take()
        yield
    assert (
        bench.over
        and bench.table.dialogue.asked == 0
        and bench.table.voice.notice.text == texts.DECK_COMPLETE
    )
    yield
    bench.reload()
    assert bench.deck.names == [b"deck-1"] and bench.table.voice.label == b"deck-1"
    assert bench.settings.deck == "deck-1" and '"deck-1"' in get(bench.settings.path)
    assert [look(bench.deck, uid_of(one, 1)) for one in range(32)] == list(range(32))
    assert os.listdir(bench.folder + "/bar/decks") == ["deck-1.deck"]


def test_the_old_deck_stays_active_until_all_32_cards_are_enrolled():
    bench = enrolling({"blue.deck": text(0)})
    yield from lay(bench, 0, 31)
    assert bench.deck.names == [b"blue"] and look(bench.deck, uid_of(5)) == 5
    yield
    yield from lay(bench, 31, 32)
    yield
    bench.reload()
    assert bench.deck.names == [b"blue", b"deck-1"] and bench.deck.active == 1


def test_a_power_cut_loses_no_card():
    bench = enrolling()
    yield from lay(bench, 0, 20)
    yield
    bench.tool = open_enrol(bench.table)
    bench.step()
    assert said(bench) == (texts.LAY_CARD, name_of(20)) and bench.table.voice.notice.number == 21
    yield from lay(bench, 20, 26)
    yield
    yield from lay(bench, 26, 32)
    yield
    bench.step()
    bench.reload()
    assert bench.over and bench.deck.names == [b"deck-1"]


def test_changes_to_the_active_deck_are_saved_before_an_enrolment():
    bench = Bench(files={"blue.deck": text(0)})
    bench.deck.bury(card_of("9H"))
    assert bench.deck.changed and "dead" not in get(bench.folder + "/bar/decks/blue.deck")
    open_enrol(bench.table)
    assert "dead 9H" in get(bench.folder + "/bar/decks/blue.deck")


def test_a_power_cut_before_the_deck_gets_its_name():
    bench = Bench()
    put(bench.folder + "/bar/decks/mine.new", text(1))
    bench.tool = open_enrol(bench.table)
    bench.step()
    yield
    bench.step()
    bench.reload()
    assert bench.over and bench.deck.names == [b"mine"]


def test_an_unreadable_started_deck_is_not_started_again():
    bench = Bench()
    # A folder instead of a file, so that reading fails.
    os.mkdir(bench.folder + "/bar/decks/mine.new")
    bench.tool = open_enrol(bench.table)
    bench.step()
    assert bench.over and bench.table.voice.notice.text == texts.NOT_SAVED


def test_an_unreadable_folder_costs_no_deck():
    bench = Bench(files={"deck-1.deck": text(0)})
    bench.settings.root = bench.folder + IN_A_FILE  # below a file, where no folder can exist
    bench.tool = open_enrol(bench.table)
    bench.step()
    assert bench.over and bench.table.voice.notice.text == texts.NOT_SAVED


def test_settings_that_cannot_be_saved_after_an_enrolment_are_reported():
    bench = enrolling()
    yield from lay(bench, 0, 31)
    os.mkdir(bench.settings.path + "~")  # a folder in the way, so that saving the settings fails
    yield
    yield from lay(bench, 31, 32)
    assert bench.over and bench.table.voice.notice.text == texts.NOT_SAVED
    assert os.listdir(bench.folder + "/bar/decks") == ["deck-1.deck"]


def test_pass_stops_the_enrolment_and_the_next_one_continues_it():
    bench = enrolling()
    yield from lay(bench, 0, 3)
    bench.press("E", "-")
    assert bench.over and bench.table.dialogue.asked == 0 and bench.lamps() == "----"
    bench.put("E", name_of(3), 1)
    bench.tool = open_enrol(bench.table)
    assert said(bench) == (texts.LAY_CARD, name_of(3))


def test_a_card_enrolled_twice_is_refused_with_its_name():
    bench = enrolling()
    yield from lay(bench, 0, 3)
    bench.put("N", "7C", 1)
    assert said(bench) == (
        texts.IS_ENROLLED,
        name_of(3),
    ) and bench.table.voice.notice.other_card == card_of("7C")
    assert bench.table.blink == 1 and bench.table.cue == 1
    bench.take()
    yield from lay(bench, 3, 4)
    assert said(bench) == (texts.LAY_CARD, name_of(4))


def test_the_last_enrolled_card_may_be_read_again():
    bench = enrolling()
    yield from lay(bench, 0, 1)
    bench.put("N", "7C", 1)
    assert said(bench) == (texts.LAY_CARD, name_of(1)) and bench.table.blink == 0


def test_tags_of_another_deck_and_phones_are_refused():
    bench = enrolling({"blue.deck": text(0, more="ok DEADBEEF\n")})
    bench.put("N", "AS")
    assert said(bench) == (texts.IS_OF_DECK, "7C") and bench.table.voice.label == b"blue"
    yield
    bench.put("E", bytes.fromhex("DEADBEEF"))
    assert said(bench) == (texts.IS_OF_DECK, "7C") and bench.table.voice.label == b"OK"
    bench.put("S", PHONE)
    assert said(bench) == (texts.NO_TAG, "7C")


def test_the_expected_card_of_another_deck_is_refused():
    bench = enrolling({"blue.deck": text(0), "red.deck": text(1)})
    yield
    bench.put("N", "7C", 1)
    assert said(bench) == (texts.IS_OF_DECK, "7C") and bench.table.voice.label == b"red"
    bench.put("E", "AS")
    assert said(bench) == (texts.IS_OF_DECK, "7C") and bench.table.voice.label == b"blue"


def test_two_cards_and_unreadable_tags_are_refused():
    bench = enrolling()
    for _ in range(2):
        bench.pads.crowd(2, 0)
    bench.step()
    assert said(bench) == (texts.ONE_CARD, "7C") and bench.table.voice.notice.seat == 2
    bench.pads.become(1, 3, 0)
    bench.step()
    assert said(bench) == (texts.PRESS_CARD, "7C") and bench.table.voice.notice.seat == 1
    bench.put("N", "7C", 1)
    assert said(bench) == (texts.LAY_CARD, "8C")


def test_the_previous_card_can_be_corrected():
    bench = enrolling()
    assert bench.table.dialogue.options == ()
    yield from lay(bench, 0, 1)
    bench.put("N", "TC", 1)
    assert said(bench) == (texts.LAY_CARD, "9C")
    bench.press("W", "C")
    assert said(bench) == (texts.LAY_CARD, "8C")
    bench.put("N", "8C", 1)
    bench.put("N", "9C", 1)
    bench.put("N", "TC", 1)
    assert said(bench) == (texts.LAY_CARD, "JC")
    tags = read(bench.folder + "/bar/decks/deck-1.new", False)
    assert tags.uids[card_of("TC")] == uid_of(card_of("TC"), 1)


def test_a_card_that_cannot_be_saved_is_reported_and_not_enrolled():
    bench = enrolling()
    bench.tool.path = bench.folder + IN_A_FILE
    bench.put("N", "7C", 1)
    assert said(bench) == (texts.NOT_SAVED, "7C") and bench.tool.at == 0
    assert bench.tool.tags.uids[0] == b""


def test_a_deck_that_cannot_be_named_asks_for_its_last_card_again():
    bench = Bench()
    put(bench.folder + "/bar/decks/deck-1.new", text(1))
    yield
    os.mkdir(bench.folder + "/bar/decks/deck-1.deck")
    bench.tool = open_enrol(bench.table)
    bench.step()
    bench.step()
    assert said(bench) == (texts.NOT_SAVED, "AS") and not bench.over and bench.tool.at == 31
    os.rmdir(bench.folder + "/bar/decks/deck-1.deck")
    yield
    bench.put("N", "AS", 1)
    bench.take()
    bench.step()
    bench.reload()
    assert bench.over and bench.deck.names == [b"deck-1"]


def test_a_new_deck_has_a_name_of_its_own():
    bench = enrolling({"deck-1.deck": text(0)})
    assert bench.tool.path.endswith("/bar/decks/deck-2.new")


def test_a_replacement_begins_with_a_dead_card():
    bench = Bench(files={"blue.deck": text(0, more="ok DEADBEEF\ndead 9H\n")})
    bench.deck.bury(card_of("AS"))
    yield
    bench.tool = Replace(bench.table)
    bench.step()
    yield
    assert said(bench) == (texts.LAY_CARD, "9H")
    bench.put("N", NEW)
    assert said(bench) == (texts.LAY_CARD, "AS")
    yield
    bench.take()
    bench.put("N", COIN)
    yield
    bench.take()
    bench.step()
    bench.reload()
    assert bench.over and not bench.deck.changed
    assert look(bench.deck, NEW) == card_of("9H") and look(bench.deck, COIN) == card_of("AS")
    assert look(bench.deck, uid_of(card_of("9H"))) == 255
    assert look(bench.deck, bytes.fromhex("DEADBEEF")) == TagKinds.COMMAND + 9
    assert bench.deck.dead[0] == bytearray(4)


def test_a_card_to_replace_is_chosen_by_suit_and_rank():
    bench = enrolling({"blue.deck": text(0)}, 2)
    assert (bench.table.dialogue.question, len(bench.table.dialogue.options)) == (
        texts.REPLACE_CARD,
        4,
    )
    bench.put("N", COIN)
    assert bench.table.dialogue.question == texts.REPLACE_CARD
    bench.press("S", "H")
    assert (bench.table.dialogue.question, len(bench.table.dialogue.options)) == (
        texts.WHICH_RANK,
        8,
    )
    assert bench.table.voice.notice.seat == 2
    bench.press("S", "+D")
    assert said(bench) == (texts.LAY_CARD, "QH")
    bench.put("N", "7C")
    assert said(bench) == (texts.IS_ENROLLED, "QH")
    bench.press("S", "C")
    assert bench.table.dialogue.question == texts.REPLACE_CARD
    yield
    bench.press("S", "CC")
    bench.put("N", NEW)
    bench.take()
    bench.step()
    bench.reload()
    assert bench.over and look(bench.deck, NEW) == card_of("7C")


def test_the_question_for_the_rank_names_the_seat_that_chose_the_suit():
    for seat in range(4):
        bench = enrolling({"blue.deck": text(0)}, 2)
        bench.press("NESW"[seat], "S")
        assert (bench.table.dialogue.question, bench.table.dialogue.details.seat) == (
            texts.WHICH_RANK,
            seat,
        )
        yield


def test_a_tag_that_answers_again_is_no_longer_dead():
    bench = enrolling({"blue.deck": text(0, more="dead 9H\n")}, 2)
    yield
    bench.put("N", "9H")
    bench.take()
    bench.step()
    bench.reload()
    assert bench.over and bench.deck.dead[0] == bytearray(4)
    assert look(bench.deck, uid_of(card_of("9H"))) == card_of("9H")


def test_a_dead_card_stays_dead_if_its_new_tag_cannot_be_saved():
    bench = enrolling({"blue.deck": text(0, more="dead 9H\n")}, 2)
    yield
    place, bench.tool.path = bench.tool.path, bench.folder + IN_A_FILE
    bench.put("N", "9H")
    assert said(bench)[0] == texts.NOT_SAVED
    bench.tool.path = place
    bench.take()
    assert bench.tool.tags.dead[2] == 4 == bench.deck.dead[0][2]


def test_command_cards_are_enrolled_in_turn():
    bench = enrolling({"blue.deck": text(0)}, 3)
    assert (
        bench.table.dialogue.question == texts.LAY_FOR_KEY and bench.table.voice.label == b"PASS"
    )
    bench.put("N", COIN)
    assert bench.table.voice.label == b"CALL"
    for wrong in (PHONE, uid_of(3)):
        bench.put("E", wrong)
        assert (
            bench.table.dialogue.question == texts.TAKEN_FOR_KEY
            and bench.table.voice.label == b"CALL"
        )
    bench.take()
    bench.put("N", COIN)
    assert (
        bench.table.dialogue.question == texts.TAKEN_FOR_KEY and bench.table.voice.label == b"CALL"
    )
    bench.press("W", "C")
    assert (
        bench.table.dialogue.question == texts.LAY_FOR_KEY and bench.table.voice.label == b"MENU"
    )
    bench.take()
    bench.put("N", COIN)
    assert (
        bench.table.dialogue.question == texts.TAKEN_FOR_KEY and bench.table.voice.label == b"MENU"
    )
    yield
    bench.put("N", NEW)
    bench.press("W", "-")
    bench.take()
    assert bench.over
    bench.reload()
    assert (
        look(bench.deck, COIN) == TagKinds.COMMAND + 4
        and look(bench.deck, NEW) == TagKinds.COMMAND + 7
    )


def test_a_command_card_may_have_the_same_command_in_another_deck():
    files = {"blue.deck": text(0)}
    yield
    files["red.deck"] = text(1, more="pass " + COIN.hex())
    yield
    bench = enrolling(files, 3)
    yield
    yield
    bench.put("N", COIN)
    assert (
        bench.table.dialogue.question == texts.LAY_FOR_KEY and bench.table.voice.label == b"CALL"
    )


def test_an_unreadable_deck_is_not_overwritten():
    bench = Bench(files={"blue.deck": text(0)})
    put(bench.folder + "/bar/decks/blue.deck", "nonsense\n")
    bench.tool = Replace(bench.table)
    bench.step()
    bench.step()
    assert (
        bench.over
        and bench.table.voice.notice.text == texts.DECK_WRONG
        and bench.table.voice.notice.number == 1
    )
    assert (
        bench.table.voice.label == b"blue"
        and get(bench.folder + "/bar/decks/blue.deck") == "nonsense\n"
    )
