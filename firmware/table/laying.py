"""Cards laid one by one between deals: what is no single card is refused in words, and nothing is
over before the pads are clear."""

from micropython import const

from table.opening import light
from table.table import CLEAR, OFF, REFUSED, Table

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

_PRESENT = const(1)

_ONE_CARD = const(80)  # text
_PRESS_CARD = const(81)  # text
_CLEAR_PAD = const(82)  # text

# The sentence for what a pad shows: nothing to say for one card, or none.
_SAID = bytes((0, 0, _ONE_CARD, _PRESS_CARD, _CLEAR_PAD, 0, 0))


class Laying:
    """Which cards these are is for the heirs: `_waits()` tells whether one is wanted,
    `_take(seat)` looks at the one that lies there, `_ask(sentence, seat, other)` asks on."""

    _waits: "Any"
    _take: "Any"
    _ask: "Any"

    def __init__(self, table: Table) -> None:
        self.table = table
        self.over = False

    def step(self, now: int) -> bool:
        """Looks at what was laid on the pads; whether all is over, and nothing lies there."""
        if self.over:
            return self._cleared()
        pads = self.table.pads
        changed = pads.changed
        pads.changed = 0
        for seat in range(4):
            if changed >> seat & 1 and self._waits():
                state = pads.state[seat]
                if state == _PRESENT:
                    self._take(seat)
                elif _SAID[state]:
                    self._refuse(seat, _SAID[state])
        return False

    def _cleared(self) -> bool:
        """Whether no card lies on a pad any more; where one does, the lights ask for it."""
        table = self.table
        table.pads.changed = 0
        clear = True
        for seat in range(4):
            lies = table.pads.state[seat] == _PRESENT
            table.lamps[seat] = CLEAR if lies else OFF
            clear = clear and not lies
        return clear

    def _refuse(self, seat: int, sentence: int, other: int = 0) -> None:
        self.table.blink |= 1 << seat
        self.table.cue = REFUSED
        self._ask(sentence, seat, other)

    def _close(self) -> None:
        table = self.table
        table.asked = 0
        table.hush()
        light(table, 0, OFF)
        self.over = True
