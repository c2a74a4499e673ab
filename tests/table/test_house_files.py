"""Tests of house files: the table starts with any content and reports an invalid file."""

import os

from belote.housefile import HouseError, HouseFile
from table.files import houses
from tags import get, new_folder, put
from toolkit import HOUSES

OWN = "/bar/houses"
REAL = get(HOUSES + "salotto.house")


def root_with(data):
    """Return a root folder in which `ours.house` is a file with `data`, or a folder if None."""
    root = new_folder()
    for folder in ("/bar", OWN, "/a", "/a/belote", "/a/belote/houses"):
        os.mkdir(root + folder)
    path = root + OWN + "/ours.house"
    if data is None:
        os.mkdir(path)
    else:
        with open(path, "wb") as file:
            file.write(data)
    return root


def test_a_valid_house_is_loaded():
    assert houses.load(root_with(REAL.encode()), "ours", []).name == "Salotto"
    dressed = (REAL + "# Caffè\r\n" * 200).encode()
    assert houses.load(root_with(dressed), "ours", []).name == "Salotto"


def refused(root, agreed=()):
    """Return the error of the house `ours`, "" if it is loaded."""
    try:
        houses.load(root, "ours", agreed)
    except HouseError as error:
        return houses.label("ours", error).decode()
    return ""


def test_an_invalid_house_is_refused_with_any_content():
    latin = REAL.replace("name: Salotto", "name: Caff").encode() + b"# caff\xe8\n"
    for data in (
        latin,
        b"",
        b"\x00" * 100,
        b"\xff\xfe\xfd" * 50,
        b"name" * 3000,
        (REAL + "# much\n" * 800).encode(),
        (REAL + "[" * 2000).encode(),
        REAL.encode("utf-8")[:-40] + b"\xc3",
        None,
    ):
        root = root_with(data)
        assert refused(root), data
        assert isinstance(houses.title(root + OWN + "/ours.house"), str)
        yield


def test_a_truncated_house_is_valid_or_refused():
    data = REAL.encode()
    for end in range(0, len(data), 7):
        root = root_with(data[:end])
        assert refused(root) or houses.load(root, "ours", []).players in (2, 4)
        yield


def test_the_first_mistake_is_named():
    wrong = REAL.replace("king: 4", "king: 5").replace("upcard: taken\n", "")
    assert refused(root_with(wrong.encode())) == "ours (12: king)"
    missing = REAL.replace("upcard: taken\n", "")
    assert refused(root_with(missing.encode())) == "ours (upcard)"
    assert refused(root_with(("x\n" + REAL).encode())) == "ours (1)"
    assert refused(root_with(("x: 1\n" + REAL).encode())) == "ours (1)"
    alone = REAL.replace("late: void", "late: salt").replace("calls: each", "calls: first")
    assert refused(root_with(alone.encode())).endswith(": late)")


def test_the_title_is_the_value_of_the_key_name():
    for line, title in (("name: A # b", "A"), (" name :A", "A"), ("names: A", ""), ("name", "")):
        root = root_with(("# one\n" + line + "\nking: 5").encode())
        assert houses.title(root + OWN + "/ours.house") == title, line


def test_a_name_that_no_file_can_have_is_refused():
    root = root_with(REAL.encode())
    for name in ("", "none", "ours\0", "../houses/none"):
        try:
            houses.load(root, name, [])
            raise AssertionError(name)
        except HouseError as error:
            assert error.mistakes[0].code == "missing-key"


def test_an_invalid_house_does_not_hide_the_built_in_ones():
    root = root_with(b"\xff")
    put(root + "/a/belote/houses/salotto.house", REAL)
    assert houses.any_house(root).name == "Salotto"
    assert sorted(houses.find(root)) == ["ours", "salotto"]


# --- rules left open to the players ----------------------------------------------------------

LIBRE = get(HOUSES + "libre.house")
BULGARIAN = get(HOUSES + "bulgarian.house")
# Marks that older programs have stored. They must not change, because a table finds the house of
# its stored match by the mark.
MARKS = {LIBRE: 17787, BULGARIAN: 54945}


def test_without_agreements_marks_are_unchanged():
    for text in MARKS:
        assert houses.load(root_with(text.encode()), "ours", []).mark == MARKS[text]
        yield


def test_agreed_rules_apply():
    root = root_with(BULGARIAN.encode())
    house = houses.load(root, "ours", ["kirtik: 10", "third: match"])
    assert (house.kirtik, house.third, house.no_trump, house.melds) == (10, 2, 0, 1)
    yield
    house = houses.load(root, "ours", ["no_trump: aces"])
    assert (house.kirtik, house.third, house.no_trump) == (0, 0, 1)


def test_rules_that_are_not_left_open_cannot_be_agreed():
    root = root_with(BULGARIAN.encode())
    for agreed in (
        ["melds: off"],
        ["kirtik: 99"],
        ["kirtik:10"],
        ["king: 10", "third: x9", "", "target: 5"],
        ["name: Another"],
    ):
        assert houses.load(root, "ours", agreed).mark == MARKS[BULGARIAN], agreed
        yield


