"""The mark of a house tells any two sets of rules apart that differ in one rule, and a key that is
left out has its default. Hundreds of houses are loaded, so this is for CPython."""

from belote import housefile
from belote.housefile import HouseError, load
from belote.housekeys import DEFAULTS, KEYS
from helpers import NAMES, house, text_of, without

RUNS_ON = "cpython"


def every_change(text):
    """The rules of a house with one key changed, in every way that the loader accepts."""
    for line in KEYS.strip().split("\n")[1:]:
        key, *words = line.split()
        value = getattr(load(text), key)
        for word in [words[1], "1"] if words[0] == "#" else words:
            try:
                other = load(without(text, key) + key + ": " + word)
            except HouseError:
                continue
            if getattr(other, key) != value:
                yield line, other


def test_every_house_loads_without_any_key_that_has_a_default():
    for name in NAMES:
        text = text_of(name)
        for line in DEFAULTS.strip().split("\n"):
            key, value = line.split(": ")
            assert load(without(text, key)).mark == house(name, **{key: value}).mark, (name, key)


def test_only_the_keys_without_a_default_are_needed():
    optional = [line.split(":")[0] for line in DEFAULTS.strip().split("\n")]
    for line in KEYS.strip().split("\n"):
        key = line.split()[0]
        try:
            load(without(text_of("french"), key))
            assert key in optional
        except HouseError as error:
            assert key not in optional and error.args == ("missing-key", key, "")
    text = text_of("french")
    for key in optional:
        text = without(text, key)
    assert load(text).mark == load(text_of("french")).mark  # as belote is played in France


def test_a_table_that_learns_a_key_knows_its_match_again():
    marks = [load(text_of(name)).mark for name in NAMES]
    housefile.KEYS = "newer no yes\n" + KEYS
    housefile.DEFAULTS = DEFAULTS + "newer: no\n"
    try:
        assert [load(text_of(name)).mark for name in NAMES] == marks
        assert load(text_of("french") + "newer: no\n").mark == load(text_of("french")).mark
        assert load(text_of("french") + "newer: yes\n").mark not in marks
    finally:
        housefile.KEYS, housefile.DEFAULTS = KEYS, DEFAULTS


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
