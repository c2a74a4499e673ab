"""What lies on the flash of a table as it stands in a bar: its deck enrolled, and its settings."""

import json

from marcoria.sim.chips.placed_tags import make_deck

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

DECK = "bar"
# Tags that do what keys do, as they stand in the deck's file.
COMMANDS = {
    "pass": "04EE0000000001",
    "call": "04EE0000000002",
    "undo": "04EE0000000003",
    "ok": "04EE0000000004",
    "menu": "04EE0000000005",
}
# And those that a table has beside them where not every seat has suit keys.
SUITS = {
    "clubs": "04EE0000000006",
    "diamonds": "04EE0000000007",
    "hearts": "04EE0000000008",
    "spades": "04EE0000000009",
}


def deck_file(seed: int, suits: bool = False) -> bytes:
    """The enrolled deck of the table made from that seed, command cards included."""
    lines = ["%s %s" % (card, uid.hex().upper()) for card, uid in make_deck(seed).items()]
    lines += ["%s %s" % command for command in COMMANDS.items()]
    if suits:
        lines += ["%s %s" % command for command in SUITS.items()]
    return "".join([line + "\n" for line in lines]).encode()


def bar_files(
    seed: int, settings: "Mapping[str, object]", suits: bool = False
) -> "dict[str, bytes]":
    """The files of that table; in English, unless told otherwise."""
    told: "dict[str, object]" = {"language": "en", "deck": DECK}
    told.update(settings)
    return {
        "/bar/decks/%s.deck" % DECK: deck_file(seed, suits),
        "/bar/settings.json": json.dumps(told).encode(),
    }
