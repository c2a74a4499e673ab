"""What people make of the table's sounds: a cue, not tones."""

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from marcoria.bots.tables import PlayedTable

# The tones of each cue, in Hz, the longest first.
CUES = OrderedDict(
    [
        ("over", [1600, 2000, 2400]),
        ("trick", [1600, 2400]),
        ("refused", [400, 400]),
        ("read", [2000]),
    ]
)


def heard(table: "PlayedTable", since: float) -> list[str]:
    """The cues that have begun since then, in ms, in turn; what was cut short is none."""
    tones = [hz for start, hz, _ in table.tones() if start >= since * 1000]
    cues = []
    while tones:
        for cue, wanted in CUES.items():
            if tones[: len(wanted)] == wanted:
                cues.append(cue)
                del tones[1 : len(wanted)]
                break
        del tones[0]
    return cues
