"""Tests of the marks of houses that differ in one rule, and of defaults of missing keys.

They load hundreds of houses, so they run on CPython only.
"""

from belote import housefile
from belote.housefile import HouseError, load
from belote.housekeys import BY_NAME, KEYS, NAME, Key, Words
from helpers import NAMES, house, text_of, without

RUNS_ON = "cpython"

OPTIONAL = [key.name for key in KEYS if key.default is not None]


def every_change(text):
    """Yield each accepted change of one key of a house: the changed line and the rules.

    If a key has a number, try only 1 and the greatest number.
    """
    for key in KEYS:
        value = getattr(load(text), key.name)
        words = key.choices.words if isinstance(key.choices, Words) else (key.choices.most, 1)
        for word in words:
            line = "%s: %s" % (key.name, word)
            try:
                other = load(without(text, key.name) + line)
            except HouseError:
                continue
            if getattr(other, key.name) != value:
                yield line, other


def test_every_house_loads_without_the_keys_with_defaults():
    for name in NAMES:
        text = text_of(name)
        for key in OPTIONAL:
            mark = house(name, **{key: BY_NAME[key].default}).mark
            assert load(without(text, key)).mark == mark, (name, key)


def test_only_keys_without_a_default_are_required():
    for key in [NAME] + list(BY_NAME):
        try:
            load(without(text_of("french"), key))
            assert key in OPTIONAL
        except HouseError as error:
            told = [(one.code, one.key) for one in error.mistakes]
            assert key not in OPTIONAL and told == [("missing-key", key)]
    text = text_of("french")
    for key in OPTIONAL:
        text = without(text, key)
    assert load(text).mark == load(text_of("french")).mark  # the defaults are the French rules


def test_a_new_key_with_its_default_keeps_the_mark():
    marks = [load(text_of(name)).mark for name in NAMES]
    newer = Key("newer", Words("no", "yes"), "no")
    housefile.KEYS = (newer,) + KEYS
    BY_NAME["newer"] = newer
    try:
        assert [load(text_of(name)).mark for name in NAMES] == marks
        assert load(text_of("french") + "newer: no\n").mark == load(text_of("french")).mark
        assert load(text_of("french") + "newer: yes\n").mark not in marks
    finally:
        housefile.KEYS = KEYS
        del BY_NAME["newer"]


def test_every_house_has_its_own_mark():
    assert len({load(text_of(name)).mark for name in NAMES}) == len(NAMES)


def test_changing_any_rule_changes_the_mark():
    for name in NAMES:
        text = text_of(name)
        mark = load(text).mark
        tried = 0
        for line, rules in every_change(text):
            assert rules.mark != mark, line
            tried += 1
        assert tried > 40


def test_the_mark_separates_adjacent_numbers():
    one = house("salotto", quota="82", fail="160")
    assert one.mark != house("salotto", quota="821", fail="60").mark
