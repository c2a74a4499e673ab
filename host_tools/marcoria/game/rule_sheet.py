"""The rules of a house as data: its keys in groups, and how they differ from the common rules.

The web page shows the rules to players, and has a sentence for each row.
"""

from typing import TYPE_CHECKING

from marcoria.firmware.belote.housefile import HouseFile
from marcoria.firmware.belote.housekeys import NAME
from marcoria.game.key_conditions import has_effect

if TYPE_CHECKING:
    from collections.abc import Collection

COMMON = "french"  # the house whose rules count as the common rules
MOST_SPECIAL = 7  # maximum number of keys that are listed as special about a house

# The keys of a house by the subject that they are about.
GROUPS = (
    ("cards", ("players", "plain", "king")),
    ("dealing", ("direction", "opening", "draw", "shuffle", "packets", "rest", "next")),
    ("bidding", ("upcard", "bidding", "third", "seven")),
    (
        "play",
        (
            "no_rise",
            "rise_partner",
            "rise_plain",
            "cut",
            "overcut",
            "under",
            "partner",
            "over_partner",
        ),
    ),
    (
        "announcing",
        (
            "melds",
            "contest",
            "equal",
            "eight",
            "no_trump",
            "word",
            "calls",
            "order",
            "late",
            "belote_counts",
            "counting_trick",
        ),
    ),
    (
        "counting",
        (
            "success",
            "quota",
            "fail",
            "fail_melds",
            "fail_belote",
            "capot_as",
            "capot",
            "capot_melds",
            "capot_belote",
            "reverse",
            "reverse_melds",
            "litige",
            "litige_belote",
            "again",
            "rounding",
            "nt",
            "kirtik",
        ),
    ),
    ("end", ("target", "end_capot", "call_out")),
    ("conduct", ("look", "taken", "discipline", "fine")),
)

# The keys that may be listed as special about a house, the most characteristic key first.
_TELLING = (
    "players",
    "bidding",
    "success",
    "quota",
    "direction",
    "plain",
    "king",
    "rise_plain",
    "no_rise",
    "cut",
    "melds",
    "order",
    "late",
    "call_out",
    "seven",
    "rounding",
    "target",
    "capot_as",
    "discipline",
    "contest",
    "equal",
    "partner",
    "under",
    "overcut",
    "rise_partner",
    "over_partner",
    "litige",
    "again",
    "fail",
    "fail_belote",
    "capot",
    "reverse",
    "nt",
    "kirtik",
    "counting_trick",
    "belote_counts",
    "calls",
    "word",
    "end_capot",
    "taken",
    "upcard",
    "packets",
    "rest",
    "next",
    "shuffle",
    "draw",
    "opening",
    "look",
    "fine",
)


def rule_sheet(text: str, common: str, agreed: "Collection[str]" = ()) -> "dict[str, object]":
    """Return the rules of a house, compared with the common rules.

    `text` and `common` are the texts of two house files. `agreed` has the choices of the players,
    such as "melds: off". The result has the `name` of the house, its `groups` of rows, and as
    `special` at most MOST_SPECIAL rows that characterise the house best.

    Keys without an effect have no row. Each row has a key and its word. `special` in a row is true
    if the word differs from that of the common rules. `open` has the words from which the players
    may choose, [] if they may not.
    """
    file, usual = HouseFile(text), HouseFile(common)
    groups, found = [], {}
    for name, keys in GROUPS:
        rows = [
            _row(file, usual, key, agreed)
            for key in keys
            if has_effect(key, lambda other: file.word(other, agreed))
        ]
        groups.append({"name": name, "rows": rows})
        found.update({row["key"]: row for row in rows})
    rows = [found[key] for key in _TELLING if key in found and found[key]["special"]]
    return {"name": file.words[NAME][0], "special": rows[:MOST_SPECIAL], "groups": groups}


def _row(
    file: HouseFile, usual: HouseFile, key: str, agreed: "Collection[str]"
) -> "dict[str, object]":
    word, words = file.word(key, agreed), file.words[key]
    return {
        "key": key,
        "word": word,
        "special": word != usual.word(key, ()),
        "open": words if len(words) > 1 else [],
    }
