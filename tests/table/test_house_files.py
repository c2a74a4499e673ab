"""The files of houses: whatever is in one, the table starts and says that it is wrong."""

import os

from table.files import houses
from tags import get, new_folder, put
from toolkit import HOUSES

OWN = "/bar/houses"
REAL = get(HOUSES + "salotto.house")


def root_with(data):
    """A root with one house of the bar, `ours`, that says this; None: a folder of that name."""
    root = new_folder()
    for folder in ("/bar", OWN, "/lib", "/lib/belote", "/lib/belote/houses"):
        os.mkdir(root + folder)
    path = root + OWN + "/ours.house"
    if data is None:
        os.mkdir(path)
    else:
        with open(path, "wb") as file:
            file.write(data)
    return root


def test_a_right_one_is_loaded():
    assert houses.load(root_with(REAL.encode()), "ours").name == "Salotto"
    dressed = (REAL + "# Caffè\r\n" * 200).encode()
    assert houses.load(root_with(dressed), "ours").name == "Salotto"


def test_a_wrong_one_is_none_whatever_is_in_it():
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
        assert houses.load(root, "ours") is None, data
        assert isinstance(houses.title(root + OWN + "/ours.house"), str)
        yield


def test_a_truncated_one_is_right_or_none():
    data = REAL.encode()
    for end in range(0, len(data), 7):
        house = houses.load(root_with(data[:end]), "ours")
        assert house is None or house.players in (2, 4)
        yield


def test_a_name_that_no_file_can_have_is_no_house():
    root = root_with(REAL.encode())
    for name in ("", "none", "ours\0", "../houses/none"):
        assert houses.load(root, name) is None, name


def test_one_that_is_not_right_does_not_hide_those_that_came_along():
    root = root_with(b"\xff")
    put(root + "/lib/belote/houses/salotto.house", REAL)
    assert houses.any_house(root).name == "Salotto"
    assert sorted(houses.find(root)) == ["ours", "salotto"]