def test_invalid_agreements_are_dropped_and_the_house_still_loads():
    text = LIBRE.replace("third: no", "third: no | x8")
    root = root_with(text.encode())
    assert refused(root, ["third: x8"]).endswith(": third)")
    yield
    house = houses.load_anyhow(root, "ours", ["third: x8", "melds: off"])
    assert house.mark == MARKS[LIBRE]
    yield
    try:
        houses.load_anyhow(root_with(b"name: none"), "ours", ["third: x8"])
        raise AssertionError
    except HouseError as error:
        assert error.mistakes[0].key == "players"


def test_a_house_with_wrongly_open_rules_is_invalid():
    for line in (
        "melds: on | of",
        "melds: on |",
        "melds: on | on",
        "melds: | ",
        "melds: on\u00a0| off",
        "melds\u00a0: on | off",
        "melds: on: | off",
        "king: 4 | 10",
        "target: 1000 | 1500",
        "kirtik: 0 | 5",
        "melds: on | off\nmelds: on | off",
    ):
        text = LIBRE.replace("\nmelds: on | off\n", "\n")
        key = line.split(":")[0]
        at = ("\n" + text).find("\n" + key + ":")
        if at >= 0:
            text = text[:at] + text[text.find("\n", at) + 1 :]
        assert refused(root_with((text + line).encode()), ["melds: off"]), line
        yield


def test_rules_with_blanks_and_comments_can_be_agreed():
    for line in ("melds:on|off", "\t melds :  on  |\toff # one | the other\r"):
        text = LIBRE.replace("melds: on | off", line)
        assert not houses.load(root_with(text.encode()), "ours", ["melds: off"]).melds
        yield


def test_a_name_is_never_left_open():
    text = LIBRE.replace("Belote libre", "on | off")
    assert houses.load(root_with(text.encode()), "ours", []).name == "on | off"


def test_all_possible_agreements_of_a_house_are_listed():
    assert HouseFile(REAL).agreements() == [[]]
    assert HouseFile(LIBRE).agreements() == [["melds: on"], ["melds: off"]]
    found = HouseFile(BULGARIAN).agreements()
    assert len(found) == 12 and found[0] == ["third: no", "no_trump: none", "kirtik: 0"]
    twice = HouseFile("melds: on | off\n" * 250)
    assert twice.agreements() == [["melds: on"], ["melds: off"]]


class Step:
    """Pause that a search for a house awaits, so that the table can do other work."""

    def __iter__(self):
        yield

    __await__ = __iter__


def found_by(root, mark, found):
    """Search step by step for the house with that mark.

    Append the result of `houses.with_mark` to `found`: name, agreed rules and house.
    """
    search = houses.with_mark(root, mark, Step)
    try:
        while True:
            search.send(None)
            yield
    except StopIteration as end:
        found.append(end.value)


def test_every_agreement_is_found_by_its_mark():
    root = root_with(BULGARIAN.encode())
    put(root + "/a/belote/houses/libre.house", LIBRE)
    for text, name in ((LIBRE, "libre"), (BULGARIAN, "ours")):
        for agreed in (HouseFile(text).agreements()[0], HouseFile(text).agreements()[-1]):
            mark = houses.load(root, name, agreed).mark
            found = []
            yield from found_by(root, mark, found)
            assert found[0][:2] == (name, agreed) and found[0][2].mark == mark
            yield
    found = []
    yield from found_by(root, 1, found)
    assert found == [("", [], None)]


FRENCH = get(HOUSES + "french.house")
SAME_MARK = FRENCH.replace("target: 1000", "target: 1702").replace("fine: 10\n", "fine: 143\n")


def test_two_houses_with_one_mark_and_different_rules_conflict():
    root = root_with(SAME_MARK.encode())
    put(root + "/a/belote/houses/french.house", FRENCH)
    put(root + "/a/belote/houses/libre.house", LIBRE)
    mark = houses.load(root, "ours", []).mark
    assert mark == houses.load(root, "french", []).mark
    yield
    assert houses.clash(root, "ours") == "french"
    yield
    assert houses.clash(root, "french") == "ours"
    yield
    assert houses.clash(root, "libre") == ""
    found = []
    yield from found_by(root, mark, found)
    assert found == [("french, ours", [], None)], "neither house is chosen"


def test_two_houses_with_equal_rules_count_as_one():
    root = root_with(FRENCH.replace("name: ", "name: Chez ").encode())
    put(root + "/a/belote/houses/french.house", FRENCH)
    assert houses.clash(root, "ours") == houses.clash(root, "french") == ""
    yield
    found = []
    yield from found_by(root, houses.load(root, "ours", []).mark, found)
    assert found[0][0] == "ours" and found[0][2].name.startswith("Chez ")
