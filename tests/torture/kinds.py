"""All kinds of attacks.

Each is a function of a seed and an evening's number, and yields cases: name, attack, verdict.
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
