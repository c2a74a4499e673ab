"""The self-test of keys, rap sensors and pads.

For each key pressed, rap and card laid at a seat one more of its eight lights shines, and the
display says what is left.
"""

import gc

from micropython import const

import texts
from codes.game import Seats
from codes.table import Cues, KeyNumbers, Lamps, PadStates, Ticks
from table.setup.opening import light, put_away

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.setup.opening import Opens
    from table.table import Table

_KNOWN_MS = const(4_000)  # so long after the last touch the display says how well cards are read
_LEFT_ALONE_MS = const(180_000)  # the self-test ends after so long without a touch


class Checkup:
    """Self-test, which takes keys and cards until it is `over`.

    It ends with PASS at a seat that has pressed it before, with a director's key that was pressed
    before, or after three minutes without a touch.
    """

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.over = False
        self.following: "Opens | None" = None  # None: play goes on
        self._last = bytearray(5)  # `table.left` at the last step
        self._since = table.now  # when a key, a rap or a card was new last
        self._known = False  # whether the display was drawn since with the rates of the pads
        table.left[:] = table.there
        table.pads.changed = Seats.EVERYONE
        light(table, Seats.EVERYONE, Lamps.SCAN)
        table.voice.say(0, card=gc.mem_free() >> 10, number=table.celsius(), ms=0)
        self._ask()

    def _ask(self) -> None:
        self.table.dialogue.ask(self, Seats.EVERYONE, texts.TOUCH_ALL, b"")

    def answered(self, seat: int, choice: int) -> None:
        """Handle a key that leaves a question: its first press only tests it."""
        if self.table.left == self._last:
            self._close()
        else:
            self._ask()

    def step(self, now: int) -> None:
        """Answer new keys and cards in light and sound."""
        if self.over:
            return
        table = self.table
        lying = table.pads
        if lying.changed:
            for seat in range(4):
                if lying.state[seat] == PadStates.PRESENT:
                    table.left[4] &= ~(1 << seat)
            lying.changed = 0
        waited = now - self._since & Ticks.MASK
        if table.left != self._last:
            self._answer(now)
        elif waited >= _KNOWN_MS and not self._known and self._has_rates():
            self._known = True
            table.checked += 1
        elif waited >= _LEFT_ALONE_MS:
            self._close()

    def _has_rates(self) -> bool:
        """Return whether each card on a pad was polled often enough for a rate."""
        lying = self.table.pads
        for seat in range(4):
            if lying.state[seat] == PadStates.PRESENT and lying.rate(seat) < 0:
                return False
        return True

    def _answer(self, now: int) -> None:
        table = self.table
        left = table.left
        self._last[:] = left
        self._since = now
        self._known = False
        table.sound(Cues.READ if max(left) else Cues.OVER)
        for seat in range(4):
            lit = 8 - (left[4] >> seat & 1)
            for key in range(KeyNumbers.CENTRE):
                lit -= left[seat] >> key & 1
            table.fill[seat] = lit
            table.lamps[seat] = Lamps.TURN if lit == 8 else Lamps.SCAN

    def _close(self) -> None:
        put_away(self.table)
        self.over = True
