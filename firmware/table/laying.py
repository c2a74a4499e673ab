"""Cards laid one by one between deals: what is no single card is refused in words."""

from micropython import const

from table.opening import light
from table.table import OFF, REFUSED, Table

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

    def step(self, now: int) -> None:
        """Looks at what was laid on the pads."""
        if self.over:
            return
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
