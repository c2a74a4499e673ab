"""Conditions under which the keys of a house file have an effect.

For example, `fine` has an effect only if `discipline` is `points`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_CONTRACT = {"success": "more quota both"}  # in other houses no contract can fail

# Keys that do not always have an effect, each with its conditions: at least one must be true. A
# condition names other keys, each with the words that it may have. It is true if each named key
# has one of its words, and has an effect itself. If a condition names its own key, as for `draw`,
# only the word is checked.
_ONLY_IF = {
    "direction": ({"players": "4"},),
    # With two players the lowest card always deals. So `lowest` is the only word that describes
    # their draw.
    "draw": ({"players": "4"}, {"draw": "lowest"}),
    "rise_partner": ({"players": "4"},),
    "partner": ({"players": "4"},),
    "over_partner": ({"partner": "free trump"}, {"partner": "plain", "overcut": "free"}),
    "seven": ({"upcard": "taken stays"},),
    "third": ({"bidding": "auction"},),
    "no_trump": ({"bidding": "auction", "melds": "on"},),
    "nt": ({"bidding": "auction"},),
    "under": ({"overcut": "must"}, {"partner": "over"}),
    "contest": ({"melds": "on"},),
    "equal": ({"melds": "on"},),
    "eight": ({"melds": "on"},),
    "quota": ({"success": "quota both"},),
    "fail": (_CONTRACT,),
    "fail_melds": (_CONTRACT,),
    "fail_belote": (_CONTRACT,),
    "belote_counts": (_CONTRACT,),
    "litige": (_CONTRACT,),
    "litige_belote": ({"litige": "hangs"},),
    "again": ({"litige": "hangs"},),
    "capot_melds": ({"capot_as": "value"},),
    "capot_belote": ({"capot_as": "value"},),
    "reverse_melds": ({"capot_as": "value"},),
    "fine": ({"discipline": "points"},),
}


def has_effect(key: str, word: "Callable[[str], str]") -> bool:
    """Return whether a key has an effect in a house; `word` returns the house's word of a key."""
    if key not in _ONLY_IF:
        return True
    return any(
        all(
            word(other) in words.split() and (other == key or has_effect(other, word))
            for other, words in condition.items()
        )
        for condition in _ONLY_IF[key]
    )
