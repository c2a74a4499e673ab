"""Tests of the settings, which survive a power cut and are validated key by key."""

import json
import os

from table.files.pin import DirectorPin, make
from table.files.settings import Settings
from tags import get, new_folder, put

DEFAULTS = {
    "language": "en",
    "volume": 2,
    "brightness": 2,
    "house": "piedicavallo",
    "agreed": [],
    "hands": 0,
    "discipline": -1,
    "target": 0,
    "messages": 1,
    "deck": "",
    "names": ["", "", "", ""],
    "pin": "",
    "gains": "4444",
}
OTHERS = {
    "language": "pms",
    "volume": 0,
    "brightness": 3,
    "house": "salotto",
    "agreed": ["melds: off", "kirtik: 10"],
    "hands": 1,
    "discipline": 3,
    "target": 501,
    "messages": 0,
    "deck": "blue",
    "names": ["Ànna", "", "Иван", "Bo"],
    "pin": "4:00112233445566ff:" + "c7" * 32,
    "gains": "2735",
}


def values(settings):
    return {key: getattr(settings, key) for key in DEFAULTS}


def bar():
    """Return a new root folder that has a folder `bar` for the table's files."""
    root = new_folder()
    os.mkdir(root + "/bar")
    return root


def of_text(text):
    root = bar()
    put(root + "/bar/settings.json", text)
    return Settings(root)


def test_a_new_table_has_defaults():
    settings = Settings(new_folder())
    assert values(settings) == DEFAULTS and not settings.wrong


def test_saved_settings_are_restored():
    settings = Settings(new_folder())  # the first save creates the folder `bar`
    for key in OTHERS:
        setattr(settings, key, OTHERS[key])
    assert settings.save()
    again = Settings(settings.root)
    assert values(again) == OTHERS and not again.wrong
    settings.volume = 3
    assert settings.save() and Settings(settings.root).volume == 3


def test_an_invalid_value_resets_only_its_key():
    for key, value in (
        ("volume", 4),
        ("volume", -1),
        ("volume", "2"),
        ("volume", True),
        ("volume", 1.0),
        ("brightness", -1),
        ("brightness", 4),
        ("messages", 2),
        ("hands", -1),
        ("hands", 2),
        ("discipline", -2),
        ("discipline", 4),
        ("target", -1),
        ("target", 10000),
        ("house", "../boot"),
        ("house", 7),
        ("agreed", "melds: off"),
        ("agreed", {"melds": "off"}),
        ("agreed", ["melds: off", 7]),
        ("agreed", ["a"] * 5),
        ("agreed", ["a" * 25]),
        ("agreed", None),
        ("language", None),
        ("deck", "d" * 25),
        ("names", ["A", "B", "C"]),
        ("names", ["A", "B", "C", 4]),
        ("names", "ABCD"),
        ("gains", "444"),
        ("gains", "44444"),
        ("gains", "4448"),
        ("gains", "4144"),
        ("gains", "44 4"),
        ("gains", [4, 4, 4, 4]),
        ("gains", 4444),
        ("gains", None),
        ("pin", [0, 1, 2]),
        ("pin", [0, 1, 2, 4]),
        ("pin", [0, 1, 2, "3"]),
        ("pin", [0, 1.0, 2, 3]),
        ("pin", [0, True, 2, 3]),
        ("pin", [0, 1, 2, 3, 0]),
        ("pin", 123),
        ("pin", None),
        ("pin", "0123"),
        ("pin", "5:00112233445566ff:" + "c7" * 32),
        ("pin", "4:00112233445566ff:" + "c7" * 31),
        ("pin", "4:00112233445566:" + "c7" * 32),
        ("pin", "4:0011223344556gff:" + "c7" * 32),
        ("pin", "four:00112233445566ff:" + "c7" * 32),
    ):
        file = dict(OTHERS)
        file[key] = value
        settings = of_text(json.dumps(file))
        wanted = dict(OTHERS)
        wanted[key] = DEFAULTS[key]
        assert values(settings) == wanted and settings.wrong, (key, value)
        yield


def test_values_at_the_limits_are_kept():
    for key, value in (
        ("target", 9999),
        ("discipline", -1),
        ("deck", "d" * 24),
        ("agreed", ["a" * 24] * 4),
        ("names", ["n" * 24, "", "", ""]),
        ("pin", "6:00112233445566ff:" + "00" * 32),
    ):
        file = dict(OTHERS)
        file[key] = value
        assert values(of_text(json.dumps(file))) == file, (key, value)
        yield


