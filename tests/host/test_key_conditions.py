"""For a key about duties, `has_effect` is true exactly if another word changes the duties.

`explain` leaves out keys without an effect.
"""

from itertools import product

import pytest

from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.housefile import load
from marcoria.firmware.belote.housekeys import KEYS, Words
from marcoria.game.explain import explain
from marcoria.game.houses import text_of
from marcoria.game.key_conditions import has_effect

_WORDS = {key.name: key.choices.words for key in KEYS if isinstance(key.choices, Words)}
_OF_DUTIES = ("players", "rise_partner", "overcut", "under", "partner", "over_partner")


def _duties(house: House, chosen: dict[str, str]) -> tuple[bytes, bytes]:
    """Return the duties of the players who can follow suit, and of those who cannot.

    With two players, only the duties without a partner count.
    """
    for key, word in chosen.items():
        if key != "players":
            setattr(house, key, _WORDS[key].index(word))
    house.find_duties()
    if chosen["players"] == "2":
        return house.follow[::2], house.void[:2]
    return house.follow, house.void


@pytest.mark.parametrize("key", _OF_DUTIES[1:])
def test_a_key_has_an_effect_if_its_words_differ(key: str) -> None:
    house = load(text_of("french"))
    for words in product(*(_WORDS[one] for one in _OF_DUTIES)):
        chosen = dict(zip(_OF_DUTIES, words, strict=True))
        results = {_duties(house, chosen | {key: word}) for word in _WORDS[key]}
        assert has_effect(key, chosen.__getitem__) == (len(results) > 1), chosen


def test_aces_at_no_trumps_are_not_explained_without_melds() -> None:
    text = text_of("bulgarian").replace("no_trump: none | aces", "no_trump: aces")
    assert "aces" in explain(load(text))
    assert "aces" not in explain(load(text.replace("melds: on", "melds: off")))


def test_a_variant_without_an_effect_is_not_explained() -> None:
    house = load(text_of("french"))
    other = load(text_of("french"))
    other.no_trump = 1
    assert "At no trumps" not in explain(house, [("no_trump", other)])
