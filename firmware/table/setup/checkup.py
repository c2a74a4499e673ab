"""The self-test of keys, rap sensors and pads.

Each seat has eight lights, and eight parts to try: six keys with a press, the rap sensor with a
rap, and the pad with a card. For each part that was tried, one more light shines. Parts that the
table lacks count as tried. The display lists what is left to try, also the director's keys, which
have no lights.
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

# The page is drawn again once this time has passed since the last new key, rap or card, and the
# read rates of the pads are known. Then it shows the parts that are left, and these rates.
_KNOWN_MS = const(4_000)
_LEFT_ALONE_MS = const(180_000)  # time without a new key, rap or card until the self-test ends


class Checkup:
    """Self-test, which handles keys and cards until it is `over`.

    It ends with a second press of the same key PASS, MENU or UNDO, or after three minutes without
    a new key, rap or card.
    """

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.over = False
        self.following: "Opens | None" = None  # None: play goes on at the end
        self._last = bytearray(5)  # `table.left` at the last step
        self._since = table.now  # time in ms of the last new key, rap or card
        self._known = False  # whether the read rates of the pads were drawn since `_since`
        table.left[:] = table.there
        table.pads.changed = Seats.EVERYONE
        light(table, Seats.EVERYONE, Lamps.SCAN)
        self._ask()

    def _ask(self) -> None:
        table = self.table
        table.voice.say(0, card=gc.mem_free() >> 10, number=table.celsius(), ms=0)
        table.dialogue.ask(self, Seats.EVERYONE, texts.TOUCH_ALL, ())

    def answered(self, seat: int, choice: int) -> None:
        """Handle a key that would leave a question: PASS, MENU or UNDO.

        The first press only tests the key. A later press of the same key ends the self-test.
        """
        if self.table.left == self._last:
            self._close()
        else:
            self._ask()

    def step(self, now: int) -> None:
        """Show new keys, raps and cards with light and sound.

        Draw the page again if no new ones come for a while, and later end the self-test.
        """
        if self.over:
            return
        table = self.table
        pads = table.pads
        if pads.changed:
            for seat in range(4):
                if pads.state[seat] == PadStates.PRESENT:
                    table.left[4] &= ~(1 << seat)
            pads.changed = 0
        waited = now - self._since & Ticks.MASK
        if table.left != self._last:
            self._answer(now)
        elif waited >= _KNOWN_MS and not self._known and self._has_rates():
            self._known = True
            table.checked += 1
        elif waited >= _LEFT_ALONE_MS:
            self._close()

    def _has_rates(self) -> bool:
        """Return whether each card on a pad was polled often enough to know its read rate."""
        pads = self.table.pads
        for seat in range(4):
            if pads.state[seat] == PadStates.PRESENT and pads.rate(seat) < 0:
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
