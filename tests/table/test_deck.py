"""Tests of decks: finding the card of a tag, and errors in deck files."""

import testenv
from codes.game import card_of
from codes.table import TagKinds
from table.files import decks
from table.files.deck import Deck
from table.files.decks import CARD_MISSING as MISSING
from table.files.decks import (
    CARD_TWICE,
    NO_FILE,
    NOT_A_LINE,
    NOT_A_NAME,
    NOT_A_UID,
    TOO_MANY,
    UID_TWICE,
    DeckError,
    load,
    parse,
    read,
    save,
    write_tags,
)
from table.files.decks import PHONES_UID as RANDOM
from table.files.storage import write
from tags import get, load_all, look, new_folder, padded, put, text, uid_of

PHONE = bytes((8, 1, 2, 3))
COINS = bytes((4, 9, 9, 9, 9, 9, 9))


def two_decks(active="blue"):
    command = "pass 04AABBCCDD0011\ncall DEADBEEF\n"
    files = {
        "blue.deck": text(0, more=command),
        "red.deck": text(1, more="undo 0102030405060708090A"),
    }
    return load_all(files, active)


def test_every_card_of_the_active_deck_is_found():
    deck = two_decks()[0]
    assert [look(deck, uid_of(one)) for one in range(32)] == list(range(32))


def test_cards_of_another_deck_are_recognised_with_their_decks_name():
    deck = two_decks()[0]
    assert [look(deck, uid_of(one, 1)) for one in range(32)] == [
        TagKinds.OTHER_DECK + one for one in range(32)
    ]
    assert deck.names[deck.other] == b"red"
    deck.active = deck.other
    assert look(deck, uid_of(7, 1)) == 7
    assert look(deck, uid_of(7)) == TagKinds.OTHER_DECK + 7
    assert deck.names[deck.other] == b"blue"


def test_the_active_deck_is_that_of_the_settings_or_the_first():
    assert look(two_decks("red")[0], uid_of(3, 1)) == 3
    yield
    assert look(two_decks("gone")[0], uid_of(3)) == 3


def test_command_cards_work_with_any_active_deck():
    deck = two_decks()[0]
    for active in range(2):
        deck.active = active
        assert look(deck, bytes.fromhex("04AABBCCDD0011")) == TagKinds.COMMAND + 4
        assert look(deck, bytes.fromhex("DEADBEEF")) == TagKinds.COMMAND + 5
        assert look(deck, bytes.fromhex("0102030405060708090A")) == TagKinds.COMMAND + 8


def test_no_other_tag_is_known():
    deck = two_decks()[0]
    for uid in (PHONE, COINS, bytes(4), bytes((255,) * 10), uid_of(3)[:4], uid_of(3) + b"\1\2\3"):
        assert look(deck, uid) == TagKinds.UNKNOWN
    for one in range(32):
        yield
        for at in range(7):
            for more in (1, 255):
                uid = bytearray(uid_of(one))
                uid[at] = uid[at] + more & 255
                assert look(deck, bytes(uid)) == TagKinds.UNKNOWN
    yield
    deck = load_all({"a.deck": text(0)})[0]
    assert look(deck, uid_of(3)) == 3 and look(deck, uid_of(3) + b"\1\2\3") == TagKinds.UNKNOWN


def test_without_a_deck_no_tag_is_known():
    assert look(Deck(), COINS) == TagKinds.UNKNOWN
    deck, _, wrong = load_all({})
    assert wrong is None and deck.names == []
    deck.bury(3)
    assert look(deck, COINS) == TagKinds.UNKNOWN
    assert load(deck, "/nowhere", "") is None and deck.names == []


def test_finding_a_card_and_marking_it_dead_use_no_heap():
    deck = two_decks()[0]
    for uid in (padded(uid_of(13)), padded(uid_of(13, 1)), padded(COINS)):
        assert testenv.no_heap(deck.find, uid, 7) in (0, deck.find(uid, 7))
    testenv.no_heap(deck.bury, 13)


def error_of(file):
    try:
        parse(file if isinstance(file, bytes) else file.encode())
    except DeckError as error:
        return error.args
    return None


def test_each_error_in_a_deck_file_is_reported():
    seven = uid_of(0).hex()
    assert error_of(text()) is None
    assert error_of(text(without="9H QD")) == (MISSING, 30, "QD")
    for line, what, about in (
        ("7C 04010203040506", CARD_TWICE, "7C"),
        ("ok " + seven, UID_TWICE, seven),
        ("7X " + seven, NOT_A_NAME, "7X"),
        ("deaf 7C", NOT_A_NAME, "deaf"),
        ("dead 1H", NOT_A_NAME, "1H"),
        ("ok 08010203", RANDOM, "08010203"),
        ("ok", NOT_A_LINE, "ok"),
        ("ok 04 01 02 03", NOT_A_LINE, "ok 04 01 02 03"),
    ):
        yield
        assert error_of(text(more=line)) == (what, 33, about)
    for uid in ("040102", "0401020304", "040102030", "04+10203", "0401020G", "0x040102"):
        yield
        assert error_of(text(more="ok " + uid)) == (NOT_A_UID, 33, uid)
    assert error_of(text(more="ok 08010203040506")) is None, "only short UIDs belong to phones"
    yield
    try:
        read("/nowhere/a.deck")
    except DeckError as error:
        assert error.args == (NO_FILE, 0, "/nowhere/a.deck")
    else:
        raise AssertionError("a missing file was loaded without an error")


