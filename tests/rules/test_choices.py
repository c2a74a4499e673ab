"""The words of a house file as numbers: each is the place that KEYS gives it."""

from belote import choices
from belote.housekeys import KEYS


def place(name):
    """The place of the word that a name like upcard_stays stands for, -1 if there is none."""
    key, _, word = name.partition("_")
    while word:
        at = KEYS.find("\n" + key + " ")
        if at >= 0:
            words = KEYS[at : KEYS.find("\n", at + 1)].split()[1:]
            if word.replace("_", "-") in words:
                return words.index(word.replace("_", "-"))
        more, _, word = word.partition("_")
        key += "_" + more
    return -1


def test_every_choice_is_the_place_of_its_word():
    checked = 0
    for name in dir(choices):
        if name == name.upper() and name[0] != "_":
            assert place(name.lower()) == getattr(choices, name) >= 0, name
            checked += 1
    assert checked > 20


def test_a_wrong_choice_would_be_seen():
    assert place("upcard_stays") == 1 and place("equal_trump_elder") == 1
    assert place("upcard_gone") == place("stays") == -1
