"""Marks: the numbers by which a journal identifies the rules of a match.

Tables in use have marks in their journals. If a mark changed, a table would no longer find the
house of its match.
"""

from belote.housefile import HouseFile
from belote.housekeys import KEYS
from marcoria.game.houses import house_of, names, open_house, text_of

# The mark of each house that comes with the table, and of each choice of rules that the house
# leaves to its players. Never change or remove a line; add one for each new house or choice.
_MARKS = {
    ("bulgarian",): 0xD6A1,
    ("bulgarian", "third: no", "no_trump: none", "kirtik: 0"): 0xD6A1,
    ("bulgarian", "third: no", "no_trump: none", "kirtik: 10"): 0x69FD,
    ("bulgarian", "third: no", "no_trump: aces", "kirtik: 0"): 0x5C5C,
    ("bulgarian", "third: no", "no_trump: aces", "kirtik: 10"): 0x0BE2,
    ("bulgarian", "third: x8", "no_trump: none", "kirtik: 0"): 0xDDE7,
    ("bulgarian", "third: x8", "no_trump: none", "kirtik: 10"): 0xC7F7,
    ("bulgarian", "third: x8", "no_trump: aces", "kirtik: 0"): 0x23D6,
    ("bulgarian", "third: x8", "no_trump: aces", "kirtik: 10"): 0xC728,
    ("bulgarian", "third: match", "no_trump: none", "kirtik: 0"): 0xD006,
    ("bulgarian", "third: match", "no_trump: none", "kirtik: 10"): 0x04F8,
    ("bulgarian", "third: match", "no_trump: aces", "kirtik: 0"): 0x2497,
    ("bulgarian", "third: match", "no_trump: aces", "kirtik: 10"): 0x9B47,
    ("espanola-2",): 0x940B,
    ("espanola-4",): 0xAFB7,
    ("french",): 0x53F8,
    ("libre",): 0x457B,
    ("libre", "melds: on"): 0x457B,
    ("libre", "melds: off"): 0xC178,
    ("piedicavallo",): 0x4CFC,
    ("salotto",): 0x8AE7,
}


def test_marks_never_change() -> None:
    assert {key: open_house(key[0], key[1:]).mark for key in _MARKS} == _MARKS


def test_each_house_and_each_agreement_is_in_the_list() -> None:
    shipped = {(name,) for name in names()}
    shipped |= {
        (name, *agreed)
        for name in names()
        for agreed in HouseFile(text_of(name)).agreements()
        if agreed
    }
    assert shipped == set(_MARKS)


def test_a_file_without_the_keys_that_came_later_has_the_same_mark() -> None:
    later = [f"{key.name}: {key.default}" for key in KEYS if key.default is not None]
    for name in names():
        lines = text_of(name).splitlines()
        shorter = "\n".join(line for line in lines if line not in later)
        assert house_of(shorter, name).mark == _MARKS[(name,)], name
