"""Tests of the constants in `belote.choices`.

For example, UPCARD_STAYS is the index of the word "stays" among the choices of the key "upcard".
"""

from belote import choices
from belote.housekeys import BY_NAME


def place(name):
    """Return the index of a choice by its name; "upcard_stays" means "stays" of the key "upcard".

    Return -1 if there is no such key or choice.
    """
    key, _, word = name.partition("_")
    while word:
        if key in BY_NAME:
            value = BY_NAME[key].choices.parse(word.replace("_", "-"))
            if value is not None:
                return value
        more, _, word = word.partition("_")
        key += "_" + more
    return -1


def test_every_choice_is_the_index_of_its_word():
    checked = 0
    for name in dir(choices):
        if name == name.upper() and name[0] != "_":
            assert place(name.lower()) == getattr(choices, name) >= 0, name
            checked += 1
    assert checked > 20


def test_a_wrong_choice_is_detected():
    assert place("upcard_stays") == 1 and place("equal_trump_elder") == 1
    assert place("upcard_gone") == place("stays") == -1
