"""The mark of a house tells any two sets of rules apart that differ in one rule. Hundreds of
houses are loaded, so this is for CPython."""

from belote import housefile as houses
from belote.housefile import HouseError, load
from helpers import NAMES, house, text_of

RUNS_ON = "cpython"


def every_change(text):
    """The rules of a house with one key changed, in every way that the loader accepts."""
    for line in houses.KEYS.decode().strip().split("\n")[1:]:
        words = line.split()
        start = text.find("\n" + words[0] + ":") + 1
        for word in [words[2], "1"] if words[1] == "#" else words[1:]:
            other = text[:start] + words[0] + ": " + word + text[text.find("\n", start) :]
            if other != text:
                try:
                    yield line, load(other)
                except HouseError:
                    pass


def test_every_house_has_its_own_mark():
    assert len({load(text_of(name)).mark for name in NAMES}) == len(NAMES)


def test_mark_differs_when_any_rule_does():
    for name in NAMES:
        text = text_of(name)
        mark = load(text).mark
        tried = 0
        for line, rules in every_change(text):
            assert rules.mark != mark, line
            tried += 1
        assert tried > 40


def test_mark_tells_where_one_number_ends():
    one = house("salotto", quota="82", fail="160")
    assert one.mark != house("salotto", quota="821", fail="60").mark