def test_bytes_that_are_not_text_become_question_marks():
    wrong = text().encode() + b"\xff\xfe 04010203\n"
    assert error_of(wrong) == (NOT_A_NAME, 33, "?")


def test_comments_blank_lines_and_lower_case_are_accepted():
    file = "# the blue one\r\n\r\n" + text(without="TH") + "10h 04ABCDEF # new in May\r\n"
    assert parse(file.encode()).uids[card_of("TH")] == bytes.fromhex("04ABCDEF")


def test_a_saved_deck_equals_the_loaded_one():
    file = text(0, more="pass 04AABBCCDD0011\ndead 9H\ndead AS\n")
    tags = parse(file.encode())
    path = new_folder() + "/a.deck"
    assert write_tags(path, tags)
    again = read(path)
    assert again.uids == tags.uids and again.dead == tags.dead
    assert again.dead == bytearray((0, 0, 4, 128))


def test_an_invalid_file_is_skipped_and_named():
    files = {"blue.deck": text(0), "half.deck": text(1, "9H"), "notes.txt": "no deck"}
    deck, _, wrong = load_all(files)
    assert deck.names == [b"blue"]
    assert wrong == ("half", MISSING, 31, "9H")
    assert look(deck, uid_of(3, 1)) == TagKinds.UNKNOWN and look(deck, uid_of(3)) == 3


def test_a_deck_that_shares_a_card_with_another_is_skipped():
    mixed = text(1, "9H") + "9H " + uid_of(card_of("9H")).hex()
    deck, _, wrong = load_all({"a.deck": text(0), "b.deck": mixed})
    assert deck.names == [b"a"]
    assert wrong == ("b", UID_TWICE, 0, uid_of(card_of("9H")).hex())
    assert look(deck, uid_of(card_of("9H"))) == card_of("9H")
    assert look(deck, uid_of(0, 1)) == TagKinds.UNKNOWN, (
        "the other cards of that deck are unknown too"
    )


def test_decks_may_share_their_command_cards():
    same = "ok DEADBEEF\n"
    deck, _, wrong = load_all({"a.deck": text(0, more=same), "b.deck": text(1, more=same)})
    assert wrong is None and deck.names == [b"a", b"b"]
    assert look(deck, bytes.fromhex("DEADBEEF")) == TagKinds.COMMAND + 9
    other = "undo DEADBEEF\n"
    yield
    wrong = load_all({"a.deck": text(0, more=same), "b.deck": text(1, more=other)})[2]
    assert wrong == ("b", UID_TWICE, 0, "deadbeef")


def test_decks_over_the_limit_are_skipped():
    most = decks.MOST
    decks.MOST = 1
    deck, _, wrong = load_all({"a.deck": text(0), "b.deck": text(1)})
    decks.MOST = most
    assert deck.names == [b"a"] and wrong == ("b", TOO_MANY, 0, "b")


def test_a_dead_card_is_saved_in_the_deck_file():
    deck, folder, _ = load_all({"a.deck": text(0), "b.deck": text(1)}, "b")
    yield
    assert not deck.changed
    deck.bury(card_of("9H"))
    assert deck.changed and save(deck) and not deck.changed
    yield
    assert read(folder + "/b.deck").dead == bytearray((0, 0, 4, 0))
    assert read(folder + "/a.deck").dead == bytearray(4)
    assert look(deck, uid_of(card_of("9H"), 1)) == card_of("9H")


def test_swapped_cards_stay_swapped_after_a_restart():
    deck, folder, _ = load_all({"a.deck": text(0), "b.deck": text(1, more="ok DEADBEEF\n")}, "b")
    nine = card_of("9H")
    ten = card_of("TH")
    testenv.no_heap(deck.swap, nine, nine)
    deck.swap(nine, ten)
    assert look(deck, uid_of(nine, 1)) == ten and look(deck, uid_of(ten, 1)) == nine
    assert look(deck, uid_of(nine)) == TagKinds.OTHER_DECK + nine
    yield
    assert deck.changed and save(deck) and not deck.changed
    yield
    tags = read(folder + "/b.deck")
    assert tags.uids[ten] == uid_of(nine, 1) and tags.uids[nine] == uid_of(ten, 1)
    assert tags.uids[41] == bytes.fromhex("DEADBEEF") and tags.uids[0] == uid_of(0, 1)
    yield
    assert get(folder + "/a.deck") == text(0)


def test_a_damaged_file_is_not_overwritten_and_changes_are_kept_in_memory():
    deck, folder, _ = load_all({"a.deck": text(0), "b.deck": text(1)}, "a")
    put(folder + "/a.deck", "nonsense\n")
    deck.bury(card_of("9H"))
    yield
    assert not save(deck) and deck.changed and deck.active == 0
    assert get(folder + "/a.deck") == "nonsense\n"


def put_text(text, file):
    file.write(text)


def test_a_file_is_written_completely_or_not_at_all():
    folder = load_all({"a.deck": "old"})[1]
    put(folder + "/a.deck~", "torn")
    assert write(folder + "/a.deck", put_text, "new") and get(folder + "/a.deck") == "new"
    assert not write(folder + "/a.deck/b.deck", put_text, "new")
    assert write(folder + "/new/and/newer/a.deck", put_text, "new")
    assert get(folder + "/new/and/newer/a.deck") == "new"
