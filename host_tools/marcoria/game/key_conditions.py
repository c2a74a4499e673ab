"""Conditions under which the keys of a house file have an effect.

For example, `fine` has an effect only if `discipline` is `points`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# A key of this dictionary has an effect only if another key has one of certain words.
_ONLY_IF = {
    "direction": ("players", ("4",)),
    "draw": ("players", ("4",)),
    "rise_partner": ("players", ("4",)),
    "partner": ("players", ("4",)),
    "over_partner": ("partner", ("free", "trump")),
    "seven": ("upcard", ("taken", "stays")),
    "third": ("bidding", ("auction",)),
    "no_trump": ("bidding", ("auction",)),
    "nt": ("bidding", ("auction",)),
    "under": ("overcut", ("must",)),
    "contest": ("melds", ("on",)),
    "equal": ("melds", ("on",)),
    "eight": ("melds", ("on",)),
    "quota": ("success", ("quota", "both")),
    "fail": ("success", ("more", "quota", "both")),
    "fail_melds": ("success", ("more", "quota", "both")),
    "fail_belote": ("success", ("more", "quota", "both")),
    "belote_counts": ("success", ("more", "quota", "both")),
    "litige": ("success", ("more", "quota", "both")),
    "litige_belote": ("litige", ("hangs",)),
    "again": ("litige", ("hangs",)),
    "capot_melds": ("capot_as", ("value",)),
    "capot_belote": ("capot_as", ("value",)),
    "reverse_melds": ("capot_as", ("value",)),
    "fine": ("discipline", ("points",)),
}


def has_effect(key: str, word: "Callable[[str], str]") -> bool:
    """Return whether a key has an effect in a house; `word` returns the house's word of a key."""
    # With two players the draw is always as under `lowest`, so this word is right there too.
    if key not in _ONLY_IF or (key == "draw" and word("draw") == "lowest"):
        return True
    other, words = _ONLY_IF[key]
    if key == "under" and word("partner") == "over":
        other, words = "partner", ("over",)
    return word(other) in words and has_effect(other, word)