def test_a_missing_key_has_its_default_without_an_error():
    settings = of_text('{"volume": 1, "unknown": true}')
    wanted = dict(DEFAULTS)
    wanted["volume"] = 1
    assert values(settings) == wanted and not settings.wrong


def test_no_file_content_stops_the_table():
    for text in ("", "{", "[]", "7", '{"volume": 1', "null"):
        settings = of_text(text)
        assert values(settings) == DEFAULTS and settings.wrong
        yield


def test_deeply_nested_or_long_nonsense_is_refused():
    for text in (
        "[" * 2000,
        "[" * 2000 + "]" * 40,
        '{"volume":' * 190,
        '{"volume": 1' + " " * 2100 + "}",
        "x" * 60_000,
    ):
        assert values(of_text(text)) == DEFAULTS
        yield
    root = bar()
    os.mkdir(root + "/bar/settings.json")
    settings = Settings(root)
    assert values(settings) == DEFAULTS and settings.wrong


def test_impossible_file_names_are_refused_and_odd_ones_can_be_shown():
    settings = of_text('{"house": "a\\u0000b", "volume": 1}')
    assert settings.house == DEFAULTS["house"] and settings.volume == 1
    for word in ("\\ud800", "a\\udfffb"):
        settings = of_text('{"house": "%s", "deck": "%s", "volume": 1}' % (word, word))
        assert settings.house.encode() and settings.deck.encode() is not None
        assert settings.volume == 1


def test_a_file_in_another_encoding_is_refused():
    root = bar()
    with open(root + "/bar/settings.json", "wb") as file:
        file.write(b'{"volume": 1, "house": "\xff\xfe"}')
    assert values(Settings(root)) == DEFAULTS


def test_an_interrupted_save_leaves_the_old_file():
    settings = of_text('{"volume": 1}')
    put(settings.path + "~", '{"vol')
    assert Settings(settings.root).volume == 1
    settings.volume = 3
    assert settings.save() and json.loads(get(settings.path))["volume"] == 3


def test_a_failed_save_is_reported():
    root = new_folder()
    put(root + "/bar", "a file where a folder should be")
    assert not Settings(root).save()


def test_a_pin_is_not_kept_in_plain_text():
    settings = Settings(new_folder())
    settings.pin = make(bytes((2, 0, 3, 1)))
    assert settings.save()
    text = get(settings.path)
    assert "2031" not in text.replace(" ", "").replace(",", "")
    assert DirectorPin(Settings(settings.root).pin).is_(bytearray((2, 0, 3, 1)))


def test_the_same_pin_has_another_hash_each_time():
    assert make(b"\2\0\3\1") != make(b"\2\0\3\1")


def test_a_pin_saved_by_an_older_program_still_opens():
    digest = "d7ca5b2167836109e6626d8a07b44bde134859a05fc6ec189fd481592a18994f"
    assert DirectorPin("4:0001020304050607:" + digest).is_(bytearray((2, 0, 3, 1)))


def test_only_the_exact_keys_match_a_pin():
    for length in (4, 6):
        keys = bytearray((0, 1, 2, 3, 0, 1))
        pin = DirectorPin(make(keys[:length]))
        assert pin.length == length and pin.is_(keys)
        for place in range(length):
            for suit in range(4):
                tried = bytearray(keys)
                tried[place] = suit
                assert pin.is_(tried) == (tried == keys)
        yield


def test_the_beginning_of_a_pin_does_not_open():
    long, short = DirectorPin(make(bytes(6))), DirectorPin(make(bytes(4)))
    keys = bytearray(6)
    assert long.is_(keys) and short.is_(keys)
    keys[4] = 1
    assert short.is_(keys) and not long.is_(keys)


def test_a_pin_written_as_suits_is_accepted_and_hashed():
    for suits in ([0, 3, 3, 1], [0, 3, 3, 1, 2, 2]):
        settings = of_text('{"volume": 1, "pin": %s}' % suits)
        assert not settings.wrong and settings.volume == 1
        assert DirectorPin(settings.pin).is_(bytearray(suits))
        assert settings.save() and "3, 3" not in get(settings.path)
        yield
    assert of_text('{"pin": []}').pin == "" and not of_text('{"pin": []}').wrong
