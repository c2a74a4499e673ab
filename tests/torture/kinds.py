"""All kinds of attacks, by name.

Each kind is a function that gets a seed and the number of an evening of simulated play. It yields
the name, the attack and the verdict of each case.
"""

from collections.abc import Callable, Iterator

import chains
import garbage
import images
import storms
import tables
import unread
from judge import Verdict

Cases = Callable[[int, int], Iterator[tuple[str, str, Verdict]]]

KINDS: dict[str, Cases] = {
    "images": images.cases,
    "chains": chains.cases,
    "images-at-a-table": tables.cases,
    "chains-at-a-table": chains.at_table,
    "unread": unread.cases,
    "garbage": garbage.cases,
    "storms": storms.of_tags_and_keys,
    "chips": storms.of_chips,
}
